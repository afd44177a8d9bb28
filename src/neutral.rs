//! The neutral form: the outcome itself, as JSON.

use std::io::IsTerminal as _;

use crate::answer::Answer;
use crate::explain::{explain, why};
use crate::outcome::Outcome;

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
        must_arrive: outcome.must_arrive().then(|| why(outcome).to_owned()),
        ..Answer::default()
    }
}
