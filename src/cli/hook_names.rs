//! The arguments of `hookctl hook-names`, which the completions call.

use std::ffi::OsString;

use clap::Args;

#[derive(Debug, Args)]
pub struct HookNamesArgs {
    /// What is typed so far; a --config in it counts
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}
