//! The hosts: what each sends and what each takes back.
//!
//! A host is a pure translator: a document becomes an event, an outcome becomes an answer, and nothing is read
//! or written. What a host can carry stands in one table per host, a row per event; how it is written is the
//! host's encoder. A new host is a file with its table and a line in [`ALL`].

pub mod claude;
pub mod codex;
mod fit;
mod nested;
mod settle;

use std::time::Duration;

use crate::answer::Answer;
use crate::event::{self, Event, Names, PlainText};
use crate::exit::Exit;
use crate::explain::explain;
use crate::json::{self, Fields};
use crate::outcome::{Decision, Outcome};
use crate::phase::Phase;

/// Every host. The first is the one whose form others took over.
pub static ALL: [&Host; 2] = [&claude::HOST, &codex::HOST];

/// One host.
#[derive(Debug)]
pub struct Host {
    /// What the command line, a payload and `HOOKCTL_HOST` call it.
    pub name: &'static str,
    /// What its makers call it.
    pub title: &'static str,
    /// Its events that have a phase. Every other event has none.
    pub events: &'static [HostEvent],
    /// Its own tools.
    pub tools: &'static [&'static str],
    /// What the names of its MCP tools begin with.
    pub mcp: &'static str,
    /// The limit of a chain where nothing else is said: with what ends a hook (0.6 s) it stays below the
    /// host's own limit, because a host that gives up on hookctl lets the action go ahead.
    pub deadline: Duration,
    /// The phases whose limit is another one.
    pub deadlines: &'static [(Phase, Duration)],
    /// Whether an event is one of this host, by fields that no host before it in [`ALL`] sends.
    pub recognises: fn(&Fields<'_>) -> bool,
    /// Writes an outcome in the host's form. Pure, and asked again after a field was settled.
    pub encode: fn(&Outcome<'_>, Asked<'_>) -> Result<Answer, CannotCarry>,
}

/// One event of a host, and what an answer to it can carry.
#[derive(Debug)]
pub struct HostEvent {
    /// What the host calls it.
    pub name: &'static str,
    /// The phase whose hooks run.
    pub phase: Phase,
    /// What its fields are called.
    pub names: &'static Names,
    /// Whether the tool failed, where the event itself says so.
    pub is_error: Option<bool>,
    /// What plain text on a hook's stdout means to the host.
    pub plain_text: PlainText,
    /// What an answer can carry.
    pub takes: Takes,
}

/// What an answer to an event can carry.
#[derive(Debug)]
pub struct Takes {
    /// Where a verdict stands; absent where nothing can be denied.
    pub verdict: Option<Verdict>,
    /// What becomes of an ask.
    pub ask: Ask,
    /// When a rewrite is carried out.
    pub rewrite: Rewriting,
    /// Whether an explicit "allow" skips the host's own prompt.
    pub approval: bool,
    /// Whether the model gets to see a context.
    pub context: bool,
    /// Whether the person gets to see a message.
    pub message: bool,
}

/// An event that takes nothing: rows name what they take beside it.
pub const NOTHING: Takes = Takes {
    verdict: None,
    ask: Ask::Unknown,
    rewrite: Rewriting::Never,
    approval: false,
    context: false,
    message: false,
};

/// Where in an answer the verdict stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// `permissionDecision`, with `permissionDecisionReason`.
    Permission,
    /// A `behavior`, with a `message`.
    Behavior,
    /// A `decision` beside its `reason`.
    Decision,
    /// `continue: false`, with a `stopReason`.
    Halt,
}

/// What a host makes of an ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// It asks the person.
    Asks,
    /// It is about to ask the person anyway: nothing has to be said.
    AsksAnyway,
    /// It does not know the word.
    Unknown,
}

/// When a host carries out a rewrite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewriting {
    /// Whenever it is there; it grants nothing.
    Alone,
    /// Beside the word "allow", which must be sent with it.
    BesideAllow,
    /// Only with an approval of its own.
    WithApproval,
    /// Never.
    Never,
}

/// What an answer is about.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Which event of the host.
    pub kind: &'static HostEvent,
    /// What came, where it could be read.
    pub event: Option<&'a Event<'a>>,
}

/// A field of an outcome that an answer may be unable to carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// A deny.
    Deny,
    /// An ask.
    Ask,
    /// A rewrite.
    Rewrite,
    /// An approval.
    Approval,
    /// A context.
    Context,
    /// A message.
    Message,
}

/// An encoder was asked for a field that the event does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CannotCarry {
    /// The field.
    pub field: Field,
    /// The event, as the host calls it.
    pub event: &'static str,
    /// Why this one cannot be carried, where others of its kind can.
    pub because: Option<&'static str>,
}

/// Why a document is not an event that hooks can run on.
#[derive(Debug)]
pub enum Refused {
    /// It cannot be told which event it is.
    Unreadable(String),
    /// It is known which event it is, but it lacks what its phase needs.
    Faulty(&'static HostEvent, String),
    /// It is not the event that the command line tells of.
    Disagrees(&'static HostEvent, String),
    /// The event of this name has no phase.
    NoPhase(String),
}

impl Host {
    /// The host of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|host| host.name == name)
    }

    /// The row of an event that has a phase.
    pub fn event(&self, name: &str) -> Option<&'static HostEvent> {
        self.events.iter().find(|event| event.name == name)
    }

    /// The variable that names the project, in whatever folder the agent is by then. Other hosts set it too, for
    /// hooks that were written for Claude Code, and not always to what that would.
    pub fn project_variable(&self) -> Option<&'static str> {
        (self.name == "claude").then_some("CLAUDE_PROJECT_DIR")
    }

    /// The limit of a chain where nothing else is said.
    pub fn deadline(&self, phase: Phase) -> Duration {
        self.deadlines.iter().find(|(other, _)| *other == phase).map_or(self.deadline, |(_, time)| *time)
    }

    /// The name that an event gives itself.
    pub fn name_of(&self, fields: &Fields<'_>) -> Option<String> {
        fields.get(self.event_field()).and_then(json::as_str).map(Into::into)
    }

    /// Decodes the host's own event. `told` is the event's name as the command line has it.
    ///
    /// # Errors
    ///
    /// Where no hooks can run on the document, and what is known of it nevertheless.
    pub fn decode<'d>(
        &self,
        document: &'d str,
        told: Option<&str>,
    ) -> Result<(&'static HostEvent, Event<'d>), Refused> {
        let fields = event::read_fields(document).map_err(Refused::Unreadable)?;
        let sent = match fields.get(self.event_field()) {
            None => None,
            Some(value) => Some(json::as_str(value).ok_or_else(|| {
                let found = json::type_name(value);
                Refused::Unreadable(format!("`{}` of the event is no name, but {found}", self.event_field()))
            })?),
        };
        let Some(name) = sent.as_deref().or(told) else {
            let field = self.event_field();
            let message = format!(
                "the event has no `{field}` and so no name: give {} its name with --event",
                self.name
            );
            return Err(Refused::Unreadable(message));
        };
        let Some(kind) = self.event(name) else { return Err(Refused::NoPhase(name.to_owned())) };
        if let Some(told) = told.filter(|told| *told != name) {
            let message = format!("the event is {name}, but --event says {told}");
            return Err(Refused::Disagrees(kind, message));
        }
        let event = Event::assemble(document, fields, kind.phase, kind.names, kind.is_error)
            .map_err(|message| Refused::Faulty(kind, message))?;
        Ok((kind, event.sent_by(self.name, kind.plain_text)))
    }

    /// Answers in the host's form. What it cannot carry is settled in the outcome first.
    pub fn answer(&self, outcome: &mut Outcome<'_>, asked: Asked<'_>) -> Answer {
        if outcome.exit() == Exit::Failed {
            return Answer { stderr: explain(outcome), exit: Exit::Failed, ..Answer::default() };
        }
        loop {
            match (self.encode)(outcome, asked) {
                Ok(answer) => return answer,
                Err(refused) => settle::settle(outcome, &refused, self.title),
            }
        }
    }

    /// The field that names the event.
    fn event_field(&self) -> &'static str {
        self.events.first().map_or("hook_event_name", |event| event.names.event)
    }
}

/// The limit of a chain: the smaller of what hooks.toml asks for and what the host can wait for. A longer one
/// belongs where the host's own limit is raised: on the command line that its settings hold.
pub fn deadline(host: Option<&Host>, phase: Phase, written: Option<Duration>) -> Option<Duration> {
    [written, host.map(|host| host.deadline(phase))].into_iter().flatten().min()
}

/// The host whose event this is, as far as its fields tell.
pub fn recognise(fields: &Fields<'_>) -> Option<&'static Host> {
    ALL.into_iter().rev().find(|host| (host.recognises)(fields))
}

impl HostEvent {
    /// A row for an event of the names of Claude Code. It reads no plain text.
    const fn new(name: &'static str, phase: Phase, takes: Takes) -> Self {
        Self { name, phase, names: &nested::NAMES, is_error: None, plain_text: PlainText::Ignored, takes }
    }

    /// The same row, of an event on which the host takes plain text for a context.
    const fn reads_text(self) -> Self {
        Self { plain_text: PlainText::Context, ..self }
    }

    /// The same row, of an event that is only sent for a tool that failed, or for one that did not.
    const fn of_tool_that_failed(self, is_error: bool) -> Self {
        Self { is_error: Some(is_error), ..self }
    }

    /// Whether an answer can carry everything that an outcome holds.
    ///
    /// # Errors
    ///
    /// The first field that it cannot, those before that the verdict hangs on.
    pub fn accepts(&self, outcome: &Outcome<'_>) -> Result<(), CannotCarry> {
        let takes = &self.takes;
        let denies = outcome.decision == Decision::Deny;
        let asks = outcome.decision == Decision::Ask;
        let approves = outcome.approval.is_some();
        let rewrites = match takes.rewrite {
            Rewriting::Alone | Rewriting::BesideAllow => true,
            Rewriting::WithApproval => approves,
            Rewriting::Never => false,
        };
        let refused = [
            (Field::Deny, denies && takes.verdict.is_none()),
            (Field::Ask, asks && takes.ask == Ask::Unknown),
            (Field::Rewrite, outcome.mutated.is_some() && !rewrites),
            (Field::Approval, approves && !takes.approval),
            (Field::Context, outcome.context.is_some() && !takes.context),
            (Field::Message, outcome.message.is_some() && !takes.message),
        ];
        match refused.into_iter().find(|(_, refused)| *refused) {
            Some((field, _)) => Err(CannotCarry { field, event: self.name, because: None }),
            None => Ok(()),
        }
    }
}

impl Field {
    /// What it is called in a warning.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Ask => "ask",
            Self::Rewrite => "rewrite",
            Self::Approval => "approval",
            Self::Context => "context",
            Self::Message => "message",
        }
    }
}

#[cfg(test)]
mod tests;
