//! The hosts: what each sends and what each takes back.
//!
//! A host is a pure translator: a document becomes an event, an outcome becomes an answer, and nothing is read
//! or written. What a host can carry stands in one table per host, a row per event; how it is written is the
//! host's encoder. A new host is a file with its table and a line in [`ALL`].

pub mod claude;
pub mod codex;
pub mod copilot;
pub mod droid;
mod fit;
pub mod gemini;
mod nested;
pub mod qwen;
mod settle;
mod takes;
pub mod tools;

use std::time::Duration;

pub use self::takes::{Ask, NOTHING, Rewriting, Takes, Verdict};
use self::tools::{Class, McpNames};
use crate::answer::Answer;
use crate::event::{self, Event, Names, PlainText};
use crate::exit::Exit;
use crate::explain::explain;
use crate::json::{self, Fields};
use crate::outcome::{Decision, Outcome};
use crate::phase::Phase;

/// Every host. The first is the one whose form others took over.
pub static ALL: [&Host; 6] =
    [&claude::HOST, &codex::HOST, &gemini::HOST, &qwen::HOST, &copilot::HOST, &droid::HOST];

/// One host.
#[derive(Debug)]
pub struct Host {
    /// What the command line, a payload and `HOOKCTL_HOST` call it.
    pub name: &'static str,
    /// What its makers call it.
    pub title: &'static str,
    /// Its events that have a phase. Every other event has none.
    pub events: &'static [HostEvent],
    /// Its own tools, each with its class where it is of one.
    pub tools: &'static [(&'static str, Option<Class>)],
    /// What the names of its MCP tools have in common.
    pub mcp: McpNames,
    /// The limit of a chain where nothing else is said: with what ends a hook (0.6 s) it stays below the
    /// host's own limit, because a host that gives up on hookctl lets the action go ahead.
    pub deadline: Duration,
    /// The phases whose limit is another one.
    pub deadlines: &'static [(Phase, Duration)],
    /// Whether it takes what it reads on stderr for an answer, or shows it where it must not: with status 0
    /// stderr stays empty, then.
    pub reads_stderr: bool,
    /// The fields in which an event says its name; the first that is there counts.
    pub named_by: &'static [&'static str],
    /// Which event one without a name is, as far as its fields tell: for a saved one, of which nothing else is
    /// known.
    pub guess: fn(&Fields<'_>) -> Option<&'static str>,
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
    /// What it calls the same event elsewhere.
    pub also: &'static [&'static str],
    /// The phase whose hooks run.
    pub phase: Phase,
    /// What its fields are called: the first names whose session is there, or the first of all.
    pub names: &'static [&'static Names],
    /// How the event tells whether the tool failed.
    pub failed: Failed,
    /// What plain text on a hook's stdout means to the host.
    pub plain_text: PlainText,
    /// What an answer can carry.
    pub takes: Takes,
}

/// How an event tells whether a tool failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// By a field of its own, if at all.
    Said,
    /// It is only sent for a tool that failed, or only for one that did not.
    Always(bool),
    /// The tool failed where its result has an `error`.
    ErrorInResult,
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
        self.events.iter().find(|event| event.name == name || event.also.contains(&name))
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
        self.named_by.iter().find_map(|field| fields.get(field)).and_then(json::as_str).map(Into::into)
    }

    /// The name of a saved event: the one that it gives itself, or the one that its fields tell.
    pub fn name_or_guess(&self, fields: &Fields<'_>) -> Option<String> {
        self.name_of(fields).or_else(|| (self.guess)(fields).map(Into::into))
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
        let told_by = self.named_by.iter().find_map(|field| Some((*field, fields.get(field)?)));
        let sent = match told_by {
            None => None,
            Some((field, value)) => Some(json::as_str(value).ok_or_else(|| {
                let found = json::type_name(value);
                Refused::Unreadable(format!("`{field}` of the event is no name, but {found}"))
            })?),
        };
        let Some(name) = sent.as_deref().or(told) else {
            let field = self.named_by.first().unwrap_or(&"hook_event_name");
            let message = format!(
                "the event has no `{field}` and so no name: give {} its name with --event",
                self.name
            );
            return Err(Refused::Unreadable(message));
        };
        let Some(kind) = self.event(name) else { return Err(Refused::NoPhase(name.to_owned())) };
        if let Some(told) = told.filter(|told| self.event(told).is_none_or(|other| other.name != kind.name)) {
            let message = format!("the event is `{name}`, but --event says `{told}`");
            return Err(Refused::Disagrees(kind, message));
        }
        let names = kind.names_in(&fields);
        let is_error = kind.is_error(&fields, names);
        let event = Event::assemble(document, fields, kind.phase, names, is_error)
            .map_err(|message| Refused::Faulty(kind, message))?;
        let class = event.tool.as_deref().and_then(|tool| self.class(tool));
        Ok((kind, event.of_class(class).sent_by(self.name, kind.plain_text)))
    }

    /// Answers in the host's form. What it cannot carry is settled in the outcome first.
    pub fn answer(&self, outcome: &mut Outcome<'_>, asked: Asked<'_>) -> Answer {
        if outcome.exit() == Exit::Failed {
            return Answer { stderr: explain(outcome), exit: Exit::Failed, ..Answer::default() };
        }
        loop {
            match (self.encode)(outcome, asked) {
                Ok(answer) if self.reads_stderr => return answer.without_stderr(),
                Ok(answer) => return answer,
                Err(refused) => settle::settle(outcome, &refused, self.title),
            }
        }
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
        Self {
            name,
            also: &[],
            phase,
            names: &[&nested::NAMES],
            failed: Failed::Said,
            plain_text: PlainText::Ignored,
            takes,
        }
    }

    /// The same row, of an event that the host has other names for.
    const fn also(self, names: &'static [&'static str]) -> Self {
        Self { also: names, ..self }
    }

    /// The same row, of an event whose fields have other names.
    const fn with_fields(self, names: &'static [&'static Names]) -> Self {
        Self { names, ..self }
    }

    /// The same row, of an event on which the host takes plain text for a context.
    const fn reads_text(self) -> Self {
        Self { plain_text: PlainText::Context, ..self }
    }

    /// The same row, of an event that is only sent for a tool that failed, or for one that did not.
    const fn of_tool_that_failed(self, is_error: bool) -> Self {
        Self { failed: Failed::Always(is_error), ..self }
    }

    /// The same row, of an event that tells in the tool's result that the tool failed.
    const fn with_error_in_result(self) -> Self {
        Self { failed: Failed::ErrorInResult, ..self }
    }

    /// The names that the fields of one event have.
    fn names_in(&self, fields: &Fields<'_>) -> &'static Names {
        let has = |names: &&&'static Names| fields.get(names.session_id).is_some();
        self.names.iter().find(has).or(self.names.first()).map_or(&nested::NAMES, |names| *names)
    }

    /// Whether the tool failed, where the event says so otherwise than by a field of its own.
    fn is_error(&self, fields: &Fields<'_>, names: &Names) -> Option<bool> {
        match self.failed {
            Failed::Said => None,
            Failed::Always(is_error) => Some(is_error),
            Failed::ErrorInResult => {
                let result = names.content.iter().find_map(|name| fields.get(name));
                let result = result.and_then(|result| Fields::parse(result.get()).ok());
                Some(result.is_some_and(|result| result.get("error").is_some_and(|e| !json::is_null(e))))
            }
        }
    }

    /// Whether status 2 would keep the agent going for ever.
    pub fn loops(&self) -> bool {
        self.takes.verdict == Some(Verdict::DenialOnce)
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
            Rewriting::Alone | Rewriting::AsToolInput | Rewriting::BesideAllow => true,
            Rewriting::NotAsked => !asks,
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
