//! The arguments of `hookctl install` and `hookctl uninstall`.

use std::path::PathBuf;

use clap::{Args, ColorChoice, ValueEnum, ValueHint};

use super::values::wirings;
use crate::install::wiring::Wiring;

#[derive(Debug, Args)]
pub struct InstallArgs {
    /// The agent to wire
    #[arg(value_parser = wirings(), required_unless_present = "list")]
    pub host: Option<&'static Wiring>,

    /// Whose settings, and whether to ask
    #[command(flatten)]
    pub target: TargetArgs,

    /// Wire every event, and not those alone that hooks.toml has hooks for
    #[arg(long)]
    pub all: bool,

    /// Read this file and not ./hooks.toml, and name it in what is wired; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// Show for each agent on this machine what is wired, and change nothing
    #[arg(long, conflicts_with_all = ["host", "user", "project", "print", "yes", "all"])]
    pub list: bool,

    /// What --list prints
    #[arg(long, value_enum, default_value_t, requires = "list")]
    pub format: ListFormat,
}

#[derive(Debug, Args)]
pub struct UninstallArgs {
    /// The agent to take hookctl out of
    #[arg(value_parser = wirings())]
    pub host: &'static Wiring,

    /// Whose settings, and whether to ask
    #[command(flatten)]
    pub target: TargetArgs,
}

/// Whose settings, and whether to ask.
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
