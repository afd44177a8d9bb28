//! The policy that people copy: each of its hooks decides what its events under tests/example say, in each shell
//! that is here.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::{Case, has_program};

const POLICY: &str = include_str!("../hooks.example.toml");

/// A case with the policy, run by this shell where one is named.
fn case(shell: Option<&str>) -> Case {
    let shell = shell.map(|shell| format!("[defaults]\nshell = \"{shell}\""));
    let policy = shell.map_or_else(|| POLICY.to_owned(), |shell| POLICY.replacen("[defaults]", &shell, 1));
    let case = Case::new(&policy).file("posix-bash", "#!/bin/sh\nexec bash --posix \"$@\"\n");
    for file in files(&events("no-generated-files/marked")) {
        let text = fs::read(&file).expect("a file");
        case.write(file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it lies there"), text);
    }
    case
}

fn events(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/example").join(folder)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path()).collect()
}

/// The hooks of the policy, which are the folders of events.
fn hooks() -> Vec<String> {
    let folders = files(&events("")).into_iter().filter(|path| path.is_dir());
    let mut names: Vec<_> =
        folders.map(|path| path.file_name().expect("a name").to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Replays the events of each hook through that hook alone.
fn every_hook_decides_what_its_events_say(case: &Case) {
    for hook in hooks() {
        let folder = events(&hook);
        let args = ["replay", "--config", "hooks.toml", "--run-observers", "--only", &hook];
        let args = args.into_iter().map(Into::into).chain([folder.into_os_string()]);
        let outcomes = case.call(args).prints(0, "*", "* the same, 0 different *, 0 not compared\n");
        for outcome in outcomes.lines() {
            let outcome: Value = serde_json::from_str(outcome).expect("JSON");
            // A hook that broke would deny as well.
            let why = outcome.get("cause").unwrap_or(&Value::Null);
            assert!(why.is_null() || why == "hook", "{hook}: {outcome}");
        }
    }
}

#[test]
fn every_hook_has_events_and_every_folder_of_events_its_hook() {
    let mut named: Vec<_> =
        POLICY.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).collect();
    named.sort_unstable();
    assert_eq!(hooks(), named);
}

#[test]
fn every_file_of_events_says_in_its_name_what_they_expect() {
    for hook in hooks() {
        for file in files(&events(&hook)).into_iter().filter(|file| file.is_file()) {
            let name = file.file_name().expect("a name").to_string_lossy();
            let word = name.split('-').next().expect("a first word");
            let text = fs::read_to_string(&file).expect("a file");
            let mut entries = serde_json::Deserializer::from_str(&text).into_iter::<Value>().peekable();
            assert!(entries.peek().is_some(), "{hook}/{name} holds no event");
            for entry in entries {
                assert_eq!(entry.expect("JSON")["expect"], word, "{hook}/{name}");
            }
        }
    }
}

#[test]
fn every_hook_decides_what_its_events_say_in_sh() {
    every_hook_decides_what_its_events_say(&case(None));
}

#[test]
fn every_hook_decides_what_its_events_say_in_bash_as_posix_has_it() {
    if has_program("bash") {
        every_hook_decides_what_its_events_say(&case(Some("./posix-bash")));
    }
}

#[test]
fn every_hook_decides_what_its_events_say_in_ksh() {
    if has_program("ksh") {
        every_hook_decides_what_its_events_say(&case(Some("ksh")));
    }
}

#[test]
fn the_events_reach_every_hook_and_every_guard_denies() {
    let args = ["replay", "--config", "hooks.toml", "--run-observers", "--coverage"].map(Into::into);
    // Of the guards the events of all hosts are enough here: every hook sees them.
    let few = ["deny-hosts.jsonl", "allow-stop.jsonl", "allow-edits.jsonl"];
    let files = hooks().into_iter().flat_map(|hook| few.map(|file| events(&hook).join(file)));
    let files = files.filter(|file| file.exists()).map(PathBuf::into_os_string);
    case(None).call(args.into_iter().chain(files)).prints(
        0,
        "*",
        "*never denied:  notify (stop)\n8 of 8 hooks reached\n",
    );
}

#[test]
fn a_guard_that_cannot_look_denies() {
    let event = json!({"tool": "Bash", "input": {"command": "git status"}, "cwd": "/"}).to_string();
    let edit = json!({"tool": "Write", "input": {"file_path": "a", "content": "b"}}).to_string();
    for (hook, event) in [
        ("no-force-push", &event),
        ("no-lost-work", &event),
        ("no-secrets", &edit),
        ("no-generated-files", &edit),
        ("no-self-trust", &event),
        ("no-forged-trust", &edit),
    ] {
        for gone in ["sed", "grep", "tr", "head", "cat"] {
            let case = case(None)
                .file("a", "b")
                .file("replay.json", format!("{{\"phase\":\"pre_tool\",\"event\":{event}}}"));
            fs::create_dir(case.dir().join("bin")).expect("a folder");
            for there in ["sed", "grep", "tr", "head", "cat"].into_iter().filter(|there| *there != gone) {
                case.write(
                    format!("bin/{there}"),
                    format!("#!/bin/sh\nPATH=/usr/bin:/bin exec {there} \"$@\"\n"),
                );
            }
            let text = POLICY.split("[[hooks]]").find(|text| text.contains(&format!("\"{hook}\"")));
            let needs = text.expect("the hook").split("'''").nth(1).expect("its command");
            let needs = needs.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == gone);
            let args = ["replay", "--config", "hooks.toml", "--only", hook, "replay.json"];
            let bin = case.dir().join("bin");
            let ran = case.env("PATH", bin).call(args);
            if needs {
                ran.prints(2, "*\"decision\":\"deny\"*", "");
            } else {
                ran.prints(0, "*\"decision\":\"allow\"*", "");
            }
        }
    }
}

#[test]
fn what_was_edited_is_formatted_whatever_the_agent_calls_it() {
    for (tool, input) in [
        ("Write", json!({"file_path": "a b.go", "content": "x"})),
        ("create", json!({"path": "a b.go"})),
        ("apply_patch", json!({"command": "*** Begin Patch\n*** Add File: a b.go\n+x\n*** End Patch"})),
    ] {
        let case = case(None).file("a b.go", "x").file("bin/gofmt", "#!/bin/sh\necho \"$@\" > called\n");
        let path = format!("{}:/usr/bin:/bin", case.dir().join("bin").display());
        let event =
            json!({"tool": tool, "input": input, "cwd": case.dir(), "is_error": false, "content": ""});
        let case = case.env("PATH", path).event(event.to_string());
        case.run("post_tool")
            .answers(0, json!({"decision": "allow", "hooks": [{"status": "allow", "exit_code": 0}]}));
        assert_eq!(case.read("called"), "-w -- a b.go\n", "{tool}");
    }
}

#[test]
fn a_formatter_that_fails_is_told_to_the_model_and_one_that_is_absent_is_not_missed() {
    let case = case(None).file("a.py", "(");
    let event = json!({"tool": "Edit", "input": {"file_path": "a.py"}, "cwd": case.dir(), "is_error": false, "content": ""});
    let case = case.event(event.to_string()).env("PATH", "/usr/bin:/bin");
    if !Path::new("/usr/bin/ruff").exists() {
        let expected = json!({"decision": "allow", "hooks": [{"status": "allow", "exit_code": 0}]});
        case.run("post_tool").answers(0, expected);
    }
    let case = case.file("bin/ruff", "#!/bin/sh\necho no >&2\nexit 1\n");
    let path = format!("{}:/usr/bin:/bin", case.dir().join("bin").display());
    let reason = "no\nruff could not format a.py.";
    case.env("PATH", path).run("post_tool").answers(
        0,
        json!({"decision": "allow", "context": reason,
               "hooks": [{"status": "deny", "exit_code": 2, "reason": reason}]}),
    );
}

#[test]
fn the_end_of_a_turn_is_told_where_something_can_tell_it() {
    let case = case(None).event(r#"{"session_id":"s","cwd":"/somewhere"}"#);
    let expected = json!({"decision": "allow", "hooks": [{"status": "allow", "exit_code": 0}]});
    let path = format!("{}:/usr/bin:/bin", case.dir().join("bin").display());
    let case = case.file("bin/notify-send", "#!/bin/sh\necho \"$@\" > told\n").env("PATH", path);
    case.run("stop").answers(0, expected.clone());
    assert_eq!(case.read("told"), "hookctl the agent has stopped in /somewhere\n");
    // Without a desktop it fails, and that is nobody's concern.
    let case = case.file("bin/notify-send", "#!/bin/sh\necho no display >&2\nexit 1\n");
    let case = case.file("bin/osascript", "#!/bin/sh\nexit 1\n");
    case.run("stop").answers(0, expected);
}
