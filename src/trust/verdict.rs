//! What of a configuration may run where trust is required.

use std::path::{Path, PathBuf};

use super::record::Record;
use super::store::Store;
use crate::config::layers::Layer;
use crate::config::source::Source;
use crate::config::{FILE_NAME, Found, Missing};
use crate::outcome::{Cause, Fault};
use crate::text;

/// Takes the project's file out of what was found unless a person trusted it as it is now. Returns why.
///
/// The bytes that are compared are those that are parsed afterwards. The files that the commands name are
/// compared now and opened again by whoever runs them: between the two a moment remains.
pub fn sift(found: &mut Found) -> Option<Fault> {
    let start = found.start.as_deref()?;
    let project = found.sources.iter().position(|source| source.layer == Layer::Project);
    let store = match Store::read_around(start) {
        Ok(store) => store,
        Err(untold) => {
            // Without a project nothing needs to be trusted.
            let source = found.sources.remove(project?);
            return Some(fault(&source.full_path(), &untold.to_string()));
        }
    };
    if let Some(gone) = vanished(&store, project.map(|at| found.sources[at].dir.as_path())) {
        if let Some(at) = project {
            found.sources.remove(at);
        }
        found.missing.retain(|missing| !matches!(missing, Missing::Nowhere { .. }));
        return Some(vanished_fault(&gone));
    }
    let why = objection(&store, &found.sources[project?])?;
    let source = found.sources.remove(project?);
    Some(fault(&source.full_path(), &why))
}

/// What a person has to do before the hooks of a project's file run for a host, as a sentence; nothing where they
/// trust it as it is now. `denies` is what goes without them.
pub fn still_to_do(source: &Source, denies: &str) -> Option<String> {
    let path = source.full_path();
    let why = match Store::read_around(&source.dir) {
        Err(untold) => untold.to_string(),
        Ok(store) => objection(&store, source)?,
    };
    let is_here = std::env::current_dir().is_ok_and(|folder| folder == source.dir);
    let named =
        if is_here { String::new() } else { format!(" {}", text::shell_word(&path.to_string_lossy())) };
    let path = path.display();
    Some(format!(
        "{path} is not trusted ({why}), so none of its hooks runs and {denies}: run hookctl trust{named}"
    ))
}

/// Why a file is not trusted as it is now.
pub fn objection(store: &Store, source: &Source) -> Option<String> {
    let path = source.full_path();
    match store.get(&path) {
        None => Some("no person has trusted it yet".to_owned()),
        Some(record) => difference(record, source),
    }
}

/// What is not as it was trusted, as a sentence.
pub fn difference(record: &Record, source: &Source) -> Option<String> {
    let name = source.path.file_name().unwrap_or_default().to_string_lossy();
    let changes = record.changes(&name, source.raw(), &source.dir);
    let listed: Vec<_> = changes.iter().map(ToString::to_string).collect();
    (!listed.is_empty()).then(|| format!("since a person trusted it, {}", listed.join(", ")))
}

/// A trusted file nearer than the one that was found, or the only one, that is no longer there: to remove a
/// guard is to change it.
fn vanished(store: &Store, found: Option<&Path>) -> Option<PathBuf> {
    let nearer = |dir: &Path| found.is_none_or(|found| dir != found && dir.starts_with(found));
    let is_found = |config: &Path| config.file_name().is_some_and(|name| name == FILE_NAME);
    let gone = |config: &Path| {
        is_found(config) && config.parent().is_some_and(nearer) && config.symlink_metadata().is_err()
    };
    store.iter().map(|(config, _)| config).rfind(|config| gone(config)).map(Path::to_owned)
}

fn fault(path: &Path, why: &str) -> Fault {
    let message = format!(
        "the hooks of {} are not trusted, so none of them runs: {why}. This is for the person at the keyboard \
         to settle, and not for an agent: a person who has read the file and what it runs can trust it in a \
         terminal of their own, by `hookctl trust {}`",
        path.display(),
        text::shell_word(&path.to_string_lossy())
    );
    Fault::new(Cause::Trust, message)
}

fn vanished_fault(path: &Path) -> Fault {
    let message = format!(
        "the trusted hooks of {0} are gone, so nothing can be decided by them: the file is no longer there. This \
         is for the person at the keyboard to settle, and not for an agent: a person can put the file back, or \
         say in a terminal of their own that it is no longer wanted, by `hookctl trust --revoke {1}`",
        path.display(),
        text::shell_word(&path.to_string_lossy())
    );
    Fault::new(Cause::Trust, message)
}
