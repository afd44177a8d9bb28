//! The arguments of `hookctl check`.

use std::path::PathBuf;

use clap::{Args, ColorChoice, ValueEnum, ValueHint};

use super::values::hosts;
use crate::host::Host;

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Check this file and not the ones that `run` would find; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// Also say what does not fit this host
    #[arg(long, value_parser = hosts())]
    pub host: Option<&'static Host>,

    /// Fail on warnings too
    #[arg(long)]
    pub strict: bool,

    /// The form of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value_t)]
    pub color: ColorChoice,

    /// Print the table of codes, and check nothing
    #[arg(long)]
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
