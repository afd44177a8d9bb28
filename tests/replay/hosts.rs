//! Events of hosts, replayed: known by their fields, or by what was recorded beside them.

use serde_json::{Value, json};

use crate::support::Case;

const POLICY: &str = "[[hooks]]\nevent = \"pre_tool\"\nname = \"guard\"\ntools = [\"@shell\"]\n\
                      command = \"echo no; exit 2\"\n";

fn sample(host: &str, name: &str) -> String {
    let path = format!("{}/tests/data/events/{host}/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn outcome(stdout: &str) -> Value {
    serde_json::from_str(stdout).expect("JSON")
}

#[test]
fn an_event_of_each_host_is_known_by_its_fields() {
    for (host, event, phase, decision) in [
        ("gemini", "BeforeTool", "pre_tool", "deny"),
        ("gemini", "AfterAgent", "stop", "allow"),
        ("qwen", "PreToolUse", "pre_tool", "deny"),
        ("qwen", "PreToolUse.edit", "pre_tool", "allow"),
        ("copilot", "preToolUse", "pre_tool", "deny"),
        ("copilot", "PreToolUse.pascal", "pre_tool", "deny"),
        ("copilot", "permissionRequest", "permission_request", "allow"),
        ("copilot", "postToolUseFailure.view", "post_tool", "allow"),
        ("copilot", "agentStop", "stop", "allow"),
        ("copilot", "subagentStop", "subagent_stop", "allow"),
        ("copilot", "sessionEnd", "session_end", "allow"),
        ("droid", "PreToolUse", "pre_tool", "deny"),
        ("droid", "UserPromptSubmit", "prompt_submit", "allow"),
    ] {
        let case = Case::new(POLICY).file("event.json", sample(host, event));
        let (exit, stderr) = if decision == "deny" { (2, "*") } else { (0, "*") };
        let known = outcome(&case.call(["replay", "event.json"]).prints(exit, "*", stderr));
        assert_eq!(
            (&known["phase"], &known["decision"]),
            (&phase.into(), &decision.into()),
            "{host} {event}"
        );
        let told = outcome(&case.call(["replay", "event.json", "--host", host]).prints(exit, "*", stderr));
        assert_eq!((&told["phase"], &told["decision"]), (&phase.into(), &decision.into()), "{host} {event}");
    }
}

#[test]
fn the_name_of_an_event_that_has_none_is_recorded_beside_it() {
    let case = Case::new(POLICY).event(sample("copilot", "preToolUse"));
    let line = ["run", "--host", "copilot", "--config", "hooks.toml", "--record", "e.jsonl"];
    case.call(line.iter().chain(&["--event", "preToolUse"])).prints(0, "*deny*", "");
    let entry = outcome(&case.read("e.jsonl"));
    assert_eq!((&entry["host"], &entry["host_event"]), (&json!("copilot"), &json!("preToolUse")));
    let stderr = "1 the same, 0 different (0 now allowed), 0 not compared\n";
    case.call(["replay", "e.jsonl", "--compare"]).prints(0, "*", stderr);

    // What is recorded counts, and not what the fields would tell.
    let other = case.read("e.jsonl").replace("\"preToolUse\"", "\"userPromptTransformed\"");
    case.write("other.jsonl", other);
    let stderr = "hookctl: other.jsonl:1: the event `userPromptTransformed` of Copilot CLI has no phase\n";
    case.call(["replay", "other.jsonl"]).prints(2, "", stderr);

    let event = sample("copilot", "preToolUse");
    case.write(
        "mine.jsonl",
        format!(r#"{{"host":"copilot","host_event":"preToolUse","event":{event},"expect":"deny"}}"#),
    );
    let stderr = "1 the same, 0 different (0 now allowed), 0 not compared\n";
    case.call(["replay", "mine.jsonl"]).prints(0, "*", stderr);
}

#[test]
fn what_a_host_cannot_carry_is_settled_in_a_replay_too() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"cat reply\"\n[[hooks]]\nevent = \"stop\"\n\
                  command = \"echo red; exit 2\"\n";
    let case = Case::new(config)
        .file("reply", r#"{"mutated":{"command":"true"}}"#)
        .file("qwen.json", sample("qwen", "PreToolUse"))
        .file("gemini.json", sample("gemini", "AfterAgent").replace("_active\":false", "_active\":true"));
    let rewritten = outcome(&case.call(["replay", "qwen.json"]).prints(2, "*", "*"));
    assert_eq!((&rewritten["decision"], &rewritten["cause"]), (&json!("deny"), &json!("reply")));
    let stopped = outcome(&case.call(["replay", "gemini.json"]).prints(0, "*", "*"));
    assert_eq!(stopped["decision"], "allow");
    assert!(stopped["warnings"][0].as_str().is_some_and(|warning| warning.contains("red")), "{stopped}");
}
