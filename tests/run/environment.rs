//! Where a hook runs, and what it inherits.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Case, has_program};

/// A small event with these fields beside what the phase needs.
fn event(fields: &Value) -> String {
    let mut event = json!({"tool": "Bash", "input": {}});
    event.as_object_mut().expect("an object").extend(fields.as_object().expect("an object").clone());
    event.to_string()
}

/// Allows and nothing else.
fn allow() -> Value {
    json!({"decision": "allow"})
}

/// A case whose hook has these further lines in its entry, and writes its folder to `pwd` of the project.
fn in_folder(more: &str) -> Case {
    let case = Case::bare();
    let line = Value::from(format!("pwd -P > '{}/pwd'", case.dir().display()));
    case.write("hooks.toml", format!("[[hooks]]\nevent = \"pre_tool\"\ncommand = {line}\n{more}\n"));
    case
}

#[test]
fn hookctls_own_variables_tell_what_happens() {
    let case = Case::new(
        "[[hooks]]\nevent = \"pre_tool\"\nname = \"mine\"\ncommand = \"env | grep ^HOOKCTL_ | sort > seen\"\n",
    );
    let case = case.event(event(&json!({"session_id": "s 1", "cwd": "/"})));
    case.run("pre_tool").answers(0, allow());
    let dir = case.dir();
    assert_eq!(
        case.read("seen"),
        format!(
            "HOOKCTL_CONFIG_DIR={}\nHOOKCTL_CWD=/\nHOOKCTL_DEPTH=1\nHOOKCTL_HOOK=mine\nHOOKCTL_PHASE=pre_tool\n\
             HOOKCTL_SESSION_ID=s 1\nHOOKCTL_TOOL=Bash\n",
            dir.display()
        )
    );
}

#[test]
fn inherited_variables_stay_but_for_those_of_hookctl() {
    let case = Case::hook("stop", "env | sort > seen")
        .env("MINE", "1")
        .env("HOOKCTL_TOOL", "stale")
        .env("HOOKCTL_HOST", "stale")
        .env("HOOKCTL_ANYTHING", "stale");
    case.run("stop").answers(0, allow());
    let seen = case.read("seen");
    assert!(seen.contains("\nMINE=1\n") && !seen.contains("stale"), "{seen}");
}

#[test]
fn a_value_above_4_kib_or_with_a_nul_is_left_out() {
    for (id, kept) in [("s".repeat(4096), true), ("s".repeat(4097), false), ("a\0b".to_owned(), false)] {
        let case = Case::hook("pre_tool", "env > seen; env | grep -c '^HOOKCTL_SESSION_ID=' > count; true");
        let case =
            case.event(event(&json!({"session_id": id, "cwd": "/a\0b", "input": "i".repeat(300_000)})));
        case.run("pre_tool").answers(0, allow());
        assert_eq!(case.read("count").trim() == "1", kept, "{} bytes", id.len());
        assert!(!case.read("seen").contains("HOOKCTL_CWD") && !case.read("seen").contains("iii"));
    }
}

#[test]
fn a_hook_that_calls_hookctl_again_is_refused_at_depth_4() {
    let hook =
        r#"printf x >> count; cat | "$HOOKCTL" run pre_tool --config hooks.toml > "reply$HOOKCTL_DEPTH""#;
    let case = Case::hook("pre_tool", hook);
    case.run("pre_tool").prints(2, "{*\"decision\":\"deny\"*}\n", "*");
    assert_eq!(case.read("count"), "xxxx");
    assert!(case.read("reply4").contains(r#""cause":"internal""#), "{}", case.read("reply4"));
    for depth in ["4", "5", "99999999999", "-1", "x", ""] {
        Case::hook("pre_tool", "true").env("HOOKCTL_DEPTH", depth).run("pre_tool").answers(
            2,
            json!({"decision": "deny", "cause": "internal", "reason": "*hookctl again*", "hooks": []}),
        );
    }
    Case::hook("stop", "true")
        .env("HOOKCTL_DEPTH", "4")
        .run("stop")
        .answers(1, json!({"decision": "allow", "warnings": ["*hookctl again*"], "hooks": []}));
}

#[test]
fn a_hook_runs_in_the_folder_of_its_file() {
    let case = in_folder("").cwd("sub/deeper").event(event(&json!({"cwd": "/"})));
    case.run("pre_tool").answers(0, allow());
    assert_eq!(case.read("pwd").trim(), case.dir().to_str().expect("UTF-8"));
}

#[test]
fn a_hook_may_run_in_the_folder_of_the_event() {
    let case = in_folder("cwd = \"event\"").event(event(&json!({"cwd": "/usr"})));
    case.run("pre_tool").answers(0, allow());
    assert_eq!(case.read("pwd"), "/usr\n");
}

#[test]
fn a_folder_of_the_event_that_is_not_there_falls_back_with_a_warning() {
    for cwd in ["/no/such/folder", "usr", "", "/etc/passwd", "/a\0b"] {
        let case = in_folder("cwd = \"event\"").event(event(&json!({"cwd": cwd})));
        case.run("pre_tool").answers(
            0,
            json!({"decision": "allow", "warnings": ["hook `pre_tool#1` runs in the folder of its hooks.toml: *"]}),
        );
        assert_eq!(case.read("pwd").trim(), case.dir().to_str().expect("UTF-8"));
    }
    let case = in_folder("cwd = \"event\"").event(event(&json!({})));
    case.run("pre_tool").answers(0, json!({"decision": "allow", "warnings": ["*names no cwd"]}));
}

#[test]
fn a_hook_may_run_in_a_folder_of_its_own() {
    let case = in_folder("cwd = \"sub\"").file("sub/x", "");
    case.run("pre_tool").answers(0, allow());
    assert_eq!(case.read("pwd").trim(), case.dir().join("sub").to_str().expect("UTF-8"));
    let case = in_folder("cwd = \"/usr\"");
    case.run("pre_tool").answers(0, allow());
    assert_eq!(case.read("pwd"), "/usr\n");
}

#[test]
fn a_current_folder_that_was_removed_is_no_fault() {
    let case = Case::hook("pre_tool", "pwd; exit 2").event(event(&json!({})));
    let line = r#"config=$PWD/hooks.toml; mkdir gone; cd gone; rmdir ../gone; exec "$HOOKCTL" run pre_tool --config "$config""#;
    case.sh(line)
        .answers(2, json!({"decision": "deny", "reason": case.dir(), "cause": "hook", "decided_by": "hook"}));
}

#[test]
fn an_array_is_started_directly_with_its_words_as_they_are() {
    let config =
        "[[hooks]]\nevent = \"pre_tool\"\ncommand = [\"./guard\", \"a b\", \"$HOME\", \"\", \"*\"]\n";
    let guard = "#!/bin/sh\nprintf '%s|' \"$@\" > args\ncat > seen\nexit 2\n";
    let case = Case::new(config).file("guard", guard).cwd("sub");
    case.run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "blocked by hook `pre_tool#1`", "cause": "hook", "decided_by": "pre_tool#1",
               "hooks": [{"command": ["./guard", "a b", "$HOME", "", "*"], "status": "deny", "exit_code": 2}]}),
    );
    assert_eq!(case.read("args"), "a b|$HOME||*|");
    assert!(case.read("seen").contains("pre_tool"));
}

#[test]
fn a_program_without_a_slash_is_looked_up_on_the_path() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\ncommand = [\"my-guard\"]\n";
    let guard = "#!/bin/sh\necho from path\nexit 2\n";
    let case = Case::new(config).file("bin/my-guard", guard);
    let path = format!("{}:/usr/bin:/bin", case.dir().join("bin").display());
    case.env("PATH", path).run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "from path", "cause": "hook", "decided_by": "pre_tool#1"}),
    );
    let case = Case::new(config).file("my-guard", guard);
    case.run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "*could not be started: my-guard: *", "cause": "spawn", "decided_by": "pre_tool#1"}),
    );
}

#[test]
fn a_relative_shell_lies_in_the_folder_of_the_file() {
    let config =
        "[defaults]\nshell = \"./my-shell\"\n[[hooks]]\nevent = \"pre_tool\"\ncommand = \"the line\"\n";
    let shell = "#!/bin/sh\necho \"$1 $2\"\nexit 2\n";
    Case::new(config).file("my-shell", shell).cwd("sub").run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "-c the line", "cause": "hook", "decided_by": "pre_tool#1"}),
    );
}

#[test]
fn an_empty_environment_is_enough() {
    let case = Case::hook("pre_tool", "cat >/dev/null; exit 0").event(event(&json!({})));
    case.sh(r#"exec env -i "$HOOKCTL" run pre_tool --config hooks.toml"#).answers(0, allow());
    let case = Case::hook("pre_tool", "true").without_env("HOME").without_env("PATH");
    case.run("pre_tool").answers(0, allow());
}

#[test]
fn a_hook_gets_no_descriptor_but_the_standard_three() {
    if !fs::exists("/proc/self/fd").is_ok_and(|exists| exists) {
        return;
    }
    let config = "[[hooks]]\nevent = \"pre_tool\"\ncommand = [\"ls\", \"/proc/self/fd\"]\n";
    let case = Case::new(config).event(event(&json!({})));
    // One more is what ls reads the folder with.
    case.sh(r#"exec 5</dev/null 9>leak; exec "$HOOKCTL" run pre_tool --config hooks.toml"#)
        .answers(0, json!({"decision": "allow", "message": "0\n1\n2\n3"}));
}

#[test]
fn a_hook_gets_default_signal_dispositions() {
    if !fs::exists("/proc/self/status").is_ok_and(|exists| exists) {
        return;
    }
    let config =
        "[[hooks]]\nevent = \"pre_tool\"\ncommand = [\"grep\", \"^SigIgn\", \"/proc/self/status\"]\n";
    let case = Case::new(config).event(event(&json!({})));
    let line = r#"trap '' INT HUP QUIT TERM USR1 USR2 CHLD PIPE ALRM TSTP TTIN TTOU; exec "$HOOKCTL" run pre_tool --config hooks.toml"#;
    let outcome = case.sh(line).answers(0, json!({"decision": "allow", "message": "SigIgn:\t*"}));
    let mask = outcome["message"].as_str().and_then(|message| message.split('\t').nth(1)).expect("a mask");
    // Above the standard ones, some C libraries keep signals of their own.
    let standard = u64::from_str_radix(mask, 16).expect("a mask is hexadecimal") & ((1 << 31) - 1);
    assert_eq!(standard, 0, "{mask}");
}

#[test]
fn a_hook_gets_no_blocked_signals() {
    if !has_program("python3") || !fs::exists("/proc/self/status").is_ok_and(|exists| exists) {
        return;
    }
    let host = "import os, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))\n\
                os.execv(os.environ['HOOKCTL'], ['hookctl', 'run', 'pre_tool', '--config', 'hooks.toml'])\n";
    let config =
        "[[hooks]]\nevent = \"pre_tool\"\ncommand = [\"grep\", \"^SigBlk\", \"/proc/self/status\"]\n";
    let case = Case::new(config).event(event(&json!({}))).file("host.py", host);
    case.sh("exec python3 host.py")
        .answers(0, json!({"decision": "allow", "message": "SigBlk:\t0000000000000000"}));
}

#[test]
fn a_hook_leads_a_process_group_of_its_own() {
    if !has_program("ps") {
        return;
    }
    let case = Case::hook("pre_tool", r#"test "$(ps -o pgid= -p $$ | tr -d ' ')" = $$ || exit 2"#);
    case.run("pre_tool").answers(0, allow());
}
