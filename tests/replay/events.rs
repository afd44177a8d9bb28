//! Where saved events come from.

use serde_json::Value;

use crate::support::Case;

fn event(tool: &str) -> String {
    format!(r#"{{"event":"pre_tool","tool":"{tool}","input":{{}}}}"#)
}

/// The tools and sources of the outcomes that were printed, in order.
fn printed(stdout: &str) -> Vec<String> {
    let show = |line: &str| {
        let outcome: Value = serde_json::from_str(line).expect("a line is a document");
        format!("{} {}", outcome["source"].as_str().unwrap_or("-"), outcome["tool"].as_str().unwrap_or("-"))
    };
    stdout.lines().map(show).collect()
}

#[test]
fn a_folder_is_every_json_and_jsonl_below_it_sorted() {
    let case = Case::hook("pre_tool", "true")
        .file("ev/b.json", event("B"))
        .file("ev/a/z.jsonl", format!("{}\n\n{}\n", event("Z1"), event("Z2")))
        .file("ev/notes.txt", "not an event");
    let stdout = case.call(["replay", "ev"]).prints(0, "*", "");
    assert_eq!(printed(&stdout), ["ev/a/z.jsonl:1 Z1", "ev/a/z.jsonl:3 Z2", "ev/b.json B"]);
}

#[test]
fn stdin_holds_one_event_or_several() {
    let case = Case::hook("pre_tool", "true");
    let one = case.event(event("A"));
    assert_eq!(printed(&one.call(["replay", "-"]).prints(0, "*", "")), ["- A"]);
    let several = one.event(format!("{}\n{}", event("A"), event("B")));
    assert_eq!(printed(&several.call(["replay", "-"]).prints(0, "*", "")), ["-:1 A", "-:2 B"]);
}

#[test]
fn a_document_may_be_laid_out_over_lines_and_begin_with_a_mark() {
    let text = "\u{feff}{\n  \"event\": \"pre_tool\",\n  \"tool\": \"A\",\n  \"input\": {}\n}\n";
    let case = Case::hook("pre_tool", "true").file("event.json", text);
    assert_eq!(printed(&case.call(["replay", "event.json"]).prints(0, "*", "")), ["event.json A"]);
}

#[test]
fn stdin_may_begin_with_a_mark() {
    let case = Case::hook("pre_tool", "true").event(format!("\u{feff}{}", event("A")));
    assert_eq!(printed(&case.call(["replay", "-"]).prints(0, "*", "")), ["- A"]);
}

#[test]
fn an_event_may_have_an_outcome_of_its_own() {
    let case = Case::hook("session_end", "cat > seen")
        .file("event.json", r#"{"event":"session_end","session_id":"s","outcome":"success"}"#);
    case.call(["replay", "event.json"]).prints(0, "*", "");
    assert!(case.read("seen").contains(r#""outcome":"success""#));
}

#[test]
fn a_line_that_cannot_be_read_does_not_hide_the_others() {
    let case = Case::hook("pre_tool", "true").file("w.jsonl", format!("{{torn\n{}\n", event("A")));
    let stdout = case.call(["replay", "w.jsonl"]).prints(2, "*", "hookctl: w.jsonl:1: *\n");
    assert_eq!(printed(&stdout), ["w.jsonl:2 A"]);
}

#[test]
fn what_is_not_there_or_holds_nothing_is_told() {
    let case = Case::hook("pre_tool", "true").file("empty.json", " ").file("folder/readme.txt", "");
    case.call(["replay", "no.json"]).prints(
        2,
        "",
        "hookctl: cannot read no.json: No such file or directory*\n",
    );
    case.call(["replay", "empty.json"]).prints(2, "", "hookctl: empty.json: it holds no event\n");
    let stderr = "hookctl: cannot read folder: there is no [*].json and no [*].jsonl in this folder\n";
    case.call(["replay", "folder"]).prints(2, "", &stderr.replace("[*]", "*"));
    case.call(["replay"]).prints(2, "", "error: *required*");
}

#[test]
fn of_several_events_those_of_observers_are_left_alone() {
    let end = r#"{"event":"session_end"}"#;
    let case = Case::hook("session_end", "echo x >> ran").file("w.jsonl", format!("{end}\n{end}\n"));
    let stdout = case.call(["replay", "w.jsonl"]).prints(0, "*", "");
    let outcome: Value = serde_json::from_str(stdout.lines().next().expect("a line")).expect("JSON");
    assert_eq!(outcome["hooks"][0]["why"], "observer");
    assert!(!case.has("ran"));
    case.call(["replay", "w.jsonl", "--run-observers"]).prints(0, "*", "");
    assert_eq!(case.read("ran"), "x\nx\n");
}

#[test]
fn events_side_by_side_are_printed_in_their_order() {
    let slow_first = "case $HOOKCTL_TOOL in T0) sleep 0.4;; esac; echo $HOOKCTL_TOOL >> order";
    let events: String = (0..8).map(|n| event(&format!("T{n}")) + "\n").collect();
    let case = Case::hook("pre_tool", slow_first).file("w.jsonl", events);
    let stdout = case.call(["replay", "w.jsonl", "--jobs", "4"]).prints(0, "*", "");
    let expected: Vec<_> = (0..8).map(|n| format!("w.jsonl:{} T{n}", n + 1)).collect();
    assert_eq!(printed(&stdout), expected);
    assert_eq!(case.read("order").lines().count(), 8);
}

#[test]
fn many_events_side_by_side_all_end() {
    let events: String = (0..200).map(|n| event(&format!("T{n}")) + "\n").collect();
    let case = Case::hook("pre_tool", "cat >/dev/null; echo done").file("w.jsonl", events);
    let stdout = case.call(["replay", "w.jsonl", "--jobs", "16"]).prints(0, "*", "");
    assert_eq!(stdout.matches("\"message\":\"done\"").count(), 400, "once in the outcome, once in its hook");
}
