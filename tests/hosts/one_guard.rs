//! One policy file guards all hosts: the same verdicts from each.

use serde_json::{Value, json};

use crate::sample;
use crate::support::{Case, Ran};

/// A guard that looks at no name of any host.
const POLICY: &str = r#"
[[hooks]]
event = "pre_tool"
name = "no-force-push"
tools = ["@shell"]
command = ["./guard"]

[[hooks]]
event = "pre_tool"
name = "no-edit"
tools = ["@edit"]
command = "echo hands off; exit 2"

[[hooks]]
event = "pre_tool"
name = "no-servers"
tools = ["@mcp"]
command = "echo no servers; exit 2"
"#;

const GUARD: &str = "#!/bin/sh\ncat > seen\ngrep -q '\"class\":\"shell\",\"command\":\"git push --force\"' seen \
                     || exit 0\necho no force pushes\nexit 2\n";

/// A tool of each class, as a host calls it, and its input.
struct Agent {
    host: &'static str,
    shell: &'static str,
    edit: &'static str,
    read: &'static str,
    server: &'static str,
}

const AGENTS: [Agent; 6] = [
    Agent { host: "claude", shell: "Bash", edit: "Write", read: "Read", server: "mcp__memo__create" },
    Agent {
        host: "codex",
        shell: "Bash",
        edit: "apply_patch",
        read: "view_image",
        server: "mcp__memo__create",
    },
    Agent {
        host: "gemini",
        shell: "run_shell_command",
        edit: "replace",
        read: "read_file",
        server: "mcp_memo_create",
    },
    Agent {
        host: "qwen",
        shell: "run_shell_command",
        edit: "write_file",
        read: "read_file",
        server: "mcp__memo__create",
    },
    Agent { host: "copilot", shell: "bash", edit: "create", read: "view", server: "memo-create" },
    Agent { host: "droid", shell: "Execute", edit: "Create", read: "Read", server: "memo___create" },
];

impl Agent {
    /// What the host sends before a tool.
    fn event(&self, tool: &str, input: &Value) -> String {
        let (file, name, arguments) = match self.host {
            "gemini" => ("BeforeTool", "tool_name", "tool_input"),
            "copilot" => ("preToolUse", "toolName", "toolArgs"),
            _ => ("PreToolUse", "tool_name", "tool_input"),
        };
        let mut event: Value = serde_json::from_str(&sample(self.host, file)).expect("JSON");
        event[name] = tool.into();
        event[arguments] = input.clone();
        event.to_string()
    }

    fn call(&self, tool: &str, input: &Value) -> (Case, Ran) {
        let case = Case::new(POLICY).file("guard", GUARD).event(self.event(tool, input));
        let mut arguments = vec!["run", "--host", self.host, "--config", "hooks.toml"];
        if self.host == "copilot" {
            arguments.extend(["--event", "preToolUse"]);
        }
        let ran = case.call(arguments);
        (case, ran)
    }

    fn denies(&self, tool: &str, input: &Value, reason: &str) {
        let (_, ran) = self.call(tool, input);
        match self.host {
            "codex" => ran.prints(2, "", &format!("{reason}\n")),
            "claude" => ran.prints(0, &format!("*deny*{reason}*"), &format!("*{reason}\n")),
            _ => ran.prints(0, &format!("*deny*{reason}*"), ""),
        };
    }

    fn lets_run(&self, tool: &str, input: &Value) -> Case {
        let (case, ran) = self.call(tool, input);
        ran.prints(0, "", "");
        case
    }
}

#[test]
fn the_same_policy_says_the_same_on_every_host() {
    let push = json!({"command": "git push --force", "description": "d"});
    let list = json!({"command": "ls"});
    let file = json!({"file_path": "a", "content": "b"});
    for agent in &AGENTS {
        agent.denies(agent.shell, &push, "no force pushes");
        let case = agent.lets_run(agent.shell, &list);
        assert!(case.read("seen").contains(r#""class":"shell","command":"ls""#), "{}", agent.host);
        agent.denies(agent.edit, &file, "hands off");
        agent.denies(agent.server, &file, "no servers");
        assert!(!agent.lets_run(agent.read, &file).has("seen"), "{}", agent.host);
        assert!(!agent.lets_run("nobody_s_tool", &push).has("seen"), "{}", agent.host);
    }
}

#[test]
fn in_the_neutral_form_a_class_means_the_names_of_all_hosts() {
    for agent in &AGENTS {
        let event = json!({"tool": agent.shell, "input": {"command": "git push --force"}});
        let case = Case::new(POLICY).file("guard", GUARD).event(event.to_string());
        case.run("pre_tool").answers(
            2,
            json!({"decision": "deny", "reason": "no force pushes", "cause": "hook",
                   "decided_by": "no-force-push",
                   "hooks": [{"status": "deny", "exit_code": 2, "reason": "no force pushes"}]}),
        );
    }
    let other = Case::new(POLICY).event(r#"{"tool":"shell","input":{"command":"git push --force"}}"#);
    other.run("pre_tool").answers(0, json!({"decision": "allow", "hooks": []}));
}

#[test]
fn a_later_hook_reads_the_command_line_as_it_was_rewritten() {
    let policy = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"cat reply\"\n[[hooks]]\nevent = \"pre_tool\"\n\
                  tools = [\"@shell\"]\ncommand = \"cat > seen\"\n";
    let case = Case::new(policy)
        .file("reply", r#"{"mutated":{"command":"git push --force-with-lease"}}"#)
        .event(AGENTS[2].event("run_shell_command", &json!({"command": "git push --force"})));
    case.call(["run", "--host", "gemini", "--config", "hooks.toml"]).prints(0, "*tool_input*", "");
    assert!(case.read("seen").contains(r#""class":"shell","command":"git push --force-with-lease""#));
}

#[test]
fn a_class_that_there_is_not_is_an_error_with_the_nearest_one() {
    let case = Case::new("[[hooks]]\nevent = \"pre_tool\"\ntools = [\"@shel\"]\ncommand = \"true\"\n");
    let stderr = "*`@shel`*\"@shell\"*[tool-pattern]\n";
    case.run("pre_tool").prints(2, "*", stderr);
}
