//! Claude Code's rules, as a reader of answers.

use serde_json::Value;

use super::super::claude::HOST;
use super::{
    Action, Effect, Reader, document, is_used_up, take, take_rewrite, take_specific, the_matrix_holds,
};
use crate::answer::Answer;
use crate::exit::Exit;

const READER: Reader = Reader {
    host: &HOST,
    can: &[
        ("PreToolUse", "deny ask rewrite approve context message"),
        ("PreSkillShellCommand", "deny message"),
        ("PermissionRequest", "deny ask-anyway approve rewrite-approved message"),
        ("UserPromptSubmit", "deny context message"),
        ("UserPromptExpansion", "deny context message"),
        ("PostToolUse", "context message"),
        ("PostToolUseFailure", "context message"),
        ("Stop", "deny message"),
        ("SubagentStop", "deny message"),
        ("PreCompact", "deny"),
        ("PostCompact", ""),
        ("SessionStart", "context message"),
        ("SubagentStart", "context message"),
        ("Notification", ""),
        ("SessionEnd", ""),
    ],
    unseen: &[],
    read,
};

/// The events whose answer may hold `hookSpecificOutput`: on another it voids the whole answer.
const SPECIFIC: [&str; 9] = [
    "PreToolUse",
    "PreSkillShellCommand",
    "PermissionRequest",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PostToolUse",
    "PostToolUseFailure",
    "SessionStart",
    "SubagentStart",
];

/// The events whose message the host throws away, or whose stdout it does not read.
const MUTE: [&str; 4] = ["Notification", "PreCompact", "PostCompact", "SessionEnd"];

fn read(event: &str, answer: &Answer) -> Effect {
    assert!(matches!(answer.exit, Exit::Allowed | Exit::Failed), "a status says nothing here");
    let Some(mut top) = document(answer) else { return Effect::default() };
    let mut effect = Effect { message: take(&mut top, "systemMessage"), ..Effect::default() };
    assert!(effect.message.is_none() || !MUTE.contains(&event), "{event}");
    if let Some(decision) = take(&mut top, "decision") {
        let blockable = ["UserPromptSubmit", "UserPromptExpansion", "Stop", "SubagentStop", "PreCompact"];
        assert!(decision == "block" && blockable.contains(&event), "{event}: {decision}");
        effect.action = Action::Blocked(take(&mut top, "reason").expect("a block has a reason"));
    }
    if let Some(mut specific) = take_specific(&mut top, event) {
        assert!(SPECIFIC.contains(&event), "{event}");
        assert_ne!(specific, Value::Object(serde_json::Map::new()), "{event}");
        effect.context = take(&mut specific, "additionalContext");
        match event {
            "PreToolUse" | "PreSkillShellCommand" => permission(event, &mut specific, answer, &mut effect),
            "PermissionRequest" => behavior(&mut specific, answer, &mut effect),
            _ => {}
        }
        is_used_up(&specific);
    }
    is_used_up(&top);
    effect
}

fn permission(event: &str, specific: &mut Value, answer: &Answer, effect: &mut Effect) {
    let reason = take(specific, "permissionDecisionReason");
    effect.rewrite = take_rewrite(specific, answer);
    effect.action = match take(specific, "permissionDecision").as_deref() {
        None => Action::GoesOn,
        Some("deny") => Action::Blocked(reason.expect("a deny has a reason")),
        Some("ask") => Action::Asked(reason.expect("an ask has a reason")),
        Some("allow") => Action::Approved,
        Some(other) => panic!("{other}"),
    };
    if event == "PreSkillShellCommand" {
        assert!(matches!(effect.action, Action::Blocked(_)) && effect.rewrite.is_none(), "{effect:?}");
        assert_eq!(effect.context, None);
    }
}

fn behavior(specific: &mut Value, answer: &Answer, effect: &mut Effect) {
    let mut decision =
        specific.as_object_mut().and_then(|specific| specific.remove("decision")).expect("a decision");
    let message = take(&mut decision, "message");
    effect.rewrite = take_rewrite(&mut decision, answer);
    effect.action = match take(&mut decision, "behavior").as_deref() {
        Some("deny") => Action::Blocked(message.expect("a deny has a message")),
        Some("allow") => Action::Approved,
        other => panic!("{other:?}"),
    };
    assert!(effect.rewrite.is_none() || effect.action == Action::Approved);
    assert_eq!(effect.context, None);
    is_used_up(&decision);
}

#[test]
fn every_outcome_has_its_effect_on_every_event() {
    the_matrix_holds(&READER);
}
