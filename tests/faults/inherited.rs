//! What the parent left: closed streams, ignored signals, a blocked mask.

use serde_json::json;

use crate::support::{Case, has_program};
use crate::{DENIES, RUN, gate};

#[test]
fn no_combination_of_closed_streams_lets_a_gate_go_ahead() {
    for closed in 0..8 {
        let shut = |bit: u8, how: &'static str| if closed & bit == 0 { "" } else { how };
        let line = format!("exec {RUN} {} {} {}", shut(1, "<&-"), shut(2, ">&-"), shut(4, "2>&-"));
        // Without a stdin there is no event, and without a stdout the reason is on stderr.
        let why = if closed & 1 == 0 { "no" } else { "stdin is empty*" };
        let stdout = if closed & 2 == 0 { format!("{{*\"reason\":\"{why}*\"*}}\n") } else { String::new() };
        let stderr = if closed & 4 == 0 { format!("*: {why}*") } else { String::new() };
        gate(DENIES).sh(&line).prints(2, &stdout, &stderr);
    }
}

#[test]
fn no_combination_of_closed_streams_hides_a_stop() {
    for closed in ["", "<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-"] {
        // Without an event nothing can be decided, which a brake lets pass.
        let status = if closed.contains("<&-") { 1 } else { 2 };
        let case = Case::hook("stop", DENIES).event("{}");
        case.sh(&format!(r#"exec "$HOOKCTL" run stop --config hooks.toml {closed}"#))
            .prints(status, "*", "*");
    }
}

#[test]
fn ignored_signals_of_the_parent_change_nothing() {
    let denied = json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "hook"});
    gate(DENIES).sh(&format!("trap '' CHLD PIPE INT TERM HUP QUIT; exec {RUN}")).answers(2, denied);
    let case = Case::new(
        "[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\ntimeout_secs = 0.3\ncommand = \"sleep 300\"\n",
    );
    let case = case.event(r#"{"tool":"Bash","input":{}}"#);
    case.sh(&format!("trap '' CHLD PIPE; exec {RUN}")).prints(2, "{*\"cause\":\"timeout\"*}\n", "*");
}

#[test]
fn a_blocked_signal_mask_of_the_parent_changes_nothing() {
    if !has_program("python3") {
        return;
    }
    let host = "import os, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))\n\
                os.execv(os.environ['HOOKCTL'], ['hookctl', 'run', 'pre_tool', '--config', 'hooks.toml'])\n";
    let denied = json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "hook"});
    gate(DENIES).file("host.py", host).sh("exec python3 host.py").answers(2, denied);
    // The news of a child and the wish to end still arrive.
    let line = "python3 host.py <event & until test -e ready; do sleep 0.05; done; kill -TERM $!; wait $!";
    let case = gate("echo $$ > pid; touch ready; exec sleep 300").file("host.py", host);
    case.write("event", r#"{"tool":"Bash","input":{}}"#);
    case.sh(line).prints(2, "{*\"cause\":\"interrupted\"*}\n", "*");
    crate::hooks::all_end(&case, "pid");
}
