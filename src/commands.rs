//! The commands: the only place where the config, the event, the chain and the answer meet.

pub mod check;
pub mod init;
pub mod install;
pub mod replay;
pub mod run;
pub mod schema;
pub mod trust;

use std::env;
use std::path::PathBuf;

use crate::host::Host;

/// The folder at which the search for the project's file begins, where the host names it: an agent that changes
/// directory does not change its guard.
fn project_folder(host: Option<&Host>) -> Option<PathBuf> {
    let folder = env::var_os(host?.project_variable()?)?;
    (!folder.is_empty()).then(|| folder.into())
}
