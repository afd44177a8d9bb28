//! The arguments of `hookctl init`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::config::FILE_NAME;

const ABOUT: &str = "Write a commented hooks.toml to start from\n\n\
    It denies a force push and shows, commented out, what else a hook can do. A file that is there is never overwritten.";

const EXAMPLE: &str = concat!(heading!("Example"), "  hookctl init && hookctl check");

const MORE: &str = concat!(
    heading!("Example"),
    "  hookctl init && hookctl check\n\n",
    heading!("Exit status"),
    "  0  Written\n",
    "  2  Not written: the file is there already, or cannot be created; or\n",
    "     wrong usage"
);

#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLE, after_long_help = MORE)]
pub struct InitArgs {
    /// The file to write
    #[arg(default_value = FILE_NAME, value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
}
