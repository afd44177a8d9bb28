//! Claude Code, as version 2.1.332 does it.
//!
//! It ignores keys that it does not know, but drops an answer with a `null`, a wrong type or another event's
//! name, and then goes ahead. `hookSpecificOutput` on an event that has none voids the answer. A context on
//! Stop would keep the agent going, and text on `PreCompact` becomes instructions: neither is ever sent.

use std::time::Duration;

use super::nested;
use super::tools::{Class, McpNames};
use super::{Ask, Host, HostEvent, NOTHING, Rewriting, Takes, Verdict};
use crate::phase::Phase;

/// Claude Code. Its own limits: 600 s, 30 s for a prompt, and 1.5 s for all that runs at the end of a session.
pub static HOST: Host = Host {
    name: "claude",
    title: "Claude Code",
    events: &EVENTS,
    tools: &[
        ("Bash", Some(Class::Shell)),
        ("PowerShell", Some(Class::Shell)),
        ("Read", Some(Class::Read)),
        ("Write", Some(Class::Edit)),
        ("Edit", Some(Class::Edit)),
        ("MultiEdit", Some(Class::Edit)),
        ("NotebookEdit", Some(Class::Edit)),
        ("Glob", Some(Class::Read)),
        ("Grep", Some(Class::Read)),
        ("Task", Some(Class::Agent)),
        ("Agent", Some(Class::Agent)),
        ("WebFetch", Some(Class::Web)),
        ("WebSearch", Some(Class::Web)),
        ("TodoWrite", None),
        ("Skill", None),
        ("ExitPlanMode", None),
        ("AskUserQuestion", None),
    ],
    mcp: McpNames::Prefix("mcp__"),
    deadline: Duration::from_secs(590),
    deadlines: &[
        (Phase::PromptSubmit, Duration::from_secs(25)),
        (Phase::SessionEnd, Duration::from_millis(800)),
    ],
    reads_stderr: false,
    named_by: &["hook_event_name"],
    guess: |_| None,
    recognises: |fields| fields.get("hook_event_name").is_some(),
    encode: nested::encode,
};

const PROMPT: Takes = Takes { verdict: Some(Verdict::Decision), context: true, message: true, ..NOTHING };

const ENDING: Takes = Takes { verdict: Some(Verdict::Decision), message: true, ..NOTHING };

const TOLD: Takes = Takes { context: true, message: true, ..NOTHING };

const EVENTS: [HostEvent; 15] = [
    HostEvent::new(
        "PreToolUse",
        Phase::PreTool,
        Takes {
            verdict: Some(Verdict::Permission),
            ask: Ask::Asks,
            rewrite: Rewriting::Alone,
            approval: true,
            context: true,
            message: true,
        },
    ),
    // A shell line of a skill: every verdict stops the line, also one that was not meant to.
    HostEvent::new(
        "PreSkillShellCommand",
        Phase::PreTool,
        Takes { verdict: Some(Verdict::Permission), message: true, ..NOTHING },
    ),
    HostEvent::new(
        "PermissionRequest",
        Phase::PermissionRequest,
        Takes {
            verdict: Some(Verdict::Behavior),
            ask: Ask::AsksAnyway,
            rewrite: Rewriting::WithApproval,
            approval: true,
            message: true,
            ..NOTHING
        },
    ),
    HostEvent::new("UserPromptSubmit", Phase::PromptSubmit, PROMPT).reads_text(),
    HostEvent::new("UserPromptExpansion", Phase::PromptSubmit, PROMPT).reads_text(),
    HostEvent::new("PostToolUse", Phase::PostTool, TOLD).of_tool_that_failed(false),
    HostEvent::new("PostToolUseFailure", Phase::PostTool, TOLD).of_tool_that_failed(true),
    HostEvent::new("Stop", Phase::Stop, ENDING),
    HostEvent::new("SubagentStop", Phase::SubagentStop, ENDING),
    HostEvent::new("PreCompact", Phase::PreCompact, Takes { verdict: Some(Verdict::Decision), ..NOTHING }),
    HostEvent::new("PostCompact", Phase::PostCompact, NOTHING),
    HostEvent::new("SessionStart", Phase::SessionStart, TOLD).reads_text(),
    HostEvent::new("SubagentStart", Phase::SubagentStart, TOLD),
    HostEvent::new("Notification", Phase::Notification, NOTHING),
    HostEvent::new("SessionEnd", Phase::SessionEnd, NOTHING),
];
