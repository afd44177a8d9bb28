//! Gemini CLI's rules, as a reader of answers.

use super::super::gemini::HOST;
use super::super::{Asked, Host};
use super::{Action, Effect, Reader, document, is_used_up, take, take_raw, take_specific, the_matrix_holds};
use crate::answer::{Answer, Lost};
use crate::exit::Exit;
use crate::outcome::{Cause, Outcome};
use crate::phase::Phase;

const READER: Reader = Reader {
    host: &HOST,
    can: &[
        ("BeforeTool", "deny rewrite message"),
        ("AfterTool", "context message"),
        ("BeforeAgent", "deny context message-alone"),
        ("AfterAgent", "deny message"),
        ("AfterAgent.again", "message"),
        ("AfterAgent.unsaid", "message"),
        ("SessionStart", "context message"),
        ("SessionEnd", ""),
        ("PreCompress", ""),
        ("Notification", "message"),
    ],
    unseen: &[
        ("AfterAgent.again", r#"{"hook_event_name":"AfterAgent","prompt":"p","stop_hook_active":true}"#),
        ("AfterAgent.unsaid", r#"{"hook_event_name":"AfterAgent","prompt":"p"}"#),
        ("Notification", r#"{"hook_event_name":"Notification","message":"m"}"#),
    ],
    read,
};

fn read(event: &str, answer: &Answer) -> Effect {
    assert!(matches!(answer.exit, Exit::Allowed | Exit::Failed), "status 2 without a word denies nothing");
    let Some(mut top) = document(answer) else { return Effect::default() };
    let mut effect = Effect { message: take(&mut top, "systemMessage"), ..Effect::default() };
    if let Some(decision) = take(&mut top, "decision") {
        // After a tool a deny would replace its result; an ask hangs an agent that nobody watches.
        assert!(
            decision == "deny" && ["BeforeTool", "BeforeAgent", "AfterAgent"].contains(&event),
            "{event}"
        );
        assert!(event != "BeforeAgent" || effect.message.is_none(), "it is shown in place of the reason");
        effect.action = Action::Blocked(take(&mut top, "reason").expect("a deny has a reason"));
    }
    if let Some(mut specific) = take_specific(&mut top, event) {
        if event == "BeforeTool" {
            effect.rewrite = take_raw(&mut specific, "tool_input", answer);
        } else {
            assert!(["BeforeAgent", "AfterTool", "SessionStart"].contains(&event), "{event}");
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
fn a_tool_failed_where_its_result_has_an_error() {
    for (result, failed) in [
        (r#"{"llmContent":"x","error":{"message":"m"}}"#, "true"),
        (r#"{"llmContent":"Exit Code: 3"}"#, "false"),
        (r#"{"llmContent":"x","error":null}"#, "false"),
        (r#""error""#, "false"),
    ] {
        let document = format!(
            r#"{{"hook_event_name":"AfterTool","tool_name":"glob","tool_input":{{}},"tool_response":{result}}}"#
        );
        let (_, event) = HOST.decode(&document, None).expect("an event");
        let payload = String::from_utf8(crate::payload::event_form(&event, None).concat()).expect("UTF-8");
        assert!(payload.contains(&format!(r#""is_error":{failed},"content":"#)), "{payload}");
    }
}

#[test]
fn a_deny_at_the_end_that_does_not_arrive_never_ends_in_2() {
    let lost = |host: &Host, document: &str, phase| {
        let (kind, event) = host.decode(document, None).expect("an event");
        let mut outcome = Outcome::allow(phase, None);
        outcome.deny(Cause::Hook, "no".to_owned(), None);
        let answer = host.answer(&mut outcome, Asked { kind, event: Some(&event) });
        (answer.must_arrive.is_some(), answer.lost)
    };
    let stop = r#"{"hook_event_name":"AfterAgent","prompt":"p","stop_hook_active":false}"#;
    assert_eq!(lost(&HOST, stop, Phase::Stop), (true, Lost::Fails));
    let prompt = r#"{"hook_event_name":"BeforeAgent","prompt":"p"}"#;
    assert_eq!(lost(&HOST, prompt, Phase::PromptSubmit), (true, Lost::Denies));
}
