//! `hookctl install --list`.

use serde_json::{Value, json};

use crate::support::Case;
use crate::{case, with_programs};

#[test]
fn a_machine_without_agents_is_told_as_such() {
    case().call(["install", "--list"]).prints(
        0,
        "None of the agents that can be wired is on this machine.\n",
        "",
    );
    case().call(["install", "--list", "--format", "json"]).prints(0, "[]\n", "");
}

#[test]
fn each_agent_is_listed_with_its_version_and_what_is_wired() {
    let config = "[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\n[[hooks]]\nevent = \"post_tool\"\ncommand = \"true\"\n";
    let programs = [
        ("claude", "echo '2.1.332 (Claude Code)'"),
        ("codex", "echo codex-cli 0.99.0"),
        // It leaves something behind that holds its stdout open.
        ("qwen", "sleep 20 & echo 0.25.0"),
        ("droid", "sleep 20"),
    ];
    let case = with_programs(Case::new(config), &programs);
    let gone = json!({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/gone/hookctl run --host claude"}]}]}});
    case.write(case.home().join(".claude/settings.json"), gone.to_string());
    case.write(case.dir().join(".gemini/settings.json"), "{ // mine\n}");
    case.write(case.dir().join(".copilot/hooks/hookctl.json"), "{}");
    case.call(["install", "codex", "--project", "--yes"]).prints(0, "*", "*");
    let (home, dir) = (case.home(), case.dir());
    let table = case.call(["install", "--list"]).prints(0, "*", "");
    let (home, dir) = (home.display(), dir.display());
    let expected = format!(
        "\
AGENT   VERSION                      SCOPE    WIRED     PROGRAM                  FILE
claude  2.1.332                      user     1 event   /gone/hookctl (missing)  {home}/.claude/settings.json
                                     project  no file   -                        {dir}/.claude/settings.json
codex   0.99.0 (older than 0.171.0)  user     no file   -                        {home}/.codex/hooks.json
                                     project  2 events  hookctl                  {dir}/.codex/hooks.json
gemini  not on PATH                  user     no file   -                        {home}/.gemini/settings.json
                                     project  no        -                        {dir}/.gemini/settings.json
qwen    0.25.0 (newer than 0.24.4)   user     no file   -                        {home}/.qwen/settings.json
                                     project  no file   -                        {dir}/.qwen/settings.json
droid   unknown (0.225.2 works)      user     no file   -                        {home}/.factory/hooks.json
                                     project  no file   -                        {dir}/.factory/hooks.json
claude: hooks.toml has hooks for PostToolUse, PostToolUseFailure, which are not wired: run hookctl install claude
"
    );
    assert_eq!(table, expected);

    let list = case.call(["install", "--list", "--format", "json"]).prints(0, "*", "");
    let list: Value = serde_json::from_str(&list).expect("JSON");
    assert_eq!(list[0]["host"], "claude");
    assert_eq!(list[0]["version_is"], "known");
    assert_eq!(list[0]["unwired"], json!(["PostToolUse", "PostToolUseFailure"]));
    assert_eq!(
        list[0]["files"][0],
        json!({
            "scope": "user",
            "path": format!("{home}/.claude/settings.json"),
            "exists": true,
            "problem": null,
            "wired": [{
                "event": "Stop",
                "command": "/gone/hookctl run --host claude",
                "program": "/gone/hookctl",
                "program_exists": false,
            }],
        })
    );
    assert_eq!((&list[4]["version"], &list[4]["version_is"]), (&Value::Null, &"unknown".into()));
}

#[test]
fn settings_that_cannot_be_read_are_told_and_stop_nothing() {
    let case = case();
    case.write(case.home().join(".claude/settings.json"), "{");
    case.call(["install", "--list"]).prints(
        0,
        "AGENT *claude  not on PATH  user     unreadable  *\nclaude (user): 1:1: it is not JSON: *\n",
        "",
    );
}

#[test]
fn a_form_is_refused_where_nothing_is_listed() {
    let told = "error: the argument '[HOST]' cannot be used with '--format <FORMAT>'*";
    case().call(["install", "claude", "--format", "json"]).prints(2, "", told);
}
