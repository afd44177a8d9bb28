//! Lints of a hook for one host: what that host never sends, and what it cannot carry out.

use super::{Findings, Subject};
use crate::config::problem::{Code, Problem};
use crate::host::Host;
use crate::phase::{Kind, Phase};

/// Looks at one hook as that host would have it run.
pub(super) fn lint(subject: &Subject<'_>, host: &Host, findings: &mut Findings<'_>) {
    let Some(event) = &subject.entry.event else { return };
    let (phase, title, name) = (*event.get_ref(), &subject.title, host.title);
    if !host.delivers(phase) {
        let phases: Vec<_> = Phase::ALL.into_iter().filter(|phase| host.delivers(*phase)).collect();
        let phases = phases.iter().map(|phase| phase.name()).collect::<Vec<_>>().join(", ");
        let message = format!("{title} never runs on {name}: it has no event of {phase}");
        let problem = Problem::new(Code::PhaseNotOnHost, event.span(), message);
        return findings.push(problem.help(format!("its phases are {phases}")));
    }
    tools(subject, host, findings);
    if phase.kind() == Kind::Brake && !host.can_deny(phase) {
        let message = format!("a deny of {title} holds nothing up: {name} takes none on {phase}");
        let problem = Problem::new(Code::HostLimit, event.span(), message);
        findings.push(problem.help("it runs all the same: let it observe, and rely on nothing that it says"));
    }
    if subject.entry.approves == Some(true) && !host.can_approve(phase) {
        let message = format!("an allow of {title} skips no prompt: {name} takes no approval on {phase}");
        let problem = Problem::new(Code::HostLimit, event.span(), message);
        findings.push(problem.help("the host asks as it would without the hook"));
    }
}

fn tools(subject: &Subject<'_>, host: &Host, findings: &mut Findings<'_>) {
    let Some(tools) = &subject.entry.tools else { return };
    let entries = || tools.get_ref().iter().map(|entry| entry.get_ref().as_ref());
    if entries().next().is_none() || entries().any(|entry| host.has_tool(entry)) {
        return;
    }
    let message = format!("{} fires for no tool of {}", subject.title, host.title);
    let class = entries().find_map(crate::host::tools::Class::of_any);
    let near = entries().find_map(|entry| host.nearest_tool(entry));
    let help = match (class, near) {
        (Some(class), _) => format!("write \"@{}\" for the tools of that kind on every host", class.name()),
        (None, Some(near)) => format!("did you mean \"{near}\"?"),
        (None, None) => "leave `tools` out for every tool".to_owned(),
    };
    findings.push(Problem::new(Code::ToolNotOnHost, tools.span(), message).help(help));
}
