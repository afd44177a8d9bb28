//! The guard against an agent that calls `hookctl trust --yes`: hooks that a person can put into their own
//! hooks.toml.

use serde_json::json;

use super::support::World;

const GUARD: &str = include_str!("../../hooks.example.toml");

#[test]
fn an_agent_that_calls_trust_is_denied_by_the_users_own_guard() {
    let world = World::new();
    world.user(GUARD);
    let decision = |tool: &str, input: serde_json::Value| {
        let event = json!({"tool": tool, "input": input, "cwd": "/home/me"}).to_string();
        let ran = world.run(&["run", "pre_tool", "--require-trust"], &event);
        (ran.status, ran.json()["decided_by"].as_str().unwrap_or("nobody").to_owned())
    };
    for command in [
        "hookctl trust --yes",
        "cd x && env -u CLAUDECODE hookctl  trust hooks.toml --yes",
        "/usr/bin/hookctl 'trust' --yes",
        "h=hook\"\"ctl; $h tr\\ust -y",
        "x=trust\nhookctl $x",
        "script -qc 'hookctl trust' /dev/null <<< y",
    ] {
        assert_eq!(decision("Bash", json!({"command": command})), (2, "no-self-trust".into()), "{command}");
    }
    let path = "/home/me/.local/state/hookctl/trust.json";
    for (tool, input) in
        [("Write", json!({"file_path": path, "content": "{}"})), ("replace", json!({"file_path": path}))]
    {
        assert_eq!(decision(tool, input), (2, "no-forged-trust".into()));
    }
    for (tool, input) in [
        ("Bash", json!({"command": "git push; cargo test"})),
        ("Bash", json!({"command": "hookctl check"})),
        ("Write", json!({"file_path": "README.md", "content": "a person calls hookctl trust"})),
    ] {
        assert_eq!(decision(tool, input), (0, "nobody".into()));
    }
}
