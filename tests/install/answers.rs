//! What is wired answers: the line that stands in the settings is run as the host runs it.

use serde_json::{Value, json};

use crate::{HOSTS, case};

const POLICY: &str = "[[hooks]]\nevent = \"pre_tool\"\nname = \"no-shell\"\ntools = [\"@shell\"]\n\
                      command = \"echo not today; exit 2\"\n";

/// Where a host's event before a tool is wired, a sample of it, and what its makers made a deny of.
fn gate(host: &str) -> (&'static str, &'static str, i32, Value, &'static str) {
    let denied = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "deny", "permissionDecisionReason": "not today"}});
    let told = "hookctl: pre_tool is denied by hook `no-shell`: not today\n";
    match host {
        "claude" => ("PreToolUse", "PreToolUse", 0, denied, told),
        "codex" => ("PreToolUse", "PreToolUse", 2, Value::Null, "not today\n"),
        "gemini" => ("BeforeTool", "BeforeTool", 0, json!({"decision": "deny", "reason": "not today"}), ""),
        "qwen" => {
            let mut both = denied;
            both["decision"] = "block".into();
            both["reason"] = "not today".into();
            ("PreToolUse", "PreToolUse", 0, both, "")
        }
        "copilot" => (
            "preToolUse",
            "preToolUse",
            0,
            json!({"permissionDecision": "deny", "permissionDecisionReason": "not today"}),
            "",
        ),
        _ => ("PreToolUse", "PreToolUse", 0, denied, ""),
    }
}

/// The only line that is wired on an event, wherever in the file the events stand.
fn line(settings: &Value, event: &str) -> String {
    let events = settings.get("hooks").unwrap_or(settings);
    let [member] = events[event].as_array().expect(event).as_slice() else { panic!("{settings}") };
    let entry = member.get("hooks").map_or(member, |entries| &entries[0]);
    entry["command"].as_str().expect("a line").to_owned()
}

#[test]
fn what_is_wired_denies_in_the_form_of_each_host() {
    for (host, user_file, project_file) in HOSTS {
        for (scope, name) in [("--user", user_file), ("--project", project_file)] {
            let case = case().file("hooks.toml", POLICY);
            case.call(["install", host, scope, "--yes"]).prints(0, "*", "*");
            case.call(["trust", "--yes"]).prints(0, "*", "*");
            let file = if scope == "--user" { case.home() } else { case.dir() }.join(name);
            let settings: Value = serde_json::from_str(&case.read(file)).expect("JSON");
            let (event, sample, status, answer, stderr) = gate(host);
            let sample = format!("events/{host}/{sample}.json");
            let case = case.event(std::fs::read(crate::data(&sample)).expect("a sample"));
            let line = line(&settings, event);
            let stdout = case.sh(&line).prints(status, "*", stderr);
            let answered = serde_json::from_str(&stdout).unwrap_or(Value::Null);
            assert_eq!(answered, answer, "{host} {scope}: {line}");
            // Of a hook that takes back what it said nothing is left.
            case.write("hooks.toml", POLICY.replace("exit 2", "exit 0"));
            case.call(["trust", "--yes"]).prints(0, "*", "*");
            case.sh(&line).prints(0, "", "");
        }
    }
}
