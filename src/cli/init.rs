//! The arguments of `hookctl init`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::config::FILE_NAME;

#[derive(Debug, Args)]
pub struct InitArgs {
    /// The file to write
    #[arg(default_value = FILE_NAME, value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
}
