//! The policy of one run: its files found, sifted by trust and read, and whatever of it cannot run.

use crate::cli::RunArgs;
use crate::commands::project_folder;
use crate::config::source::Unreadable;
use crate::config::{self, Config, Found, Missing};
use crate::event::Event;
use crate::outcome::{Cause, Fault};
use crate::text;
use crate::trust::verdict;

/// The files that apply, and what is wrong with those that do not.
pub struct Policy {
    found: Found,
    faults: Vec<Fault>,
}

impl Policy {
    /// Finds the files, and leaves out a project's file that nobody trusts where trust is asked for.
    pub fn find(args: &RunArgs) -> Self {
        let mut found = config::find(&args.config, project_folder(args.host).as_deref());
        // A host calls hookctl in whatever folder it was opened.
        let needs_trust = args.require_trust || args.host.is_some();
        let untrusted = needs_trust.then(|| verdict::sift(&mut found)).flatten();
        let faults = untrusted.into_iter().chain(found.missing.iter().map(missing_fault)).collect();
        Self { found, faults }
    }

    /// The hooks that may run on this event, and the faults that keep the others from it, the weightiest first.
    pub fn read(&self, event: &Event<'_>) -> (Config<'_>, Vec<Fault>) {
        let (mut config, located) = config::read_for(&self.found.sources, event);
        let mut faults = self.faults.clone();
        if config::has_error(&located) {
            let message = text::cut(config::describe(&self.found.sources, &located));
            faults.push(Fault::new(Cause::Config, message));
            config.leave_out_faulty(&self.found.sources, &located);
        }
        tracing::debug!(hooks = config.hooks.len(), "config read");
        (config, faults)
    }

    /// What a person should know although it keeps nothing from running.
    pub fn warning(&self) -> Option<String> {
        self.found.warning()
    }
}

/// A file that is missing, or that nobody but a stranger may have written.
fn missing_fault(missing: &Missing) -> Fault {
    let cause = match missing {
        Missing::Unreadable(Unreadable::Refused(..)) => Cause::Trust,
        _ => Cause::Config,
    };
    Fault::new(cause, missing.to_string())
}
