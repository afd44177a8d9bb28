//! The arguments of `hookctl trust`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

const ABOUT: &str = "Look at a project's hooks and trust them as they are now\n\n\
    With --host, and with --require-trust, the hooks of a project run only as they were trusted: hooks.toml, and the files \
    that its commands name. This command shows both, and what has changed, and asks. Any later change ends the trust.";

const EXAMPLE: &str = concat!(heading!("Example"), "  hookctl trust");

const MORE: &str = concat!(
    heading!("Examples"),
    "  hookctl trust\n",
    "  hookctl trust --check ~/src/project\n\n",
    heading!("Exit status"),
    "  0  Trusted, or what was asked for is done\n",
    "  1  With --check: not trusted; or you said no\n",
    "  2  Nothing was recorded: no terminal to ask on and no --yes, or a file that is\n",
    "     faulty or missing; or wrong usage"
);

#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLE, after_long_help = MORE)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct TrustArgs {
    /// The hooks.toml, or its folder [default: the nearest at or above the current folder]
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath, conflicts_with = "list")]
    pub file: Option<PathBuf>,

    /// Trust it without asking
    #[arg(short, long, conflicts_with_all = ["list", "revoke", "check"])]
    pub yes: bool,

    /// List what is trusted, and whether it still is as it was
    #[arg(long, conflicts_with_all = ["revoke", "check"], help_heading = "Instead of trusting")]
    pub list: bool,

    /// No longer trust it
    #[arg(long, conflicts_with = "check", help_heading = "Instead of trusting")]
    pub revoke: bool,

    /// Say whether it is trusted as it is now, by the exit status too
    #[arg(long, help_heading = "Instead of trusting")]
    pub check: bool,
}
