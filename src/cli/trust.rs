//! The arguments of `hookctl trust`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct TrustArgs {
    /// The hooks.toml, or its folder [default: the nearest at or above the current folder]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "list")]
    pub file: Option<PathBuf>,

    /// Trust it without asking
    #[arg(short, long, conflicts_with_all = ["list", "revoke", "check"])]
    pub yes: bool,

    /// List what is trusted, and whether it still is as it was
    #[arg(long, conflicts_with_all = ["revoke", "check"])]
    pub list: bool,

    /// No longer trust it
    #[arg(long, conflicts_with = "check")]
    pub revoke: bool,

    /// Say whether it is trusted as it is now, by the exit status too
    #[arg(long)]
    pub check: bool,
}
