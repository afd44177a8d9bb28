//! The arguments of `hookctl check`.

use std::path::PathBuf;

use clap::{Args, ColorChoice, ValueEnum, ValueHint};

use super::values::hosts;
use crate::host::Host;

const ABOUT: &str = "Check hooks.toml and say everything that is wrong with it\n\n\
    It reads the files that `hookctl run` would read and starts none of their hooks. An error keeps a file from running; a \
    warning is about a hook that cannot run on this machine, or that does not do what was meant.";

const EXAMPLE: &str = concat!(heading!("Example"), "  hookctl check --strict");

const MORE: &str = concat!(
    heading!("Examples"),
    "  hookctl check --strict --format github\n",
    "  hookctl check --host claude --config policy/hooks.toml\n\n",
    heading!("Exit status"),
    "  0  No error\n",
    "  1  Errors, or warnings with --strict\n",
    "  2  Could not check: no file, one that cannot be read, or wrong usage"
);

#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLE, after_long_help = MORE)]
pub struct CheckArgs {
    /// Check this file, and neither the user's nor the project's; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// Also say what does not fit this host
    #[arg(long, value_parser = hosts())]
    pub host: Option<&'static Host>,

    /// Fail on warnings too
    #[arg(long)]
    pub strict: bool,

    /// The form of the report
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub format: Format,

    /// When to use colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub color: ColorChoice,

    /// Print the table of codes, and check nothing
    #[arg(long, help_heading = "Output")]
    pub list_codes: bool,
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// Excerpts of the file for a person
    #[default]
    Human,
    /// An array of objects
    Json,
    /// Annotations for GitHub Actions
    Github,
    /// SARIF 2.1.0 for code scanning
    Sarif,
}
