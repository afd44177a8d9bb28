//! What must hold for any bytes at all, one function for each place where bytes of others come in. The property
//! tests below and the targets of the fuzzer call the same ones.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::config;
use crate::config::source::Source;
use crate::event::Event;
use crate::exit::Exit;
use crate::form::Form;
use crate::host::{self, Asked};
use crate::json::Fields;
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

/// A hooks.toml: what is no TOML runs nothing, every finding has its place, and names are unique.
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
    if config::has_error(&located) {
        return;
    }
    assert!(is_toml, "what is no TOML runs nothing");
    let names: BTreeSet<_> = config.hooks.iter().map(|hook| hook.name.as_ref()).collect();
    assert_eq!(names.len(), config.hooks.len(), "names are unique");
}

/// An event of a host: it reaches a hook as it came, nothing is granted, and what keeps a gate from deciding is
/// never an answer that lets it go ahead.
///
/// # Panics
///
/// Where it does not hold.
pub fn host(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for host in host::ALL {
        let fault = || Fault::new(Cause::Event, "it cannot be read");
        let Ok((kind, event)) = host.decode(text, None) else {
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
        if kind.phase.kind() == Kind::Gate {
            let said = String::from_utf8_lossy(&answer.stdout);
            let denies = ["deny", "block", "false"].iter().any(|word| said.contains(word));
            // A host may have no way to deny an event: then a person is told.
            let cannot = failed.decision == Decision::Allow && !failed.warnings.is_empty();
            assert!(denies || answer.exit == Exit::Denied || cannot, "{}: {said}", kind.name);
        }
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
    let sent = String::from_utf8(payload::event_form(event, None)).expect("a payload is text");
    let fields = Fields::parse(&sent).expect("a payload is one object");
    if let Some(subject) = event.subject {
        let name = if event.phase.has_tool() { "input" } else { "prompt" };
        assert_eq!(fields.get(name).map(serde_json::value::RawValue::get), Some(subject.get()));
        assert!(text.contains(subject.get()));
    }
    assert_eq!(payload::raw_form(event, None), text.as_bytes());
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
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    /// What texts of events and replies are made of.
    const JSON: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        " ",
        "\n",
        "\"",
        "\\",
        "\"tool\":",
        "\"input\":",
        "\"prompt\":",
        "\"event\":",
        "\"pre_tool\"",
        "\"decision\":",
        "\"deny\"",
        "\"allow\"",
        "\"ask\"",
        "\"reason\":",
        "\"message\":",
        "\"continue\":false",
        "\"mutated\":{}",
        "\"a\"",
        "\"\\u0074ool\":",
        "\"\\ud800\"",
        "\"hook_event_name\":",
        "\"PreToolUse\"",
        "\"Stop\"",
        "\"tool_name\":",
        "\"tool_input\":",
        "1e400",
        "-0",
        "12345678901234567890",
        "null",
        "true",
        "false",
        "\u{feff}",
        "é",
        "\0",
    ];

    /// What files are made of.
    const TOML: &[&str] = &[
        "[[hooks]]\n",
        "[defaults]\n",
        "event = ",
        "command = ",
        "name = ",
        "tools = ",
        "timeout_secs = ",
        "shell = ",
        "cwd = ",
        "stdin = ",
        "enabled = ",
        "\"pre_tool\"\n",
        "\"stop\"\n",
        "\"true\"\n",
        "[\"a\", \"b\"]\n",
        "\"x\"\n",
        "1\n",
        "-1.5\n",
        "true\n",
        "nan\n",
        "\"",
        "'",
        "\"\"\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        ".",
        ",",
        "#",
        "\n",
        "\r\n",
        " ",
        "pre_tool#1",
        "é",
        "\u{feff}",
        "\0",
    ];

    fn pieces(of: &'static [&'static str]) -> impl Strategy<Value = String> {
        prop::collection::vec(select(of), 0..40).prop_map(|pieces| pieces.concat())
    }

    /// One object, with keys that mean something.
    fn object() -> impl Strategy<Value = String> {
        let key = select(
            &["tool", "input", "prompt", "event", "decision", "reason", "message", "continue", "x"][..],
        );
        let value = select(
            &[
                "\"deny\"",
                "\"allow\"",
                "\"ask\"",
                "\"pre_tool\"",
                "\"\"",
                "1.0",
                "null",
                "false",
                "{\"a\" : 1e400}",
                "[[]]",
            ][..],
        );
        prop::collection::vec((key, value), 0..6).prop_map(|members| {
            let members: Vec<_> = members.iter().map(|(key, value)| format!("\"{key}\" : {value}")).collect();
            format!(" {{{}}}\n", members.join(","))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_event_is_refused_or_arrives_as_it_came(text in prop_oneof![pieces(JSON), object()]) {
            super::event(text.as_bytes());
        }

        #[test]
        fn any_reply_means_what_it_says(text in prop_oneof![pieces(JSON), object()], torn in 0..200_usize) {
            super::reply(text.as_bytes());
            super::reply(&text.as_bytes()[..torn.min(text.len())]);
        }

        #[test]
        fn any_file_runs_nothing_or_is_toml(text in pieces(TOML)) {
            super::config(text.as_bytes());
        }

        #[test]
        fn any_event_of_a_host_is_refused_or_arrives_as_it_came(text in pieces(JSON)) {
            super::host(text.as_bytes());
            super::host(text.replace("\"tool\":", "\"tool_name\":").as_bytes());
        }

        #[test]
        fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            super::event(&bytes);
            super::reply(&bytes);
            super::config(&bytes);
            super::host(&bytes);
        }
    }

    #[test]
    fn samples_of_hosts_keep_the_properties() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/events");
        for host in std::fs::read_dir(folder).expect("a folder") {
            for sample in std::fs::read_dir(host.expect("an entry").path()).expect("a folder") {
                super::host(&std::fs::read(sample.expect("an entry").path()).expect("a sample"));
            }
        }
    }

    #[test]
    fn the_fuzzer_builds_the_program_with_its_own_dependencies() {
        if !std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz")).exists() {
            let mut stderr = std::io::stderr();
            let _ = std::io::Write::write_all(&mut stderr, b"skipped: the package holds no fuzzer\n");
            return;
        }
        let manifest = |path: &str| {
            let text = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
            toml::from_str::<toml::Table>(&text.expect("a manifest")).expect("TOML")
        };
        let (own, fuzz) = (manifest("Cargo.toml"), manifest("fuzz/Cargo.toml"));
        for (name, dependency) in own["dependencies"].as_table().expect("a table") {
            assert_eq!(fuzz["dependencies"].get(name), Some(dependency), "{name}");
        }
    }
}
