//! hookctl is told to end.

use std::io::Write;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::{Case, Running, is_running, wait_until};

/// The signals that ask hookctl to end.
const ENDING: [(Signal, &str); 3] =
    [(Signal::INT, "SIGINT"), (Signal::TERM, "SIGTERM"), (Signal::HUP, "SIGHUP")];

/// A hook that tells its processes and goes on.
const LONG: &str = "echo $$ > pids; sleep 300 & echo $! >> pids; echo here; touch ready; wait";

fn interrupted(reason: &str) -> Value {
    json!({"decision": "deny", "cause": "interrupted", "reason": reason})
}

/// Waits until the hook runs, and sends the signal.
fn signal_in_the_hook(case: &Case, running: &Running<'_>, signal: Signal) {
    wait_until("the start of the hook", || case.has("ready"));
    running.signal(signal);
}

fn all_end(case: &Case) {
    for pid in case.read("pids").lines() {
        wait_until(&format!("the end of {pid}"), || !is_running(pid));
    }
}

#[test]
fn a_signal_in_a_hook_ends_its_group_and_denies_on_a_gate() {
    for (signal, name) in ENDING {
        let case = Case::hooks("pre_tool", &[("hook", LONG), ("next", "touch next")]);
        let running = case.start("pre_tool");
        signal_in_the_hook(&case, &running, signal);
        let mut expected = interrupted(&format!("hookctl was interrupted by {name} at hook `hook`"));
        expected["hooks"] = json!([{"status": "failed",
            "error": format!("was ended because hookctl was interrupted by {name}")}]);
        running.finish().answers(2, expected);
        all_end(&case);
        assert!(!case.has("next"));
    }
}

#[test]
fn a_signal_in_a_hook_ends_its_group_and_ends_in_1_elsewhere() {
    for phase in ["stop", "session_end"] {
        let case = Case::hooks(phase, &[("hook", LONG), ("next", "touch next")]);
        let running = case.start(phase);
        signal_in_the_hook(&case, &running, Signal::TERM);
        running.finish().answers(
            1,
            json!({"decision": "allow", "warnings": ["hookctl was interrupted by SIGTERM at hook `hook`"]}),
        );
        all_end(&case);
        assert!(!case.has("next"));
    }
}

#[test]
fn a_hook_that_ignores_the_end_is_killed_when_hookctl_is_told_to_end() {
    let case = Case::hook("pre_tool", &format!("trap '' TERM INT HUP; {LONG}; while :; do sleep 1; done"));
    let running = case.start("pre_tool");
    signal_in_the_hook(&case, &running, Signal::INT);
    running.finish().answers(2, interrupted("hookctl was interrupted by SIGINT at hook `hook`"));
    all_end(&case);
}

#[test]
fn on_failure_has_no_say_in_an_interruption() {
    let config = format!(
        "[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\non_failure = \"allow\"\ncommand = {}\n",
        Value::from(LONG)
    );
    let case = Case::new(&config);
    let running = case.start("pre_tool");
    signal_in_the_hook(&case, &running, Signal::TERM);
    running.finish().answers(2, interrupted("hookctl was interrupted by SIGTERM at hook `hook`"));
}

#[test]
fn many_signals_are_like_one() {
    let case = Case::hook("pre_tool", LONG);
    let running = case.start("pre_tool");
    signal_in_the_hook(&case, &running, Signal::INT);
    // It may end at the first one.
    for _ in 0..20 {
        let _ = rustix::process::kill_process(rustix::process::Pid::from_child(&running.child), Signal::TERM);
    }
    running.finish().answers(2, interrupted("hookctl was interrupted by SIGINT at hook `hook`"));
    all_end(&case);
}

#[test]
fn a_signal_while_the_event_is_read_denies_on_a_gate_and_ends_in_1_elsewhere() {
    for (signal, name) in ENDING {
        for phase in ["pre_tool", "stop", "session_end"] {
            let case = Case::hook(phase, "touch ran");
            let mut running = case.start_open(phase);
            let mut stdin = running.child.stdin.take().expect("it stays open");
            // Larger than a pipe: once it is written, hookctl reads.
            stdin.write_all(format!("{{\"x\":\"{}", "x".repeat(1 << 20)).as_bytes()).expect("hookctl reads");
            running.signal(signal);
            let text = format!("hookctl was interrupted by {name} while it read the event");
            let ran = running.finish();
            if phase == "pre_tool" {
                ran.answers(2, interrupted(&text));
            } else {
                ran.answers(1, json!({"decision": "allow", "warnings": [text]}));
            }
            assert!(!case.has("ran"));
            drop(stdin);
        }
    }
}

#[test]
fn a_signal_that_the_parent_ignored_still_ends_hookctl() {
    let case = Case::hook("pre_tool", LONG).event(r#"{"tool":"Bash","input":{}}"#);
    let line = r#"trap '' INT HUP TERM; "$HOOKCTL" run pre_tool --config hooks.toml <event & until test -e ready; do sleep 0.05; done; kill -HUP $!; wait $!"#;
    case.write("event", r#"{"tool":"Bash","input":{}}"#);
    case.sh(line).answers(2, interrupted("hookctl was interrupted by SIGHUP at hook `hook`"));
    all_end(&case);
}
