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
    let by = decider(outcome).map(|hook| format!(" by hook `{hook}`")).unwrap_or_default();
    let verb = match outcome.decision {
        Decision::Allow => return lines,
        Decision::Ask => "is to be asked about",
        Decision::Deny => "is denied",
    };
    let _ = writeln!(lines, "hookctl: {} {verb}{}: {}", outcome.phase, visible(&by), visible(why(outcome)));
    lines
}

/// The hook that decided, where the reason does not name it anyway.
pub fn decider<'o>(outcome: &'o Outcome<'_>) -> Option<&'o str> {
    let named = |hook: &&str| why(outcome).contains(&format!("hook `{hook}`"));
    outcome.decided_by.as_deref().filter(|hook| !named(hook))
}

/// Why the caller must not go on as if nothing had been said.
pub fn why<'o>(outcome: &'o Outcome<'_>) -> &'o str {
    outcome.reason.as_deref().unwrap_or("a hook rewrote the input")
}
