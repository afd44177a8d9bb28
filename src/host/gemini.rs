//! Gemini CLI, as version 0.61.0 does it.
//!
//! Where stdout is empty it reads stderr for the answer, so nothing may ever be said there beside status 0. Text
//! with status 2 denies, a status 2 without a word does not. An ask hangs an agent that nobody watches.

use std::time::Duration;

use super::nested;
use super::tools::{Class, McpNames};
use super::{Asked, CannotCarry, Field, Host, HostEvent, NOTHING, Rewriting, Takes, Verdict};
use crate::answer::{Answer, Lost};
use crate::outcome::{Decision, Outcome};
use crate::phase::Phase;

/// Gemini CLI. Its own limit is 60 s, and at its end it waits for a hook for as long as that runs.
pub static HOST: Host = Host {
    name: "gemini",
    title: "Gemini CLI",
    events: &EVENTS,
    // As the program offers them to the model, and as its code names them.
    tools: &[
        ("run_shell_command", Some(Class::Shell)),
        ("write_file", Some(Class::Edit)),
        ("replace", Some(Class::Edit)),
        ("read_file", Some(Class::Read)),
        ("read_many_files", Some(Class::Read)),
        ("list_directory", Some(Class::Read)),
        ("glob", Some(Class::Read)),
        ("grep_search", Some(Class::Read)),
        ("web_fetch", Some(Class::Web)),
        ("google_web_search", Some(Class::Web)),
        ("invoke_agent", Some(Class::Agent)),
        ("activate_skill", None),
        ("ask_user", None),
        ("enter_plan_mode", None),
        ("exit_plan_mode", None),
        ("list_background_processes", None),
        ("read_background_output", None),
        ("update_topic", None),
        ("write_todos", None),
    ],
    mcp: McpNames::Prefix("mcp_"),
    deadline: Duration::from_secs(55),
    deadlines: &[(Phase::SessionEnd, Duration::from_secs(4)), (Phase::Notification, Duration::from_secs(4))],
    reads_stderr: true,
    named_by: &["hook_event_name"],
    guess: |_| None,
    recognises: |fields| {
        let has = |name| fields.get(name).is_some();
        has("hook_event_name")
            && has("timestamp")
            && has("transcript_path")
            && !has("permission_mode")
            && !has("stop_reason")
    },
    encode,
};

const TOLD: Takes = Takes { context: true, message: true, ..NOTHING };

const EVENTS: [HostEvent; 8] = [
    HostEvent::new(
        "BeforeTool",
        Phase::PreTool,
        Takes { verdict: Some(Verdict::Denial), rewrite: Rewriting::AsToolInput, message: true, ..NOTHING },
    ),
    // A deny would replace what the tool came to.
    HostEvent::new("AfterTool", Phase::PostTool, TOLD).with_error_in_result(),
    HostEvent::new(
        "BeforeAgent",
        Phase::PromptSubmit,
        Takes { verdict: Some(Verdict::Denial), context: true, message: true, ..NOTHING },
    ),
    HostEvent::new(
        "AfterAgent",
        Phase::Stop,
        Takes { verdict: Some(Verdict::DenialOnce), message: true, ..NOTHING },
    ),
    HostEvent::new("SessionStart", Phase::SessionStart, TOLD),
    HostEvent::new("SessionEnd", Phase::SessionEnd, NOTHING),
    HostEvent::new("PreCompress", Phase::PreCompact, NOTHING),
    HostEvent::new("Notification", Phase::Notification, Takes { message: true, ..NOTHING }),
];

fn encode(outcome: &Outcome<'_>, asked: Asked<'_>) -> Result<Answer, CannotCarry> {
    let kind = asked.kind;
    let cannot = |field, because| Err(CannotCarry { field, event: kind.name, because: Some(because) });
    let denies = outcome.decision == Decision::Deny;
    if denies && kind.loops() && !stops_first(asked) {
        return cannot(Field::Deny, "it already goes on because of one, and more would crash it");
    }
    if denies && kind.phase == Phase::PromptSubmit && outcome.message.is_some() {
        return cannot(Field::Message, "beside a deny it is shown in place of the reason");
    }
    let lost = if kind.loops() { Lost::Fails } else { Lost::Denies };
    Ok(Answer { lost, ..nested::encode(outcome, asked)? })
}

/// Whether the agent is about to end for the first time: with nothing to limit it, a hook that always denies
/// ends in a stack overflow.
fn stops_first(asked: Asked<'_>) -> bool {
    let active = asked.event.and_then(|event| event.field("stop_hook_active"));
    active.is_some_and(|active| active.get() == "false")
}
