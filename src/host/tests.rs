//! Every sample event of every host with every kind of outcome: the answer is read back by the rules of the
//! host, written down here once more, and must have the effect that was decided or a stricter one.

mod claude;
mod codex;
mod copilot;
mod droid;
mod gemini;
mod qwen;
mod settings;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use serde_json::value::RawValue;

use super::{ALL, Asked, Host, Refused, recognise};
use crate::answer::Answer;
use crate::event::PlainText;
use crate::exit::Exit;
use crate::json::Fields;
use crate::outcome::{Approval, Cause, Decision, Fault, Outcome};
use crate::phase::{Kind, Phase, Rewrite};

const REASON: &str = "not today";

/// What a host makes of an answer.
#[derive(Debug, Default, PartialEq)]
struct Effect {
    /// What happens to the action.
    action: Action,
    /// The input that it runs with, where that is not the one that came.
    rewrite: Option<String>,
    /// What the model gets to see beside a reason.
    context: Option<String>,
    /// What the person gets to see.
    message: Option<String>,
}

#[derive(Debug, Default, PartialEq)]
enum Action {
    /// It goes its way, which may lead to the host's own prompt.
    #[default]
    GoesOn,
    /// It goes ahead without the host's own prompt.
    Approved,
    /// The person is asked, for this reason.
    Asked(String),
    /// It does not happen, for this reason.
    Blocked(String),
}

/// How a host is read back.
struct Reader {
    host: &'static Host,
    /// What each event can do with an answer, as words. One sample of an event may differ from the others.
    can: &'static [(&'static str, &'static str)],
    /// Samples of events that nobody saw, from what is documented, by the name of a file that they have not.
    unseen: &'static [(&'static str, &'static str)],
    read: fn(event: &str, answer: &Answer) -> Effect,
}

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder)
}

/// The sample events of a host: the name of the file, which begins with that of the event, and the document.
fn samples(host: &str) -> Vec<(String, String)> {
    let folder = data("events").join(host);
    let mut samples: Vec<_> = fs::read_dir(&folder)
        .expect("the samples")
        .map(|entry| entry.expect("readable").path())
        .map(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
            let stem = name.strip_suffix(".json").expect("JSON").to_owned();
            (stem, fs::read_to_string(&path).expect("UTF-8"))
        })
        .collect();
    samples.sort();
    samples
}

/// Every kind of outcome, those that a chain never comes to in the phase included.
fn outcomes(phase: Phase) -> Vec<(&'static str, Outcome<'static>)> {
    let rewrite = || {
        let text = match phase.rewrite() {
            Some(Rewrite::Prompt) => r#"{"prompt":"key=***"}"#,
            _ => r#"{"command":"true","n":1e400}"#,
        };
        RawValue::from_string(text.to_owned()).ok()
    };
    let approval = |reason: Option<&str>| Some(Approval { reason: reason.map(str::to_owned) });
    let base = || Outcome::allow(phase, None);
    let said = |mut outcome: Outcome<'static>| {
        outcome.context = Some("a context".to_owned());
        outcome.message = Some("a\nmessage".to_owned());
        outcome
    };
    let deny = || {
        let mut outcome = base();
        outcome.deny(Cause::Hook, REASON.to_owned(), Some("hook".into()));
        outcome
    };
    let ask = || {
        let (reason, decided_by) = (Some(REASON.to_owned()), Some("hook".into()));
        Outcome { decision: Decision::Ask, reason, decided_by, ..base() }
    };
    let rewritten_by = || Some("hook".into());
    vec![
        ("nothing", base()),
        ("a warning", Outcome { warnings: vec!["odd".to_owned()], ..base() }),
        ("deny", deny()),
        ("ask", ask()),
        ("rewrite", Outcome { mutated: rewrite(), rewritten_by: rewritten_by(), ..base() }),
        ("ask and rewrite", Outcome { mutated: rewrite(), rewritten_by: rewritten_by(), ..ask() }),
        ("approve", Outcome { approval: approval(None), ..base() }),
        ("approve with a reason", Outcome { approval: approval(Some("read-only")), ..base() }),
        ("approve and rewrite", Outcome { approval: approval(None), mutated: rewrite(), ..base() }),
        ("context", Outcome { context: Some("a context".to_owned()), ..base() }),
        ("message", Outcome { message: Some("a\nmessage".to_owned()), ..base() }),
        ("deny with both", said(deny())),
        ("ask with both", said(ask())),
        ("all but a verdict", said(Outcome { approval: approval(None), mutated: rewrite(), ..base() })),
        ("fault", Outcome::fault(phase, None, Fault::new(Cause::Config, REASON))),
        ("fault with both", said(Outcome::fault(phase, None, Fault::new(Cause::Interrupted, REASON)))),
    ]
}

/// What must come of an outcome on an event that can do this.
fn expected(outcome: &Outcome<'_>, can: &str) -> Effect {
    let can = |word: &str| can.split(' ').any(|other| other == word);
    let rewrite = outcome.mutated.as_deref().map(|rewrite| rewrite.get().to_owned());
    let rewrites = can("rewrite")
        || can("rewrite-approved") && outcome.approval.is_some()
        || can("rewrite-not-asked") && outcome.decision != Decision::Ask;
    let gate = outcome.phase.kind() == Kind::Gate;
    let reason = outcome.reason.clone().unwrap_or_default();
    let action = match outcome.decision {
        Decision::Deny if can("deny") => Action::Blocked(reason),
        Decision::Deny => Action::GoesOn,
        _ if gate && !can("deny") => Action::GoesOn,
        Decision::Ask if gate && !can("ask") && !can("ask-anyway") => Action::Blocked(reason),
        _ if gate && rewrite.is_some() && !rewrites => Action::Blocked("rewrote".to_owned()),
        Decision::Ask if can("ask") => Action::Asked(reason),
        Decision::Allow if outcome.approval.is_some() && can("approve") => Action::Approved,
        _ => Action::GoesOn,
    };
    if outcome.exit() == Exit::Failed {
        return Effect::default();
    }
    let blocked = matches!(action, Action::Blocked(_));
    Effect {
        rewrite: rewrite.filter(|_| rewrites && !blocked),
        action,
        context: outcome.context.clone().filter(|_| can("context")),
        message: outcome.message.clone().filter(|_| can("message") || can("message-alone") && !blocked),
    }
}

fn the_matrix_holds(reader: &Reader) {
    let mut seen = BTreeSet::new();
    let unseen = reader.unseen.iter().map(|(name, document)| ((*name).to_owned(), (*document).to_owned()));
    for (stem, document) in samples(reader.host.name).into_iter().chain(unseen) {
        let file = stem.split('.').next().expect("a name");
        let name = reader.host.event(file).map_or(file, |event| event.name).to_owned();
        let can = |name: &str| reader.can.iter().find(|(event, _)| *event == name).map(|(_, can)| *can);
        let fields = Fields::parse(&document).expect(&stem);
        let told = reader.host.name_of(&fields).is_none().then_some(file);
        let decoded = reader.host.decode(&document, told);
        let Some(can) = can(&stem).or(can(&name)) else {
            assert!(
                matches!(&decoded, Err(Refused::NoPhase(event)) if *event == name),
                "{name}: {decoded:?}"
            );
            continue;
        };
        let (kind, event) = decoded.expect(&stem);
        assert_eq!(event.host, Some(reader.host.name));
        for (what, mut outcome) in outcomes(event.phase) {
            let wanted = expected(&outcome, can);
            let asked = Asked { kind, event: Some(&event) };
            let answer = reader.host.answer(&mut outcome, asked);
            let effect = (reader.read)(&name, &answer);
            let place = format!("{stem}, {what}: {:?} -> {answer:?}", document.trim());
            assert!(same(&wanted, &effect), "{place}\nwanted {wanted:?}\ngot    {effect:?}");
            is_told(reader.host, &outcome, &answer, &wanted, &place);
        }
        seen.insert(name);
    }
    let listed: BTreeSet<_> = reader.host.events.iter().map(|event| event.name.to_owned()).collect();
    assert_eq!(seen, listed, "each event of the table has a sample");
}

/// Equal, but for words that are added behind a reason.
fn same(wanted: &Effect, effect: &Effect) -> bool {
    let action = match (&wanted.action, &effect.action) {
        (Action::Blocked(wanted), Action::Blocked(reason)) => reason.contains(wanted.as_str()),
        (wanted, action) => wanted == action,
    };
    action
        && wanted.rewrite == effect.rewrite
        && wanted.context == effect.context
        && wanted.message == effect.message
}

/// What does not depend on the host: the status, what stderr says, and what must arrive.
fn is_told(host: &Host, outcome: &Outcome<'_>, answer: &Answer, wanted: &Effect, place: &str) {
    let mute = host.reads_stderr && answer.exit == Exit::Allowed;
    assert!(!mute || answer.stderr.is_empty(), "{place}");
    for warning in &outcome.warnings {
        assert!(
            mute || answer.exit == Exit::Denied || answer.stderr.contains(warning.as_str()),
            "{place}: {warning}"
        );
    }
    if outcome.exit() == Exit::Failed {
        assert_eq!((answer.exit, answer.stdout.as_slice()), (Exit::Failed, &b""[..]), "{place}");
        assert!(answer.stderr.contains(REASON), "{place}");
        return;
    }
    let blocked = matches!(wanted.action, Action::Blocked(_));
    if blocked {
        assert_eq!(outcome.decision, Decision::Deny, "{place}");
        let reason = outcome.reason.as_deref().expect("a deny has a reason");
        assert!(mute || answer.stderr.contains(reason), "{place}");
    }
    let must_arrive = wanted.rewrite.is_some() || blocked || matches!(wanted.action, Action::Asked(_));
    assert_eq!(answer.must_arrive.is_some(), must_arrive && !answer.stdout.is_empty(), "{place}");
}

/// The one JSON object that an answer is, or nothing. It is one line, and holds no `null`.
fn document(answer: &Answer) -> Option<Value> {
    let text = std::str::from_utf8(&answer.stdout).expect("UTF-8");
    if text.is_empty() {
        return None;
    }
    let line = text.strip_suffix('\n').expect("it ends in a newline");
    assert!(!line.contains('\n') && line.starts_with('{'), "{line}");
    // A number that no f64 holds is not what this is about.
    let value: Value = serde_json::from_str(&line.replace("1e400", "1")).expect(line);
    assert!(!holds_null(&value), "{line}");
    Some(value)
}

fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(members) => members.values().any(holds_null),
        Value::Array(items) => items.iter().any(holds_null),
        _ => false,
    }
}

/// Takes a text out of an object.
fn take(object: &mut Value, key: &str) -> Option<String> {
    match object.as_object_mut()?.remove(key)? {
        Value::String(text) => Some(text),
        other => panic!("{key} is {other}"),
    }
}

/// Takes out the part that is for one event, which has to name it.
fn take_specific(top: &mut Value, event: &str) -> Option<Value> {
    let mut specific = top.as_object_mut()?.remove("hookSpecificOutput")?;
    assert_eq!(take(&mut specific, "hookEventName").as_deref(), Some(event));
    Some(specific)
}

/// Takes the rewrite out of an object, as the text that it was given as.
fn take_rewrite(object: &mut Value, answer: &Answer) -> Option<String> {
    take_raw(object, "updatedInput", answer)
}

/// Takes a value out of an object, as the text that it was given as.
fn take_raw(object: &mut Value, key: &str, answer: &Answer) -> Option<String> {
    object.as_object_mut()?.remove(key)?;
    let key = format!("\"{key}\":");
    let text = std::str::from_utf8(&answer.stdout).expect("UTF-8");
    let start = text.find(&key).expect("it was there") + key.len();
    let value: &RawValue = serde_json::Deserializer::from_str(&text[start..])
        .into_iter()
        .next()
        .expect("a value")
        .expect("JSON");
    Some(value.get().to_owned())
}

/// Nothing is left of an object from which everything was taken that its reader knows.
fn is_used_up(object: &Value) {
    assert_eq!(object.as_object().map(serde_json::Map::len), Some(0), "no host reads {object}");
}

#[test]
fn every_gate_can_be_denied_and_no_observer_and_the_brakes_that_are_known_to_hold() {
    let loose = [
        ("gemini", "PreCompress"),
        ("qwen", "PreCompact"),
        ("copilot", "preCompact"),
        ("droid", "PreCompact"),
        ("droid", "SubagentStop"),
    ];
    for host in ALL {
        for event in host.events {
            let can_deny = event.phase.kind() != Kind::Observer && !loose.contains(&(host.name, event.name));
            assert_eq!(event.takes.verdict.is_some(), can_deny, "{} {}", host.name, event.name);
        }
    }
}

#[test]
fn no_event_has_two_rows() {
    for host in ALL {
        let names =
            || host.events.iter().flat_map(|event| [event.name].into_iter().chain(event.also.to_vec()));
        assert_eq!(names().collect::<BTreeSet<_>>().len(), names().count(), "{}", host.name);
    }
}

#[test]
fn plain_text_is_context_on_few_events_and_nothing_elsewhere() {
    for (host, events) in [
        ("claude", &["UserPromptSubmit", "UserPromptExpansion", "SessionStart"][..]),
        ("codex", &["UserPromptSubmit", "SubagentStart", "SessionStart"]),
        ("gemini", &[]),
        ("qwen", &["UserPromptSubmit", "SessionStart"]),
        ("copilot", &[]),
        ("droid", &["UserPromptSubmit", "SessionStart"]),
    ] {
        for event in Host::named(host).expect(host).events {
            let wanted = if events.contains(&event.name) { PlainText::Context } else { PlainText::Ignored };
            assert_eq!(event.plain_text, wanted, "{host} {}", event.name);
        }
    }
}

#[test]
fn what_is_left_out_is_named_with_the_host_and_the_event() {
    let kind = super::claude::HOST.event("Stop").expect("Stop");
    let mut outcome = Outcome { context: Some("look".to_owned()), ..Outcome::allow(Phase::Stop, None) };
    super::claude::HOST.answer(&mut outcome, Asked { kind, event: None });
    assert_eq!(outcome.warnings, ["Claude Code takes no context on Stop, so it is left out: look"]);
    assert_eq!(outcome.context, None);
}

#[test]
fn an_event_without_a_name_takes_it_from_the_command_line() {
    let host = &super::codex::HOST;
    let document = r#"{"session_id":"s","prompt":"p"}"#;
    let (kind, event) = host.decode(document, Some("UserPromptSubmit")).expect("a prompt");
    assert_eq!((kind.name, event.phase), ("UserPromptSubmit", Phase::PromptSubmit));
    let unnamed = host.decode(document, None);
    assert!(matches!(&unnamed, Err(Refused::Unreadable(why)) if why.contains("--event")), "{unnamed:?}");
    let other = host.decode(r#"{"hook_event_name":"Stop"}"#, Some("SubagentStop"));
    let both = |why: &str| why.contains("Stop") && why.contains("SubagentStop");
    assert!(matches!(&other, Err(Refused::Disagrees(kind, why)) if kind.name == "Stop" && both(why)));
}

#[test]
fn an_event_that_lacks_what_its_phase_needs_is_known_all_the_same() {
    for host in ALL {
        let name = host.events.iter().find(|event| event.phase == Phase::PreTool).expect("a gate").name;
        let document = format!(r#"{{"hook_event_name":"{name}","session_id":"s","tool_input":{{}}}}"#);
        let refused = host.decode(&document, None);
        let Err(Refused::Faulty(kind, why)) = refused else { panic!("{refused:?}") };
        assert_eq!(kind.name, name);
        assert!(why.contains("`tool_name`"), "{why}");
        for name in ["5", "null", r#"{"a":1}"#] {
            let document = format!(r#"{{"hook_event_name":{name},"tool_name":"Bash","tool_input":{{}}}}"#);
            assert!(matches!(host.decode(&document, None), Err(Refused::Unreadable(_))), "{name}");
        }
    }
}

#[test]
fn each_sample_is_known_by_its_fields_as_its_host_s() {
    for host in ALL {
        let of_phase =
            |(name, _): &(String, String)| host.event(name.split('.').next().expect("a name")).is_some();
        for (name, document) in samples(host.name).into_iter().filter(of_phase) {
            let fields = Fields::parse(&document).expect(&name);
            let recognised = recognise(&fields).map(|host| host.name);
            // Where Codex names no turn, its events are like those of Claude Code.
            let like_claude = host.name == "codex" && fields.get("turn_id").is_none();
            assert_eq!(recognised, Some(if like_claude { "claude" } else { host.name }), "{name}");
            let row = |name: &str| host.event(name).map(|event| event.name);
            let told = host.name_or_guess(&fields).expect(&name);
            assert_eq!(row(&told), row(name.split('.').next().expect("a name")), "{name}: {told}");
        }
    }
}
