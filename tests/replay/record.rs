//! Events kept by `run --record`.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::support::Case;

const GUARD: &str = "if grep -q reset; then echo no; exit 2; fi";

fn entries(case: &Case, file: &str) -> Vec<Value> {
    case.read(file).lines().map(|line| serde_json::from_str(line).expect("a line is a document")).collect()
}

/// Runs an event and keeps it in `events.jsonl`.
fn record(case: &Case, event: &str, more: &str) -> String {
    case.write("event.json", event);
    let line = format!(r#""$HOOKCTL" run pre_tool --record events.jsonl {more} < event.json > out; echo $?"#);
    case.sh(&line).prints(0, "*", "*")
}

#[test]
fn an_event_is_kept_as_it_came_with_its_outcome() {
    let case = Case::hook("pre_tool", GUARD);
    let event = "{ \"tool\":\"Bash\",\n \"input\":{\"command\":\"git reset\", \"n\":1.00} }\n";
    assert_eq!(record(&case, event, ""), "2\n");
    let line = case.read("events.jsonl");
    assert!(
        line.contains(r#""event":{ "tool":"Bash",  "input":{"command":"git reset", "n":1.00} },"#),
        "{line}"
    );
    let entry = &entries(&case, "events.jsonl")[0];
    assert_eq!((&entry["phase"], &entry["outcome"]["decision"]), (&json!("pre_tool"), &json!("deny")));
    assert!(
        entry["time"].as_str().is_some_and(|time| time.ends_with('Z') && time.starts_with("20")),
        "{entry}"
    );
    let mode = fs::metadata(case.dir().join("events.jsonl")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn what_was_recorded_compares_with_itself() {
    let case = Case::hook("pre_tool", GUARD);
    record(&case, r#"{"tool":"Bash","input":{"command":"git reset"}}"#, "");
    record(&case, r#"{"tool":"Bash","input":{"command":"ls"}}"#, "");
    record(&case, "{torn", "");
    assert_eq!(entries(&case, "events.jsonl")[2]["event"], "{torn");
    let stderr = "3 the same, 0 different (0 now allowed), 0 not compared\n";
    case.call(["replay", "events.jsonl", "--compare"]).prints(0, "*", stderr);
}

#[test]
fn a_full_file_makes_room() {
    let case = Case::hook("pre_tool", "true");
    let event = format!(r#"{{"tool":"Bash","input":{{"command":"{}"}}}}"#, "x".repeat(700_000));
    record(&case, &event, "--record-max-mib 1");
    record(&case, &event, "--record-max-mib 1");
    assert_eq!((entries(&case, "events.jsonl").len(), entries(&case, "events.jsonl.1").len()), (1, 1));
}

#[test]
fn secrets_are_taken_out_and_counted() {
    let case = Case::hook("pre_tool", "cat > seen");
    let event = r#"{"tool":"Bash","input":{"api_key":"k-123","env":{"GITHUB_TOKEN":"t-456"},"n":"x"}}"#;
    record(&case, event, "--record-redact");
    let line = case.read("events.jsonl");
    assert!(!line.contains("k-123") && !line.contains("t-456"), "{line}");
    assert_eq!(entries(&case, "events.jsonl")[0]["redacted"], 2);
    assert!(case.read("seen").contains("k-123"), "the hook sees the event as it came");
}

#[test]
fn secrets_are_taken_out_of_an_event_that_cannot_be_read() {
    let case = Case::hook("pre_tool", "true");
    record(&case, r#"{"tool":"Bash","input":{"api_key":"k-123"}} {"#, "--record-redact");
    let entry = &entries(&case, "events.jsonl")[0];
    assert_eq!(entry["event"], r#"{"tool":"Bash","input":{"api_key":"[redacted]"}} {"#);
    assert_eq!(entry["redacted"], 1);
}

#[test]
fn a_file_that_was_there_is_closed_to_others() {
    let case = Case::hook("pre_tool", "true").file("events.jsonl", "");
    let file = case.dir().join("events.jsonl");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("changed");
    record(&case, r#"{"tool":"Bash","input":{}}"#, "");
    assert_eq!(fs::metadata(file).expect("a file").permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_line_that_does_not_fit_leaves_nothing_behind() {
    let case = Case::hook("pre_tool", "true");
    record(&case, r#"{"tool":"Bash","input":{}}"#, "");
    let event = format!(r#"{{"tool":"Bash","input":{{"command":"{}"}}}}"#, "x".repeat(4_000));
    case.write("event.json", event);
    let line = r#"trap '' XFSZ; ulimit -f 2; "$HOOKCTL" run pre_tool --record events.jsonl < event.json"#;
    case.sh(line).prints(0, "*", "*cannot record the event*");
    assert_eq!(entries(&case, "events.jsonl").len(), 1);
}

#[test]
fn the_folder_is_made() {
    let case = Case::hook("pre_tool", "true");
    case.write("event.json", r#"{"tool":"Bash","input":{}}"#);
    case.sh(r#""$HOOKCTL" run pre_tool --record log/deep/e.jsonl < event.json"#).prints(0, "*", "");
    assert_eq!(entries(&case, "log/deep/e.jsonl").len(), 1);
}

#[test]
fn lines_of_many_writers_stay_whole() {
    let case = Case::hook("pre_tool", "cat >/dev/null");
    case.write(
        "event.json",
        format!(r#"{{"tool":"Write","input":{{"content":"{}"}}}}"#, "A".repeat(200_000)),
    );
    let line = r#"for i in $(seq 30); do "$HOOKCTL" run pre_tool --record e.jsonl < event.json >/dev/null & done; wait"#;
    case.sh(line).prints(0, "", "");
    assert_eq!(entries(&case, "e.jsonl").len(), 30);
}

#[test]
fn what_cannot_be_recorded_changes_no_decision() {
    let case = Case::hook("pre_tool", GUARD);
    case.write("event.json", r#"{"tool":"Bash","input":{"command":"git reset"}}"#);
    for (target, setup) in [("/dev/full", ""), ("fifo", "mkfifo fifo;"), ("sub", "mkdir sub;")] {
        let line = format!(r#"{setup} "$HOOKCTL" run pre_tool --record {target} < event.json >/dev/null"#);
        let stderr = format!("*hookctl: warning: cannot record the event in {target}: *");
        case.sh(&line).prints(2, "", &stderr);
    }
}
