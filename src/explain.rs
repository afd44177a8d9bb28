//! What a person should see of an outcome on stderr, whatever the form of the answer.

use std::fmt::Write as _;

use crate::outcome::{Decision, Outcome};
use crate::text::visible;

/// The warnings, and why something is not permitted: a line or more for each, and nothing where all is well.
pub fn explain(outcome: &Outcome<'_>) -> String {
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
    let _ = writeln!(lines, "hookctl: {} {verb}{}: {}", outcome.phase, visible(&by), visible(why(outcome)));
    lines
}

/// Why the caller must not go on as if nothing had been said.
pub fn why<'o>(outcome: &'o Outcome<'_>) -> &'o str {
    outcome.reason.as_deref().unwrap_or("a hook rewrote the input")
}
