//! An internal error is a fault like any other. A development build can be told to have one.

use serde_json::json;

use crate::support::Case;

const PLACES: [&str; 3] = ["event", "config", "answer"];

#[test]
fn a_panic_on_a_gate_is_a_deny() {
    for place in PLACES {
        let case = Case::hook("pre_tool", "true").env("HOOKCTL_TEST_PANIC", place);
        case.run("pre_tool").answers_and_says(
            2,
            json!({"decision": "deny", "cause": "internal", "reason": "hookctl itself failed: *", "hooks": []}),
            &format!("hookctl: internal error at src/*{place}\nhookctl: pre_tool is denied: hookctl itself failed: *\n"),
        );
    }
}

#[test]
fn a_panic_elsewhere_ends_in_1() {
    for phase in ["stop", "session_end"] {
        for place in PLACES {
            let case = Case::hook(phase, "true").env("HOOKCTL_TEST_PANIC", place);
            case.run(phase).answers_and_says(
                1,
                json!({"decision": "allow", "warnings": ["hookctl itself failed: *"], "hooks": []}),
                &format!(
                    "hookctl: internal error at src/*{place}\nhookctl: warning: hookctl itself failed: *\n"
                ),
            );
        }
    }
}

#[test]
fn no_descriptors_and_no_memory_never_end_in_an_allow() {
    for descriptors in 3..24 {
        let case =
            Case::hook("pre_tool", "cat >/dev/null; echo no; exit 2").event(r#"{"tool":"Bash","input":{}}"#);
        let line = format!(r#"ulimit -n {descriptors} && exec "$HOOKCTL" run pre_tool --config hooks.toml"#);
        // The loader itself may need more than there is.
        let line = format!(r#"({line}); status=$?; test "$status" != 127 || exit 2; exit "$status""#);
        case.sh(&line).prints(2, "*", "*");
    }
}
