//! hookctl's own streams: what is printed where, and what happens when it does not arrive.

use std::io::{Write, pipe};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;
use wait_timeout::ChildExt;

use crate::support::{Case, HOOKCTL, PATIENCE, Ran, has_program, small_event};

const DENIES: &str = "cat >/dev/null; echo no; exit 2";
const ASKS: &str = r#"echo '{"decision":"ask","reason":"sure?"}'"#;
const REWRITES: &str = r#"echo '{"mutated":{"command":"true"}}'"#;
const ALLOWS: &str = "true";

/// Every way in which an answer does not arrive: how sh makes it, and what stderr calls it.
const BROKEN: [(&str, &str); 3] = [
    ("exec >&-", "stdout is closed"),
    // Without it there is no full disk at hand, and its redirection fails.
    ("exec >/dev/full", "No space left on device (os error 28)"),
    ("mkfifo pipe; exec 4<>pipe 5>pipe >&5; exec 4<&- 5<&-", "Broken pipe (os error 32)"),
];

/// Calls hookctl with a stdout that is broken in one of these ways.
fn with_broken_stdout(phase: &str, hook: &str, broken: &str) -> Ran {
    let case = Case::hook(phase, hook).event(small_event(phase));
    case.sh(&format!(r#"{broken}; exec "$HOOKCTL" run {phase} --config hooks.toml"#))
}

/// The ways that this system has.
fn broken_ways() -> impl Iterator<Item = (&'static str, &'static str)> {
    BROKEN.into_iter().filter(|(how, _)| !how.contains("/dev/full") || Path::new("/dev/full").exists())
}

#[test]
fn a_deny_that_cannot_be_delivered_ends_in_2_with_the_reason_on_stderr() {
    for (broken, error) in broken_ways() {
        with_broken_stdout("pre_tool", DENIES, broken).prints(
            2,
            "",
            &format!(
                "hookctl: pre_tool is denied by hook `hook`: no\n\
                 hookctl: cannot deliver the answer ({error}): no\n"
            ),
        );
    }
}

#[test]
fn an_ask_that_cannot_be_delivered_ends_in_2_with_the_reason_on_stderr() {
    with_broken_stdout("pre_tool", ASKS, "exec >&-").prints(
        2,
        "",
        "hookctl: pre_tool is to be asked about by hook `hook`: sure?\n\
         hookctl: cannot deliver the answer (stdout is closed): sure?\n",
    );
}

#[test]
fn a_rewrite_that_cannot_be_delivered_ends_in_2() {
    for (broken, _) in broken_ways() {
        with_broken_stdout("pre_tool", REWRITES, broken).prints(
            2,
            "",
            "hookctl: cannot deliver the answer (*): a hook rewrote the input\n",
        );
    }
}

#[test]
fn a_brake_that_denies_into_a_broken_stdout_ends_in_2() {
    with_broken_stdout("stop", DENIES, "exec >&-").prints(2, "", "*: no\n");
}

#[test]
fn a_plain_allow_that_cannot_be_delivered_stays_0() {
    for (broken, _) in broken_ways() {
        with_broken_stdout("pre_tool", ALLOWS, broken).prints(0, "", "*");
    }
    with_broken_stdout("post_tool", "echo no; exit 2", "exec >&-").prints(0, "", "*");
}

#[test]
fn a_closed_stderr_changes_nothing() {
    let case = Case::hook("pre_tool", DENIES).event(small_event("pre_tool"));
    for stderr in ["2>&-", "2<>/dev/null"] {
        case.sh(&format!(r#""$HOOKCTL" run pre_tool --config hooks.toml {stderr}"#)).answers_and_says(
            2,
            json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "hook"}),
            "",
        );
    }
}

#[test]
fn a_log_that_cannot_be_written_changes_nothing() {
    let case = Case::hook("pre_tool", ALLOWS).event(small_event("pre_tool"));
    let broken = "mkfifo pipe; exec 4<>pipe 5>pipe 2>&5; exec 4<&- 5<&-";
    case.sh(&format!(r#"{broken}; exec "$HOOKCTL" run -vv pre_tool --config hooks.toml"#)).answers_and_says(
        0,
        json!({"decision": "allow"}),
        "",
    );
}

#[test]
fn a_stderr_that_nobody_reads_does_not_hold_the_answer() {
    let case = Case::hook("pre_tool", DENIES);
    let (reader, mut writer) = pipe().expect("a pipe");
    rustix::io::ioctl_fionbio(&writer, true).expect("a pipe can be told not to block");
    while writer.write(&[b'x'; 1024]).is_ok() {}
    while writer.write(b"x").is_ok() {}
    rustix::io::ioctl_fionbio(&writer, false).expect("a pipe can be told to block");
    let mut child = Command::new(HOOKCTL)
        .args(["run", "pre_tool"])
        .current_dir(case.dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(writer)
        .spawn()
        .expect("hookctl starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(small_event("pre_tool").as_bytes()).expect("hookctl reads its event");
    drop(stdin);
    let ended = child.wait_timeout(PATIENCE).expect("a child can be waited for");
    if ended.is_none() {
        child.kill().expect("it still runs");
    }
    assert_eq!(ended.and_then(|status| status.code()), Some(2));
    drop(reader);
}

#[test]
fn a_hooks_own_stderr_is_not_forwarded() {
    Case::hook("pre_tool", "echo noise >&2").run("pre_tool").answers(0, json!({"decision": "allow"}));
}

#[test]
fn a_log_goes_to_stderr_alone() {
    let case = Case::hook("pre_tool", DENIES).event(small_event("pre_tool"));
    for verbose in ["-v", "-vv", "-vvv"] {
        case.call(["run", "pre_tool", "--config", "hooks.toml", verbose]).answers_and_says(
            2,
            json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "hook"}),
            "*INFO*starting*hookctl: pre_tool is denied by hook `hook`: no\n",
        );
    }
}

#[test]
fn the_outcome_is_one_line_in_a_pipe_and_indented_on_a_terminal() {
    let case = Case::hook("pre_tool", "true").event(small_event("pre_tool"));
    let stdout = case.run("pre_tool").prints(0, "{*}\n", "");
    assert_eq!(stdout.lines().count(), 1, "{stdout}");
    if !has_program("script") {
        return;
    }
    case.write("event", small_event("pre_tool"));
    let line = r#"script -qec '"$HOOKCTL" run pre_tool --config hooks.toml <event' /dev/null"#;
    let stdout = case.sh(line).prints(0, "*", "");
    assert!(stdout.contains("{\r\n  \"phase\": \"pre_tool\",\r\n"), "{stdout}");
}

#[test]
fn control_characters_of_a_reason_do_not_reach_the_terminal() {
    let hook = r"printf '\033[31mred\000\r end'; exit 2";
    Case::hook("pre_tool", hook).run("pre_tool").answers_and_says(
        2,
        json!({"decision": "deny", "reason": "\u{1b}[31mred\0\r end", "cause": "hook", "decided_by": "hook"}),
        "hookctl: pre_tool is denied by hook `hook`: \\u{1b}[31mred\\u{0}\\r end\n",
    );
}
