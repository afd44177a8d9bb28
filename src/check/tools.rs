//! Lints of `tools`: names that no tool has.

use super::{Findings, Subject};
use crate::config::problem::{Code, Problem};
use crate::config::tools::is_glob;

/// The tools of the hosts, as their events name them.
const HOST_TOOLS: &[&str] = &[
    "Agent",
    "AskUserQuestion",
    "Bash",
    "Create",
    "Edit",
    "Execute",
    "ExitPlanMode",
    "Glob",
    "Grep",
    "MultiEdit",
    "NotebookEdit",
    "PowerShell",
    "Read",
    "Skill",
    "Task",
    "TodoWrite",
    "WebFetch",
    "WebSearch",
    "Write",
    "agent",
    "apply_patch",
    "bash",
    "create",
    "edit",
    "glob",
    "grep",
    "read_file",
    "replace",
    "run_shell_command",
    "task",
    "view",
    "web_fetch",
    "write_file",
];

/// How the tools of MCP servers begin.
const MCP: &str = "mcp__";

/// Looks at the entries of one hook.
pub(super) fn lint(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let Some(tools) = &subject.entry.tools else { return };
    for entry in tools.get_ref() {
        let name = entry.get_ref().as_ref();
        if is_glob(name) {
            continue;
        }
        if let Some(server) = server_alone(name) {
            let message = format!("`{name}` names an MCP server and none of its tools, so it never matches");
            let problem = Problem::new(Code::McpServer, entry.span(), message);
            findings.push(problem.help(format!("write \"{MCP}{server}__*\" for all of its tools")));
        } else if let Some(tool) = same_but_for_case(name) {
            let message = format!("no host has a tool `{name}`, but there is `{tool}`, and case counts");
            let problem = Problem::new(Code::ToolCase, entry.span(), message);
            findings.push(problem.help(format!("write \"{tool}\"")));
        }
    }
}

/// The server of a name that has no tool.
fn server_alone(name: &str) -> Option<&str> {
    let server = name.strip_prefix(MCP)?;
    let server = server.strip_suffix("__").unwrap_or(server);
    (!server.is_empty() && !server.contains("__")).then_some(server)
}

/// The tool of a host that a name is, apart from its case.
fn same_but_for_case(name: &str) -> Option<&'static str> {
    if HOST_TOOLS.contains(&name) {
        return None;
    }
    HOST_TOOLS.iter().copied().find(|tool| tool.eq_ignore_ascii_case(name))
}
