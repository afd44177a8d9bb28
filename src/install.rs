//! Wiring hookctl into the settings of the hosts: where they are, what stands in them, and what has to.

mod document;
pub mod entry;
pub mod merge;
pub mod place;
pub mod store;
pub mod version;
pub mod wiring;

use std::collections::BTreeSet;

use crate::phase::Phase;

use self::wiring::{Wired, Wiring};

/// The events that are not wired although hooks wait for them: where the settings call hookctl at all, those
/// of the phases in use that none of their texts calls it on. A text that cannot be read wires nothing.
///
/// Pure: `settings` are the texts of the host's settings files, the user's and the project's.
pub fn unwired(
    wiring: &'static Wiring,
    settings: &[&str],
    phases: impl IntoIterator<Item = Phase>,
) -> Vec<&'static Wired> {
    let found: Vec<_> =
        settings.iter().filter_map(|text| merge::found(text, wiring).ok()).flatten().collect();
    if found.is_empty() {
        return Vec::new();
    }
    let wired: BTreeSet<_> = found.iter().map(|found| found.event.as_str()).collect();
    let waiting = phases.into_iter().flat_map(|phase| wiring.of(phase));
    waiting.filter(|event| !wired.contains(event.event)).collect()
}

#[cfg(test)]
mod tests;
