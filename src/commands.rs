//! The commands: the only place where the config, the event, the chain and the answer meet.

pub mod check;
pub mod help;
pub mod hook_names;
pub mod init;
pub mod install;
mod person;
pub mod replay;
pub mod run;
pub mod schema;
pub mod trust;

use std::env;
use std::path::PathBuf;

use crate::host::Host;
use crate::launch;
use crate::outcome::{Cause, Fault};

/// How many runs of hookctl may be around one.
const DEEPEST: u32 = 4;

/// How many runs of hookctl are around this one.
fn depth() -> Result<u32, Fault> {
    let depth = match env::var_os(launch::DEPTH) {
        None => 0,
        Some(value) => value.to_str().and_then(|value| value.parse().ok()).unwrap_or(DEEPEST),
    };
    if depth < DEEPEST {
        return Ok(depth);
    }
    let message =
        format!("a hook called hookctl again, {DEEPEST} times deep: hooks must not call themselves");
    Err(Fault::new(Cause::Internal, message))
}

/// The folder at which the search for the project's file begins, where the host names it: an agent that changes
/// directory does not change its guard.
fn project_folder(host: Option<&Host>) -> Option<PathBuf> {
    let folder = env::var_os(host?.project_variable()?)?;
    (!folder.is_empty()).then(|| folder.into())
}
