//! The form of answer that Claude Code made and others took over: a verdict at the top or below
//! `hookSpecificOutput`, by event.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{Ask, Asked, CannotCarry, HostEvent, Rewriting, Verdict};
use crate::answer::Answer;
use crate::event::Names;
use crate::exit::Exit;
use crate::explain::{explain, why};
use crate::outcome::{Decision, Outcome};

/// The names of an event of this family.
pub const NAMES: Names = Names {
    event: "hook_event_name",
    tool: "tool_name",
    input: "tool_input",
    content: &["tool_response", "error"],
    session_id: "session_id",
    path: "transcript_path",
};

/// The whole answer. A key that is not needed is never there, not even as `null`.
#[derive(Debug, Default, Serialize)]
struct AnswerWire<'a> {
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    goes_on: Option<bool>,
    #[serde(rename = "stopReason", skip_serializing_if = "Option::is_none")]
    stop_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    specific: Option<SpecificWire<'a>>,
    #[serde(rename = "systemMessage", skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct SpecificWire<'a> {
    hook_event_name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_input: Option<&'a RawValue>,
    #[serde(rename = "tool_input", skip_serializing_if = "Option::is_none")]
    tool_input: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_context: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<BehaviorWire<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct BehaviorWire<'a> {
    behavior: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_input: Option<&'a RawValue>,
}

/// Writes an outcome in this form, as far as the event takes it.
///
/// # Errors
///
/// Where the event does not take a field of the outcome.
pub fn encode(outcome: &Outcome<'_>, asked: Asked<'_>) -> Result<Answer, CannotCarry> {
    let kind = asked.kind;
    kind.accepts(outcome)?;
    let wire = AnswerWire::new(outcome, asked);
    Ok(answer(outcome, kind, (!wire.is_nothing()).then_some(&wire)))
}

/// The answer to an event that is this document, or that says nothing.
pub fn answer(outcome: &Outcome<'_>, kind: &HostEvent, document: Option<&impl Serialize>) -> Answer {
    let mut stdout = Vec::new();
    if let Some(document) = document {
        serde_json::to_writer(&mut stdout, document).expect("writing texts to memory cannot fail");
        stdout.push(b'\n');
    }
    let must_arrive = match outcome.decision {
        Decision::Deny => true,
        Decision::Ask => kind.takes.ask == Ask::Asks,
        Decision::Allow => outcome.mutated.is_some(),
    };
    Answer {
        stdout,
        stderr: explain(outcome),
        exit: Exit::Allowed,
        must_arrive: must_arrive.then(|| why(outcome).to_owned()),
        ..Answer::default()
    }
}

impl<'a> AnswerWire<'a> {
    fn new(outcome: &'a Outcome<'_>, asked: Asked<'_>) -> Self {
        let takes = &asked.kind.takes;
        let mut wire = Self { message: outcome.message.as_deref(), ..Self::default() };
        let mut specific = SpecificWire {
            hook_event_name: asked.kind.name,
            additional_context: outcome.context.as_deref(),
            ..SpecificWire::default()
        };
        let rewrite = outcome.mutated.as_deref();
        match (outcome.decision, takes.verdict) {
            (Decision::Deny, Some(verdict)) => wire.deny(verdict, why(outcome), &mut specific),
            (Decision::Ask, _) if takes.ask == Ask::Asks => {
                specific.permit("ask", outcome.reason.as_deref(), rewrite);
            }
            (Decision::Allow, Some(Verdict::Behavior)) if outcome.approval.is_some() => {
                let allow = BehaviorWire { behavior: "allow", message: None, updated_input: rewrite };
                specific.decision = Some(allow);
            }
            (Decision::Allow, _) => match (&outcome.approval, takes.rewrite) {
                (Some(approval), _) => specific.permit("allow", approval.reason.as_deref(), rewrite),
                (None, Rewriting::BesideAllow) if rewrite.is_some() => {
                    specific.permit("allow", None, rewrite);
                }
                (None, Rewriting::AsToolInput) => specific.tool_input = rewrite,
                (None, _) => specific.updated_input = rewrite,
            },
            _ => {}
        }
        wire.specific = Some(specific).filter(|specific| !specific.is_nothing());
        wire
    }

    fn deny(&mut self, verdict: Verdict, reason: &'a str, specific: &mut SpecificWire<'a>) {
        match verdict {
            Verdict::Permission => specific.permit("deny", Some(reason), None),
            Verdict::Behavior => {
                let deny = BehaviorWire { behavior: "deny", message: Some(reason), updated_input: None };
                specific.decision = Some(deny);
            }
            Verdict::Decision => (self.decision, self.reason) = (Some("block"), Some(reason)),
            Verdict::Denial | Verdict::DenialOnce => {
                (self.decision, self.reason) = (Some("deny"), Some(reason));
            }
            Verdict::Both => {
                (self.decision, self.reason) = (Some("block"), Some(reason));
                specific.permit("deny", Some(reason), None);
            }
            Verdict::Halt => (self.goes_on, self.stop_reason) = (Some(false), Some(reason)),
        }
    }

    fn is_nothing(&self) -> bool {
        let verdict = self.decision.is_some() || self.goes_on.is_some();
        !verdict && self.specific.is_none() && self.message.is_none()
    }
}

impl<'a> SpecificWire<'a> {
    fn permit(&mut self, word: &'static str, reason: Option<&'a str>, rewrite: Option<&'a RawValue>) {
        self.permission_decision = Some(word);
        self.permission_decision_reason = reason;
        self.updated_input = rewrite;
    }

    fn is_nothing(&self) -> bool {
        let verdict = self.permission_decision.is_some() || self.decision.is_some();
        let rewrite = self.updated_input.is_some() || self.tool_input.is_some();
        !verdict && !rewrite && self.additional_context.is_none()
    }
}
