//! How a hook runs: its end, its limit, its pipes and its process tree.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Case, has_program, is_running, wait_until};

/// A case with one hook that has this limit in seconds.
fn limited(phase: &str, seconds: f64, command: &str) -> Case {
    let command = Value::from(command);
    Case::new(&format!(
        "[[hooks]]\nevent = \"{phase}\"\nname = \"hook\"\ntimeout_secs = {seconds:?}\ncommand = {command}\n"
    ))
}

/// The outcome of a gate whose hook overran its limit.
fn timed_out(seconds: f64) -> Value {
    json!({"decision": "deny", "cause": "timeout", "decided_by": "hook",
           "reason": format!("hook `hook` timed out after {seconds} s*"),
           "hooks": [{"status": "failed", "timed_out": true,
                      "error": format!("timed out after {seconds} s")}]})
}

/// Waits until the processes whose ids a hook wrote to a file are gone. On a busy machine a hook may have been
/// ended before it wrote any.
fn all_end(case: &Case, pids: &str) {
    if !case.has(pids) {
        return;
    }
    for pid in case.read(pids).lines() {
        wait_until(&format!("the end of {pid}"), || !is_running(pid));
    }
}

#[test]
fn a_hook_ends_with_its_direct_child_and_not_with_the_last_holder_of_its_pipes() {
    let case = Case::hook("pre_tool", "sleep 300 & echo $! > pid; echo fine");
    case.run("pre_tool").answers(
        0,
        json!({"decision": "allow", "message": "fine",
               "hooks": [{"status": "allow", "exit_code": 0, "message": "fine", "leaked": true}]}),
    );
    let pid = case.read("pid");
    assert!(is_running(&pid), "what a hook that ended in time left behind is left alone");
    kill(&pid);
}

#[test]
fn what_a_hook_leaves_behind_without_its_pipes_is_no_leak() {
    let case = Case::hook("pre_tool", "sleep 300 </dev/null >/dev/null 2>&1 & echo $! > pid");
    case.run("pre_tool")
        .answers(0, json!({"decision": "allow", "hooks": [{"status": "allow", "exit_code": 0}]}));
    let pid = case.read("pid");
    assert!(is_running(&pid));
    kill(&pid);
}

#[test]
fn what_holds_stdin_alone_is_no_leak() {
    let event = json!({"tool": "Write", "input": {"content": "A".repeat(4_000_000)}}).to_string();
    let case =
        Case::hook("pre_tool", "exec 3<&0; sleep 300 <&3 3<&- >/dev/null 2>&1 & echo $! > pid; exit 2")
            .event(event);
    case.run("pre_tool").prints(2, "{*\"decision\":\"deny\"*\"cause\":\"hook\"*}\n", "*");
    kill(&case.read("pid"));
}

#[test]
fn a_flood_from_what_a_hook_left_behind_does_not_hold_the_answer() {
    let case = Case::hook("pre_tool", "yes flood & echo $! > pid; exit 2");
    case.run("pre_tool").prints(2, "{*\"decision\":\"deny\"*\"leaked\":true*}\n", "*");
    all_end(&case, "pid"); // Its pipe is gone.
}

#[test]
fn a_hook_that_closes_its_pipes_and_goes_on_is_waited_for() {
    for closed in [">&- 2>&-", ">&- 2>&- <&-", "2>&-"] {
        let case = Case::hook("pre_tool", &format!("exec {closed}; sleep 0.5; touch done; exit 2"));
        case.run("pre_tool").answers(
            2,
            json!({"decision": "deny", "reason": "blocked by hook `hook`", "cause": "hook", "decided_by": "hook"}),
        );
        assert!(case.has("done"));
    }
}

#[test]
fn a_hook_may_become_another_program() {
    Case::hook("pre_tool", "exec sh -c 'echo other; exit 2'")
        .run("pre_tool")
        .answers(2, json!({"decision": "deny", "reason": "other", "cause": "hook", "decided_by": "hook"}));
}

#[test]
fn a_hook_that_overruns_its_limit_is_ended_with_its_group() {
    let case = limited(
        "pre_tool",
        0.5,
        "echo $$ > pids; sleep 300 & echo $! >> pids; sh -c 'echo $$ >> pids; sleep 300'",
    );
    case.run("pre_tool").answers(2, timed_out(0.5));
    all_end(&case, "pids");
}

#[test]
fn a_hook_that_ignores_sigterm_is_killed() {
    let case = limited("pre_tool", 0.3, "trap '' TERM; echo $$ > pids; while :; do sleep 1; done");
    case.run("pre_tool").answers(2, timed_out(0.3));
    all_end(&case, "pids");
}

#[test]
fn a_descendant_that_ignores_sigterm_is_killed_after_its_parent_ended() {
    let case = limited("pre_tool", 0.3, "(trap '' TERM; while :; do sleep 1; done) & echo $! > pids; wait");
    case.run("pre_tool").answers(2, timed_out(0.3));
    all_end(&case, "pids");
}

#[test]
fn a_hook_that_stops_itself_is_killed() {
    let case = limited("pre_tool", 0.3, "echo $$ > pids; kill -STOP $$");
    case.run("pre_tool").answers(2, timed_out(0.3));
    all_end(&case, "pids");
}

#[test]
fn a_hook_that_leaves_its_group_is_ended_too() {
    if !has_program("python3") {
        return;
    }
    let script = "import os, time\nos.setpgid(0, os.getpgid(os.getppid()))\nopen('pids', 'w').write(str(os.getpid()))\ntime.sleep(300)\n";
    let config = "[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\ntimeout_secs = 2\ncommand = [\"python3\", \"leave.py\"]\n";
    let case = Case::new(config).file("leave.py", script);
    case.run("pre_tool").answers(2, timed_out(2.0));
    all_end(&case, "pids");
}

#[test]
fn a_hook_that_leaves_its_session_ends_with_its_direct_child() {
    if !has_program("setsid") {
        return;
    }
    let config = "[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\ntimeout_secs = 20\n\
                  command = [\"setsid\", \"--fork\", \"sh\", \"-c\", \"echo $$ > pid; exec sleep 300\"]\n";
    let case = Case::new(config);
    case.run("pre_tool").prints(0, "{*\"decision\":\"allow\"*}\n", "");
    wait_until("its word", || case.has("pid") && case.read("pid").ends_with('\n'));
    kill(&case.read("pid"));
}

#[test]
fn a_late_yes_is_a_timeout() {
    for answer in ["exit 0", "echo \"{}\"; exit 0", "exit 2"] {
        let case = limited("pre_tool", 0.3, &format!("trap '{answer}' TERM; sleep 300 & wait"));
        case.run("pre_tool").answers(2, timed_out(0.3));
    }
}

#[test]
fn a_timeout_says_what_the_hook_printed() {
    let case = limited("pre_tool", 2.0, "echo on stdout; echo on stderr >&2; sleep 300");
    let mut expected = timed_out(2.0);
    expected["reason"] = "hook `hook` timed out after 2 s: on stderr\non stdout".into();
    case.run("pre_tool").answers(2, expected);
}

#[test]
fn a_timeout_is_a_warning_on_a_brake_and_an_observer() {
    for phase in ["stop", "session_end"] {
        limited(phase, 0.2, "sleep 300")
            .run(phase)
            .answers(0, json!({"decision": "allow", "warnings": ["hook `hook` timed out after 0.2 s"]}));
    }
}

#[test]
fn the_limit_covers_the_write_to_a_hook_that_never_reads() {
    let event = json!({"tool": "Write", "input": {"content": "x".repeat(4_000_000)}}).to_string();
    limited("pre_tool", 0.5, "sleep 300").event(event).run("pre_tool").answers(2, timed_out(0.5));
}

#[test]
fn a_tiny_limit_is_a_timeout_and_a_day_is_a_limit() {
    limited("pre_tool", 0.000_001, "sleep 300").run("pre_tool").answers(2, timed_out(0.000_001));
    limited("pre_tool", 86_400.0, "exit 0").run("pre_tool").answers(0, json!({"decision": "allow"}));
}

#[test]
fn all_three_pipes_are_served_at_once() {
    let event = json!({"tool": "Write", "input": {"content": "A".repeat(2_000_000)}}).to_string();
    let hook =
        "head -c 3000000 /dev/zero | tr '\\0' e >&2; cat; head -c 300000 /dev/zero | tr '\\0' e >&2; exit 2";
    let case = limited("pre_tool", 25.0, hook).event(event);
    case.run("pre_tool").prints(2, "{*\"decision\":\"deny\"*\"truncated\":true*}\n", "*");
}

#[test]
fn much_output_is_cut_and_marked() {
    for (hook, reason) in [
        ("head -c 3000000 /dev/zero | tr '\\0' z; exit 2", "zzz*[cut]"),
        ("head -c 100000 /dev/zero | tr '\\0' z >&2; exit 2", "zzz*[cut]"),
        ("head -c 100000 /dev/zero | tr '\\0' z >&2; echo short; exit 2", "short"),
    ] {
        Case::hook("pre_tool", hook).run("pre_tool").answers(
            2,
            json!({"decision": "deny", "reason": reason, "cause": "hook", "decided_by": "hook",
                   "hooks": [{"status": "deny", "exit_code": 2, "reason": reason, "truncated": true}]}),
        );
    }
}

#[test]
fn a_million_short_lines_are_text() {
    let case = Case::hook("pre_tool", "yes '' | head -n 1000000; exit 2");
    case.run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "blocked by hook `hook`", "cause": "hook", "decided_by": "hook"}),
    );
}

#[test]
fn memory_stays_bounded_under_endless_output() {
    if !fs::exists("/proc/self/status").is_ok_and(|exists| exists) {
        return;
    }
    let watch = "cat /proc/$PPID/status > status; exec yes flood";
    let case = limited("pre_tool", 4.0, &format!("yes flood >&2 & sleep 1; {watch}"));
    case.run("pre_tool").prints(2, "{*\"cause\":\"timeout\"*}\n", "*");
    let peak = case.read("status");
    let peak = peak.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux tells it");
    let kib: u64 = peak.trim().trim_end_matches("kB").trim().parse().expect("a number");
    assert!(kib < 64 << 10, "{kib} KiB");
}

#[test]
fn no_zombie_is_left_between_hooks() {
    if !has_program("ps") {
        return;
    }
    let config = "[[hooks]]\nevent = \"stop\"\ntimeout_secs = 0.3\ncommand = \"sleep 300\"\n\
                  [[hooks]]\nevent = \"stop\"\ncommand = \"exit 1\"\n\
                  [[hooks]]\nevent = \"stop\"\ncommand = \"ps -A -o ppid= -o stat= > all; echo $PPID > parent\"\n";
    let case = Case::new(config);
    case.run("stop").prints(0, "{*\"decision\":\"allow\"*}\n", "*");
    let parent = case.read("parent");
    for process in case.read("all").lines() {
        let mut fields = process.split_whitespace();
        let (ppid, stat) = (fields.next(), fields.next().unwrap_or_default());
        assert!(ppid != Some(parent.trim()) || !stat.starts_with('Z'), "{process}");
    }
}

#[test]
fn a_chain_of_many_hooks_runs_each_of_them_once() {
    let hook = "[[hooks]]\nevent = \"session_end\"\ncommand = [\"/bin/sh\", \"-c\", \"printf x >> count\"]\n";
    let case = Case::new(&hook.repeat(100));
    case.run("session_end").answers(0, json!({"decision": "allow"}));
    assert_eq!(case.read("count").len(), 100);
}

#[test]
fn an_answer_survives_a_pause_of_hookctl() {
    let hook = "kill -STOP $PPID; (sleep 1; kill -CONT $PPID) >/dev/null 2>&1 & echo no; echo e >&2; exit 0";
    let case = Case::hook("pre_tool", hook);
    case.run("pre_tool").answers(0, json!({"decision": "allow", "message": "no"}));
}

fn kill(pid: &str) {
    let pid = rustix::process::Pid::from_raw(pid.trim().parse().expect("a number")).expect("not 0");
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it still runs");
}
