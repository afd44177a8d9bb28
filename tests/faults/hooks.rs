//! Hooks that misbehave.

use serde_json::json;

use crate::support::{Case, is_running, wait_until};
use crate::{DENIES, RUN, gate};

/// Waits until the processes whose ids a hook wrote to a file are gone.
pub fn all_end(case: &Case, pids: &str) {
    for pid in case.read(pids).lines() {
        wait_until(&format!("the end of {pid}"), || !is_running(pid));
    }
}

/// A hook with a limit, in seconds.
fn limited(seconds: &str, command: &str) -> Case {
    Case::new(&format!(
        "[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\ntimeout_secs = {seconds}\ncommand = \"{command}\"\n"
    ))
}

#[test]
fn a_hook_that_ends_its_parents_group_is_denied() {
    for (signal, name) in [("TERM", "SIGTERM"), ("INT", "SIGINT"), ("HUP", "SIGHUP")] {
        // hookctl leads a group of its own here, as under a host.
        let case = Case::hook("pre_tool", &format!("echo $$ > pid; kill -{signal} -$PPID; sleep 300"));
        case.run("pre_tool").answers(
            2,
            json!({"decision": "deny", "cause": "interrupted",
                   "reason": format!("hookctl was interrupted by {name} at hook `hook`")}),
        );
        all_end(&case, "pid");
    }
}

#[test]
fn a_hook_that_forks_without_end_is_ended_with_all_of_its_processes() {
    let relay = "#!/bin/sh\necho $$ >> pids\nsleep 0.02\n./relay &\n";
    let case = limited("0.7", "./relay & ./relay & ./relay & sleep 300").file("relay", relay);
    case.run("pre_tool").prints(2, "{*\"cause\":\"timeout\"*}\n", "*");
    all_end(&case, "pids");
    let count = case.read("pids").lines().count();
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(case.read("pids").lines().count(), count, "one of them goes on");
}

#[test]
fn a_hook_of_many_processes_is_ended_with_all_of_them() {
    let many = "i=0; while test $i -lt 100; do sleep 300 & echo $! >> pids; i=$((i+1)); done; wait";
    let case = limited("2", many);
    case.run("pre_tool").prints(2, "{*\"cause\":\"timeout\"*}\n", "*");
    all_end(&case, "pids");
}

#[test]
fn a_shell_that_is_a_folder_or_no_program_denies() {
    for shell in ["/", "/etc/passwd", "/no/such/shell", "hooks.toml/sh"] {
        let config = format!(
            "[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\nshell = \"{shell}\"\ncommand = \"true\"\n"
        );
        Case::new(&config).run("pre_tool").answers(
            2,
            json!({"decision": "deny", "cause": "spawn", "decided_by": "hook",
                   "reason": "hook `hook` could not be started: *"}),
        );
    }
}

#[test]
fn two_hundred_runs_at_once_each_give_their_own_answer() {
    let config = format!(
        "[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\ntimeout_secs = 60\ncommand = \"{DENIES}\"\n"
    );
    let case = Case::new(&config);
    case.write("event", r#"{"tool":"Bash","input":{}}"#);
    let line = format!(
        "for i in $(seq 200); do {RUN} <event >out.$i 2>err.$i & pids=\"$pids $!\"; done\n\
         for pid in $pids; do wait $pid; echo $?; done >statuses; sort statuses | uniq -c"
    );
    case.sh(&line).prints(0, "*200 2\n", "");
    for run in 1..=200 {
        assert!(case.read(format!("out.{run}")).contains(r#""cause":"hook""#), "run {run}");
    }
}

#[test]
fn a_hook_that_changes_its_own_folder_and_file_changes_no_decision() {
    gate("cd ..; rm -rf project; echo no; exit 2")
        .sh(&format!("exec {RUN}"))
        .answers(2, json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "hook"}));
}
