//! GitHub Copilot CLI, as version 1.0.102 does it.
//!
//! Its events have no name but for two, so the command line has to tell it; its answers are flat. Settings with
//! keys in Pascal case get another payload, with a name and with Claude Code's fields, and take the same answers.

use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use super::tools::{Class, McpNames};
use super::{Ask, Asked, CannotCarry, Host, HostEvent, NOTHING, Rewriting, Takes, Verdict, nested};
use crate::answer::Answer;
use crate::event::Names;
use crate::explain::why;
use crate::json::{self, Fields};
use crate::outcome::{Decision, Outcome};
use crate::phase::{Phase, Rewrite};

/// Copilot CLI. Its own limit is 30 s, and at its end it waits for a hook for as long as that runs.
pub static HOST: Host = Host {
    name: "copilot",
    title: "Copilot CLI",
    events: &EVENTS,
    // As the program offers them to the model, and in the spelling of Claude Code for keys in Pascal case.
    tools: &[
        ("bash", Some(Class::Shell)),
        ("Bash", Some(Class::Shell)),
        ("create", Some(Class::Edit)),
        ("edit", Some(Class::Edit)),
        ("Write", Some(Class::Edit)),
        ("Edit", Some(Class::Edit)),
        ("view", Some(Class::Read)),
        ("grep", Some(Class::Read)),
        ("glob", Some(Class::Read)),
        ("Read", Some(Class::Read)),
        ("Grep", Some(Class::Read)),
        ("Glob", Some(Class::Read)),
        ("web_fetch", Some(Class::Web)),
        ("WebFetch", Some(Class::Web)),
        ("task", Some(Class::Agent)),
        ("Task", Some(Class::Agent)),
        ("fetch_copilot_cli_documentation", None),
        ("list_agents", None),
        ("list_bash", None),
        ("read_agent", None),
        ("read_bash", None),
        ("session_store_sql", None),
        ("skill", None),
        ("sql", None),
        ("stop_bash", None),
        ("write_agent", None),
    ],
    mcp: McpNames::Hyphen,
    deadline: Duration::from_secs(25),
    deadlines: &[(Phase::SessionEnd, Duration::from_secs(4)), (Phase::Notification, Duration::from_secs(4))],
    reads_stderr: true,
    named_by: &["hook_event_name", "hookName"],
    guess,
    recognises,
    encode,
};

/// The fields of an event whose key in the settings is in camel case.
const CAMEL: Names = Names {
    event: "hook_event_name",
    tool: "toolName",
    input: "toolArgs",
    content: &["toolResult", "error"],
    session_id: "sessionId",
    path: "transcriptPath",
};

/// The same of the one event that names itself in another field, whichever case its key has.
const PERMISSION: Names = Names { event: "hookName", input: "toolInput", ..CAMEL };

/// The fields of an event whose key in the settings is in Pascal case.
const PASCAL: Names = Names { content: &["tool_result", "error"], ..nested::NAMES };

const BOTH: &[&Names] = &[&CAMEL, &PASCAL];

const TOLD: Takes = Takes { context: true, ..NOTHING };

const ENDING: Takes = Takes { verdict: Some(Verdict::Decision), ..NOTHING };

const EVENTS: [HostEvent; 12] = [
    HostEvent::new(
        "preToolUse",
        Phase::PreTool,
        Takes {
            verdict: Some(Verdict::Permission),
            ask: Ask::Asks,
            rewrite: Rewriting::NotAsked,
            approval: true,
            context: true,
            ..NOTHING
        },
    )
    .also(&["PreToolUse"])
    .with_fields(BOTH),
    HostEvent::new(
        "permissionRequest",
        Phase::PermissionRequest,
        Takes { verdict: Some(Verdict::Behavior), ask: Ask::AsksAnyway, approval: true, ..NOTHING },
    )
    .also(&["PermissionRequest"])
    .with_fields(&[&PERMISSION]),
    // A shell command that failed counts as a success. A block would replace the tool's result.
    HostEvent::new("postToolUse", Phase::PostTool, TOLD)
        .also(&["PostToolUse"])
        .with_fields(BOTH)
        .of_tool_that_failed(false),
    HostEvent::new("postToolUseFailure", Phase::PostTool, TOLD)
        .also(&["PostToolUseFailure"])
        .with_fields(BOTH)
        .of_tool_that_failed(true),
    HostEvent::new(
        "userPromptSubmitted",
        Phase::PromptSubmit,
        Takes { verdict: Some(Verdict::Decision), rewrite: Rewriting::NotAsked, context: true, ..NOTHING },
    )
    .also(&["UserPromptSubmit"])
    .with_fields(BOTH),
    HostEvent::new("agentStop", Phase::Stop, ENDING).also(&["Stop"]).with_fields(BOTH),
    HostEvent::new("subagentStop", Phase::SubagentStop, ENDING).also(&["SubagentStop"]).with_fields(BOTH),
    HostEvent::new("subagentStart", Phase::SubagentStart, TOLD).also(&["SubagentStart"]).with_fields(BOTH),
    HostEvent::new("sessionStart", Phase::SessionStart, TOLD).also(&["SessionStart"]).with_fields(BOTH),
    HostEvent::new("sessionEnd", Phase::SessionEnd, NOTHING).also(&["SessionEnd"]).with_fields(BOTH),
    HostEvent::new("preCompact", Phase::PreCompact, NOTHING).also(&["PreCompact"]).with_fields(BOTH),
    HostEvent::new("notification", Phase::Notification, NOTHING).also(&["Notification"]).with_fields(BOTH),
];

/// In Pascal case only the end of a turn has a transcript, and none has the mode that other hosts send.
fn recognises(fields: &Fields<'_>) -> bool {
    let has = |name| fields.get(name).is_some();
    let camel = has("sessionId") && has("timestamp");
    let pascal = has("hook_event_name")
        && has("timestamp")
        && !has("permission_mode")
        && (!has("transcript_path") || has("stop_reason"));
    camel || pascal
}

fn guess(fields: &Fields<'_>) -> Option<&'static str> {
    let has = |name| fields.get(name).is_some();
    let name = if has("toolName") {
        if has("toolInput") {
            "permissionRequest"
        } else if has("toolResult") {
            "postToolUse"
        } else if has("error") {
            "postToolUseFailure"
        } else {
            "preToolUse"
        }
    } else if has("transformedPrompt") {
        "userPromptTransformed"
    } else if has("prompt") {
        "userPromptSubmitted"
    } else if has("agentId") {
        if has("stopReason") { "subagentStop" } else { "subagentStart" }
    } else if has("stopReason") {
        "agentStop"
    } else if has("source") {
        "sessionStart"
    } else if has("reason") {
        "sessionEnd"
    } else {
        return None;
    };
    Some(name)
}

/// The whole answer. A key that is not needed is never there.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct FlatWire<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_args: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_prompt: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    behavior: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_context: Option<&'a str>,
}

fn encode(outcome: &Outcome<'_>, asked: Asked<'_>) -> Result<Answer, CannotCarry> {
    let kind = asked.kind;
    kind.accepts(outcome)?;
    let mut wire = FlatWire { additional_context: outcome.context.as_deref(), ..FlatWire::default() };
    match (outcome.decision, kind.takes.verdict) {
        (Decision::Deny, Some(verdict)) => wire.deny(verdict, why(outcome)),
        (Decision::Ask, _) if kind.takes.ask == Ask::Asks => wire.permit("ask", outcome.reason.as_deref()),
        (Decision::Allow, verdict) => {
            match (&outcome.approval, verdict) {
                (Some(_), Some(Verdict::Behavior)) => wire.behavior = Some("allow"),
                (Some(approval), _) => wire.permit("allow", approval.reason.as_deref()),
                (None, _) => {}
            }
            wire.rewrite(outcome);
        }
        _ => {}
    }
    Ok(nested::answer(outcome, kind, (!wire.is_nothing()).then_some(&wire)))
}

impl<'a> FlatWire<'a> {
    fn deny(&mut self, verdict: Verdict, reason: &'a str) {
        match verdict {
            Verdict::Permission => self.permit("deny", Some(reason)),
            Verdict::Behavior => (self.behavior, self.message) = (Some("deny"), Some(reason)),
            _ => (self.decision, self.reason) = (Some("block"), Some(reason)),
        }
    }

    fn permit(&mut self, word: &'static str, reason: Option<&'a str>) {
        (self.permission_decision, self.permission_decision_reason) = (Some(word), reason);
    }

    fn rewrite(&mut self, outcome: &'a Outcome<'_>) {
        let rewrite = outcome.mutated.as_deref();
        if outcome.phase.rewrite() == Some(Rewrite::Prompt) {
            self.modified_prompt = rewrite.and_then(json::prompt_of);
        } else {
            self.modified_args = rewrite;
        }
    }

    fn is_nothing(&self) -> bool {
        let verdict =
            self.permission_decision.is_some() || self.behavior.is_some() || self.decision.is_some();
        let rewrite = self.modified_args.is_some() || self.modified_prompt.is_some();
        !verdict && !rewrite && self.additional_context.is_none()
    }
}
