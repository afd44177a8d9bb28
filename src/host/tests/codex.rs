//! Codex's rules, as a reader of answers: its own JSON Schemas, and what its parser refuses beyond them.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use super::super::codex::HOST;
use super::super::{Asked, Host};
use super::{
    Action, Effect, Reader, data, document, is_used_up, samples, take, take_rewrite, take_specific,
    the_matrix_holds,
};
use crate::answer::Answer;
use crate::exit::Exit;
use crate::outcome::{Decision, Outcome};
use crate::phase::Phase;

const READER: Reader = Reader {
    host: &HOST,
    can: &[
        ("PreToolUse", "deny rewrite context message"),
        ("PermissionRequest", "deny ask-anyway approve message"),
        ("UserPromptSubmit", "deny context message"),
        ("PostToolUse", "context message"),
        ("Stop", "deny message"),
        ("SubagentStop", "deny message"),
        ("SubagentStart", "context message"),
        ("SessionStart", "context message"),
        ("PreCompact", "deny message"),
        ("PostCompact", "message"),
        ("SessionEnd", ""),
    ],
    unseen: &[],
    read,
};

/// The shipped schemas, by the name of their file up to the first full stop and their direction.
static SCHEMAS: LazyLock<BTreeMap<(String, String), Validator>> = LazyLock::new(|| {
    let files = fs::read_dir(data("codex-schemas")).expect("the schemas");
    files
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
            let parts: Vec<_> = name.split('.').collect();
            let text = fs::read_to_string(&path).expect("UTF-8");
            let schema = serde_json::from_str(&text).expect("JSON");
            let validator = jsonschema::validator_for(&schema).expect("a schema");
            ((parts[0].to_owned(), parts[2].to_owned()), validator)
        })
        .collect()
});

/// The schema of an event, for `input` or `output`.
fn schema(event: &str, direction: &str) -> Option<&'static Validator> {
    let mut kebab = String::new();
    for c in event.chars() {
        if c.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    SCHEMAS.get(&(kebab, direction.to_owned()))
}

fn read(event: &str, answer: &Answer) -> Effect {
    if answer.exit == Exit::Denied {
        assert_eq!(event, "PreToolUse", "status 2 is for this event alone");
        assert_eq!(answer.stdout, b"");
        let reason = answer.stderr.strip_suffix('\n').expect("a line").to_owned();
        assert!(!reason.trim().is_empty(), "a blank reason blocks nothing");
        return Effect { action: Action::Blocked(reason), ..Effect::default() };
    }
    let Some(mut top) = document(answer) else { return Effect::default() };
    let schema = schema(event, "output").expect("an event whose stdout is read");
    let faults: Vec<_> = schema.iter_errors(&top).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{event}: {faults:?}");
    let mut effect = Effect { message: take(&mut top, "systemMessage"), ..Effect::default() };
    if let Some(decision) = take(&mut top, "decision") {
        assert!(["UserPromptSubmit", "Stop", "SubagentStop"].contains(&event), "{event}");
        assert_eq!(decision, "block");
        effect.action = Action::Blocked(not_blank(take(&mut top, "reason")));
    }
    if let Some(goes_on) = top.as_object_mut().and_then(|top| top.remove("continue")) {
        assert_eq!((event, goes_on), ("PreCompact", Value::Bool(false)));
        effect.action = Action::Blocked(not_blank(take(&mut top, "stopReason")));
    }
    if let Some(mut specific) = take_specific(&mut top, event) {
        assert_ne!(specific, Value::Object(serde_json::Map::new()), "{event}");
        match event {
            "PreToolUse" => permission(&mut specific, answer, &mut effect),
            "PermissionRequest" => behavior(&mut specific, &mut effect),
            _ => {}
        }
        if !matches!(event, "PermissionRequest") {
            effect.context = take(&mut specific, "additionalContext");
        }
        is_used_up(&specific);
    }
    is_used_up(&top);
    effect
}

fn not_blank(reason: Option<String>) -> String {
    reason.filter(|reason| !reason.trim().is_empty()).expect("a reason that is not blank")
}

fn permission(specific: &mut Value, answer: &Answer, effect: &mut Effect) {
    effect.rewrite = take_rewrite(specific, answer);
    effect.action = match take(specific, "permissionDecision").as_deref() {
        None => Action::GoesOn,
        Some("deny") => Action::Blocked(not_blank(take(specific, "permissionDecisionReason"))),
        Some("allow") => {
            assert!(effect.rewrite.is_some(), "a bare allow is an error");
            return;
        }
        Some(other) => panic!("{other}"),
    };
    assert_eq!(effect.rewrite, None, "a rewrite without an allow is dropped");
}

fn behavior(specific: &mut Value, effect: &mut Effect) {
    let mut decision =
        specific.as_object_mut().and_then(|specific| specific.remove("decision")).expect("a decision");
    effect.action = match take(&mut decision, "behavior").as_deref() {
        Some("deny") => Action::Blocked(not_blank(take(&mut decision, "message"))),
        Some("allow") => Action::Approved,
        other => panic!("{other:?}"),
    };
    is_used_up(&decision);
}

#[test]
fn every_outcome_has_its_effect_on_every_event() {
    the_matrix_holds(&READER);
}

#[test]
fn the_samples_are_what_the_schemas_say() {
    for (stem, document) in samples("codex") {
        let event = stem.split('.').next().expect("a name").to_owned();
        let Some(schema) = schema(&event, "input") else {
            assert!(Host::named("codex").is_some_and(|host| host.event(&event).is_none()), "{event}");
            continue;
        };
        let value: Value = serde_json::from_str(&document).expect("JSON");
        let faults: Vec<_> = schema.iter_errors(&value).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{event}: {faults:?}");
    }
}

#[test]
fn a_rewrite_of_a_command_without_one_is_a_deny_and_of_another_tool_is_none() {
    let (_, bash) = samples("codex").into_iter().find(|(event, _)| event == "PreToolUse").expect("a sample");
    let bash = bash.replace("apply_patch", "Bash");
    for (document, rewrite, denied) in [
        (bash.clone(), r#"{"cmd":"true"}"#, true),
        (bash.clone(), r#"{"command":["true"]}"#, true),
        (bash.clone(), r#"{"command":null}"#, true),
        (bash.replace(r#""Bash""#, r#""apply_patch""#), "{}", true),
        (bash.clone(), r#"{"command":""}"#, false),
        (bash.replace(r#""Bash""#, r#""mcp__github__create_issue""#), "{}", false),
    ] {
        let (kind, event) = HOST.decode(&document, None).expect("a sample");
        let mut outcome = Outcome::allow(Phase::PreTool, event.tool.clone());
        outcome.mutated = serde_json::value::RawValue::from_string(rewrite.to_owned()).ok();
        let answer = HOST.answer(&mut outcome, Asked { kind, event: Some(&event) });
        assert_eq!(outcome.decision == Decision::Deny, denied, "{rewrite}: {answer:?}");
        assert_eq!(matches!(read("PreToolUse", &answer).action, Action::Blocked(_)), denied, "{rewrite}");
        assert!(!denied || answer.stderr.contains("`command`"), "{}", answer.stderr);
    }
}
