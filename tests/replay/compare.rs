//! Decisions beside what they were, or should be.

use crate::support::{Case, has_program};

const GUARD: &str = "if grep -q reset; then echo no; exit 2; fi";

fn event(command: &str) -> String {
    format!(r#"{{"event":"pre_tool","tool":"Bash","input":{{"command":"{command}"}}}}"#)
}

fn recorded(command: &str, decision: &str) -> String {
    format!(
        r#"{{"time":"2026-01-01T00:00:00Z","phase":"pre_tool","event":{},"outcome":{{"decision":"{decision}"}}}}"#,
        event(command)
    )
}

#[test]
fn an_expectation_holds_or_is_told_with_what_came() {
    let case = Case::hook("pre_tool", GUARD).file("event.json", event("git reset"));
    let same = "1 the same, 0 different (0 now allowed), 0 not compared\n";
    case.call(["replay", "event.json", "--expect", "deny"]).prints(0, "*", same);
    let different = "event       tool  was -> is       decided by\nevent.json  Bash  ask -> deny     hook\n\
         0 the same, 1 different (0 now allowed), 0 not compared\n";
    case.call(["replay", "event.json", "--expect", "ask"]).prints(1, "*", different);
}

#[test]
fn an_event_may_carry_its_own_expectation() {
    let wrapped =
        |command: &str, expect: &str| format!(r#"{{"event":{},"expect":"{expect}"}}"#, event(command));
    let case = Case::hook("pre_tool", GUARD)
        .file("cases/deny.json", wrapped("git reset", "deny"))
        .file("cases/allow.json", wrapped("ls", "allow"));
    let same = "2 the same, 0 different (0 now allowed), 0 not compared\n";
    case.call(["replay", "cases"]).prints(0, "*", same);
    case.write("cases/allow.json", wrapped("git reset", "allow"));
    case.call(["replay", "cases"]).prints(1, "*", "*cases/allow.json  Bash  allow -> deny *");
}

#[test]
fn a_loosened_config_is_found_and_what_it_lets_through_comes_first() {
    let case = Case::hook("pre_tool", "case $(cat) in *ls*) exit 2;; esac")
        .file("w.jsonl", format!("{}\n{}\n", recorded("ls", "allow"), recorded("git reset", "deny")));
    let table = "event      tool  was -> is       decided by\nw.jsonl:2  Bash  deny -> allow   -\n\
         w.jsonl:1  Bash  allow -> deny   hook\n0 the same, 2 different (1 now allowed), 0 not compared\n";
    case.call(["replay", "w.jsonl", "--compare"]).prints(1, "*", table);
}

#[test]
fn what_has_no_outcome_cannot_be_compared() {
    let case = Case::hook("pre_tool", "true").file("event.json", event("ls"));
    let stderr = "event.json: cannot be compared: no outcome was recorded with it\n\
         0 the same, 0 different (0 now allowed), 1 not compared\n";
    case.call(["replay", "event.json", "--compare"]).prints(2, "*", stderr);
}

#[test]
fn the_name_of_a_tool_cannot_act_on_a_terminal() {
    let case = Case::hook("pre_tool", "exit 2")
        .file("event.json", r#"{"event":"pre_tool","tool":"B\u001b[31m\nx","input":{}}"#);
    let row = "*event.json  B\\u{1b}[31m\\nx  allow -> deny   hook\n*";
    case.call(["replay", "event.json", "--expect", "allow"]).prints(1, "*", row);
}

#[test]
fn two_configs_decide_side_by_side() {
    let case = Case::hook("pre_tool", GUARD)
        .file("loose.toml", "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n")
        .file("event.json", event("git reset"));
    let stderr = "*event.json  Bash  deny -> allow   hook\n*";
    case.call(["replay", "event.json", "--against", "loose.toml"]).prints(1, "*", stderr);
    case.call(["replay", "event.json", "--against", "hooks.toml"]).prints(0, "*", "1 the same*");
}

#[test]
fn an_event_that_no_config_can_read_is_not_the_same_under_two() {
    let case = Case::hook("pre_tool", GUARD)
        .file("event.json", r#"{"event":"pre_tool","tool":"Bash"}"#)
        .file("stop.json", r#"{"event":"stop","event":"stop"}"#);
    let stderr = "event.json: cannot be compared: the event has no `input`, which pre_tool needs\n\
         0 the same, 0 different (0 now allowed), 1 not compared\n";
    case.call(["replay", "event.json", "--against", "hooks.toml"]).prints(2, "*", stderr);
    case.call(["replay", "stop.json", "--against", "hooks.toml"]).prints(
        2,
        "*",
        "*stop.json: cannot be compared*",
    );
}

#[test]
fn an_expectation_may_stand_among_the_fields_of_an_event() {
    let flat = event("git reset").replace("{\"event\"", "{\"expect\":\"deny\",\"event\"");
    let case = Case::hook("pre_tool", "true").file("event.json", flat);
    case.call(["replay", "event.json"]).prints(1, "*", "*event.json  Bash  deny -> allow *");
}

#[test]
fn an_event_that_cannot_be_read_may_be_expected_to_be_denied() {
    let case = Case::hook("pre_tool", "true")
        .file("event.json", r#"{"phase":"pre_tool","event":"{torn","expect":"deny"}"#);
    case.call(["replay", "event.json"]).prints(0, "*", "1 the same*");
}

#[test]
fn hooks_that_nothing_was_asked_of_are_not_said_to_be_mild() {
    let case = Case::hook("pre_tool", "exit 2").file("event.json", event("ls"));
    case.call(["replay", "event.json", "--dry-run", "--coverage"]).prints(0, "*", "1 of 1 hooks reached\n");
}

#[test]
fn hooks_that_no_event_reached_or_made_deny_are_listed() {
    let config = r#"
        [[hooks]]
        event = "pre_tool"
        name = "denies"
        tools = ["Write"]
        command = "exit 2"
        [[hooks]]
        event = "pre_tool"
        name = "mild"
        command = "true"
        [[hooks]]
        event = "stop"
        name = "idle"
        command = "true"
    "#;
    let case = Case::new(config)
        .file("ev/a.json", event("ls"))
        .file("ev/b.json", event("ls").replace("Bash", "Write"));
    let stderr = "never reached: idle (stop)\nnever denied:  mild (pre_tool)\n2 of 3 hooks reached\n";
    case.call(["replay", "ev", "--coverage"]).prints(2, "*", stderr);
}

#[test]
fn a_test_report_has_a_case_for_each_event() {
    let case = Case::hook("pre_tool", GUARD)
        .file("w.jsonl", format!("{}\n{}\n", recorded("ls", "allow"), recorded("ls", "deny")))
        .file("note.json", r#"{"event":"session_end"}"#);
    let report = case
        .call(["replay", "w.jsonl", "note.json", "--compare", "--format", "junit"])
        .prints(1, "<?xml *", "*");
    for part in [
        r#"tests="3""#,
        r#"failures="1""#,
        r#"<testcase name="w.jsonl:1" classname="pre_tool"#,
        "deny -&gt; allow",
        r#"<skipped message="observer""#,
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    if has_program("python3") {
        let parse = "import sys, xml.etree.ElementTree as t; r = t.fromstring(sys.stdin.buffer.read()); \
             assert r.tag == 'testsuites' and len(list(r.iter('testcase'))) == 3";
        case.event(report).sh(&format!("python3 -c \"{parse}\"")).prints(0, "", "");
    }
}
