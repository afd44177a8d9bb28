//! What the end of a hook means, in each kind of phase.

use serde_json::{Value, json};

use crate::support::Case;

/// Hooks that fail, and how: the command, the cause, what the reason says, and the hook's line in the outcome.
fn failures() -> Vec<(&'static str, &'static str, &'static str, Value)> {
    vec![
        (
            "echo why >&2; exit 1",
            "exit",
            "exited 1 (0 allows, 2 denies): why",
            json!({"status": "failed", "exit_code": 1, "error": "exited 1 (0 allows, 2 denies)"}),
        ),
        (
            "echo out; echo err >&2; exit 255",
            "exit",
            "exited 255 (0 allows, 2 denies): err\nout",
            json!({"status": "failed", "exit_code": 255, "error": "exited 255 (0 allows, 2 denies)"}),
        ),
        (
            "no_such_program_here",
            "exit",
            "exited 127 (0 allows, 2 denies): *no_such_program_here*not found",
            json!({"status": "failed", "exit_code": 127, "error": "exited 127 (0 allows, 2 denies)"}),
        ),
        (
            "kill -9 $$",
            "signal",
            "was killed by signal 9 (SIGKILL)",
            json!({"status": "failed", "signal": 9, "error": "was killed by signal 9 (SIGKILL)"}),
        ),
        (
            "kill -TERM $$",
            "signal",
            "was killed by signal 15 (SIGTERM)",
            json!({"status": "failed", "signal": 15, "error": "was killed by signal 15 (SIGTERM)"}),
        ),
        (
            "echo '{\"decision\":\"deny\"'",
            "reply",
            "printed a reply that cannot be read: it is not one JSON object: *",
            json!({"status": "failed", "exit_code": 0, "error": "printed a reply that cannot be read: *"}),
        ),
    ]
}

#[test]
fn exit_0_allows() {
    Case::hook("pre_tool", "true").run("pre_tool").answers(
        0,
        json!({"phase": "pre_tool", "tool": "Bash", "decision": "allow",
               "hooks": [{"name": "hook", "command": "true", "status": "allow", "exit_code": 0}]}),
    );
}

#[test]
fn exit_0_with_text_allows_and_the_text_is_a_message() {
    Case::hook("stop", "printf '\\n  looks\\n fine \\n\\n'").run("stop").answers(
        0,
        json!({"decision": "allow", "message": "looks\n fine",
               "hooks": [{"status": "allow", "exit_code": 0, "message": "looks\n fine"}]}),
    );
}

#[test]
fn exit_2_denies_with_stdout_as_the_reason() {
    Case::hook("pre_tool", "echo '  not today '; echo noise >&2; exit 2").run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "not today", "cause": "hook", "decided_by": "hook",
               "hooks": [{"status": "deny", "exit_code": 2, "reason": "not today"}]}),
    );
}

#[test]
fn exit_2_takes_its_reason_from_the_first_place_that_has_one() {
    for (hook, reason) in [
        (r#"echo '{"reason":"r","context":" "}'; echo e >&2; exit 2"#, "r"),
        (r#"echo '{"permissionDecisionReason":"r"}'; echo e >&2; exit 2"#, "r"),
        (r#"echo '{"decision":"allow","reason":"r"}'; exit 2"#, "r"),
        (r#"echo '{"reason":" ","message":"m"}'; echo e >&2; exit 2"#, "m"),
        ("echo ' o '; echo e >&2; exit 2", "o"),
        (r#"echo '["o"]'; echo e >&2; exit 2"#, r#"["o"]"#),
        ("echo '{}'; echo ' e ' >&2; exit 2", "e"),
        ("echo ' '; echo ' e ' >&2; exit 2", "e"),
        ("exit 2", "blocked by hook `hook`"),
        ("printf ' \\n'; printf '\\t' >&2; exit 2", "blocked by hook `hook`"),
        (r#"echo '{"message":" "}'; exit 2"#, "blocked by hook `hook`"),
    ] {
        let outcome = Case::hook("pre_tool", hook)
            .run("pre_tool")
            .answers(2, json!({"decision": "deny", "reason": reason, "cause": "hook", "decided_by": "hook"}));
        assert_eq!(outcome["hooks"][0]["exit_code"], 2, "{hook}");
    }
}

#[test]
fn a_message_beside_a_reason_stays_a_message() {
    let reply = r#"echo '{"reason":"r","message":"m"}'; exit 2"#;
    Case::hook("pre_tool", reply).run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "r", "message": "m", "cause": "hook", "decided_by": "hook"}),
    );
}

#[test]
fn exit_2_denies_whatever_stdout_says_and_drops_its_rewrite() {
    for reply in [
        r#"{"decision":"allow","mutated":{"command":"true"}}"#,
        r#"{"continue":true}"#,
        r#"{"mutated":5}"#,
        r#"{"reason":"torn"#,
        r#"{"decision":"ask"}"#,
    ] {
        let config = format!(
            "[[hooks]]\nevent = \"pre_tool\"\non_failure = \"allow\"\ncommand = \"\"\"\ncat <<'X'\n{reply}\nX\nexit 2\"\"\"\n"
        );
        let outcome = Case::new(&config.replace('\\', "\\\\")).run("pre_tool");
        let text = outcome.prints(2, "{*\"decision\":\"deny\"*\"cause\":\"hook\"*}\n", "*denied*");
        assert!(!text.contains("\"mutated\":{"), "{reply}: {text}");
    }
}

#[test]
fn exit_2_on_a_brake_denies() {
    for phase in ["stop", "subagent_stop", "pre_compact"] {
        Case::hook(phase, "echo more to do; exit 2").run(phase).answers(
            2,
            json!({"phase": phase, "decision": "deny", "reason": "more to do", "cause": "hook", "decided_by": "hook"}),
        );
    }
}

#[test]
fn a_failed_hook_denies_on_a_gate() {
    for phase in ["pre_tool", "permission_request", "prompt_submit"] {
        for (hook, cause, what, entry) in failures() {
            Case::hook(phase, hook).run(phase).answers(
                2,
                json!({"decision": "deny", "cause": cause, "decided_by": "hook",
                       "reason": format!("hook `hook` {what}*"), "hooks": [entry]}),
            );
        }
    }
}

#[test]
fn a_failed_hook_is_a_warning_on_a_brake() {
    for (hook, _, what, entry) in failures() {
        Case::hooks("stop", &[("hook", hook), ("next", "touch next")]).run("stop").answers(
            0,
            json!({"decision": "allow", "warnings": [format!("hook `hook` {what}*")],
                   "hooks": [entry, {"status": "allow", "exit_code": 0}]}),
        );
    }
}

#[test]
fn a_failed_hook_is_a_warning_on_an_observer() {
    for (hook, cause, what, entry) in failures() {
        if cause == "reply" {
            continue; // There it is text, as another test says.
        }
        Case::hooks("session_end", &[("hook", hook), ("next", "true")]).run("session_end").answers(
            0,
            json!({"decision": "allow", "warnings": [format!("hook `hook` {what}*")],
                   "hooks": [entry, {"status": "allow", "exit_code": 0}]}),
        );
    }
}

#[test]
fn on_failure_turns_a_failure_on_a_gate_into_a_warning_and_on_a_brake_into_a_deny() {
    for (hook, cause, what, entry) in failures() {
        let config = |phase: &str, on_failure: &str| {
            format!(
                "[[hooks]]\nevent = \"{phase}\"\nname = \"hook\"\non_failure = \"{on_failure}\"\ncommand = {}\n",
                Value::from(hook)
            )
        };
        Case::new(&config("pre_tool", "allow")).run("pre_tool").answers(
            0,
            json!({"decision": "allow", "warnings": [format!("hook `hook` {what}*")], "hooks": [entry]}),
        );
        Case::new(&config("stop", "deny")).run("stop").answers(
            2,
            json!({"decision": "deny", "cause": cause, "decided_by": "hook",
                   "reason": format!("hook `hook` {what}*"), "hooks": [entry]}),
        );
    }
}

#[test]
fn on_failure_has_no_say_on_an_observer() {
    let config = "[[hooks]]\nevent = \"post_tool\"\non_failure = \"deny\"\ncommand = \"exit 1\"\n";
    Case::new(config)
        .run("post_tool")
        .answers(0, json!({"decision": "allow", "warnings": ["hook `post_tool#1` exited 1 *"]}));
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    for (hook, what) in [
        (r#"shell = "/no/such/shell""#, "/no/such/shell: *"),
        ("shell = \"./no-such-shell\"", "/*/project/no-such-shell: *"),
        ("command = [\"no_such_program_here\", \"x\"]", "no_such_program_here: *"),
        ("command = [\"./plain\"]", "/*/project/plain: Permission denied*"),
        ("command = [\"./\"]", "/*/project: Permission denied*"),
        ("cwd = \"no-such-folder\"", "*"),
        ("command = \"a\\u0000b\"", "*"),
    ] {
        let command = if hook.starts_with("command") { "" } else { "command = \"true\"\n" };
        let config = format!("[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\n{command}{hook}\n");
        Case::new(&config).file("plain", "text").run("pre_tool").answers(
            2,
            json!({"decision": "deny", "cause": "spawn", "decided_by": "hook",
                   "reason": format!("hook `hook` could not be started: {what}"),
                   "hooks": [{"status": "failed", "error": format!("could not be started: {what}")}]}),
        );
    }
}

#[test]
fn text_that_is_not_utf8_gets_the_replacement_character() {
    Case::hook("pre_tool", r"printf 'caf\351 closed' >&2; exit 2").run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "caf\u{FFFD} closed", "cause": "hook", "decided_by": "hook"}),
    );
}

#[test]
fn texts_are_cut_at_10_000_characters_with_the_mark_included() {
    let zeros = "head -c 60000 /dev/zero | tr '\\0' z";
    let case = Case::hooks(
        "pre_tool",
        &[("message", zeros), ("again", zeros), ("reason", &format!("{zeros}; exit 2"))],
    );
    let outcome = case.run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "zzz*[cut]", "message": "zzz*[cut]", "cause": "hook", "decided_by": "reason"}),
    );
    for text in [&outcome["reason"], &outcome["message"], &outcome["hooks"][0]["message"]] {
        assert_eq!(text.as_str().expect("a text").chars().count(), 10_000);
    }
}

#[test]
fn a_context_is_cut_at_a_character_boundary() {
    let reply = json!({"context": "é".repeat(12_000)}).to_string();
    let case = Case::hook("prompt_submit", "cat reply").file("reply", reply);
    let outcome = case.run("prompt_submit").answers(0, json!({"decision": "allow", "context": "é*é\n[cut]"}));
    assert_eq!(outcome["context"].as_str().expect("a text").chars().count(), 10_000);
}

#[test]
fn the_output_of_a_failed_hook_is_cut_in_the_reason() {
    let hook = "head -c 60000 /dev/zero | tr '\\0' z >&2; exit 1";
    let outcome = Case::hook("pre_tool", hook).run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "hook `hook` exited 1 *zzz*[cut]", "cause": "exit", "decided_by": "hook"}),
    );
    assert_eq!(outcome["reason"].as_str().expect("a text").chars().count(), 10_000);
}
