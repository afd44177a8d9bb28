//! `hookctl check`, `init` and `schema` from outside.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A folder with a hooks.toml that only its owner may write.
fn room(config: impl AsRef<[u8]>) -> TempDir {
    let room = tempfile::tempdir().expect("a folder");
    write(&room.path().join("hooks.toml"), config);
    room
}

fn write(path: &Path, text: impl AsRef<[u8]>) {
    fs::write(path, text).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o644)).expect("set");
}

/// Runs hookctl in a folder that is its home as well.
fn hookctl(room: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hookctl"));
    command.args(arguments).current_dir(room.path()).env("HOME", room.path());
    for variable in ["XDG_CONFIG_HOME", "NO_COLOR", "CLAUDE_PROJECT_DIR", "HOOKCTL_DEPTH"] {
        command.env_remove(variable);
    }
    command.output().expect("hookctl starts")
}

/// The status and both streams of a run.
fn seen(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const GOOD: &str = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n";
const DOUBTFUL: &str = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"mcp__memory\"]\n";
const FAULTY: &str = "[[hooks]]\nevent = \"PreToolUse\"\ncommand = \"true\"\n";

#[test]
fn a_good_file_is_named_on_stdout_and_nothing_is_on_stderr() {
    let good = |arguments: &[&str]| seen(&hookctl(&room(GOOD), arguments));
    let line = "hooks.toml: ok, 1 hook (1 pre_tool)\n";
    assert_eq!(good(&["check", "--config", "hooks.toml"]), (Some(0), line.to_owned(), String::new()));
    let (status, stdout, stderr) = good(&["check", "--strict"]);
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    assert!(stdout.ends_with(line), "{stdout}");
}

#[test]
fn errors_fail_and_warnings_only_where_that_is_asked_for() {
    for (config, arguments, status, last) in [
        (FAULTY, &["check"][..], 1, "1 error, 0 warnings\n"),
        (DOUBTFUL, &["check"], 0, "0 errors, 1 warning\n"),
        (DOUBTFUL, &["check", "--strict"], 1, "0 errors, 1 warning\n"),
    ] {
        let (code, stdout, stderr) = seen(&hookctl(&room(config), arguments));
        assert_eq!((code, stderr.as_str()), (Some(status), ""), "{arguments:?}");
        assert!(stdout.ends_with(last), "{stdout}");
    }
}

#[test]
fn what_cannot_be_checked_is_said_on_stderr_with_status_2() {
    let empty = tempfile::tempdir().expect("a folder");
    for (room, arguments, said) in [
        (&empty, &["check"][..], "hooks.toml"),
        (&empty, &["check", "--config", "no/such.toml"], "no/such.toml"),
        (&empty, &["check", "--config", "."], "cannot read ."),
        (
            &room(b"a = 1\nb = \"\xff\"\n"),
            &["check", "--config", "hooks.toml"],
            "hooks.toml:2: the file is not UTF-8",
        ),
        (&empty, &["check", "--format", "yaml"], "sarif"),
        (&empty, &["check", "--colour"], "--color"),
    ] {
        let (code, stdout, stderr) = seen(&hookctl(room, arguments));
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    }
}

#[test]
fn every_form_holds_the_finding() {
    let room = room(FAULTY);
    for (form, start) in [
        ("human", "error[unknown-event]: "),
        ("json", "[\n  {\n    \"severity\": \"error\""),
        ("github", "::error file=hooks.toml,line=2,"),
        ("sarif", "{\n  \"$schema\""),
    ] {
        let output = hookctl(&room, &["check", "--config", "hooks.toml", "--format", form]);
        let (code, stdout, stderr) = seen(&output);
        assert_eq!((code, stderr.as_str()), (Some(1), ""), "{form}");
        assert!(stdout.starts_with(start) && stdout.contains("unknown-event"), "{form}: {stdout}");
    }
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let room = room(FAULTY);
    for (when, coloured) in [("auto", false), ("never", false), ("always", true)] {
        let (_, stdout, _) = seen(&hookctl(&room, &["check", "--color", when]));
        assert_eq!(stdout.contains("\u{1b}["), coloured, "{when}");
    }
}

#[test]
fn the_table_of_codes_needs_no_file() {
    let empty = tempfile::tempdir().expect("a folder");
    let (code, stdout, stderr) = seen(&hookctl(&empty, &["check", "--list-codes"]));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(
        stdout.lines().any(|line| line.starts_with("unknown-event ") && line.contains(" error ")),
        "{stdout}"
    );
    assert!(
        stdout.lines().any(|line| line.starts_with("verdict-lost ") && line.contains(" warning ")),
        "{stdout}"
    );
}

#[test]
fn no_hook_is_started() {
    let room = room(
        "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"touch ran; x=$(touch ran)\"\n\
         [[hooks]]\nevent = \"stop\"\ncommand = [\"touch\", \"ran\"]\n\
         [[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nshell = \"./bash\"\n",
    );
    write(&room.path().join("bash"), "#!/bin/sh\ntouch ran\n");
    fs::set_permissions(room.path().join("bash"), fs::Permissions::from_mode(0o755)).expect("set");
    assert_eq!(hookctl(&room, &["check"]).status.code(), Some(0));
    assert!(!room.path().join("ran").exists());
}

#[test]
fn ten_thousand_hooks_are_checked_in_one_go() {
    let hook = |n: usize| {
        let command = match n % 3 {
            0 => format!("jq -e '.input.n != {n}' >/dev/null || exit 2"),
            1 => format!("if grep -q secret-{n}; then echo no; exit 2; fi"),
            _ => format!("cat <<EOF\n{n}\nEOF"),
        };
        format!("[[hooks]]\nevent = \"pre_tool\"\nname = \"n{n}\"\ncommand = '''{command}'''\n")
    };
    let room = room((0..10_000).map(hook).collect::<String>());
    let (code, stdout, _) = seen(&hookctl(&room, &["check", "--config", "hooks.toml"]));
    assert_eq!(code, Some(0), "{}", &stdout[..stdout.len().min(2000)]);
}

#[test]
fn what_does_not_fit_a_host_is_said_where_the_host_is_named() {
    let room = room("[[hooks]]\nevent = \"notification\"\ncommand = \"true\"\n");
    assert_eq!(hookctl(&room, &["check", "--strict"]).status.code(), Some(0));
    let (code, stdout, _) = seen(&hookctl(&room, &["check", "--strict", "--host", "codex"]));
    assert_eq!(code, Some(1));
    assert!(stdout.contains("never-on-host") && stdout.contains("Codex"), "{stdout}");
}

#[test]
fn with_a_host_the_project_is_the_one_that_run_would_take() {
    let room = room(FAULTY);
    fs::create_dir(room.path().join("elsewhere")).expect("made");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hookctl"));
    command.args(["check", "--host", "claude"]).current_dir("/").env("HOME", room.path().join("elsewhere"));
    command.env_remove("XDG_CONFIG_HOME").env("CLAUDE_PROJECT_DIR", room.path());
    let (code, stdout, _) = seen(&command.output().expect("hookctl starts"));
    assert_eq!(code, Some(1));
    assert!(stdout.contains("unknown-event"), "{stdout}");
}

#[test]
fn the_example_passes_without_a_warning() {
    let room = room(include_str!("../hooks.example.toml"));
    for host in ["", "claude", "codex", "gemini", "qwen", "copilot", "droid"] {
        let more = if host.is_empty() { vec![] } else { vec!["--host", host] };
        let (code, stdout, stderr) = seen(&hookctl(&room, &[&["check", "--strict"], &more[..]].concat()));
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{host}: {stdout}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_or_none_at_all_is_dealt_with() {
    let room = room(FAULTY);
    let line = format!("'{}' check | true", env!("CARGO_BIN_EXE_hookctl"));
    let output = Command::new("sh").args(["-c", &line]).current_dir(room.path()).output().expect("sh starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    if Path::new("/dev/full").exists() {
        let line = format!("'{}' check > /dev/full", env!("CARGO_BIN_EXE_hookctl"));
        let output =
            Command::new("sh").args(["-c", &line]).current_dir(room.path()).output().expect("sh starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to stdout"));
    }
}

#[test]
fn a_new_file_passes_and_does_what_it_says() {
    let room = tempfile::tempdir().expect("a folder");
    let (code, stdout, stderr) = seen(&hookctl(&room, &["init"]));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.starts_with("wrote hooks.toml\nnext: hookctl check\n"), "{stdout}");
    assert_eq!(hookctl(&room, &["check", "--strict"]).status.code(), Some(0));
    // The line that it prints is one that can be run.
    let line = stdout.lines().find_map(|line| line.strip_prefix("then: ")).expect("a line to try");
    let binary = env!("CARGO_BIN_EXE_hookctl");
    let line = line.replace("| hookctl", &format!("| '{binary}'"));
    let tried = Command::new("sh").args(["-c", &line]).current_dir(room.path()).output().expect("sh starts");
    assert_eq!(tried.status.code(), Some(2), "{}", String::from_utf8_lossy(&tried.stderr));
    assert!(String::from_utf8_lossy(&tried.stdout).contains("no-force-push"));
}

#[test]
fn a_new_file_shows_every_key_in_a_place_where_it_may_stand() {
    let schema: serde_json::Value = serde_json::from_str(include_str!("../hooks.schema.json")).expect("JSON");
    let keys = |at: &str| -> Vec<String> {
        schema.pointer(at).and_then(|keys| keys.as_object()).expect(at).keys().cloned().collect()
    };
    let room = tempfile::tempdir().expect("a folder");
    assert_eq!(hookctl(&room, &["init"]).status.code(), Some(0));
    let text = fs::read_to_string(room.path().join("hooks.toml")).expect("written");
    // With everything that is off put on it is a file as well: the schema knows each key.
    let is_key = |line: &str| {
        line.split_once(" = ").is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
    };
    let on = |line: &str| match line.strip_prefix("# ") {
        Some(rest) if is_key(rest) || rest == "[[hooks]]" => rest.to_owned(),
        _ => line.to_owned(),
    };
    let text = text.lines().map(on).collect::<Vec<_>>().join("\n");
    let table: toml::Table = toml::from_str(&text).expect("TOML");
    let defaults = table["defaults"].as_table().expect("a table");
    let hooks = table["hooks"].as_array().expect("a list");
    for key in keys("/properties/defaults/properties") {
        assert!(defaults.contains_key(&key), "[defaults] {key}");
    }
    for key in keys("/properties/hooks/items/properties") {
        assert!(hooks.iter().any(|hook| hook.get(&key).is_some()), "[[hooks]] {key}");
    }
    fs::write(room.path().join("hooks.toml"), text).expect("written");
    let codes = hookctl(&room, &["check", "--format", "json"]);
    assert!(!String::from_utf8_lossy(&codes.stdout).contains("\"error\""), "{codes:?}");
}

#[test]
fn a_file_that_is_there_is_never_overwritten() {
    let room = room("mine");
    let (code, stdout, stderr) = seen(&hookctl(&room, &["init"]));
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("hooks.toml is there already"), "{stderr}");
    assert_eq!(fs::read_to_string(room.path().join("hooks.toml")).expect("there"), "mine");
    std::os::unix::fs::symlink("nowhere.toml", room.path().join("link.toml")).expect("linked");
    assert_eq!(hookctl(&room, &["init", "link.toml"]).status.code(), Some(2));
    assert!(!room.path().join("nowhere.toml").exists());
    let (code, _, stderr) = seen(&hookctl(&room, &["init", "no/such/folder.toml"]));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("cannot write no/such/folder.toml"), "{stderr}");
    let (code, stdout, _) = seen(&hookctl(&room, &["init", "other.toml"]));
    assert_eq!(code, Some(0));
    assert!(stdout.contains("hookctl check --config other.toml"), "{stdout}");
}

#[test]
fn the_schema_is_printed_as_it_is_committed() {
    let empty = tempfile::tempdir().expect("a folder");
    let (code, stdout, stderr) = seen(&hookctl(&empty, &["schema"]));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_eq!(stdout, include_str!("../hooks.schema.json"));
}

#[test]
fn with_a_host_what_does_not_fit_it_is_told_and_without_one_nothing() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"Bash\"]\napproves = true\n";
    let room = room(config);
    let codes = |host: &str| {
        let more = if host.is_empty() { vec![] } else { vec!["--host", host] };
        let (status, stdout, stderr) =
            seen(&hookctl(&room, &[&["check", "--format", "json"], &more[..]].concat()));
        assert_eq!((status, stderr.as_str()), (Some(0), ""));
        let found: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
        let found = found.as_array().expect("an array").iter();
        found.map(|one| one["code"].as_str().expect("a code").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes(""), [""; 0]);
    assert_eq!(codes("claude"), [""; 0]);
    // In the order of the file.
    assert_eq!(codes("gemini"), ["host-limit", "never-on-host"]);
    assert_eq!(codes("droid"), ["never-on-host"]);
}

#[test]
fn a_hook_that_its_host_is_not_wired_for_is_told() {
    let room = room("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n");
    fs::create_dir(room.path().join(".claude")).expect("made");
    let settings =
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "hookctl run --host claude"}]}]}}"#;
    fs::write(room.path().join(".claude/settings.json"), settings).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hookctl"));
    command.args(["check", "--strict", "--host", "claude"]).current_dir(room.path()).env("HOME", room.path());
    command.env_remove("XDG_CONFIG_HOME").env_remove("CLAUDE_CONFIG_DIR").env_remove("CLAUDE_PROJECT_DIR");
    let (code, stdout, _) = seen(&command.output().expect("hookctl starts"));
    assert_eq!(code, Some(1));
    assert!(stdout.contains("not-wired") && stdout.contains("hookctl install claude"), "{stdout}");
}
