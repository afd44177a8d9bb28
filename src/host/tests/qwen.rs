//! Qwen Code's rules, as a reader of answers.

use super::super::qwen::HOST;
use super::{
    Action, Effect, Reader, document, is_used_up, take, take_rewrite, take_specific, the_matrix_holds,
};
use crate::answer::Answer;
use crate::exit::Exit;

const READER: Reader = Reader {
    host: &HOST,
    can: &[
        ("PreToolUse", "deny ask"),
        ("PermissionRequest", "deny ask-anyway approve rewrite-approved"),
        ("PostToolUse", "context"),
        ("PostToolUseFailure", "context"),
        ("UserPromptSubmit", "deny context"),
        // After each tool the agent sends itself an empty prompt.
        ("UserPromptSubmit.2", ""),
        ("UserPromptSubmit.after-stop", ""),
        ("Stop", "deny message"),
        ("SubagentStop", "deny"),
        ("SubagentStart", "context"),
        ("SessionStart", "context"),
        ("SessionEnd", ""),
        ("PreCompact", ""),
        ("Notification", ""),
    ],
    unseen: &[
        (
            "PermissionRequest",
            r#"{"hook_event_name":"PermissionRequest","tool_name":"edit","tool_input":{"command":"ls"}}"#,
        ),
        ("UserPromptSubmit.after-stop", r#"{"hook_event_name":"UserPromptSubmit","prompt":"not today"}"#),
        ("SessionEnd", r#"{"hook_event_name":"SessionEnd","reason":"exit"}"#),
        ("PreCompact", r#"{"hook_event_name":"PreCompact","trigger":"auto"}"#),
    ],
    read,
};

fn read(event: &str, answer: &Answer) -> Effect {
    assert!(matches!(answer.exit, Exit::Allowed | Exit::Failed), "status 2 lets JSON on stdout through");
    let Some(mut top) = document(answer) else { return Effect::default() };
    let mut effect = Effect { message: take(&mut top, "systemMessage"), ..Effect::default() };
    assert!(effect.message.is_none() || event == "Stop", "{event}");
    if let Some(decision) = take(&mut top, "decision") {
        assert!(decision == "block", "{decision}");
        assert!(["PreToolUse", "UserPromptSubmit", "Stop", "SubagentStop"].contains(&event), "{event}");
        effect.action = Action::Blocked(take(&mut top, "reason").expect("a block has a reason"));
    }
    if let Some(mut specific) = take_specific(&mut top, event) {
        if event == "PreToolUse" {
            let reason = take(&mut specific, "permissionDecisionReason").expect("a reason");
            let action = match take(&mut specific, "permissionDecision").as_deref() {
                Some("deny") => Action::Blocked(reason),
                Some("ask") => Action::Asked(reason),
                other => panic!("{other:?}"),
            };
            // Either half alone denies; both of the same are sent.
            assert!(effect.action == Action::GoesOn || effect.action == action, "{effect:?} {action:?}");
            effect.action = action;
        } else if event == "PermissionRequest" {
            let decision = specific.as_object_mut().and_then(|specific| specific.remove("decision"));
            let mut decision = decision.expect("a decision");
            effect.rewrite = take_rewrite(&mut decision, answer);
            let message = take(&mut decision, "message");
            effect.action = match take(&mut decision, "behavior").as_deref() {
                Some("deny") => Action::Blocked(message.expect("a deny has a message")),
                Some("allow") => Action::Approved,
                other => panic!("{other:?}"),
            };
            is_used_up(&decision);
        } else {
            effect.context = take(&mut specific, "additionalContext");
            let told =
                ["UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SessionStart", "SubagentStart"];
            assert!(told.contains(&event), "{event}");
        }
        is_used_up(&specific);
    }
    is_used_up(&top);
    effect
}

#[test]
fn every_outcome_has_its_effect_on_every_event() {
    the_matrix_holds(&READER);
}
