//! What a hook of a host's event reads.

use serde_json::{Value, json};

use crate::support::Case;
use crate::{call, sample};

/// What a hook read, of an event of a host that nothing is said about.
fn read(host: &str, event: &str, phase: &str) -> Value {
    let case = Case::hook(phase, "cat > seen").event(sample(host, event));
    call(&case, host).prints(0, "", "");
    serde_json::from_str(&case.read("seen")).expect("JSON")
}

/// The fields of a sample that its payload must hold as they came.
fn kept(host: &str, event: &str, renamed: &[&str]) -> Vec<(String, Value)> {
    let sample: Value = serde_json::from_str(&sample(host, event)).expect("JSON");
    let fields = sample.as_object().expect("an object").clone();
    fields.into_iter().filter(|(name, _)| !renamed.contains(&name.as_str())).collect()
}

#[test]
fn the_names_of_a_host_become_those_of_hookctl_and_every_other_field_stays() {
    for (host, event, phase, own) in [
        (
            "claude",
            "PreToolUse",
            "pre_tool",
            json!({"tool": "Bash", "input": {"command": "cargo test --workspace",
                   "description": "Run the test suite", "timeout": 120_000}}),
        ),
        (
            "claude",
            "PostToolUseFailure",
            "post_tool",
            json!({"tool": "Bash", "is_error": true,
                   "content": "Exit code 101\nerror: test failed, to rerun pass `--lib`"}),
        ),
        (
            "claude",
            "PostToolUse",
            "post_tool",
            json!({"is_error": false, "content": "{\"stdout\":\"test result: ok. 42 passed\",\"stderr\":\"\",\
                   \"interrupted\":false,\"isImage\":false,\"noOutputExpected\":false}"}),
        ),
        ("claude", "UserPromptExpansion", "prompt_submit", json!({"prompt": "/deploy staging --dry-run"})),
        (
            "codex",
            "PostToolUse",
            "post_tool",
            json!({"is_error": false, "content": "test result: ok. 42 passed\n"}),
        ),
        ("codex", "SubagentStop", "subagent_stop", json!({})),
        ("codex", "SessionEnd", "session_end", json!({})),
    ] {
        let payload = read(host, event, phase);
        assert_eq!((&payload["event"], &payload["host"]), (&phase.into(), &host.into()), "{payload}");
        for (name, value) in own.as_object().expect("an object") {
            assert_eq!(payload[name], *value, "{host} {event}: {name}");
        }
        let renamed = ["hook_event_name", "tool_name", "tool_input", "tool_response", "error"];
        for (name, value) in kept(host, event, &renamed) {
            assert_eq!(payload[&name], value, "{host} {event}: {name}");
        }
        let names = payload.as_object().expect("an object");
        assert!(renamed.iter().all(|name| !names.contains_key(*name)), "{payload}");
    }
}

#[test]
fn the_end_of_a_session_has_the_transcript_as_its_path_too() {
    let payload = read("claude", "SessionEnd", "session_end");
    assert_eq!(payload["path"], payload["transcript_path"]);
    assert!(payload["path"].is_string());
    let null = r#"{"session_id":"s","transcript_path":null,"cwd":"/","hook_event_name":"SessionEnd","reason":"other"}"#;
    let case = Case::hook("session_end", "cat > seen").event(null);
    call(&case, "codex").prints(0, "", "");
    let payload: Value = serde_json::from_str(&case.read("seen")).expect("JSON");
    assert_eq!((payload.get("path"), payload.get("transcript_path")), (None, Some(&Value::Null)));
}

#[test]
fn a_field_that_is_named_like_one_of_hookctl_is_left_out() {
    let event = r#"{"hook_event_name":"PreToolUse","host":"mine","event":"mine","tool":"mine","input":5,
        "tool_name":"Bash","tool_input":{"n":1.00}}"#;
    let case = Case::hook("pre_tool", "cat > seen").event(event);
    call(&case, "claude").prints(0, "", "");
    let expected = "{\"event\":\"pre_tool\",\"tool\":\"Bash\",\"input\":{\"n\":1.00},\"class\":\"shell\",\
                    \"host\":\"claude\"}\n";
    assert_eq!(case.read("seen"), expected);
}

#[test]
fn raw_stdin_is_what_the_host_sent_byte_for_byte() {
    let config = |hooks: &str| {
        format!(
            "[defaults]\nstdin = \"raw\"\n{hooks}[[hooks]]\nevent = \"pre_tool\"\ncommand = \"cat > seen\"\n"
        )
    };
    for host in ["claude", "codex"] {
        let event = sample(host, "PreToolUse");
        let case = Case::new(&config("")).event(&event);
        call(&case, host).prints(0, "", "");
        assert_eq!(case.read("seen"), event);
        let case = Case::new(&config("")).event(format!("\u{feff}{event}"));
        call(&case, host).prints(0, "", "");
        assert_eq!(case.read("seen"), event);

        let rewriting = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"cat reply\"\n";
        let case =
            Case::new(&config(rewriting)).file("reply", r#"{"mutated":{"command":"true"}}"#).event(&event);
        call(&case, host).prints(0, "*updatedInput*", "");
        let start = event.find(r#""tool_input":"#).expect("an input") + r#""tool_input":"#.len();
        let end = start + event[start..].find('}').expect("its end") + 1;
        assert_eq!(case.read("seen"), [&event[..start], r#"{"command":"true"}"#, &event[end..]].concat());
    }
}

#[test]
fn the_environment_names_the_host_and_what_it_sent() {
    let line = "echo $HOOKCTL_PHASE $HOOKCTL_HOST $HOOKCTL_TOOL $HOOKCTL_SESSION_ID $HOOKCTL_CWD > seen";
    let case = Case::hook("pre_tool", line).event(sample("codex", "PreToolUse.apply_patch"));
    call(&case, "codex").prints(0, "", "");
    assert_eq!(
        case.read("seen"),
        "pre_tool codex apply_patch 01a22d25-a693-7881-a41a-56217e64e551 /home/dev/acme-api\n"
    );
}
