//! Which hooks.toml is read, and what happens where none can be.

use serde_json::json;

use crate::support::{Case, small_event};

/// The outcome of a gate whose config has this fault.
fn faulty(reason: &str) -> serde_json::Value {
    json!({"decision": "deny", "cause": "config", "reason": reason, "hooks": []})
}

#[test]
fn a_missing_file_denies_on_a_gate() {
    let case = Case::bare().event(small_event("pre_tool"));
    case.run("pre_tool").answers(2, faulty("cannot read */hooks.toml: No such file or directory*"));
    case.call(["run", "pre_tool"]).answers(2, faulty("*hooks.toml*"));
}

#[test]
fn a_missing_file_is_a_warning_and_status_1_elsewhere() {
    for phase in ["stop", "post_tool"] {
        let warnings = json!(["cannot read */hooks.toml: No such file or directory*"]);
        Case::bare().run(phase).answers(1, json!({"decision": "allow", "warnings": warnings, "hooks": []}));
    }
}

#[test]
fn an_empty_file_allows_everything() {
    for text in ["", "# nothing here\n", "\u{feff}", "[defaults]\n"] {
        for phase in ["pre_tool", "stop", "session_end"] {
            Case::new(text).run(phase).answers(0, json!({"decision": "allow", "hooks": []}));
        }
    }
}

#[test]
fn a_faulty_file_runs_nothing_and_every_error_is_in_the_reason() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"touch ran\"\n\
                  [[hooks]]\nevent = \"PreToolUse\"\ncomand = \"true\"\n";
    let case = Case::new(config);
    case.run("pre_tool").answers(2, faulty("*5:9: *PreToolUse*pre_tool*\n*6:1: *comand*command*"));
    case.run("post_tool").answers(
        1,
        json!({"decision": "allow", "warnings": ["*5:9: *PreToolUse*pre_tool*\n*6:1: *comand*command*"]}),
    );
    assert!(!case.has("ran"));
}

#[test]
fn a_folder_in_place_of_the_file_denies() {
    let case = Case::bare().file("hooks.toml/x", "").event(small_event("pre_tool"));
    case.run("pre_tool").answers(2, faulty("cannot read */hooks.toml: it is a folder"));
}

#[test]
fn a_file_that_is_not_utf8_denies() {
    let case = Case::bare().file("hooks.toml", b"# caf\xe9\n");
    case.run("pre_tool").answers(2, faulty("*hooks.toml:1: the file is not UTF-8 text"));
}

#[test]
fn a_pipe_that_nobody_writes_to_denies() {
    let case = Case::bare().event(small_event("pre_tool"));
    case.sh(r#"mkfifo pipe; exec "$HOOKCTL" run pre_tool --config pipe"#)
        .answers(2, faulty("cannot read pipe: it did not end within 5 s"));
}

#[test]
fn a_pipe_that_gives_nothing_denies() {
    let case = Case::bare().event(small_event("pre_tool"));
    case.sh(r#"mkfifo pipe; : > pipe & "$HOOKCTL" run pre_tool --config pipe"#)
        .answers(2, faulty("cannot read pipe: it is a pipe, and nothing came out of it"));
}

#[test]
fn a_policy_may_come_through_a_pipe() {
    let hook = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"echo no; exit 2\"\n";
    let case = Case::bare().file("policy", hook).event(small_event("pre_tool"));
    case.sh(r#"mkfifo pipe; cat policy > pipe & "$HOOKCTL" run pre_tool --config pipe"#)
        .answers(2, json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "pre_tool#1"}));
}

#[test]
fn a_device_without_an_end_denies() {
    let case = Case::bare().event(small_event("pre_tool"));
    case.call(["run", "pre_tool", "--config", "/dev/zero"])
        .answers(2, faulty("cannot read /dev/zero: it is no regular file"));
}

#[test]
fn an_empty_device_is_an_empty_file() {
    let case = Case::bare().event(small_event("pre_tool"));
    case.call(["run", "pre_tool", "--config", "/dev/null"]).answers(0, json!({"decision": "allow"}));
}

#[test]
fn a_file_of_many_errors_is_answered() {
    let config = "colour = 1\n[[hooks]]\n[x]\n".repeat(5_000);
    Case::new(&config).run("pre_tool").answers(2, faulty("hooks.toml is faulty*hooks.toml:1:1: *[cut]"));
}

#[test]
fn a_thousand_hooks_are_read_and_the_one_that_matches_runs() {
    let mut config = "[[hooks]]\nevent = \"stop\"\ncommand = \"exit 1\"\n".repeat(999);
    config.push_str("[[hooks]]\nevent = \"pre_tool\"\ntools = [\"B?sh\"]\ncommand = \"echo no; exit 2\"\n");
    Case::new(&config)
        .run("pre_tool")
        .answers(2, json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "pre_tool#1"}));
}

#[test]
fn carriage_returns_and_a_byte_order_mark_are_as_if_not_there() {
    let config = "\u{feff}[[hooks]]\r\nevent = \"pre_tool\"\r\ncommand = \"\"\"\r\nif true; then\r\necho no\r\nexit 2\r\nfi\r\n\"\"\"\r\n";
    Case::new(config)
        .run("pre_tool")
        .answers(2, json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "pre_tool#1"}));
}

#[test]
fn a_filter_is_exact_or_a_glob_and_an_empty_one_covers_every_tool() {
    for (tools, tool, runs) in [
        (r#"["Edit"]"#, "NotebookEdit", false),
        (r#"["edit"]"#, "Edit", false),
        (r#"["Read", "mcp__memory__*"]"#, "mcp__memory__create", true),
        (r#"["mcp__search__run"]"#, "mcp__search__run-query", false),
        ("[]", "anything", true),
        (r#"["*"]"#, "anything", true),
    ] {
        let config = format!("[[hooks]]\nevent = \"pre_tool\"\ntools = {tools}\ncommand = \"touch ran\"\n");
        let case = Case::new(&config).event(format!(r#"{{"tool":"{tool}","input":{{}}}}"#));
        case.run("pre_tool").answers(0, json!({"decision": "allow"}));
        assert_eq!(case.has("ran"), runs, "{tools} {tool}");
    }
}

#[test]
fn a_hook_that_is_not_enabled_does_not_run() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\nenabled = false\ncommand = \"touch ran; exit 2\"\n";
    let case = Case::new(config);
    case.run("pre_tool").answers(0, json!({"decision": "allow", "hooks": []}));
    assert!(!case.has("ran"));
}
