//! The event on hookctl's stdin.

use std::io::Write;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Case, has_program};

/// A gate's outcome where the event has this fault.
fn faulty(reason: &str) -> Value {
    json!({"decision": "deny", "cause": "event", "reason": reason, "hooks": []})
}

/// Events that cannot be read, and a word of the reason.
const FAULTY: [(&[u8], &str); 24] = [
    (b"", "empty"),
    (b" \n\t\n", "empty"),
    (b"\xef\xbb\xbf", "empty"),
    (b"\xef\xbb\xbf\xef\xbb\xbf{\"tool\":\"a\",\"input\":{}}", "not one JSON object"),
    (b"tool", "not one JSON object"),
    (b"{\"tool\":\"a\",\"input\":{}", "not one JSON object"),
    (b"{\"tool\":\"a\",\"input\":{},}", "not one JSON object"),
    (b"{'tool':'a','input':{}}", "not one JSON object"),
    (b"[]", "not one JSON object"),
    (b"null", "not one JSON object"),
    (b"\"text\"", "not one JSON object"),
    (b"{\"tool\":\"a\",\"input\":{}} {}", "not one JSON object"),
    (b"{\"tool\":\"a\",\"input\":{}}\n{\"tool\":\"a\",\"input\":{}}\n", "not one JSON object"),
    (b"{\"tool\":\"a\",\"input\":{}}\0", "not one JSON object"),
    (b"{\"tool\":\"a\0\",\"input\":{}}", "not one JSON object"),
    (b"{\"tool\":\"a\",\"input\":\"\x83\"}", "not UTF-8"),
    (b"\xff\xfe{\0\"\0", "not UTF-8"),
    (b"{\"tool\":\"a\",\"tool\":\"b\",\"input\":{}}", "`tool` is given twice"),
    (b"{\"tool\":\"a\",\"\\u0074ool\":\"b\",\"input\":{}}", "`tool` is given twice"),
    (b"{\"toolName\":\"a\",\"input\":{}}", "no `tool`"),
    (b"{\"tool\":[\"a\"],\"input\":{}}", "`tool` of the event must be a string"),
    (b"{\"tool\":\"\\ud800\",\"input\":{}}", "`tool` of the event must be a string"),
    (b"{\"tool\":\"a\"}", "no `input`"),
    (b"{\"event\":\"post_tool\",\"tool\":\"a\",\"input\":{}}", "`post_tool`*`pre_tool`"),
];

#[test]
fn a_faulty_event_denies_on_a_gate_and_says_what_is_wrong() {
    for (event, word) in FAULTY {
        let case = Case::hook("pre_tool", "touch ran").event(event);
        case.run("pre_tool").answers(2, faulty(&format!("*{word}*")));
        assert!(!case.has("ran"));
    }
    for (event, word) in
        [("{}", "no `prompt`"), (r#"{"prompt":["p"]}"#, "`prompt` of the event must be a string")]
    {
        Case::new("").event(event).run("prompt_submit").answers(2, faulty(&format!("*{word}*")));
    }
}

#[test]
fn a_faulty_event_is_a_warning_and_status_1_elsewhere() {
    for phase in ["stop", "post_tool"] {
        for event in ["", "[]", r#"{"event":"pre_tool","tool":"a","input":{}}"#] {
            let outcome = Case::hook(phase, "touch ran").event(event).run(phase);
            outcome.answers(1, json!({"decision": "allow", "warnings": ["*"], "hooks": []}));
        }
    }
}

#[test]
fn a_closed_stdin_is_an_empty_event() {
    let case = Case::hook("pre_tool", "true");
    case.sh(r#"exec "$HOOKCTL" run pre_tool --config hooks.toml <&-"#).answers(2, faulty("*empty*"));
    case.sh(r#"exec "$HOOKCTL" run pre_tool --config hooks.toml </dev/null"#).answers(2, faulty("*empty*"));
    case.sh(r#"exec "$HOOKCTL" run pre_tool --config hooks.toml <."#).answers(2, faulty("*cannot be read*"));
}

#[test]
fn blanks_unknown_fields_and_one_byte_order_mark_are_no_fault() {
    for event in [
        "\u{feff}{\"tool\":\"a\",\"input\":{}}",
        " \r\n\t{\"tool\":\"a\",\"input\":{}} \r\n\n",
        r#"{"tool":"a","input":{},"unknown":{"k":[1,2]},"":null}"#,
        r#"{"tool":"a","input":"\ud800 \udc00"}"#,
        r#"{"tool":"","input":1e999}"#,
        r#"{"event":"pre_tool","tool":"a","input":null}"#,
    ] {
        Case::hook("pre_tool", "true").event(event).run("pre_tool").prints(
            0,
            "{*\"decision\":\"allow\"*}\n",
            "",
        );
    }
}

#[test]
fn many_fields_are_no_fault_and_a_repeated_one_among_them_is() {
    let fields = (0..100_000).map(|n| format!(r#","k{n}":{n}"#)).collect::<Vec<_>>().concat();
    let event = |last: &str| format!(r#"{{"tool":"a","input":{{}}{fields}{last}}}"#);
    let case = Case::hook("pre_tool", "cat > /dev/null");
    case.event(event("")).run("pre_tool").answers(0, json!({"decision": "allow"}));
    let case = Case::new("").event(event(r#","k500":0"#));
    case.run("pre_tool").answers(2, faulty("*`k500` is given twice*"));
}

#[test]
fn a_long_name_is_cut_in_the_fault() {
    let event = format!(r#"{{"event":"{}"}}"#, "x".repeat(1_000_000));
    let outcome = Case::new("").event(event).run("stop");
    outcome.answers(1, json!({"decision": "allow", "warnings": ["the event is of phase `xxx*[cut]"]}));
}

#[test]
fn an_event_above_64_mib_is_refused_and_one_of_that_size_is_not() {
    let event = |size: usize| {
        let frame = r#"{"tool":"a","input":""}"#;
        format!(r#"{{"tool":"a","input":"{}"}}"#, "x".repeat(size - frame.len()))
    };
    let case = Case::hook("pre_tool", "wc -c > seen").event(event(64 << 20));
    case.run("pre_tool").answers(0, json!({"decision": "allow"}));
    assert_eq!(case.read("seen").trim(), ((64 << 20) + r#""event":"pre_tool","#.len() + 1).to_string());
    let case = case.event(event((64 << 20) + 1));
    case.run("pre_tool").answers(2, faulty("the event is larger than 64 MiB"));
}

#[test]
fn an_endless_event_is_refused() {
    let case = Case::hook("pre_tool", "true");
    case.sh(r#"yes | "$HOOKCTL" run pre_tool --config hooks.toml"#).answers(2, faulty("*64 MiB*"));
}

#[test]
fn a_host_that_never_closes_stdin_is_answered_once_the_event_is_complete() {
    for event in [r#"{"tool":"a","input":{}}"#, "\u{feff}{\"tool\":\"a\",\"input\":{}}\n"] {
        let case = Case::hook("pre_tool", "cat >/dev/null");
        let mut running = case.start_open("pre_tool");
        let mut stdin = running.child.stdin.take().expect("it stays open");
        let (start, end) = event.split_at(10);
        stdin.write_all(start.as_bytes()).expect("hookctl reads");
        // Longer than the rest of a complete event may take, and shorter than that of an incomplete one.
        thread::sleep(Duration::from_millis(600));
        stdin.write_all(end.as_bytes()).expect("hookctl reads");
        running.finish().answers(0, json!({"decision": "allow"}));
        drop(stdin);
    }
}

#[test]
fn what_can_become_no_event_is_refused_while_stdin_is_open() {
    let case = Case::hook("pre_tool", "true");
    let mut running = case.start_open("pre_tool");
    let mut stdin = running.child.stdin.take().expect("it stays open");
    stdin.write_all(b"{\"tool\":\"a\",]").expect("hookctl reads");
    running.finish().answers(2, faulty("*not one JSON object*"));
    drop(stdin);
}

#[test]
fn an_event_that_is_never_finished_is_refused() {
    let cases = ["", "{\"tool\":\"a\",\"input\":{}"].map(|start| (Case::hook("pre_tool", "true"), start));
    let running = cases.each_ref().map(|(case, start)| {
        let mut running = case.start_open("pre_tool");
        let mut stdin = running.child.stdin.take().expect("it stays open");
        stdin.write_all(start.as_bytes()).expect("hookctl reads");
        (running, stdin)
    });
    for (running, stdin) in running {
        running.finish().answers(2, faulty("*incomplete*5 s*"));
        drop(stdin);
    }
}

#[test]
fn a_terminal_as_stdin_is_refused_at_once() {
    if !has_program("script") {
        return;
    }
    let case = Case::hook("pre_tool", "true");
    let line = r#"script -qec '"$HOOKCTL" run pre_tool --config hooks.toml; echo status=$?' /dev/null"#;
    case.sh(line).prints(0, "*stdin is a terminal*status=2*", "");
}

#[test]
fn a_stdin_that_does_not_block_is_read_to_its_end() {
    if !has_program("python3") {
        return;
    }
    let script = r#"
import os, subprocess, sys, time
reader, writer = os.pipe()
os.set_blocking(reader, False)
child = subprocess.Popen([os.environ["HOOKCTL"], "run", "pre_tool", "--config", "hooks.toml"], stdin=reader)
time.sleep(0.2)
os.write(writer, b'{"tool":"a",')
time.sleep(0.2)
os.write(writer, b'"input":{}}')
os.close(writer)
sys.exit(child.wait())
"#;
    let case = Case::hook("pre_tool", "true").file("host.py", script);
    case.sh("exec python3 host.py").answers(0, json!({"decision": "allow"}));
}
