//! Lints of single values: failures that open a gate, and times that look like milliseconds.

use std::time::Duration;

use toml::Spanned;

use super::{Findings, Subject};
use crate::config::problem::{Code, Problem};
use crate::config::written::{Defaults, OnFailure};
use crate::phase::Kind;

/// A longer time than this is probably meant in milliseconds.
pub(super) const LONG: Duration = Duration::from_secs(600);

/// Looks at the values of one hook.
pub(super) fn lint(subject: &Subject<'_>, findings: &mut Findings<'_>) {
    let gate = subject.phase().filter(|phase| phase.kind() == Kind::Gate);
    if let (Some(phase), Some(on_failure)) = (gate, &subject.entry.on_failure)
        && *on_failure.get_ref() == OnFailure::Allow
    {
        let message =
            format!("{} lets the action through when it fails, and {phase} is a gate", subject.title);
        let problem = Problem::new(Code::GateFailsOpen, on_failure.span(), message)
            .help("leave `on_failure` out: a policy that cannot run and allows is no policy");
        findings.push(problem);
    }
    if let Some(timeout) = &subject.entry.timeout {
        time(timeout, findings);
    }
}

/// Looks at the values of `[defaults]`.
pub(super) fn lint_defaults(defaults: &Defaults<'_>, findings: &mut Findings<'_>) {
    if let Some(timeout) = &defaults.timeout {
        time(timeout, findings);
    }
}

fn time(timeout: &Spanned<Duration>, findings: &mut Findings<'_>) {
    let written = timeout.get_ref().as_secs_f64();
    if *timeout.get_ref() > LONG {
        let message = format!("`timeout_secs` is in seconds: {written} s are {:.0} minutes", written / 60.0);
        let problem = Problem::new(Code::LongTimeout, timeout.span(), message);
        findings.push(problem.help(format!("if milliseconds are meant, write {}", written / 1000.0)));
    }
}
