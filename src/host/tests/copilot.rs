//! Copilot CLI's rules, as a reader of answers.

use super::super::Refused;
use super::super::copilot::HOST;
use super::{Action, Effect, Reader, document, is_used_up, samples, take, take_raw, the_matrix_holds};
use crate::answer::Answer;
use crate::exit::Exit;
use crate::payload;

const READER: Reader = Reader {
    host: &HOST,
    can: &[
        ("preToolUse", "deny ask rewrite-not-asked approve context"),
        ("permissionRequest", "deny ask-anyway approve"),
        ("postToolUse", "context"),
        ("postToolUseFailure", "context"),
        ("userPromptSubmitted", "deny rewrite-not-asked context"),
        ("agentStop", "deny"),
        ("subagentStop", "deny"),
        ("subagentStart", "context"),
        ("sessionStart", "context"),
        ("sessionEnd", ""),
        ("preCompact", ""),
        ("notification", ""),
    ],
    unseen: &[("preCompact", r#"{"sessionId":"s","timestamp":1,"cwd":"/usr"}"#)],
    read,
};

fn read(event: &str, answer: &Answer) -> Effect {
    assert!(matches!(answer.exit, Exit::Allowed | Exit::Failed), "another status loses the reason");
    let Some(mut top) = document(answer) else { return Effect::default() };
    let mut effect = Effect { context: take(&mut top, "additionalContext"), ..Effect::default() };
    let told = ["postToolUse", "postToolUseFailure", "sessionStart", "subagentStart"];
    let may_tell = told.contains(&event) || ["preToolUse", "userPromptSubmitted"].contains(&event);
    assert!(effect.context.is_none() || may_tell, "{event}");
    match event {
        "preToolUse" => {
            effect.rewrite = take_raw(&mut top, "modifiedArgs", answer);
            let reason = take(&mut top, "permissionDecisionReason");
            effect.action = match take(&mut top, "permissionDecision").as_deref() {
                None => Action::GoesOn,
                Some("deny") => Action::Blocked(reason.expect("a deny has a reason")),
                Some("ask") => Action::Asked(reason.expect("an ask has a reason")),
                Some("allow") => Action::Approved,
                Some(other) => panic!("{other}"),
            };
        }
        "permissionRequest" => {
            let message = take(&mut top, "message");
            effect.action = match take(&mut top, "behavior").as_deref() {
                Some("deny") => Action::Blocked(message.expect("a deny has a message")),
                Some("allow") => Action::Approved,
                other => panic!("{other:?}"),
            };
        }
        "userPromptSubmitted" | "agentStop" | "subagentStop" => {
            if let Some(decision) = take(&mut top, "decision") {
                assert_eq!(decision, "block", "{event}");
                effect.action = Action::Blocked(take(&mut top, "reason").expect("without one it is ignored"));
            }
            let prompt = take_raw(&mut top, "modifiedPrompt", answer);
            assert!(prompt.as_ref().is_none_or(|prompt| prompt.starts_with('"')), "{prompt:?}");
            effect.rewrite = prompt.map(|prompt| format!("{{\"prompt\":{prompt}}}"));
        }
        _ => {}
    }
    is_used_up(&top);
    effect
}

#[test]
fn every_outcome_has_its_effect_on_every_event() {
    the_matrix_holds(&READER);
}

#[test]
fn an_event_says_the_same_whatever_the_case_of_its_key() {
    for (document, told) in [
        (r#"{"sessionId":"s","toolName":"bash","toolArgs":{"command":"ls"}}"#, Some("preToolUse")),
        (r#"{"sessionId":"s","toolName":"bash","toolArgs":{"command":"ls"}}"#, Some("PreToolUse")),
        (
            r#"{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"bash","tool_input":{"command":"ls"}}"#,
            Some("preToolUse"),
        ),
        (
            r#"{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"bash","tool_input":{"command":"ls"}}"#,
            None,
        ),
    ] {
        let (kind, event) = HOST.decode(document, told).expect(document);
        assert_eq!((kind.name, event.session_id.as_deref()), ("preToolUse", Some("s")));
        let payload = String::from_utf8(payload::event_form(&event, None).concat()).expect("UTF-8");
        let own = r#"{"event":"pre_tool","tool":"bash","input":{"command":"ls"},"class":"shell","command":"ls","host":"copilot","#;
        assert!(payload.starts_with(own), "{payload}");
        assert!(!["toolArgs", "tool_input", "hook_event_name"].iter().any(|name| payload.contains(name)));
    }
}

#[test]
fn the_two_events_that_name_themselves_agree_with_either_spelling() {
    for (file, names) in [
        ("permissionRequest", ["permissionRequest", "PermissionRequest"]),
        ("notification", ["notification", "Notification"]),
    ] {
        let (_, document) = samples("copilot").into_iter().find(|(name, _)| name == file).expect(file);
        for told in names.map(Some).into_iter().chain([None]) {
            assert_eq!(HOST.decode(&document, told).expect(file).0.name, file);
        }
        assert!(matches!(HOST.decode(&document, Some("agentStop")), Err(Refused::Disagrees(..))));
    }
}
