//! The settings to paste, as each host reads them.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use serde_json::{Map, Value};

use super::super::{ALL, Host};
use super::data;
use crate::phase::Kind;

/// What ends a hook at its limit: half a second of grace, and a tenth to read what it printed.
const ENDING: Duration = Duration::from_millis(600);

/// The file of a host below `tests/data`, and the events that are not in it.
fn settings(host: &Host) -> (&'static str, &'static [&'static str]) {
    match host.name {
        "claude" => ("claude/settings.json", &[]),
        "codex" => ("codex/hooks.json", &[]),
        // It fires before every request to the model, and nothing can be said there.
        "gemini" => ("gemini/settings.json", &["PreCompress"]),
        "qwen" => ("qwen/settings.json", &[]),
        "copilot" => ("copilot/hookctl.json", &[]),
        "droid" => ("droid/hooks.json", &[]),
        other => panic!("{other}"),
    }
}

/// The entry of each event.
fn entries(host: &Host, settings: &Value) -> BTreeMap<String, Map<String, Value>> {
    // A `hooks` key in Droid's file makes it ignore the file.
    let events = if host.name == "droid" { settings } else { &settings["hooks"] };
    let flat = host.name == "copilot";
    let entry = |event: &Value| if flat { event[0].clone() } else { event[0]["hooks"][0].clone() };
    let events = events.as_object().expect("events");
    events.iter().map(|(name, event)| (name.clone(), entry(event).as_object().expect(name).clone())).collect()
}

/// The limit of an entry, in the unit of its host.
fn limit(host: &Host, entry: &Map<String, Value>) -> Duration {
    let number = |key: &str| entry[key].as_u64().expect("a whole number");
    match host.name {
        "gemini" => Duration::from_millis(number("timeout")),
        "copilot" => Duration::from_secs(number("timeoutSec")),
        // From 1000 on it would be milliseconds, and from 60 s on the gate is open.
        "qwen" => {
            Some(number("timeout")).filter(|limit| *limit < 60).map(Duration::from_secs).expect("below 60")
        }
        _ => Duration::from_secs(number("timeout")),
    }
}

#[test]
fn they_wire_every_event_and_leave_time_for_the_deadline() {
    for host in ALL {
        let (file, left_out) = settings(host);
        let text = fs::read_to_string(data(file)).expect(file);
        let wired = entries(host, &serde_json::from_str(&text).expect("JSON"));
        let wanted = host.events.iter().map(|event| event.name).filter(|name| !left_out.contains(name));
        let mut wanted: Vec<_> = wanted.collect();
        wanted.sort_unstable();
        assert_eq!(wired.keys().map(String::as_str).collect::<Vec<_>>(), wanted, "{file}");
        for (name, entry) in &wired {
            let phase = host.event(name).expect(name).phase;
            let command = entry["command"].as_str().expect("a command");
            let mut words: Vec<_> = command.split(' ').collect();
            let mut deadline = host.deadline(phase);
            if let Some(at) = words.iter().position(|word| *word == "--deadline") {
                deadline = Duration::from_secs(words[at + 1].parse().expect("seconds"));
                words.drain(at..at + 2);
            }
            let named = if host.name == "copilot" { format!(" --event {name}") } else { String::new() };
            assert_eq!(words.join(" "), format!("hookctl run --host {}{named}", host.name));
            assert!(deadline + ENDING < limit(host, entry), "{file}: {name}");
            let blocks = host.name == "claude" && phase.kind() == Kind::Gate;
            assert_eq!(entry.get("onFailure").is_some_and(|word| word == "block"), blocks, "{file}: {name}");
        }
    }
}
