//! Factory Droid, as version 0.225.2 does it.
//!
//! Before a tool it lets an ask through, and merges a rewrite over the old input. A prompt is dropped by
//! `continue: false` alone. What begins with anything but the object is no answer, and stderr may reach the
//! model, so nothing is said there beside status 0.

use std::time::Duration;

use serde_json::value::RawValue;

use super::nested;
use super::tools::{Class, McpNames};
use super::{Asked, CannotCarry, Field, Host, HostEvent, NOTHING, Rewriting, Takes, Verdict};
use crate::answer::Answer;
use crate::json::{self, Fields};
use crate::outcome::Outcome;
use crate::phase::Phase;

/// Factory Droid. Its own limit is 60 s, 10 s at the start of a session, and at its end it waits for a hook for
/// as long as that runs.
pub static HOST: Host = Host {
    name: "droid",
    title: "Factory Droid",
    events: &EVENTS,
    // As the program offers them to the model, and as its code names them.
    tools: &[
        ("Execute", Some(Class::Shell)),
        ("Create", Some(Class::Edit)),
        ("Edit", Some(Class::Edit)),
        ("MultiEdit", Some(Class::Edit)),
        ("ApplyPatch", Some(Class::Edit)),
        ("Read", Some(Class::Read)),
        ("LS", Some(Class::Read)),
        ("Grep", Some(Class::Read)),
        ("Glob", Some(Class::Read)),
        ("FetchUrl", Some(Class::Web)),
        ("WebSearch", Some(Class::Web)),
        ("Task", Some(Class::Agent)),
        ("AskUser", None),
        ("ConnectorSearch", None),
        ("ExitSpecMode", None),
        ("GenerateImage", None),
        ("Script", None),
        ("Skill", None),
        ("TaskOutput", None),
        ("TaskStop", None),
        ("TodoWrite", None),
        ("ToolSearch", None),
    ],
    mcp: McpNames::Between("___"),
    deadline: Duration::from_secs(55),
    deadlines: &[
        (Phase::SessionStart, Duration::from_secs(8)),
        (Phase::SessionEnd, Duration::from_secs(4)),
        (Phase::Notification, Duration::from_secs(4)),
    ],
    reads_stderr: true,
    named_by: &["hook_event_name"],
    guess: |_| None,
    recognises,
    encode,
};

/// The keys of an input that a rewrite need not name: the host drops them from it in any case.
const DROPPED: [&str; 2] = ["riskLevel", "riskLevelReason"];

const EVENTS: [HostEvent; 9] = [
    HostEvent::new(
        "PreToolUse",
        Phase::PreTool,
        Takes {
            verdict: Some(Verdict::Permission),
            rewrite: Rewriting::Alone,
            approval: true,
            message: true,
            ..NOTHING
        },
    ),
    // It is not sent for a tool that failed, nor for a shell command with a status other than 0.
    HostEvent::new("PostToolUse", Phase::PostTool, TOLD).of_tool_that_failed(false),
    HostEvent::new(
        "UserPromptSubmit",
        Phase::PromptSubmit,
        Takes { verdict: Some(Verdict::Halt), context: true, message: true, ..NOTHING },
    )
    .reads_text(),
    HostEvent::new("Stop", Phase::Stop, Takes { verdict: Some(Verdict::Decision), message: true, ..NOTHING }),
    HostEvent::new("SubagentStop", Phase::SubagentStop, NOTHING),
    HostEvent::new("PreCompact", Phase::PreCompact, NOTHING),
    HostEvent::new("SessionStart", Phase::SessionStart, TOLD).reads_text(),
    HostEvent::new("SessionEnd", Phase::SessionEnd, NOTHING),
    HostEvent::new("Notification", Phase::Notification, NOTHING),
];

const TOLD: Takes = Takes { context: true, message: true, ..NOTHING };

/// Its events have the names and fields of Claude Code's, but modes of their own and no id of a call.
fn recognises(fields: &Fields<'_>) -> bool {
    let has = |name| fields.get(name).is_some();
    let own = ["message_id", "has_images", "tool_execution_count", "CLAUDE_ENV_FILE", "session_duration_ms"];
    let mode = fields.get("permission_mode").and_then(json::as_str);
    let own_mode = || mode.is_some_and(|mode| mode == "off" || mode == "spec" || mode.starts_with("auto"));
    let foreign = ["timestamp", "turn_id", "tool_use_id", "prompt_id"];
    let name = fields.get("hook_event_name").and_then(json::as_str);
    name.is_some_and(|name| HOST.event(&name).is_some())
        && !foreign.into_iter().any(has)
        && (own.into_iter().any(has) || own_mode())
}

fn encode(outcome: &Outcome<'_>, asked: Asked<'_>) -> Result<Answer, CannotCarry> {
    asked.kind.accepts(outcome)?;
    let old = asked.event.and_then(|event| event.subject);
    if let (Some(rewrite), Some(old)) = (outcome.mutated.as_deref(), old)
        && leaves_out(rewrite, old)
    {
        let because = Some("it keeps every key of the old input that a rewrite leaves out");
        return Err(CannotCarry { field: Field::Rewrite, event: asked.kind.name, because });
    }
    nested::encode(outcome, asked)
}

/// Whether a rewrite lacks a key of what it rewrites: merged over it, the old value would stay.
fn leaves_out(rewrite: &RawValue, old: &RawValue) -> bool {
    if !old.get().starts_with('{') {
        return false;
    }
    let (Ok(new), Ok(old)) = (Fields::parse(rewrite.get()), Fields::parse(old.get())) else { return true };
    old.iter().any(|(key, _)| !DROPPED.contains(&key) && new.get(key).is_none())
}
