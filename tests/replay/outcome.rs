//! What a replay prints for one event.

use serde_json::{Value, json};

use crate::support::Case;

const EVENT: &str = r#"{"event":"pre_tool","tool":"Bash","input":{"command":"ls"}}"#;

/// A case with two hooks and an event beside them.
fn case(first: &str, second: &str) -> Case {
    Case::hooks("pre_tool", &[("first", first), ("second", second)]).file("event.json", EVENT)
}

fn lines(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).expect("a line is a document")).collect()
}

#[test]
fn the_outcome_has_what_each_hook_printed_and_those_that_did_not_run() {
    let case = case("echo out; echo err >&2; exit 2", "true");
    let stdout = case.call(["replay", "event.json"]).prints(2, "*", "");
    let outcome = &lines(&stdout)[0];
    assert_eq!(outcome["decision"], "deny");
    assert_eq!(outcome["source"], "event.json");
    assert_eq!(
        (&outcome["hooks"][0]["stdout"], &outcome["hooks"][0]["stderr"]),
        (&json!("out"), &json!("err"))
    );
    assert_eq!(outcome["hooks"][1]["status"], "skipped");
    assert_eq!(outcome["hooks"][1]["why"], "the chain ended with `first`");
    assert_eq!(outcome["hooks"][1].get("duration_ms"), None);
}

#[test]
fn the_exit_status_is_that_of_a_run() {
    let case = case("true", "true");
    case.call(["replay", "event.json"]).prints(0, "*", "");
    case.write("stop.json", r#"{"event":"stop"}"#);
    case.call(["replay", "stop.json"]).prints(0, "*", "");
}

#[test]
fn one_hook_of_the_chain_runs_alone() {
    let case = case("touch first-ran; exit 2", "exit 2");
    let stdout = case.call(["replay", "event.json", "--only", "second"]).prints(2, "*", "");
    let outcome = &lines(&stdout)[0];
    assert_eq!(outcome["decided_by"], "second");
    assert_eq!(outcome["hooks"][0]["why"], "another hook was asked for");
    assert!(!case.has("first-ran"));
}

#[test]
fn a_hook_that_is_not_there_is_named_with_the_nearest() {
    let stderr = "hookctl: there is no hook `secnd`: did you mean `second`?\n";
    case("true", "true").call(["replay", "event.json", "--only", "secnd"]).prints(2, "", stderr);
}

#[test]
fn an_event_without_a_phase_cannot_be_replayed() {
    let case = case("true", "true").file("event.json", r#"{"tool":"Bash","input":{}}"#);
    let stderr =
        "hookctl: event.json: it names no phase: an event needs `event`, as \"event\": \"pre_tool\"\n";
    case.call(["replay", "event.json"]).prints(2, "", stderr);
}

#[test]
fn an_event_that_lacks_what_its_phase_needs_is_decided_about_as_in_a_run() {
    let case = case("true", "true").file("event.json", r#"{"event":"pre_tool","input":{}}"#);
    let stdout = case.call(["replay", "event.json"]).prints(2, "*", "");
    assert_eq!(
        (&lines(&stdout)[0]["decision"], &lines(&stdout)[0]["cause"]),
        (&json!("deny"), &json!("event"))
    );
}

#[test]
fn a_faulty_config_is_told_with_its_places() {
    let case = Case::new("[[hooks]]\nevent = \"pre_tol\"\n").file("event.json", EVENT);
    case.call(["replay", "event.json"]).prints(2, "", "*hooks.toml:2:9: there is no phase `pre_tol`*");
}

#[test]
fn an_event_of_an_observer_runs_when_it_is_given_by_name() {
    let case = Case::hook("session_end", "touch ran").file("event.json", r#"{"event":"session_end"}"#);
    case.call(["replay", "event.json"]).prints(0, "*", "");
    assert!(case.has("ran"));
}

#[test]
fn a_closed_stdout_is_told() {
    let case = case("true", "true");
    case.sh(r#""$HOOKCTL" replay event.json > /dev/full"#).prints(
        2,
        "",
        "hookctl: cannot write to stdout: *\n",
    );
}
