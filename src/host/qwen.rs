//! Qwen Code, as version 0.24.4 does it.
//!
//! It ignores a rewrite and runs what came. With status 2 it reads stderr alone, and lets the tool run where that
//! is blank; beside status 0 stderr may be read for the answer, so nothing is said there.

use std::time::Duration;

use super::nested;
use super::tools::{Class, McpNames};
use super::{Ask, Asked, CannotCarry, Field, Host, HostEvent, NOTHING, Rewriting, Takes, Verdict};
use crate::answer::Answer;
use crate::outcome::{Decision, Outcome};
use crate::phase::Phase;

/// Qwen Code. Its gate opens after 60 s, whatever its settings say, and a prompt's hook that takes as long
/// crashes it.
pub static HOST: Host = Host {
    name: "qwen",
    title: "Qwen Code",
    events: &EVENTS,
    // As the program offers them to the model, and as its code names them.
    tools: &[
        ("run_shell_command", Some(Class::Shell)),
        ("monitor", Some(Class::Shell)),
        ("write_file", Some(Class::Edit)),
        ("edit", Some(Class::Edit)),
        ("notebook_edit", Some(Class::Edit)),
        ("read_file", Some(Class::Read)),
        ("list_directory", Some(Class::Read)),
        ("glob", Some(Class::Read)),
        ("grep_search", Some(Class::Read)),
        ("web_fetch", Some(Class::Web)),
        ("web_search", Some(Class::Web)),
        ("agent", Some(Class::Agent)),
        ("ask_user_question", None),
        ("exit_plan_mode", None),
        ("get_goal", None),
        ("list_agents", None),
        ("lsp", None),
        ("skill", None),
        ("todo_write", None),
        ("tool_call", None),
        ("tool_search", None),
        ("update_goal", None),
    ],
    mcp: McpNames::Prefix("mcp__"),
    deadline: Duration::from_secs(50),
    deadlines: &[(Phase::PromptSubmit, Duration::from_secs(25))],
    reads_stderr: true,
    named_by: &["hook_event_name"],
    guess: |_| None,
    recognises: |fields| {
        ["hook_event_name", "timestamp", "permission_mode"].iter().all(|name| fields.get(name).is_some())
    },
    encode,
};

const TOLD: Takes = Takes { context: true, ..NOTHING };

const EVENTS: [HostEvent; 12] = [
    HostEvent::new(
        "PreToolUse",
        Phase::PreTool,
        Takes { verdict: Some(Verdict::Both), ask: Ask::Asks, ..NOTHING },
    ),
    HostEvent::new(
        "PermissionRequest",
        Phase::PermissionRequest,
        Takes {
            verdict: Some(Verdict::Behavior),
            ask: Ask::AsksAnyway,
            rewrite: Rewriting::WithApproval,
            approval: true,
            ..NOTHING
        },
    ),
    HostEvent::new("PostToolUse", Phase::PostTool, TOLD).of_tool_that_failed(false),
    HostEvent::new("PostToolUseFailure", Phase::PostTool, TOLD).of_tool_that_failed(true),
    HostEvent::new(
        "UserPromptSubmit",
        Phase::PromptSubmit,
        Takes { verdict: Some(Verdict::Decision), context: true, ..NOTHING },
    )
    .reads_text(),
    HostEvent::new("Stop", Phase::Stop, Takes { verdict: Some(Verdict::Decision), message: true, ..NOTHING }),
    HostEvent::new(
        "SubagentStop",
        Phase::SubagentStop,
        Takes { verdict: Some(Verdict::Decision), ..NOTHING },
    ),
    HostEvent::new("SubagentStart", Phase::SubagentStart, TOLD),
    HostEvent::new("SessionStart", Phase::SessionStart, TOLD).reads_text(),
    HostEvent::new("SessionEnd", Phase::SessionEnd, NOTHING),
    HostEvent::new("PreCompact", Phase::PreCompact, NOTHING),
    HostEvent::new("Notification", Phase::Notification, NOTHING),
];

fn encode(outcome: &Outcome<'_>, asked: Asked<'_>) -> Result<Answer, CannotCarry> {
    if follows_up(asked) {
        let because = Some("nobody typed this prompt: it follows a tool's result or a stop");
        let cannot = |field| Err(CannotCarry { field, event: asked.kind.name, because });
        if outcome.decision == Decision::Deny {
            return cannot(Field::Deny);
        }
        if outcome.context.is_some() {
            return cannot(Field::Context);
        }
    }
    nested::encode(outcome, asked)
}

/// Whether a prompt is one that the agent sends itself: a deny would end the run in its middle, and a context
/// would be added once per tool call.
fn follows_up(asked: Asked<'_>) -> bool {
    let typed = |asked: Asked<'_>| asked.event.is_none_or(|event| event.field("submitted_prompt").is_some());
    asked.kind.phase == Phase::PromptSubmit && !typed(asked)
}
