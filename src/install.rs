//! Wiring hookctl into the settings of the hosts: where they are, what stands in them, and what has to.

mod document;
pub mod elsewhere;
pub mod entry;
pub mod merge;
pub mod place;
pub mod store;
pub mod version;
pub mod wiring;

use std::collections::BTreeSet;

use crate::phase::Phase;

use self::wiring::{Wired, Wiring};

/// The events on which the texts of a host's settings files call hookctl. One that cannot be read calls nothing.
pub fn called(wiring: &Wiring, settings: &[&str]) -> Vec<String> {
    let found = settings.iter().filter_map(|text| merge::found(text, wiring).ok()).flatten();
    found.map(|found| found.event).collect()
}

/// The events that are not wired although hooks wait for them: where the host calls hookctl at all, those of the
/// phases in use that are not among the ones on which it does.
pub fn unwired(
    wiring: &'static Wiring,
    called: &[String],
    phases: impl IntoIterator<Item = Phase>,
) -> Vec<&'static Wired> {
    if called.is_empty() {
        return Vec::new();
    }
    let wired: BTreeSet<_> = called.iter().map(String::as_str).collect();
    let waiting = phases.into_iter().flat_map(|phase| wiring.of(phase));
    waiting.filter(|event| !wired.contains(event.event)).collect()
}

#[cfg(test)]
mod tests;
