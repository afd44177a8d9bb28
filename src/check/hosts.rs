//! Lints of a file that is for one host: hooks that never run there, verdicts that it cannot carry out, and times
//! that are above its own.

use std::time::Duration;

use toml::Spanned;

use super::settings::LONG;
use super::{Findings, Subject};
use crate::config::problem::{Code, Problem};
use crate::config::written::Defaults;
use crate::host::Host;
use crate::host::tools::Class;
use crate::phase::{Kind, Phase};

/// Looks at one hook.
pub(super) fn lint(subject: &Subject<'_>, host: &Host, findings: &mut Findings<'_>) {
    let Some(phase) = subject.phase() else { return };
    if let Some(event) = subject.entry.event.as_ref().filter(|_| !host.delivers(phase)) {
        let message = format!("{} never runs: {} has no event for {phase}", subject.title, host.title);
        let problem = Problem::new(Code::NeverOnHost, event.span(), message);
        findings.push(problem.help("leave it out, unless the file is for other hosts too"));
        return;
    }
    tools(subject, host, findings);
    verdicts(subject, phase, host, findings);
    if let Some(timeout) = &subject.entry.timeout
        && subject.defaults.deadline.is_none()
    {
        time(timeout, host, host.deadline(phase), findings);
    }
}

/// Looks at `[defaults]`.
pub(super) fn lint_defaults(defaults: &Defaults<'_>, host: &Host, findings: &mut Findings<'_>) {
    if let (Some(timeout), None) = (&defaults.timeout, &defaults.deadline) {
        time(timeout, host, host.deadline, findings);
    }
}

/// A file may be for several hosts, so that one tool that this one has is enough.
fn tools(subject: &Subject<'_>, host: &Host, findings: &mut Findings<'_>) {
    let Some(tools) = &subject.entry.tools else { return };
    let entries = tools.get_ref();
    if entries.is_empty() || entries.iter().any(|entry| host.has_tool(entry.get_ref())) {
        return;
    }
    let message = format!("{} never runs: {} has none of these tools", subject.title, host.title);
    let class = entries.iter().find_map(|entry| Class::of_any(entry.get_ref()));
    let near = entries.iter().find_map(|entry| host.nearest_tool(entry.get_ref()));
    let names: Vec<_> = host.tools.iter().map(|(tool, _)| *tool).collect();
    let help = match (class, near) {
        (Some(class), _) => format!("write \"@{}\" for the tools of that kind on every host", class.name()),
        (None, Some(near)) => format!("did you mean \"{near}\"?"),
        (None, None) => format!("its tools are {}", names.join(", ")),
    };
    findings.push(Problem::new(Code::NeverOnHost, tools.span(), message).help(help));
}

/// What the hook may say and the host never heeds.
fn verdicts(subject: &Subject<'_>, phase: Phase, host: &Host, findings: &mut Findings<'_>) {
    let Some(event) = &subject.entry.event else { return };
    let (title, name) = (&subject.title, host.title);
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

fn time(timeout: &Spanned<Duration>, host: &Host, limit: Duration, findings: &mut Findings<'_>) {
    // A longer time is told of as what it is.
    if *timeout.get_ref() <= limit || *timeout.get_ref() > LONG {
        return;
    }
    let message = format!(
        "`timeout_secs` of {} s is above the {} s that a chain gets on {} by default",
        timeout.get_ref().as_secs_f64(),
        limit.as_secs_f64(),
        host.title
    );
    let help = "lower it: at that limit the chain ends, whatever the hook is doing";
    findings.push(Problem::new(Code::TimeoutAboveHost, timeout.span(), message).help(help));
}
