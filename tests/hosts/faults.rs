//! What goes wrong is a deny in the host's form on a gate, and silence on stdout elsewhere.

use std::time::{Duration, Instant};

use crate::support::Case;
use crate::{call, replying, sample};

const FAULTY: &str = "[[hooks]]\nevent = \"nope\"\ncommand = \"true\"\n";

/// Claude Code's deny before a tool, with a reason that may be a glob.
fn claude_deny(reason: &str) -> String {
    format!(
        "{{\"hookSpecificOutput\":{{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\
         \"permissionDecisionReason\":\"{reason}\"}}}}\n"
    )
}

#[test]
fn a_faulty_config_denies_in_the_form_of_the_host() {
    let case = |host, event| Case::new(FAULTY).event(sample(host, event));
    call(&case("claude", "PreToolUse"), "claude").prints(0, &claude_deny("*`nope`*"), "*`nope`*");
    call(&case("codex", "PreToolUse"), "codex").prints(2, "", "hooks.toml is faulty, *`nope`*\n");
    call(&case("claude", "PermissionRequest"), "claude").prints(0, "*\"behavior\":\"deny\"*", "*`nope`*");
    call(&case("codex", "UserPromptSubmit"), "codex").prints(0, "{\"decision\":\"block\",*", "*`nope`*");
}

#[test]
fn a_faulty_config_keeps_no_agent_running_and_stops_no_observer() {
    for (host, event) in [
        ("claude", "Stop"),
        ("claude", "SubagentStop"),
        ("claude", "PreCompact"),
        ("claude", "SessionStart"),
        ("codex", "Stop"),
        ("codex", "PreCompact"),
        ("codex", "PostToolUse"),
        ("codex", "SessionEnd"),
    ] {
        let warning = "hookctl: warning: hooks.toml is faulty, *`nope`*\n";
        call(&Case::new(FAULTY).event(sample(host, event)), host).prints(1, "", warning);
    }
}

#[test]
fn a_failed_hook_denies_on_a_gate_and_is_a_warning_elsewhere() {
    let case = |host, event, phase| Case::hook(phase, "exit 1").event(sample(host, event));
    let why = "hook `hook` exited 1 (0 allows, 2 denies)";
    let stderr = format!("hookctl: pre_tool is denied: {why}\n");
    call(&case("claude", "PreToolUse", "pre_tool"), "claude").prints(0, &claude_deny(why), &stderr);
    call(&case("codex", "PreToolUse", "pre_tool"), "codex").prints(2, "", &format!("{why}\n"));
    let warning = format!("hookctl: warning: {why}\n");
    call(&case("claude", "Stop", "stop"), "claude").prints(0, "", &warning);
    call(&case("codex", "PostToolUse", "post_tool"), "codex").prints(0, "", &warning);
}

#[test]
fn an_event_that_cannot_be_read_ends_in_2_with_an_empty_stdout() {
    for host in ["claude", "codex"] {
        for event in ["", "{not json", "[]", "{}", "5", r#"{"hook_event_name":5}"#, "{} {}"] {
            call(&Case::hook("pre_tool", "true").event(event), host).prints(2, "", "hookctl: *event*\n");
        }
        let twice = r#"{"hook_event_name":"PreToolUse","tool_name":"a","tool_name":"b","tool_input":{}}"#;
        call(&Case::hook("pre_tool", "true").event(twice), host).prints(2, "", "hookctl: *given twice*\n");
    }
    call(&Case::hook("pre_tool", "true").event(b"{\"a\":\"\xff\"}"), "claude").prints(2, "", "*not UTF-8*\n");
}

#[test]
fn an_unreadable_event_of_a_phase_that_is_no_gate_blocks_nothing() {
    let run = |args: &[&str]| {
        let case = Case::hook("stop", "true").event("{not json");
        case.call([&["run", "--host", "claude", "--config", "hooks.toml"], args].concat())
    };
    run(&["stop"]).prints(1, "", "hookctl: warning: the event is not one JSON object*\n");
    run(&["--event", "SessionEnd"]).prints(1, "", "hookctl: warning: the event is not one JSON object*\n");
    run(&["pre_tool"]).prints(2, "", "hookctl: pre_tool is denied: the event is not one JSON object*\n");
    run(&["--event", "PermissionRequest"]).prints(2, "", "hookctl: permission_request is denied: *\n");
}

#[test]
fn an_event_that_lacks_a_field_denies_in_the_form_of_the_host() {
    let event = r#"{"hook_event_name":"PreToolUse","tool_input":{}}"#;
    let why = "the event has no `tool_name`, which pre_tool needs";
    let stderr = format!("hookctl: pre_tool is denied: {why}\n");
    call(&Case::hook("pre_tool", "true").event(event), "claude").prints(0, &claude_deny(why), &stderr);
    call(&Case::hook("pre_tool", "true").event(event), "codex").prints(2, "", &format!("{why}\n"));
}

#[test]
fn an_event_without_a_phase_ends_in_1_and_is_named() {
    for (host, event) in
        [("claude", "MessageDisplay"), ("claude", "WorktreeCreate"), ("codex", "PreModelRequest")]
    {
        let case = Case::hook("pre_tool", "exit 2").event(sample(host, event));
        call(&case, host).prints(1, "", &format!("hookctl: the event `{event}` of * has no phase, *\n"));
    }
    let future = r#"{"hook_event_name":"\u001b[2JNext"}"#;
    call(&Case::hook("stop", "exit 2").event(future), "claude").prints(
        1,
        "",
        "hookctl: the event `\\u{1b}[2JNext` of * has *\n",
    );
}

#[test]
fn a_missing_program_and_a_killed_hook_deny() {
    for line in ["no_such_program_xyz", "kill -9 $$"] {
        let case = |host| Case::hook("pre_tool", line).event(sample(host, "PreToolUse"));
        call(&case("claude"), "claude").prints(0, &claude_deny("hook `hook` *"), "*hook `hook` *\n");
        call(&case("codex"), "codex").prints(2, "", "hook `hook` *\n");
    }
}

#[test]
fn a_chain_that_takes_too_long_denies_and_lets_an_agent_stop() {
    let late = |host, event, phase| {
        let case = Case::hook(phase, "sleep 60").event(sample(host, event));
        case.call(["run", "--host", host, "--config", "hooks.toml", "--deadline", "0.2"])
    };
    let why = "the chain ran out of its 0.2 s in hook `hook`";
    let stderr = format!("hookctl: pre_tool is denied: {why}\n");
    late("claude", "PreToolUse", "pre_tool").prints(0, &claude_deny(why), &stderr);
    late("codex", "PreToolUse", "pre_tool").prints(2, "", &format!("{why}\n"));
    late("codex", "Stop", "stop").prints(0, "", &format!("hookctl: warning: {why}\n"));
}

#[test]
fn the_default_deadline_is_the_host_s_and_a_longer_one_in_the_file_does_not_count() {
    for (host, seconds) in [("claude", "0.8"), ("codex", "0.3")] {
        let config = "[defaults]\ndeadline_secs = 60\n[[hooks]]\nevent = \"session_end\"\nname = \"hook\"\n\
                      command = \"trap '' TERM; sleep 50 & wait; sleep 50\"\ntimeout_secs = 50\n";
        let case = Case::new(config).event(sample(host, "SessionEnd"));
        let started = Instant::now();
        let stderr = format!("hookctl: warning: the chain ran out of its {seconds} s in hook `hook`\n");
        call(&case, host).prints(0, "", &stderr);
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    }
}

#[test]
fn a_shorter_deadline_in_the_file_counts_and_the_command_line_overrides_both() {
    let config = "[defaults]\ndeadline_secs = 0.2\n[[hooks]]\nevent = \"session_end\"\nname = \"hook\"\n\
                  command = \"sleep 0.4; touch done\"\ntimeout_secs = 0.2\n";
    let case = Case::new(config).event(sample("claude", "SessionEnd"));
    call(&case, "claude").prints(0, "", "hookctl: warning: * 0.2 s*\n");
    assert!(!case.has("done"));
    let longer = config.replace("timeout_secs = 0.2\n", "").replace("0.4", "1.2");
    let case = Case::new(&longer).event(sample("claude", "SessionEnd"));
    case.call(["run", "--host", "claude", "--config", "hooks.toml", "--deadline", "30"]).prints(0, "", "");
    assert!(case.has("done"));
}

#[test]
fn an_interruption_denies_in_the_form_of_the_host_and_lets_an_agent_stop() {
    let interrupted = |host: &str, event: &str, phase: &str| {
        let case = Case::hook(phase, "touch started; sleep 60").file("event.json", sample(host, event));
        case.sh(&format!(
            "\"$HOOKCTL\" run --host {host} --config hooks.toml < event.json & pid=$!
             while ! [ -e started ]; do sleep 0.02; done
             kill -TERM $pid; wait $pid"
        ))
    };
    let why = "hookctl was interrupted by SIGTERM at hook `hook`";
    let stderr = format!("hookctl: pre_tool is denied: {why}\n");
    interrupted("claude", "PreToolUse", "pre_tool").prints(0, &claude_deny(why), &stderr);
    interrupted("codex", "PreToolUse", "pre_tool").prints(2, "", &format!("{why}\n"));
    let warning = format!("hookctl: warning: {why}\n");
    interrupted("claude", "Stop", "stop").prints(1, "", &warning);
    interrupted("codex", "PostToolUse", "post_tool").prints(1, "", &warning);
}

#[test]
#[cfg(debug_assertions)]
fn a_panic_denies_in_the_form_of_the_host_as_soon_as_it_is_known() {
    let panicking = |host: &'static str, event, phase, place| {
        let case = Case::hook(phase, "true").event(sample(host, event)).env("HOOKCTL_TEST_PANIC", place);
        call(&case, host)
    };
    let why = "hookctl itself failed: an internal error, described on stderr";
    for place in ["config", "answer"] {
        panicking("claude", "PreToolUse", "pre_tool", place).prints(
            0,
            &claude_deny(why),
            &format!("*{why}\n"),
        );
        panicking("codex", "PreToolUse", "pre_tool", place).prints(2, "", &format!("*{why}\n"));
        panicking("codex", "Stop", "stop", place).prints(1, "", &format!("*{why}\n"));
    }
    panicking("claude", "PreToolUse", "pre_tool", "event").prints(2, "", &format!("*hookctl: {why}\n"));
}

#[test]
fn a_verdict_that_cannot_be_delivered_ends_in_2_with_the_reason_on_stderr() {
    let shut = |case: &Case| {
        case.write("event.json", sample("claude", "PreToolUse"));
        case.sh("\"$HOOKCTL\" run --host claude --config hooks.toml < event.json >&-")
    };
    for (reply, why) in [
        (r#"{"decision":"deny","reason":"no way"}"#, "no way"),
        (r#"{"decision":"ask","reason":"sure?"}"#, "sure?"),
        (r#"{"mutated":{"command":"true"}}"#, "a hook rewrote the input"),
    ] {
        let case = replying("claude", "PreToolUse", "pre_tool", reply);
        shut(&case).prints(2, "", &format!("*cannot deliver the answer*: {why}\n"));
    }
    let message = replying("claude", "PreToolUse", "pre_tool", r#"{"message":"m"}"#);
    shut(&message).prints(0, "", "*");
}
