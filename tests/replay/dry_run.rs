//! A replay that starts nothing.

use serde_json::Value;

use crate::support::Case;

#[test]
fn every_hook_of_the_phase_is_listed_with_why_it_would_not_run() {
    let config = r#"
        [[hooks]]
        event = "pre_tool"
        name = "fires"
        command = "touch ran; exit 2"
        [[hooks]]
        event = "pre_tool"
        name = "disabled"
        enabled = false
        command = "touch ran"
        [[hooks]]
        event = "pre_tool"
        name = "other-tool"
        tools = ["Write", "mcp__*"]
        command = "touch ran"
        [[hooks]]
        event = "stop"
        name = "other-phase"
        command = "touch ran"
    "#;
    let case = Case::new(config).file("event.json", r#"{"event":"pre_tool","tool":"Bash","input":{}}"#);
    let stdout = case.call(["replay", "--dry-run", "event.json"]).prints(0, "*", "");
    let outcome: Value = serde_json::from_str(&stdout).expect("one document");
    let hooks: Vec<_> = outcome["hooks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|hook| (hook["name"].as_str(), hook["status"].as_str(), hook["why"].as_str()))
        .collect();
    assert_eq!(
        hooks,
        [
            (Some("fires"), Some("would_run"), None),
            (Some("disabled"), Some("skipped"), Some("disabled")),
            (
                Some("other-tool"),
                Some("skipped"),
                Some("its tools [\"Write\", \"mcp__*\"] do not cover `Bash`")
            ),
        ]
    );
    assert_eq!(outcome.get("decision"), None, "nothing was decided");
    assert!(!case.has("ran"));
}

#[test]
fn an_event_that_cannot_be_read_is_told_of() {
    let case = Case::hook("pre_tool", "true").file("event.json", r#"{"event":"pre_tool","tool":"Bash"}"#);
    let stderr = "hookctl: event.json: the event has no `input`, which pre_tool needs\n";
    case.call(["replay", "--dry-run", "event.json"]).prints(2, "", stderr);
}

#[test]
fn thousands_of_events_take_no_memory_for_each() {
    let line = r#"{"event":"pre_tool","tool":"Bash","input":{"command":"ls"}}"#.to_owned() + "\n";
    let case = Case::hook("pre_tool", "exit 2").file("w.jsonl", line.repeat(10_000));
    let stdout = case.call(["replay", "--dry-run", "w.jsonl"]).prints(0, "*", "");
    assert_eq!(stdout.lines().count(), 10_000);
}
