//! Factory Droid's rules, as a reader of answers.

use serde_json::value::RawValue;

use super::super::Asked;
use super::super::droid::HOST;
use super::{
    Action, Effect, Reader, document, is_used_up, samples, take, take_rewrite, take_specific,
    the_matrix_holds,
};
use crate::answer::Answer;
use crate::exit::Exit;
use crate::outcome::{Decision, Outcome};
use crate::phase::Phase;

const READER: Reader = Reader {
    host: &HOST,
    can: &[
        // The rewrite of the outcomes leaves out keys of what the samples hold.
        ("PreToolUse", "deny approve message"),
        ("PreToolUse.bare", "deny rewrite approve message"),
        ("PostToolUse", "context message"),
        ("UserPromptSubmit", "deny context message"),
        ("Stop", "deny message"),
        ("SubagentStop", ""),
        ("PreCompact", ""),
        ("SessionStart", "context message"),
        ("SessionEnd", ""),
        ("Notification", ""),
    ],
    unseen: &[
        (
            "PreToolUse.bare",
            r#"{"hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{"command":"ls","riskLevel":"low"}}"#,
        ),
        ("SubagentStop", r#"{"hook_event_name":"SubagentStop","stop_hook_active":false}"#),
        ("PreCompact", r#"{"hook_event_name":"PreCompact","trigger":"auto"}"#),
        ("Notification", r#"{"hook_event_name":"Notification","message":"m"}"#),
    ],
    read,
};

fn read(event: &str, answer: &Answer) -> Effect {
    assert!(matches!(answer.exit, Exit::Allowed | Exit::Failed), "a status says nothing here");
    let Some(mut top) = document(answer) else { return Effect::default() };
    let mut effect = Effect { message: take(&mut top, "systemMessage"), ..Effect::default() };
    if let Some(decision) = take(&mut top, "decision") {
        assert!(decision == "block" && event == "Stop", "{event}: {decision}");
        effect.action = Action::Blocked(take(&mut top, "reason").expect("without one it is ignored"));
    }
    if let Some(goes_on) = top.as_object_mut().and_then(|top| top.remove("continue")) {
        // Anywhere else it would end the turn.
        assert_eq!((event, goes_on), ("UserPromptSubmit", serde_json::Value::Bool(false)));
        effect.action = Action::Blocked(take(&mut top, "stopReason").expect("a reason"));
    }
    if let Some(mut specific) = take_specific(&mut top, event) {
        if event == "PreToolUse" {
            effect.rewrite = take_rewrite(&mut specific, answer);
            let reason = take(&mut specific, "permissionDecisionReason");
            effect.action = match take(&mut specific, "permissionDecision").as_deref() {
                None => Action::GoesOn,
                Some("deny") => Action::Blocked(reason.expect("a deny has a reason")),
                Some("allow") => Action::Approved,
                Some(other) => panic!("an ask runs: {other}"),
            };
        } else {
            assert!(["PostToolUse", "UserPromptSubmit", "SessionStart"].contains(&event), "{event}");
            effect.context = take(&mut specific, "additionalContext");
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

#[test]
fn a_rewrite_that_leaves_out_a_key_is_a_deny_because_the_host_would_keep_it() {
    let (_, document) =
        samples("droid").into_iter().find(|(name, _)| name == "PreToolUse").expect("a sample");
    for (rewrite, denied) in [
        (r#"{"command":"true","summary":"s","timeout":1,"riskLevel":"low","riskLevelReason":"r"}"#, false),
        (r#"{"command":"true","summary":"s","timeout":1}"#, false),
        (r#"{"command":"true","summary":"s","timeout":"x","new":1}"#, false),
        (r#"{"command":"true","timeout":1}"#, true),
        (r#"{"summary":"s","timeout":1}"#, true),
        ("{}", true),
    ] {
        let (kind, event) = HOST.decode(&document, None).expect("a sample");
        let mut outcome = Outcome::allow(Phase::PreTool, event.tool.clone());
        outcome.mutated = RawValue::from_string(rewrite.to_owned()).ok();
        let answer = HOST.answer(&mut outcome, Asked { kind, event: Some(&event) });
        assert_eq!(outcome.decision == Decision::Deny, denied, "{rewrite}: {answer:?}");
        let effect = read("PreToolUse", &answer);
        assert_eq!(matches!(effect.action, Action::Blocked(_)), denied, "{rewrite}");
        assert_eq!(effect.rewrite.as_deref(), (!denied).then_some(rewrite));
    }
}

#[test]
fn what_another_host_sends_in_a_mode_of_that_name_is_not_its_own() {
    for (document, own) in [
        (r#"{"hook_event_name":"PreToolUse","permission_mode":"auto-high"}"#, true),
        (r#"{"hook_event_name":"Stop","tool_execution_count":1}"#, true),
        (r#"{"hook_event_name":"PermissionRequest","permission_mode":"auto"}"#, false),
        (r#"{"hook_event_name":"PreToolUse","permission_mode":"auto","tool_use_id":"t"}"#, false),
        (r#"{"hook_event_name":"PreToolUse","permission_mode":"plan"}"#, false),
    ] {
        let fields = crate::json::Fields::parse(document).expect("JSON");
        assert_eq!((HOST.recognises)(&fields), own, "{document}");
    }
}
