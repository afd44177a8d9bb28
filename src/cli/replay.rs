//! The arguments of `hookctl replay`.

use std::path::PathBuf;

use clap::{Args, ColorChoice, ValueEnum, ValueHint};

use super::values::hosts;
use crate::host::Host;
use crate::outcome::Decision;

const ABOUT: &str = "Run saved events again: debug a hook, or compare two policies\n\n\
    An event is one in hookctl's own form with its phase as `event`, a host's own, or a line that `hookctl run --record` \
    wrote. It runs through the same chain as in `hookctl run`, and its outcome is a line of JSON. Of several events those \
    of phases that only observe are skipped.";

const EXAMPLE: &str = concat!(heading!("Example"), "  hookctl replay event.json --explain");

const MORE: &str = concat!(
    heading!("Examples"),
    "  hookctl replay event.json --explain --only no-force-push\n",
    "  hookctl replay week.jsonl --compare\n",
    "  hookctl replay week.jsonl --against stricter.toml\n\n",
    heading!("Exit status"),
    "  0  As of `hookctl run`, the worst of several events; comparing: all the same\n",
    "  1  As of `hookctl run`; comparing: something differs\n",
    "  2  As of `hookctl run`; comparing: something could not be compared; or\n",
    "     wrong usage\n\n",
    "It compares with --expect, --compare and --against, and where an event carries\n",
    "its own `expect`."
);

#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLE, after_long_help = MORE)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct ReplayArgs {
    /// Files of events (.json, .jsonl), folders of them, or - for stdin
    #[arg(required = true, value_name = "EVENTS", value_hint = ValueHint::AnyPath)]
    pub events: Vec<PathBuf>,

    /// Read this file, and neither the user's nor the project's; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// Take the events for those of this host [default: a host's event is known by its fields]
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

    /// How many events of gates may run side by side, 1 to 256
    #[arg(
        long,
        value_name = "N",
        value_hint = ValueHint::Other,
        default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    pub jobs: u16,

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

    /// Trace each event on stderr for people, as on a terminal
    #[arg(long, help_heading = "Output")]
    pub explain: bool,

    /// What to print on stdout
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub format: ReplayFormat,

    /// When to use colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub color: ColorChoice,
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
