//! What a run came to: the document that hookctl prints, and the exit status that goes with it.

use std::borrow::Cow;
use std::time::Duration;

use clap::ValueEnum;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::config::hook::{Hook, Run};
use crate::exit::Exit;
use crate::phase::{Kind, Phase};
use crate::text;

/// What was decided about an event, by whom and why. Serialized, it is the answer in the neutral form.
#[derive(Debug, Serialize)]
pub struct Outcome<'a> {
    /// Where the event stands, in a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The phase of the event.
    pub phase: Phase,
    /// The tool that the event names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Cow<'a, str>>,
    /// What was decided.
    pub decision: Decision,
    /// Why: never blank with a deny or an ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// With a deny: whether a hook said so, or what kept hookctl from deciding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The hook that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Cow<'a, str>>,
    /// Shown to the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Added to what the model sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The whole new subject, as the last hook that rewrote it gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutated: Option<Box<RawValue>>,
    /// What a person should know and nobody decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The time of the whole chain.
    #[serde(rename = "duration_ms", serialize_with = "as_millis")]
    pub duration: Duration,
    /// The hooks that ran, in order.
    pub hooks: Vec<HookRun<'a>>,
    /// A hook's explicit "allow" that the host may take as the person's own.
    #[serde(skip)]
    pub approval: Option<Approval>,
    /// The hook that rewrote the subject last.
    #[serde(skip)]
    pub rewritten_by: Option<Cow<'a, str>>,
    /// Whether hookctl itself failed, so that nothing was decided.
    #[serde(skip)]
    pub faulty: bool,
}

/// The three decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Nobody objected.
    Allow,
    /// A person has to agree first.
    Ask,
    /// Not permitted.
    Deny,
}

impl Decision {
    /// The word for it, in an outcome and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }

    /// The decision of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Allow, Self::Ask, Self::Deny].into_iter().find(|decision| decision.name() == name)
    }
}

/// Why an event was denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// A hook said so.
    Hook,
    /// A hook ended with a status that means nothing.
    Exit,
    /// A hook was ended by a signal.
    Signal,
    /// A hook overran its limit.
    Timeout,
    /// A hook could not be started.
    Spawn,
    /// A hook's reply could not be read, or could not be carried out.
    Reply,
    /// The chain overran its limit.
    Deadline,
    /// The event could not be read.
    Event,
    /// hooks.toml is missing or faulty.
    Config,
    /// hooks.toml is not trusted, or somebody else may have written it.
    Trust,
    /// hookctl was told to end.
    Interrupted,
    /// hookctl itself failed.
    Internal,
}

/// An approval: an explicit "allow" of a hook that may give one.
#[derive(Debug)]
pub struct Approval {
    /// Why, if the hook said.
    pub reason: Option<String>,
}

/// One hook that ran.
#[derive(Debug, Serialize)]
pub struct HookRun<'a> {
    /// Its name.
    pub name: Cow<'a, str>,
    /// Its command, as the file has it.
    pub command: &'a Run<'a>,
    /// What it came to.
    pub status: Status,
    /// Its exit status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// The number of the signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// When it started, from the start of the chain.
    #[serde(skip)]
    pub started: Duration,
    /// Its own time, where it ran.
    #[serde(
        rename = "duration_ms",
        serialize_with = "as_millis_if_any",
        skip_serializing_if = "Option::is_none"
    )]
    pub duration: Option<Duration>,
    /// Why it denied or asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What it wants the person to see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What went wrong, where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether it was ended at its limit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub timed_out: bool,
    /// Whether something that it left behind still holds its pipes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub leaked: bool,
    /// Whether it printed more than was kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// What is odd about its reply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What it printed on stdout, in a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    /// What it printed on stderr, in a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Why it did not run, in a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What one hook came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It did not object.
    Allow,
    /// It wants a person to agree.
    Ask,
    /// It objected.
    Deny,
    /// It gave no answer that counts.
    Failed,
    /// It did not run, in a replay.
    Skipped,
    /// It would run, in a replay that starts nothing.
    WouldRun,
}

impl<'a> HookRun<'a> {
    /// The line of a hook that did not run.
    pub fn idle(hook: &'a Hook<'a>, status: Status, why: Option<String>) -> Self {
        Self {
            name: Cow::Borrowed(&hook.name),
            command: &hook.run,
            status,
            exit_code: None,
            signal: None,
            started: Duration::ZERO,
            duration: None,
            reason: None,
            message: None,
            error: None,
            timed_out: false,
            leaked: false,
            truncated: false,
            warnings: Vec::new(),
            stdout: None,
            stderr: None,
            why,
        }
    }
}

/// What kept hookctl from deciding anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub cause: Cause,
    /// What happened and what to do, as a sentence.
    pub message: String,
}

impl Fault {
    /// A fault of that kind.
    pub fn new(cause: Cause, message: impl Into<String>) -> Self {
        Self { cause, message: message.into() }
    }
}

impl<'a> Outcome<'a> {
    /// Nothing happened, and nobody objected.
    pub fn allow(phase: Phase, tool: Option<Cow<'a, str>>) -> Self {
        Self {
            source: None,
            phase,
            tool,
            decision: Decision::Allow,
            reason: None,
            cause: None,
            decided_by: None,
            message: None,
            context: None,
            mutated: None,
            warnings: Vec::new(),
            duration: Duration::ZERO,
            hooks: Vec::new(),
            approval: None,
            rewritten_by: None,
            faulty: false,
        }
    }

    /// hookctl could not decide: a deny on a gate, a warning elsewhere.
    pub fn fault(phase: Phase, tool: Option<Cow<'a, str>>, fault: Fault) -> Self {
        let mut outcome = Self::allow(phase, tool);
        outcome.fail(fault);
        outcome
    }

    /// Takes a fault into the outcome: a deny on a gate, a warning and status 1 elsewhere.
    pub fn fail(&mut self, fault: Fault) {
        if self.phase.kind() == Kind::Gate {
            self.deny(fault.cause, fault.message, None);
        } else {
            self.warnings.push(text::cut(fault.message));
            self.faulty = true;
        }
    }

    /// Takes a fault that kept only a part of the policy from running, once the rest has decided: a deny on a
    /// gate; elsewhere a warning, and status 1 where the rest neither denies nor answers anything.
    pub fn fail_in_part(&mut self, fault: Fault) {
        let answered = self.message.is_some() || self.context.is_some() || self.mutated.is_some();
        let was_faulty = self.faulty;
        self.fail(fault);
        self.faulty = was_faulty || (self.decision == Decision::Allow && !answered);
    }

    /// Turns the outcome into a deny: nothing that an allow could carry is left.
    pub fn deny(&mut self, cause: Cause, reason: String, decided_by: Option<Cow<'a, str>>) {
        self.decision = Decision::Deny;
        self.reason = Some(text::cut(reason));
        self.cause = Some(cause);
        self.decided_by = decided_by;
        self.mutated = None;
        self.approval = None;
    }

    /// The exit status in the neutral form.
    pub fn exit(&self) -> Exit {
        match self.decision {
            Decision::Deny | Decision::Ask => Exit::Denied,
            Decision::Allow if self.faulty => Exit::Failed,
            Decision::Allow => Exit::Allowed,
        }
    }

    /// Whether a caller that never gets to see the outcome would do something that it must not.
    pub fn must_arrive(&self) -> bool {
        self.decision != Decision::Allow || self.mutated.is_some()
    }
}

/// Milliseconds, to the microsecond.
fn as_millis<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((duration.as_secs_f64() * 1e6).round() / 1e3)
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn as_millis_if_any<S: Serializer>(duration: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    as_millis(&duration.unwrap_or_default(), serializer)
}
