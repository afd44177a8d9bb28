//! Which hooks a set of events never reached, and which never denied.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::config::Config;
use crate::outcome::{Outcome, Status};
use crate::phase::Kind;
use crate::text::visible;

/// What the hooks did over many events.
#[derive(Debug, Default)]
pub struct Coverage {
    reached: BTreeSet<String>,
    ran: BTreeSet<String>,
    denied: BTreeSet<String>,
}

impl Coverage {
    /// Takes one outcome into account.
    pub fn count(&mut self, outcome: &Outcome<'_>) {
        for hook in outcome.hooks.iter().filter(|hook| hook.status != Status::Skipped) {
            if !self.reached.contains(hook.name.as_ref()) {
                self.reached.insert(hook.name.clone().into_owned());
            }
            if hook.status != Status::WouldRun && !self.ran.contains(hook.name.as_ref()) {
                self.ran.insert(hook.name.clone().into_owned());
            }
            if matches!(hook.status, Status::Deny | Status::Ask) && !self.denied.contains(hook.name.as_ref())
            {
                self.denied.insert(hook.name.clone().into_owned());
            }
        }
    }

    /// The hooks that no event reached, and those of gates and brakes that never objected.
    pub fn report(&self, config: &Config<'_>) -> String {
        let mut out = String::new();
        let enabled = || config.hooks.iter().filter(|hook| hook.enabled);
        let unreached: Vec<_> = enabled().filter(|hook| !self.reached.contains(hook.name.as_ref())).collect();
        let mild = enabled().filter(|hook| hook.phase.kind() != Kind::Observer).filter(|hook| {
            self.ran.contains(hook.name.as_ref()) && !self.denied.contains(hook.name.as_ref())
        });
        for hook in &unreached {
            let _ = writeln!(out, "never reached: {} ({})", visible(&hook.name), hook.phase);
        }
        for hook in mild {
            let _ = writeln!(out, "never denied:  {} ({})", visible(&hook.name), hook.phase);
        }
        let _ =
            writeln!(out, "{} of {} hooks reached", enabled().count() - unreached.len(), enabled().count());
        out
    }
}
