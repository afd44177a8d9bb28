//! What is not done, and that nothing is written then.

use std::fs;
use std::os::unix::fs::symlink;

use crate::{HOSTS, case, tree};

#[test]
fn without_a_terminal_and_yes_nothing_is_written() {
    let case = case();
    let before = tree(&case.home());
    let case = case.event("y\n");
    case.call(["install", "claude", "--all"]).prints(
        2,
        "",
        "hookctl: nothing is written: there is no terminal to ask on: give --yes\n--- /dev/null\n+++ *",
    );
    assert_eq!(tree(&case.home()), before);
    case.call(["install", "claude", "--all", "--yes"]).prints(0, "*", "*");
    let wired = tree(&case.home());
    case.call(["uninstall", "claude"]).prints(2, "", "*: give --yes\n*");
    assert_eq!(tree(&case.home()), wired);
}

#[test]
fn an_agent_cannot_change_what_is_wired() {
    for (variable, whose) in [
        ("CLAUDECODE", "Claude Code"),
        ("HOOKCTL_DEPTH", "a hook of hookctl"),
        ("GEMINI_CLI", "Gemini CLI"),
        ("COPILOT_CLI", "Copilot CLI"),
    ] {
        let case = case();
        case.call(["install", "claude", "--all", "--yes"]).prints(0, "*", "*");
        let wired = tree(&case.home());
        // To unset the value is not to take the variable away.
        let case = case.env(variable, "");
        let told = format!("hookctl: nothing is written: {variable} is set, so {whose} is calling *");
        case.call(["uninstall", "claude", "--yes"]).prints(2, "", &told);
        case.call(["install", "claude", "--config", "hooks.toml", "--yes"]).prints(2, "", &told);
        case.call(["uninstall", "claude", "--print"]).prints(0, "", "");
        assert_eq!(tree(&case.home()), wired);
    }
}

#[test]
fn faulty_settings_are_refused_with_their_place() {
    for (host, text, told) in [
        ("claude", "{\n  \"a\": 1,\n}\n", "*settings.json:3:1: it is not JSON: *\n"),
        ("claude", "{\n  // mine\n}\n", "*settings.json:2:3: it is not JSON: *\n"),
        ("gemini", "{\n  \"a\": 1,\n}\n", "*settings.json:2:9: it is not JSON: *\n"),
        ("qwen", "{'a': 1}", "*settings.json:1:2: it is not JSON: *\n"),
        ("claude", "{\"a\": 1, \"a\": 2}\n", "*settings.json:1:10: the key `a` is given twice\n"),
        ("codex", "{\"hooks\": []}\n", "*hooks.json:1:11: `hooks` is not an object\n"),
        ("codex", "{\"hooks\": {\"Stop\": {}}}\n", "*hooks.json:1:20: `Stop` is not a list\n"),
        ("droid", "{\"hooks\": {}}\n", "*hooks.json:1:2: Factory Droid ignores a file with `hooks`: *\n"),
        ("claude", "[]\n", "*settings.json:1:1: it is not a JSON object\n"),
    ] {
        let case = case();
        let file = HOSTS.iter().find(|(name, ..)| *name == host).expect("a host").1;
        case.write(case.home().join(file), text);
        let before = tree(&case.home());
        for command in ["install", "uninstall"] {
            let all = if command == "install" { vec!["--all"] } else { vec![] };
            let args = [command, host, "--yes"].into_iter().chain(all);
            case.call(args).prints(2, "", told);
        }
        assert_eq!(tree(&case.home()), before);
    }
}

#[test]
fn a_file_that_is_no_text_or_no_file_is_refused() {
    let case = case();
    let file = case.home().join(".claude/settings.json");
    case.write(&file, b"{\"a\": \"\xff\"}");
    case.call(["install", "claude", "--all", "--yes"]).prints(
        2,
        "",
        "*cannot read *: it is not UTF-8 text\n",
    );
    fs::remove_file(&file).expect("it is there");
    symlink(case.home().join("gone.json"), &file).expect("a link");
    case.call(["install", "claude", "--all", "--yes"]).prints(
        2,
        "",
        "*is a link to a file that is not there\n",
    );
    fs::remove_file(&file).expect("it is there");
    fs::create_dir(&file).expect("a folder");
    case.call(["install", "claude", "--all", "--yes"]).prints(
        2,
        "",
        "*cannot read *: it is no regular file\n",
    );
}

#[test]
fn without_a_config_it_says_how_to_wire_everything() {
    case().call(["install", "claude", "--yes"]).prints(
        2,
        "",
        "hookctl: cannot tell *--all*: there is no hooks.toml *",
    );
    let case = case().file("hooks.toml", "[[hooks]]\nevent = \"notification\"\ncommand = \"true\"\n");
    case.call(["install", "codex", "--yes"]).prints(
        2,
        "",
        "hookctl: hooks.toml has no hooks for an event of Codex*--all\n",
    );
    let case = case.file("hooks.toml", "[[hooks]]\n");
    case.call(["install", "codex", "--yes"]).prints(2, "", "*hooks.toml:1:1: *");
}

#[test]
fn hooks_of_droid_that_would_be_switched_off_keep_it_from_being_wired() {
    let case = case();
    let beside = case.home().join(".factory/settings.json");
    case.write(
        &beside,
        "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]}}",
    );
    case.call(["install", "droid", "--all", "--yes"]).prints(
        2,
        "",
        "*settings.json holds `hooks`, which Factory Droid no longer reads*",
    );
    assert!(!case.home().join(".factory/hooks.json").exists());
    case.write(&beside, "{\"hooks\": {}}");
    case.call(["install", "droid", "--all", "--yes"]).prints(0, "*", "*");
}

#[test]
fn the_folder_of_a_host_can_be_moved_but_not_to_nowhere() {
    let elsewhere = case();
    let folder = elsewhere.dir();
    for (host, variable, file) in [
        ("claude", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("copilot", "COPILOT_HOME", "hooks/hookctl.json"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
    ] {
        let case = case().env(variable, &folder);
        case.call(["install", host, "--all", "--yes"]).prints(0, "*", "*");
        assert!(folder.join(file).is_file(), "{host}");
        case.call(["uninstall", host, "--yes"]).prints(0, "*is removed\n", "");
        assert_eq!(tree(&folder), [], "{host}");
        let case = case.env(variable, "/nowhere/at/all");
        case.call(["install", host, "--all", "--yes"]).prints(
            2,
            "",
            "*is /nowhere/at/all, which is no folder*",
        );
    }
}
