//! What becomes of a field that a host's answer cannot carry: where leaving it out would loosen the policy, a
//! deny; elsewhere a warning.

use super::{CannotCarry, Field};
use crate::outcome::{Cause, Decision, Outcome};
use crate::phase::Kind;
use crate::text;

/// How much of a text that is left out a warning repeats, in characters.
const REPEATED: usize = 200;

/// Takes the field out of the outcome, so that it can be encoded without it.
pub fn settle(outcome: &mut Outcome<'_>, refused: &CannotCarry, host: &str) {
    let gate = outcome.phase.kind() == Kind::Gate;
    let left_out = match refused.field {
        Field::Ask if gate => return ask_becomes_deny(outcome, refused, host),
        Field::Rewrite if gate => return rewrite_becomes_deny(outcome, refused, host),
        Field::Deny | Field::Ask => {
            outcome.decision = Decision::Allow;
            outcome.cause = None;
            outcome.decided_by = None;
            outcome.reason.take()
        }
        Field::Rewrite => {
            outcome.mutated = None;
            None
        }
        Field::Approval => outcome.approval.take().and_then(|approval| approval.reason),
        Field::Context => outcome.context.take(),
        Field::Message => outcome.message.take(),
    };
    let said = left_out.map(|text| format!(": {}", text::first(text.trim(), REPEATED))).unwrap_or_default();
    outcome.warnings.push(format!("{}, so it is left out{said}", sentence(refused, host)));
}

/// Nobody would be asked, so nobody can agree. The hook's own words stay in front.
fn ask_becomes_deny(outcome: &mut Outcome<'_>, refused: &CannotCarry, host: &str) {
    let why = outcome.reason.take().unwrap_or_else(|| "a hook asks for a person's word".to_owned());
    let reason = format!("{why} (a person should be asked, but {}: denied)", sentence(refused, host));
    let hook = outcome.decided_by.take();
    outcome.deny(Cause::Reply, reason, hook);
}

/// What came must not run in place of what a hook made of it.
fn rewrite_becomes_deny(outcome: &mut Outcome<'_>, refused: &CannotCarry, host: &str) {
    let hook = outcome.rewritten_by.take();
    let who = hook.as_deref().map_or_else(|| "a hook".to_owned(), |hook| format!("hook `{hook}`"));
    let reason = format!("{who} rewrote what the host sent, but {}", sentence(refused, host));
    outcome.deny(Cause::Reply, reason, hook);
}

fn sentence(refused: &CannotCarry, host: &str) -> String {
    let because = refused.because.map(|because| format!(" ({because})")).unwrap_or_default();
    format!("{host} takes no {} on {}{because}", refused.field.name(), refused.event)
}
