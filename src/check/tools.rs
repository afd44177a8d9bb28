//! Lints of `tools`: names that no tool has, and those that are a class.

use std::borrow::Cow;

use toml::Spanned;

use super::{Findings, Subject};
use crate::config::problem::{Code, Problem};
use crate::config::tools::is_glob;
use crate::host::tools::{self, Class};

/// How the tools of MCP servers begin.
const MCP: &str = "mcp__";

/// Looks at the entries of one hook.
pub(super) fn lint(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let Some(tools) = &subject.entry.tools else { return };
    if let Some(problem) = spelt_out(tools) {
        findings.push(problem);
    }
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

/// A list of names that is a class forgets the next host, or the tool that it gets next.
fn spelt_out(tools: &Spanned<Vec<Spanned<Cow<'_, str>>>>) -> Option<Problem> {
    let names: Vec<_> = tools.get_ref().iter().map(|entry| entry.get_ref().as_ref()).collect();
    let class = Class::spelt_out(&names)?.name();
    let message = format!("these names are the class `@{class}`, which has the names of every host");
    let problem = Problem::new(Code::ClassSpeltOut, tools.span(), message);
    Some(problem.help(format!("write tools = [\"@{class}\"]")))
}

/// The server of a name that has no tool.
fn server_alone(name: &str) -> Option<&str> {
    let server = name.strip_prefix(MCP)?;
    let server = server.strip_suffix("__").unwrap_or(server);
    (!server.is_empty() && !server.contains("__")).then_some(server)
}

/// The tool of a host that a name is, apart from its case.
fn same_but_for_case(name: &str) -> Option<&'static str> {
    if tools::all().any(|tool| tool == name) {
        return None;
    }
    tools::all().find(|tool| tool.eq_ignore_ascii_case(name))
}
