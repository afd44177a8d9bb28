//! What must hold for any bytes at all, one function for each place where bytes of others come in. The property
//! tests below and the targets of the fuzzer call the same ones.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::config;
use crate::config::source::Source;
use crate::event::Event;
use crate::exit::Exit;
use crate::form::Form;
use crate::host::{self, Asked, HostEvent, Rewriting};
use crate::json::{self, Fields};
use crate::outcome::{Cause, Decision, Fault, Outcome};
use crate::payload;
use crate::phase::{Kind, Phase};
use crate::reply::{self, Output, Verdict};

/// An event in the neutral form: what is no JSON object is never one, and what is reaches a hook as it came.
///
/// # Panics
///
/// Where it does not hold.
pub fn event(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    fields_agree_with_serde_json(text);
    for phase in Phase::ALL {
        if let Ok(event) = Event::decode_neutral(text, phase) {
            assert!(serde_json::from_str::<IgnoredAny>(text).is_ok(), "an event is JSON");
            arrives_as_it_came(&event, text);
        }
    }
}

/// A reply: what begins like an object is never taken for text, and a verdict is the one that it says.
///
/// # Panics
///
/// Where it does not hold.
pub fn reply(bytes: &[u8]) {
    let object: Option<Map<String, Value>> = serde_json::from_slice(without_mark(bytes)).ok();
    let is_unique = std::str::from_utf8(without_mark(bytes)).is_ok_and(|text| Fields::parse(text).is_ok());
    for phase in Phase::ALL {
        match (reply::read(bytes, false, phase), &object) {
            (Output::Reply(reply), Some(object)) => {
                let ends = phase.ends_agent() && object.get("continue") == Some(&Value::Bool(false));
                if let Some(least) = decision(object).filter(|_| !ends) {
                    assert!(reply.verdict >= Some(least), "{:?} is less than {least:?}", reply.verdict);
                }
            }
            (Output::Reply(_), None) => assert!(is_unique, "a reply is one object"),
            (Output::Unreadable(_), Some(object)) => {
                assert!(!(is_unique && is_plain(object)), "it can be read");
            }
            (Output::Silent | Output::Text(_), Some(_)) => panic!("an object is a reply"),
            (output, None) => {
                let begins = without_mark(bytes).trim_ascii_start().starts_with(b"{");
                assert!(!begins || matches!(output, Output::Unreadable(_)), "it begins like a reply");
            }
        }
    }
    assert!(matches!(
        reply::read(bytes, true, Phase::PreTool),
        Output::Silent | Output::Text(_) | Output::Unreadable(_)
    ));
}

/// A hooks.toml: what is no TOML runs nothing, every finding has its place, names are unique, and a
/// run reads the same as a check.
///
/// # Panics
///
/// Where it does not hold.
pub fn config(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes(Path::new("hooks.toml"), PathBuf::from("/"), bytes.to_vec()) else {
        return;
    };
    let is_toml = toml::from_str::<toml::Table>(&source.text).is_ok();
    let sources = [source];
    let (config, located) = config::read(&sources);
    for found in &located {
        assert!(sources[0].text.get(found.problem.span.clone()).is_some(), "{:?}", found.problem);
    }
    drop(config::describe(&sources, &located));
    let is_faulty = config::has_error(&located);
    if !is_faulty {
        assert!(is_toml, "what is no TOML runs nothing");
        let names: BTreeSet<_> = config.hooks.iter().map(|hook| hook.name.as_ref()).collect();
        assert_eq!(names.len(), config.hooks.len(), "names are unique");
    }
    for phase in Phase::ALL {
        let event =
            Event::decode_neutral(r#"{"tool":"x","input":{},"prompt":"p"}"#, phase).expect("an event");
        let (for_event, found) = config::read_for(&sources, &event);
        assert_eq!(format!("{found:?}"), format!("{located:?}"), "a run finds the same faults");
        if is_faulty {
            continue;
        }
        let mut chain = config.hooks.iter().filter(|hook| {
            hook.enabled && hook.phase == phase && hook.tools.matches(event.tool.as_deref(), event.class)
        });
        let same = |hook| chain.next().is_some_and(|other| format!("{other:?}") == format!("{hook:?}"));
        assert!(for_event.hooks.iter().all(same) && chain.next().is_none(), "a run reads the same chain");
        assert_eq!(for_event.deadline, config.deadline, "a run has the same deadline");
    }
}

/// An event of a host: it reaches a hook as it came, nothing is granted, and what keeps a gate from deciding is
/// never an answer that lets it go ahead.
///
/// # Panics
///
/// Where it does not hold.
pub fn host(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let fields = Fields::parse(text).unwrap_or_default();
    for host in host::ALL {
        // A host whose events have no name gives it beside them.
        let told = host.name_of(&fields).is_none().then(|| (host.guess)(&fields)).flatten();
        let fault = || Fault::new(Cause::Event, "it cannot be read");
        let Ok((kind, event)) = host.decode(text, told) else {
            assert_eq!(Form::Unknown(host, None).fault(None, fault()).exit, Exit::Denied);
            continue;
        };
        arrives_as_it_came(&event, text);
        let asked = Asked { kind, event: Some(&event) };
        let mut allowed = Outcome::allow(kind.phase, event.tool.clone());
        let answer = host.answer(&mut allowed, asked);
        assert_eq!(answer.exit, Exit::Allowed);
        assert!(!String::from_utf8_lossy(&answer.stdout).contains("allow"), "nothing is granted");
        let mut failed = Outcome::fault(kind.phase, event.tool.clone(), fault());
        let answer = host.answer(&mut failed, asked);
        denies_at_a_gate(&answer, &failed, kind);
    }
}

/// A reply, answered in the form of every event of every host: a deny stays one, and nothing is granted that the
/// hook may not grant.
///
/// # Panics
///
/// Where it does not hold.
pub fn answer(bytes: &[u8]) {
    for host in host::ALL {
        for kind in host.events {
            let Output::Reply(reply) = reply::read(bytes, false, kind.phase) else { continue };
            let mut outcome = Outcome::allow(kind.phase, None);
            (outcome.message, outcome.context) = (reply.message, reply.context);
            (outcome.reason, outcome.mutated) = (reply.reason, reply.mutated.map(json::on_one_line));
            match reply.verdict {
                Some(Verdict::Deny) => {
                    let reason = outcome.reason.take().unwrap_or_else(|| "no".to_owned());
                    outcome.deny(Cause::Hook, reason, None);
                }
                Some(Verdict::Ask) => outcome.decision = Decision::Ask,
                Some(Verdict::Allow) | None => {}
            }
            let (denied, asked) = (outcome.decision == Decision::Deny, outcome.decision == Decision::Ask);
            let answer = host.answer(&mut outcome, Asked { kind, event: None });
            let said: Option<Value> = (!answer.stdout.is_empty())
                .then(|| serde_json::from_slice::<IgnoredAny>(&answer.stdout).expect("an answer is JSON"))
                .and_then(|_| serde_json::from_slice(&answer.stdout).ok());
            if denied {
                denies_at_a_gate(&answer, &outcome, kind);
            }
            let beside_rewrite = kind.takes.rewrite == Rewriting::BesideAllow && outcome.mutated.is_some();
            if denied || asked || !beside_rewrite {
                assert!(said.is_none_or(|said| !grants(&said)), "{}: nothing is granted", kind.name);
            }
        }
    }
}

/// Whether an answer has a key in which a host reads a permission, with the word for it.
fn grants(answer: &Value) -> bool {
    let keys = ["permissionDecision", "behavior", "decision"];
    let here = keys.iter().any(|key| answer.get(key) == Some(&Value::from("allow")));
    here || ["hookSpecificOutput", "decision"].iter().any(|key| answer.get(key).is_some_and(grants))
}

fn denies_at_a_gate(answer: &Answer, outcome: &Outcome<'_>, kind: &HostEvent) {
    if kind.phase.kind() == Kind::Gate {
        let said = String::from_utf8_lossy(&answer.stdout);
        let denies = ["deny", "block", "false"].iter().any(|word| said.contains(word));
        // A host may have no way to deny an event: then a person is told.
        let cannot = outcome.decision == Decision::Allow && !outcome.warnings.is_empty();
        assert!(denies || answer.exit == Exit::Denied || cannot, "{}: {said}", kind.name);
    }
}

/// The reader of fields and `serde_json` take the same texts, but for a key that is given twice.
fn fields_agree_with_serde_json(text: &str) {
    let object = serde_json::from_str::<Map<String, Value>>(text);
    match Fields::parse(text) {
        Ok(fields) => {
            assert!(serde_json::from_str::<IgnoredAny>(text).is_ok(), "what has fields is JSON");
            if let Ok(object) = object {
                let same = fields.iter().all(|(name, raw)| {
                    object.get(name) == serde_json::from_str::<Value>(raw.get()).ok().as_ref()
                });
                let names = fields.iter().map(|(name, _)| name).chain(["no such"]);
                for name in names {
                    let raw = fields.get(name).map(serde_json::value::RawValue::get);
                    assert_eq!(json::skim::member(text, name), raw, "skimming finds the same");
                }
                assert!(same && fields.iter().count() == object.len(), "the fields are those of the object");
            }
        }
        Err(error) => {
            assert!(object.is_err() || error.to_string().contains("given twice"), "{error}");
        }
    }
}

/// What is rewritten and what is not needed reaches a hook byte for byte, in both forms.
fn arrives_as_it_came(event: &Event<'_>, text: &str) {
    let sent = String::from_utf8(payload::event_form(event, None).concat()).expect("a payload is text");
    let fields = Fields::parse(&sent).expect("a payload is one object");
    if let Some(subject) = event.subject {
        let name = if event.phase.has_tool() { "input" } else { "prompt" };
        assert_eq!(fields.get(name).map(serde_json::value::RawValue::get), Some(subject.get()));
        assert!(text.contains(subject.get()));
    }
    assert_eq!(payload::raw_form(event, None).concat(), text.as_bytes());
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The verdict in hookctl's own key.
fn decision(object: &Map<String, Value>) -> Option<Verdict> {
    match object.get("decision")?.as_str()? {
        "allow" => Some(Verdict::Allow),
        "ask" => Some(Verdict::Ask),
        "deny" | "block" => Some(Verdict::Deny),
        _ => None,
    }
}

/// Whether an object has nothing but hookctl's own keys, with values as they should be.
fn is_plain(object: &Map<String, Value>) -> bool {
    object.iter().all(|(key, value)| match key.as_str() {
        "decision" => decision(object).is_some(),
        "reason" | "message" | "context" => value.is_string(),
        _ => false,
    })
}

#[cfg(test)]
mod tests;
