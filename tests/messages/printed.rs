//! Faults, and what the program says of each.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::support::{Case, HOOKCTL};

/// A hooks.toml that denies.
const DENY: &str = "[[hooks]]\nevent = \"pre_tool\"\nname = \"guard\"\ncommand = \"echo no; exit 2\"\n";

/// The hooks.toml of a hook that runs a line on a gate.
fn gate(command: &str) -> String {
    format!("[[hooks]]\nevent = \"pre_tool\"\nname = \"guard\"\ncommand = '''{command}'''\n")
}

/// Each fault with what was said of it.
pub fn all() -> String {
    let mut text = String::new();
    faulty_files(&mut text);
    faulty_events(&mut text);
    faulty_hooks(&mut text);
    faulty_surroundings(&mut text);
    faulty_calls(&mut text);
    text
}

/// Calls hookctl and notes what it said.
fn note(text: &mut String, what: &str, case: &Case, arguments: &[&str]) {
    let path = case.dir().join("hooks.toml");
    // What a fresh file is for its group depends on the machine.
    if fs::metadata(&path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o002 == 0) {
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("a mode");
    }
    let told = case.call(arguments).told();
    let _ = writeln!(text, "{what}: `hookctl {}`", arguments.join(" "));
    let place = case.dir().parent().expect("it lies in a folder").to_string_lossy().into_owned();
    for line in told.replace(&place, "").replace(HOOKCTL, "/bin/hookctl").lines() {
        let _ = writeln!(text, "    {line}");
    }
    text.push('\n');
}

fn faulty_files(text: &mut String) {
    for (what, config) in [
        ("not TOML", "[[hooks]\n"),
        ("unknown keys", "[default]\n[[hooks]]\nevnt = \"pre_tool\"\ncommand = \"true\"\ncolour = 1\n"),
        ("an unknown phase", "[[hooks]]\nevent = \"PreToolUse\"\ncommand = \"true\"\n"),
        ("missing keys", "[[hooks]]\n"),
        ("blank values", "[[hooks]]\nevent = \"stop\"\ncommand = \" \"\nname = \"\"\nshell = \"\"\n"),
        (
            "wrong types",
            "[[hooks]]\nevent = 1\ncommand = 1\nname = 1\ntools = \"Bash\"\ntimeout_secs = \"5s\"\n\
             on_failure = \"block\"\nenabled = \"true\"\nstdin = 1\n",
        ),
        ("a time that is none", "[defaults]\ntimeout_secs = 0\ndeadline_secs = 1e9\n"),
        ("a timeout above the deadline", "[defaults]\ntimeout_secs = 9\ndeadline_secs = 2\n"),
        (
            "tools that are none",
            "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n\
             tools = [\"Bash|Edit\", \"Bash(git *)\", \"\", \"!Bash\", \"^mcp\", \"@shells\"]\n",
        ),
        (
            "tools where there are none",
            "[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntools = [\"Bash\"]\n",
        ),
        ("a name twice", &format!("{DENY}{DENY}")),
    ] {
        note(text, what, &Case::new(config), &["check", "--config", "hooks.toml"]);
    }
    for (what, config) in [
        (
            "a machine that lacks things",
            "[[hooks]]\nevent = \"stop\"\ncommand = \"no-such-program; ./none.sh; echo $NO_SUCH\"\n\
             [[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nshell = \"/no/shell\"\n\
             [[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ncwd = \"nowhere\"\n\
             [[hooks]]\nevent = \"stop\"\ncommand = \"./hooks.toml\"\n",
        ),
        (
            "hooks that do not do what was meant",
            "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"./hooks.toml || true\"\non_failure = \"allow\"\n\
             tools = [\"bash\", \"mcp__github\"]\ntimeout_secs = 5000\n\
             [[hooks]]\nevent = \"stop\"\ncwd = \"event\"\ncommand = \"sh ./a.sh '~/b'\"\n",
        ),
    ] {
        note(text, what, &Case::new(config), &["check", "--config", "hooks.toml"]);
    }
    let hooks = "[[hooks]]\nevent = \"pre_tool\"\ntools = [\"Nope\"]\ncommand = \"exit 2\"\n\
                 [[hooks]]\nevent = \"post_compact\"\ncommand = \"exit 2\"\n";
    note(text, "hooks that a host never runs", &Case::new(hooks), &["check", "--host", "gemini"]);
    let faulty = Case::new("nope = 1\n");
    note(text, "a faulty file on a gate", &faulty.event(EVENT), &["run", "pre_tool"]);
    let faulty = Case::new("nope = 1\n");
    note(text, "a faulty file elsewhere", &faulty.event("{}"), &["run", "stop"]);
}

/// An event of a tool.
const EVENT: &str = r#"{"tool":"Bash","input":{"command":"ls"}}"#;

fn faulty_events(text: &mut String) {
    for (what, phase, event) in [
        ("no event", "pre_tool", &b""[..]),
        ("not JSON", "pre_tool", b"{\"tool\":"),
        ("not UTF-8", "pre_tool", b"{\"tool\":\"\xff\"}"),
        ("not an object", "pre_tool", b"[1]"),
        ("two events", "pre_tool", b"{} {}"),
        ("a key twice", "pre_tool", br#"{"tool":"a","tool":"b"}"#),
        ("no tool", "pre_tool", b"{}"),
        ("a tool that is none", "pre_tool", br#"{"tool":1,"input":{}}"#),
        ("no prompt", "prompt_submit", b"{}"),
        ("another phase", "pre_tool", br#"{"event":"stop"}"#),
        ("a phase that is none", "stop", br#"{"event":1}"#),
    ] {
        note(text, what, &Case::new(DENY).event(event), &["run", phase]);
    }
    for (what, arguments, event) in [
        ("a host's event without its name", &["run", "--host", "claude"][..], "{}"),
        ("a host's event that has no phase", &["run", "--host", "claude"], r#"{"hook_event_name":"Setup"}"#),
        (
            "a host's event of another phase",
            &["run", "stop", "--host", "claude"],
            r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}"#,
        ),
        ("an event whose host names none", &["run", "--host", "copilot"], "{}"),
        (
            "an event that --event contradicts",
            &["run", "--host", "claude", "--event", "Stop"],
            r#"{"hook_event_name":"PreToolUse"}"#,
        ),
    ] {
        note(text, what, &Case::new(DENY).event(event), arguments);
    }
}

fn faulty_hooks(text: &mut String) {
    for (what, command) in [
        ("a deny without a reason", "exit 2"),
        ("a failure", "echo broken >&2; exit 1"),
        ("a program that is not there", "no-such-program 2>/dev/null"),
        ("a signal", "kill -9 $$"),
        ("a reply that is torn", "printf '{\"decision\":'"),
        ("a reply with a key twice", "printf '{\"reason\":\"a\",\"reason\":\"b\"}'"),
        ("a reply with an unknown decision", "printf '{\"decision\":\"maybe\"}'"),
        ("a reply of a wrong type", "printf '{\"mutated\":\"{}\"}'"),
        ("a verdict in noise", "echo checking; echo '{\"decision\":\"deny\"}'"),
        ("an ask", "printf '{\"decision\":\"ask\"}'"),
    ] {
        note(text, what, &Case::new(&gate(command)).event(EVENT), &["run", "pre_tool"]);
    }
    let direct = "[[hooks]]\nevent = \"pre_tool\"\nname = \"guard\"\ncommand = [\"./none\"]\n";
    note(text, "a program that cannot start", &Case::new(direct).event(EVENT), &["run", "pre_tool"]);
    let slow = format!("[defaults]\ntimeout_secs = 0.2\n{}", gate("exec sleep 9"));
    note(text, "a timeout", &Case::new(&slow).event(EVENT), &["run", "pre_tool"]);
    let deadline = format!("[defaults]\ndeadline_secs = 0.3\n{}", gate("exec sleep 9"));
    note(text, "a chain that runs out of time", &Case::new(&deadline).event(EVENT), &["run", "pre_tool"]);
    let observer = "[[hooks]]\nevent = \"notification\"\nname = \"bell\"\ncwd = \"event\"\n\
                    command = '''printf '{\"context\":\"a\",\"mutated\":{},\"colour\":1,\"decision\":\"deny\"}' '''\n";
    note(text, "what an observer cannot do", &Case::new(observer).event("{}"), &["run", "notification"]);
}

fn faulty_surroundings(text: &mut String) {
    note(text, "no hooks.toml", &Case::bare().event(EVENT), &["run", "pre_tool"]);
    note(
        text,
        "no hooks.toml of that name",
        &Case::bare().event(EVENT),
        &["run", "pre_tool", "--config", "a.toml"],
    );
    note(text, "no hooks.toml to check", &Case::bare(), &["check"]);
    note(
        text,
        "no home",
        &Case::new("").without_env("XDG_CONFIG_HOME").env("HOME", "here").event("{}"),
        &["run", "stop"],
    );
    let writable = Case::new(DENY).event(EVENT);
    let mode = fs::Permissions::from_mode(0o666);
    fs::set_permissions(writable.dir().join("hooks.toml"), mode).expect("a mode");
    note(text, "a file that anyone may write", &writable, &["run", "pre_tool"]);
    let folder = Case::bare().file("hooks.toml/a", "").event(EVENT);
    note(text, "a folder in its place", &folder, &["run", "pre_tool"]);
    let stranger = Case::new(DENY).event(EVENT);
    note(text, "a file that nobody trusts", &stranger, &["run", "pre_tool", "--require-trust"]);
    note(text, "trust without a terminal", &stranger, &["trust"]);
    note(text, "trust in an agent", &Case::new(DENY).env("CLAUDECODE", "1"), &["trust", "--yes"]);
    note(text, "trust of nothing", &Case::bare(), &["trust", "--yes"]);
    note(text, "trust of another name", &Case::bare().file("a.toml", ""), &["trust", "a.toml", "--yes"]);
    note(
        text,
        "hooks too deep",
        &Case::new(DENY).env("HOOKCTL_DEPTH", "4").event(EVENT),
        &["run", "pre_tool"],
    );
    let record = Case::new("").file("folder/a", "").event("{}");
    note(text, "a record that cannot be written", &record, &["run", "stop", "--record", "folder"]);
}

fn faulty_calls(text: &mut String) {
    let case = Case::new(DENY);
    for (what, arguments) in [
        ("a replay of nothing", &["replay", "none.json"][..]),
        ("a replay of an empty folder", &["replay", "."]),
        ("a replay of a hook that is none", &["replay", "hooks.toml", "--only", "gard"]),
        ("a replay of what is no event", &["replay", "hooks.toml"]),
        ("an install where nothing is wired", &["uninstall", "claude", "--project"]),
        ("an install without a terminal", &["install", "claude", "--project"]),
        ("an init over a file", &["init"]),
    ] {
        note(text, what, &case, arguments);
    }
    let broken = Case::new(DENY).file(".claude/settings.json", "{ nope");
    note(
        text,
        "an install into a file that is no JSON",
        &broken,
        &["install", "claude", "--project", "--yes"],
    );
    let stop = Case::new("[[hooks]]\nevent = \"post_compact\"\ncommand = \"true\"\n");
    note(
        text,
        "an install of hooks that the host never runs",
        &stop,
        &["install", "gemini", "--project", "--yes"],
    );
}
