//! `hookctl help`, and what a wrong word is answered with.

use serde_json::json;

use crate::support::Case;

#[test]
fn help_of_a_command_is_what_its_long_help_is() {
    for command in ["run", "check", "replay", "init", "trust", "install", "uninstall", "schema", "help"] {
        let long = Case::bare().call([command, "--help"]).prints(0, "?*", "");
        Case::bare().call(["help", command]).prints(0, &long, "");
    }
}

#[test]
fn help_without_a_subject_lists_the_commands_and_the_topics() {
    let expected = "Run the hooks of coding agents*\nCommands:\n  run  *\n  check  *\nTopics:\n  hookctl help exit-codes  *\n  \
                    hookctl help hooks  *\n";
    Case::bare().call(["help"]).prints(0, expected, "");
    Case::bare().call(["-h"]).prints(0, expected, "");
}

#[test]
fn a_topic_is_plain_text_in_a_pipe() {
    let text = Case::bare().call(["help", "exit-codes"]).prints(0, "Exit status of a hook:\n  0  *\n", "");
    assert!(!text.contains('\x1b'), "{text}");
    let text = Case::bare().call(["help", "hooks"]).prints(0, "What a hook gets:\n*", "");
    assert!(!text.contains('\x1b'), "{text}");
}

#[test]
fn the_event_that_the_topic_shows_is_what_a_hook_gets() {
    let text = Case::bare().call(["help", "hooks"]).prints(0, "*", "");
    let shown = text.lines().find_map(|line| line.strip_prefix("  {\"event\"").map(|_| line.trim()));
    let shown = shown.expect("it is there");
    let case = Case::hook("pre_tool", "cat > seen.json").event(shown);
    case.run("pre_tool").prints(0, "*", "");
    assert_eq!(case.read("seen.json"), format!("{shown}\n"));
}

#[test]
fn the_hook_that_the_topic_shows_works() {
    let text = Case::bare().call(["help", "hooks"]).prints(0, "*", "");
    let (_, example) = text.split_once("Example of a hook:\n").expect("the last section");
    let script = example.strip_prefix("  ").expect("it is indented").replace("\n  ", "\n");
    let case = Case::hook("pre_tool", "./guard").file("guard", script);
    case.run("pre_tool")
        .answers(0, json!({ "decision": "allow", "hooks": [{ "status": "allow", "exit_code": 0 }] }));
    let case = case.event(r#"{"tool":"Bash","input":{"command":"git push --force"}}"#);
    case.run("pre_tool").answers(
        2,
        json!({
            "decision": "deny",
            "reason": "push without --force",
            "cause": "hook",
            "decided_by": "hook",
            "hooks": [{ "status": "deny", "exit_code": 2, "reason": "push without --force" }],
        }),
    );
}

#[test]
fn a_wrong_word_is_answered_with_the_right_one() {
    for (typed, meant) in [
        (&["help", "exit-code"][..], "'exit-codes'"),
        (&["help", "instal"], "'install'"),
        (&["chekc"], "'check'"),
        (&["run", "pre_tool", "--hots", "claude"], "'--host'"),
        (&["run", "--host", "cluade"], "'claude'"),
        (&["check", "--format", "jsn"], "'json'"),
        (&["replay", "x", "--ony", "a"], "'--only'"),
        (&["install", "copilt"], "'copilot'"),
    ] {
        Case::bare().call(typed).prints(2, "", &format!("error: *tip: *{meant}*\n"));
    }
}
