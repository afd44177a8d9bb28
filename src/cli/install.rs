//! The arguments of `hookctl install` and `hookctl uninstall`.

use std::path::PathBuf;

use clap::{Args, ColorChoice, ValueEnum, ValueHint};

use super::values::wirings;
use crate::install::wiring::Wiring;

const INSTALL: &str = "Wire hookctl into a coding agent's own settings\n\n\
    It wires the events of the phases that hooks.toml has hooks for, keeps everything else in the file byte for byte, shows \
    what would change and asks. What was there is kept beside the file, as FILE.hookctl-backup.";

const INSTALL_EXAMPLE: &str = concat!(heading!("Example"), "  hookctl install claude");

const INSTALL_MORE: &str = concat!(
    heading!("Examples"),
    "  hookctl install claude\n",
    "  hookctl install codex --project --print\n",
    "  hookctl install --list\n\n",
    heading!("Exit status"),
    "  0  Wired, or it was already\n",
    "  1  You said no\n",
    "  2  It could not be done, and nothing is written; or wrong usage"
);

const UNINSTALL: &str = "Take hookctl out of a coding agent's settings again\n\n\
    Where nothing else was changed since `hookctl install`, the file is byte for byte what it was before; a file that it \
    made is removed.";

const UNINSTALL_EXAMPLE: &str = concat!(heading!("Example"), "  hookctl uninstall claude");

const UNINSTALL_MORE: &str = concat!(
    heading!("Examples"),
    "  hookctl uninstall claude\n",
    "  hookctl uninstall codex --project --yes\n\n",
    heading!("Exit status"),
    "  0  It is no longer wired\n",
    "  1  You said no\n",
    "  2  It could not be done, and nothing is written; or wrong usage"
);

#[derive(Debug, Args)]
#[command(long_about = INSTALL, after_help = INSTALL_EXAMPLE, after_long_help = INSTALL_MORE)]
pub struct InstallArgs {
    /// The agent to wire
    #[arg(value_parser = wirings(), required_unless_present = "list")]
    pub host: Option<&'static Wiring>,

    /// Wire every event, and not those alone that hooks.toml has hooks for
    #[arg(long)]
    pub all: bool,

    /// Read this file, and neither the user's nor the project's, and name it in what is wired; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    #[command(flatten)]
    pub target: TargetArgs,

    /// Show for each agent on this machine what is wired, and change nothing
    #[arg(
        long,
        conflicts_with_all = ["host", "user", "project", "print", "yes", "all"],
        help_heading = "Listing"
    )]
    pub list: bool,

    /// The form of that list
    #[arg(
        long,
        value_enum,
        default_value_t,
        requires = "list",
        conflicts_with = "host",
        help_heading = "Listing"
    )]
    pub format: ListFormat,
}

#[derive(Debug, Args)]
#[command(long_about = UNINSTALL, after_help = UNINSTALL_EXAMPLE, after_long_help = UNINSTALL_MORE)]
pub struct UninstallArgs {
    /// The agent to take hookctl out of
    #[arg(value_parser = wirings())]
    pub host: &'static Wiring,

    #[command(flatten)]
    pub target: TargetArgs,
}

// Whose settings, and whether to ask. A doc comment would take the place of what the command says of itself.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct TargetArgs {
    /// In your own settings, for every project (the default)
    #[arg(long, conflicts_with = "project")]
    pub user: bool,

    /// In the settings of this project: at the top of its Git work tree, else in the current folder
    #[arg(long)]
    pub project: bool,

    /// Print the file as it would be, and write nothing
    #[arg(long)]
    pub print: bool,

    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,

    /// When to use colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,
}

/// How a list is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ListFormat {
    /// In columns, for people
    #[default]
    Human,
    /// As a list of objects, for scripts
    Json,
}
