//! The neutral form: the outcome itself, as JSON.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use crate::answer::Answer;
use crate::outcome::{Decision, Outcome};
use crate::text::visible;

/// The answer of an outcome: the document on stdout, and on stderr what a person should see.
pub fn encode(outcome: &Outcome<'_>) -> Answer {
    let document = if std::io::stdout().is_terminal() {
        serde_json::to_vec_pretty(outcome)
    } else {
        serde_json::to_vec(outcome)
    };
    let mut stdout = document.expect("an outcome has no map with keys that are no strings");
    stdout.push(b'\n');
    Answer {
        stdout,
        stderr: explain(outcome),
        exit: outcome.exit(),
        must_arrive: outcome.must_arrive().then(|| why(outcome)),
    }
}

/// What a person should see of an outcome: the warnings, and why something is not permitted.
fn explain(outcome: &Outcome<'_>) -> String {
    let mut lines = String::new();
    for warning in &outcome.warnings {
        let _ = writeln!(lines, "hookctl: warning: {}", visible(warning));
    }
    let by = outcome.decided_by.as_deref().map(|hook| format!(" by hook `{hook}`")).unwrap_or_default();
    let verb = match outcome.decision {
        Decision::Allow => return lines,
        Decision::Ask => "is to be asked about",
        Decision::Deny => "is denied",
    };
    let _ = writeln!(lines, "hookctl: {} {verb}{}: {}", outcome.phase, visible(&by), visible(&why(outcome)));
    lines
}

fn why(outcome: &Outcome<'_>) -> String {
    outcome.reason.clone().unwrap_or_else(|| "a hook rewrote the input".to_owned())
}
