//! Lints of hooks whose phase a host could deliver, but for whose events hookctl is not wired there.

use crate::config::problem::{Code, Problem};
use crate::config::written::Written;
use crate::config::{self, Located};
use crate::host::Host;
use crate::install::{self, wiring};
use crate::phase::Phase;

/// Looks at the events on which the host's settings call hookctl, and adds what no hook will ever hear of. Where
/// they call it nowhere there is nothing to say.
pub fn check(layers: &[Written<'_>], host: &Host, called: &[String], found: &mut Vec<Located>) {
    let Some(wiring) = wiring::named(host.name) else { return };
    for phase in Phase::ALL {
        let missing = install::unwired(wiring, called, [phase]);
        if missing.is_empty() {
            continue;
        }
        let events = missing.iter().map(|wired| wired.event).collect::<Vec<_>>().join(", ");
        for (layer, written) in layers.iter().enumerate() {
            let enabled = written.hooks.iter().filter(|entry| entry.enabled != Some(false));
            for event in
                enabled.filter_map(|entry| entry.event.as_ref()).filter(|event| *event.get_ref() == phase)
            {
                let message = format!(
                    "{} calls hookctl, but not on {events}, so this hook does not hear of it",
                    host.title
                );
                let problem = Problem::new(Code::NotWired, event.span(), message);
                found.push(Located {
                    layer,
                    problem: problem.help(format!("run: hookctl install {}", host.name)),
                });
            }
        }
    }
    config::sort(found);
}
