//! What is wired can be taken out again, and leaves no trace.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::Value;

use crate::support::Case;
use crate::{HOSTS, case, data, tree};

/// The settings files of the tests' data in which hookctl is not wired.
fn samples() -> Vec<(String, Vec<u8>)> {
    let mut samples: Vec<_> = fs::read_dir(data("install"))
        .expect("the data of the tests")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a file"))
        })
        .filter(|(name, _)| !name.starts_with("wired"))
        .collect();
    samples.sort();
    assert!(samples.len() > 15, "{samples:?}");
    samples
}

/// Whether a file is tried with a host: each with one that reads it, a few with every one.
fn suits(host: &str, name: &str) -> bool {
    let few = ["empty-object.json", "tabs.json", "byte-order-mark.json"];
    let first = if name.ends_with('c') { "gemini" } else { "claude" };
    host == first || few.contains(&name)
}

#[test]
fn install_and_uninstall_leave_every_settings_file_byte_for_byte_as_it_was() {
    let case = case();
    for (host, file, _) in HOSTS {
        for (name, text) in samples().into_iter().filter(|(name, _)| suits(host, name)) {
            let file = case.home().join(file);
            case.write(&file, &text);
            let before = tree(&case.home());
            case.call(["install", host, "--all", "--yes"]).prints(
                0,
                "--- *is wired in*hookctl-backup\n",
                "*",
            );
            let wired = tree(&case.home());
            assert_ne!(wired, before, "{host} {name}");
            case.call(["install", host, "--all", "--yes"]).prints(0, "*is already wired in*", "*");
            assert_eq!(tree(&case.home()), wired, "{host} {name}: a second time");
            case.call(["uninstall", host, "--yes"]).prints(
                0,
                "*is no longer wired in*\nThe file is what it was*",
                "",
            );
            assert_eq!(tree(&case.home()), before, "{host} {name}");
            fs::remove_file(&file).expect("it is there again");
        }
    }
}

#[test]
fn a_file_that_install_made_is_removed_with_its_folders() {
    let case = case();
    for (host, file, project_file) in HOSTS {
        let before = (tree(&case.home()), tree(&case.dir()));
        for (scope, file) in
            [("--user", case.home().join(file)), ("--project", case.dir().join(project_file))]
        {
            case.call(["install", host, scope, "--all", "--yes"]).prints(
                0,
                "--- /dev/null\n*is wired in*",
                "*",
            );
            assert!(file.is_file(), "{}", file.display());
            case.call(["uninstall", host, scope, "--yes"]).prints(
                0,
                "*held nothing else and is removed\n",
                "",
            );
            assert_eq!((tree(&case.home()), tree(&case.dir())), before, "{host} {scope}");
        }
    }
}

#[test]
fn a_fresh_file_holds_what_the_readme_tells_to_paste() {
    let case = case();
    for (host, kept) in [("claude", "claude/settings.json"), ("codex", "codex/hooks.json")] {
        let kept = fs::read_to_string(data(kept)).expect("a file");
        case.call(["install", host, "--all", "--print"]).prints(0, &kept, "*");
    }
}

#[test]
fn a_fresh_file_of_each_host_is_the_one_that_is_kept() {
    let case = case();
    for (host, file, _) in HOSTS {
        case.call(["install", host, "--all", "--yes"]).prints(0, "*", "*");
        let kept = fs::read_to_string(data("install/fresh").join(format!("{host}.json"))).expect("a file");
        assert_eq!(case.read(case.home().join(file)), kept, "{host}");
    }
}

#[test]
fn an_older_entry_is_mended_where_it_stands_and_taken_out_like_any_other() {
    for name in ["wired-older.json", "wired-among-others.json"] {
        let (case, other) = (case(), case());
        let text = fs::read(data("install").join(name)).expect("a file");
        let file = ".claude/settings.json";
        case.write(case.home().join(file), &text);
        other.write(other.home().join(file), &text);
        case.call(["install", "claude", "--all", "--yes"]).prints(0, "*", "*");
        let wired = case.read(case.home().join(file));
        let settings: Value = serde_json::from_str(&wired).expect("JSON");
        for (event, groups) in settings["hooks"].as_object().expect("an object") {
            let entries: Vec<_> = groups
                .as_array()
                .into_iter()
                .flatten()
                .flat_map(|group| group["hooks"].as_array().expect("a list"))
                .filter(|entry| entry["command"].as_str().is_some_and(|line| line.contains("hookctl")))
                .collect();
            assert_eq!(entries.len(), 1, "{event}: {wired}");
            assert!(
                entries[0]["command"]
                    .as_str()
                    .is_some_and(|line| line.starts_with("hookctl run --host claude"))
            );
        }
        assert!(!wired.contains("\"timeout\": 30\n") && !wired.contains("\"timeout\": 9}"), "{wired}");
        case.call(["uninstall", "claude", "--yes"]).prints(0, "*", "");
        other.call(["uninstall", "claude", "--yes"]).prints(0, "*", "");
        let left = case.read(case.home().join(file));
        assert_eq!(left, other.read(other.home().join(file)), "{name}");
        assert!(!left.contains("hookctl"), "{left}");
    }
}

#[test]
fn what_a_person_wrote_in_the_meantime_stays() {
    let case = case();
    let file = case.home().join(".claude/settings.json");
    case.write(&file, "{\n  \"theme\": \"dark\"\n}\n");
    case.call(["install", "claude", "--all", "--yes"]).prints(0, "*", "*");
    let wired = case.read(&file);
    case.write(&file, wired.replace("\"dark\",", "\"light\",\n  \"model\": \"opus\","));
    case.call(["uninstall", "claude", "--yes"]).prints(0, "*\nWhat was there is in *", "");
    assert_eq!(case.read(&file), "{\n  \"theme\": \"light\",\n  \"model\": \"opus\"\n}\n");
}

#[test]
fn a_link_is_followed_and_mode_and_link_stay() {
    let case = case();
    let real = case.home().join("dotfiles/claude.json");
    case.write(&real, "{}\n");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("a mode");
    fs::create_dir(case.home().join(".claude")).expect("a folder");
    let link = case.home().join(".claude/settings.json");
    symlink(&real, &link).expect("a link");
    case.call(["install", "claude", "--all", "--yes"]).prints(0, "*dotfiles/claude.json\n*", "*");
    assert!(link.symlink_metadata().expect("there").is_symlink());
    assert_eq!(real.metadata().expect("there").permissions().mode() & 0o777, 0o600);
    let backup = case.home().join("dotfiles/claude.json.hookctl-backup");
    assert_eq!(case.read(&backup), "{}\n");
    assert_eq!(backup.metadata().expect("there").permissions().mode() & 0o777, 0o600);
}

#[test]
fn only_the_events_of_the_phases_in_use_are_wired() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n\
        [[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nenabled = false\n\
        [[hooks]]\nevent = \"notification\"\ncommand = \"true\"\n";
    let case = case().file("hooks.toml", config);
    case.call(["install", "codex", "--print"]).prints(
        0,
        "{\n  \"hooks\": {\n    \"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \
         \"hookctl run --host codex\", \"timeout\": 600}]}]\n  }\n}\n",
        "hookctl: note: Codex has no event for notification: those hooks never run there\n*/hooks in Codex*",
    );
    assert!(!case.home().join(".codex").exists(), "--print writes nothing");
}

#[test]
fn a_named_config_is_named_in_what_is_wired() {
    let case = case().file("my policy/hooks.toml", "[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\n");
    let path = case.dir().join("my policy/hooks.toml");
    case.call(["install", "claude", "--config", "my policy/hooks.toml", "--yes"]).prints(0, "*", "");
    let settings: Value =
        serde_json::from_str(&case.read(case.home().join(".claude/settings.json"))).expect("JSON");
    let line = &settings["hooks"]["Stop"][0]["hooks"][0]["command"];
    assert_eq!(line, &Value::from(format!("hookctl run --host claude --config '{}'", path.display())));
    // What is wired is a line for a shell, and hookctl reads it as one.
    case.call(["install", "claude", "--config", "my policy/hooks.toml", "--yes"]).prints(
        0,
        "*already wired*",
        "",
    );
}

#[test]
fn without_hookctl_on_path_the_program_that_runs_is_named_and_it_answers() {
    let case = Case::bare().env("PATH", "/usr/bin:/bin").file("hooks.toml", "");
    case.call(["install", "claude", "--all", "--yes"]).prints(0, "*", "*");
    let settings: Value =
        serde_json::from_str(&case.read(case.home().join(".claude/settings.json"))).expect("JSON");
    let line = settings["hooks"]["Stop"][0]["hooks"][0]["command"].as_str().expect("a line").to_owned();
    assert!(line.starts_with('/') || line.starts_with("'/"), "{line}");
    case.call(["trust", "--yes"]).prints(0, "*", "");
    let case = case.event(r#"{"hook_event_name":"Stop","session_id":"s"}"#);
    case.sh(&line).prints(0, "", "");
}

#[test]
fn on_a_terminal_it_shows_the_change_and_asks() {
    if !cfg!(target_os = "linux") || !crate::support::has_program("script") {
        return;
    }
    let line = r#"script -qec '"$HOOKCTL" install claude --all --color never' /dev/null"#;
    let file = ".claude/settings.json";
    let case = case().event("n\n");
    case.sh(line).prints(1, "*+++ *Wire it? ?y/N? *Nothing is written.*", "*");
    assert!(!case.home().join(file).exists());
    let case = case.event("y\n");
    case.sh(line).prints(0, "*+++ *Wire it? ?y/N? *is wired in*", "*");
    assert!(case.home().join(file).exists());
}
