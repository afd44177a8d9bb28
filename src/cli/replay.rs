//! The arguments of `hookctl replay`.

use std::path::PathBuf;

use clap::{Args, ColorChoice, ValueEnum, ValueHint};

use super::values::hosts;
use crate::host::Host;
use crate::outcome::Decision;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct ReplayArgs {
    /// Files of events (.json, .jsonl), folders of them, or - for stdin
    #[arg(required = true, value_name = "EVENTS", value_hint = ValueHint::AnyPath)]
    pub events: Vec<PathBuf>,

    /// Read this file and not ./hooks.toml; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// Take the events for those of this host; without it a host's event is known by its fields
    #[arg(long, value_parser = hosts())]
    pub host: Option<&'static Host>,

    /// Start nothing: say for each hook of the phase whether it would run, and why not
    #[arg(long)]
    pub dry_run: bool,

    /// Run this hook of the chain alone
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,

    /// Of several events, also run those of phases that only observe
    #[arg(long)]
    pub run_observers: bool,

    /// Run up to this many events of gates side by side
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,

    /// Trace each event on stderr for people, as on a terminal
    #[arg(long, help_heading = "Output")]
    pub explain: bool,

    /// What to print on stdout
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub format: ReplayFormat,

    /// When to use colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub color: ColorChoice,

    /// What each event should be decided to be
    #[arg(long, value_enum, value_name = "DECISION", help_heading = "Comparing", conflicts_with_all = ["compare", "against", "dry_run"])]
    pub expect: Option<Decision>,

    /// Compare with the outcome that was recorded with each event
    #[arg(long, help_heading = "Comparing", conflicts_with_all = ["against", "dry_run"])]
    pub compare: bool,

    /// Compare with what this other config decides: was is the config in force, is this one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Comparing", conflicts_with = "dry_run")]
    pub against: Option<PathBuf>,

    /// List the hooks that no event reached, and those that never denied
    #[arg(long, help_heading = "Comparing")]
    pub coverage: bool,
}

/// What a replay prints on stdout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ReplayFormat {
    /// The outcome of each event, one line each
    #[default]
    Json,
    /// A test report, with a case for each event
    Junit,
}
