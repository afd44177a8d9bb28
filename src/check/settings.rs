//! Lints of single values: failures that open a gate, and times that look like milliseconds.

use std::time::Duration;

use toml::Spanned;

use super::{Findings, Subject};
use crate::config::problem::{Code, Problem};
use crate::config::written::{Defaults, OnFailure};
use crate::host::Host;
use crate::phase::{Kind, Phase};

/// A longer time than this is probably meant in milliseconds.
const LONG: Duration = Duration::from_secs(600);

/// Looks at the values of one hook.
pub(super) fn lint(subject: &Subject<'_>, host: Option<&Host>, findings: &mut Findings<'_>) {
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
        time(timeout, subject.phase(), host, findings);
    }
}

/// Looks at the values of `[defaults]`.
pub(super) fn lint_defaults(defaults: &Defaults<'_>, host: Option<&Host>, findings: &mut Findings<'_>) {
    if let Some(timeout) = &defaults.timeout {
        time(timeout, None, host, findings);
    }
}

fn time(timeout: &Spanned<Duration>, phase: Option<Phase>, host: Option<&Host>, findings: &mut Findings<'_>) {
    let written = timeout.get_ref().as_secs_f64();
    if *timeout.get_ref() > LONG {
        let message = format!("`timeout_secs` is in seconds: {written} s are {:.0} minutes", written / 60.0);
        let problem = Problem::new(Code::LongTimeout, timeout.span(), message);
        findings.push(problem.help(format!("if milliseconds are meant, write {}", written / 1000.0)));
    } else if let Some(host) = host
        && let limit = phase.map_or(host.deadline, |phase| host.deadline(phase))
        && *timeout.get_ref() > limit
    {
        let (limit, title) = (limit.as_secs_f64(), host.title);
        let message = format!(
            "`timeout_secs` of {written} s is above the {limit} s that a chain gets on {title} by default"
        );
        let problem = Problem::new(Code::TimeoutAboveHost, timeout.span(), message);
        findings.push(problem.help("lower it: the chain ends first, and the hook is then cut off"));
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::check::check;
    use crate::check::machine::Machine;
    use crate::config::source::Source;
    use crate::config::validate;

    #[test]
    fn with_a_host_a_timeout_above_its_default_deadline_is_a_warning() {
        let text = "[[hooks]]\nevent = \"session_end\"\ncommand = \"true\"\ntimeout_secs = 4.5\n";
        let source = Source::from_bytes(Path::new("hooks.toml"), PathBuf::from("/"), text.into());
        let sources = [source.expect("UTF-8")];
        let codes = |host: Option<&'static Host>| {
            let (layers, mut found) = validate(&sources);
            check(&sources, &layers, &mut found, &mut Machine::of_environment(), host);
            found.iter().map(|located| located.problem.code).collect::<Vec<_>>()
        };
        let host = |name| Some(Host::named(name).expect(name));
        assert_eq!(codes(host("gemini")), [Code::TimeoutAboveHost]);
        assert_eq!(codes(host("qwen")), []);
        assert_eq!(codes(None), []);
    }
}
