//! Codex, as version 0.171.0 does it.
//!
//! Its answers refuse every key that they do not know, at every depth, and a refused answer is dropped: the
//! tool runs. A context on an event that takes none voids even a deny.

use std::time::Duration;

use serde_json::value::RawValue;

use super::nested;
use super::tools::{Class, McpNames};
use super::{Ask, Asked, CannotCarry, Field, Host, HostEvent, NOTHING, Rewriting, Takes, Verdict};
use crate::answer::Answer;
use crate::exit::Exit;
use crate::explain::why;
use crate::json::Fields;
use crate::outcome::{Decision, Outcome};
use crate::phase::Phase;

/// Codex. Its own limits: 600 s, and about 1 s at the end of a session.
pub static HOST: Host = Host {
    name: "codex",
    title: "Codex",
    events: &EVENTS,
    tools: &[
        ("Bash", Some(Class::Shell)),
        ("apply_patch", Some(Class::Edit)),
        ("view_image", Some(Class::Read)),
        ("spawn_agent", Some(Class::Agent)),
        ("update_plan", None),
    ],
    mcp: McpNames::Prefix("mcp__"),
    deadline: Duration::from_secs(590),
    deadlines: &[(Phase::SessionEnd, Duration::from_millis(300))],
    reads_stderr: false,
    named_by: &["hook_event_name"],
    guess: |_| None,
    recognises: |fields| fields.get("hook_event_name").is_some() && fields.get("turn_id").is_some(),
    encode,
};

/// The tools whose input is a `command`: the host drops a rewrite without one and runs what came.
const COMMAND_TOOLS: [&str; 2] = ["Bash", "apply_patch"];

const ENDING: Takes = Takes { verdict: Some(Verdict::Decision), message: true, ..NOTHING };

const TOLD: Takes = Takes { context: true, message: true, ..NOTHING };

const EVENTS: [HostEvent; 11] = [
    HostEvent::new(
        "PreToolUse",
        Phase::PreTool,
        Takes {
            verdict: Some(Verdict::Permission),
            rewrite: Rewriting::BesideAllow,
            context: true,
            message: true,
            ..NOTHING
        },
    ),
    HostEvent::new(
        "PermissionRequest",
        Phase::PermissionRequest,
        Takes {
            verdict: Some(Verdict::Behavior),
            ask: Ask::AsksAnyway,
            approval: true,
            message: true,
            ..NOTHING
        },
    ),
    HostEvent::new(
        "UserPromptSubmit",
        Phase::PromptSubmit,
        Takes { verdict: Some(Verdict::Decision), context: true, message: true, ..NOTHING },
    )
    .reads_text(),
    // A shell command that failed counts as a success. A block here would replace the tool's result.
    HostEvent::new("PostToolUse", Phase::PostTool, TOLD).of_tool_that_failed(false),
    HostEvent::new("Stop", Phase::Stop, ENDING),
    HostEvent::new("SubagentStop", Phase::SubagentStop, ENDING),
    HostEvent::new("SubagentStart", Phase::SubagentStart, TOLD).reads_text(),
    HostEvent::new("SessionStart", Phase::SessionStart, TOLD).reads_text(),
    HostEvent::new(
        "PreCompact",
        Phase::PreCompact,
        Takes { verdict: Some(Verdict::Halt), message: true, ..NOTHING },
    ),
    HostEvent::new("PostCompact", Phase::PostCompact, Takes { message: true, ..NOTHING }),
    HostEvent::new("SessionEnd", Phase::SessionEnd, NOTHING),
];

fn encode(outcome: &Outcome<'_>, asked: Asked<'_>) -> Result<Answer, CannotCarry> {
    let kind = asked.kind;
    let tool = asked.event.and_then(|event| event.tool.as_deref());
    if outcome.mutated.as_deref().is_some_and(|rewrite| lacks_command(rewrite, tool)) {
        let because = Some("its rewrite needs a `command`, as a string");
        return Err(CannotCarry { field: Field::Rewrite, event: kind.name, because });
    }
    let alone = outcome.context.is_none() && outcome.message.is_none();
    if outcome.decision == Decision::Deny && kind.takes.verdict == Some(Verdict::Permission) && alone {
        return Ok(deny_by_status(outcome));
    }
    nested::encode(outcome, asked)
}

/// A deny that cannot be misread: status 2, nothing on stdout, and on stderr the reason alone, all of which
/// the model sees.
fn deny_by_status(outcome: &Outcome<'_>) -> Answer {
    let stderr = format!("{}\n", why(outcome));
    Answer { stderr, exit: Exit::Denied, ..Answer::default() }
}

/// Whether a rewrite of a tool's input lacks the `command` that the tool needs.
fn lacks_command(rewrite: &RawValue, tool: Option<&str>) -> bool {
    let has =
        |fields: Fields<'_>| fields.get("command").is_some_and(|command| command.get().starts_with('"'));
    tool.is_some_and(|tool| COMMAND_TOOLS.contains(&tool)) && !Fields::parse(rewrite.get()).is_ok_and(has)
}
