//! The command line, as it is typed.

use std::path::PathBuf;

use clap::{ArgAction, Args, ColorChoice, Parser, Subcommand, ValueEnum, ValueHint};

use crate::config::FILE_NAME;
use crate::phase::Phase;

/// Runs the hooks of coding agents and scripts, and fails closed.
///
/// hookctl reads one event on stdin and a policy from hooks.toml, runs the commands of that phase in order and
/// prints what they came to. Exit 0 of a hook allows, exit 2 denies, the first deny wins, and on a gate
/// whatever goes wrong is a deny with a reason.
#[derive(Debug, Parser)]
#[command(name = "hookctl", version, max_term_width = 100)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the hooks of a phase on the event on stdin
    #[command(
        after_help = "Example:\n  echo '{\"tool\":\"Bash\",\"input\":{\"command\":\"git push --force\"}}' | hookctl run pre_tool\n\n\
        Exit status:\n  0  allowed, or a phase that cannot deny\n  2  denied, asked, could not decide on a gate, or wrong usage\n  \
        1  hookctl itself failed in a phase that is not a gate"
    )]
    Run(RunArgs),

    /// Check hooks.toml and say everything that is wrong with it
    #[command(after_help = "Example:\n  hookctl check --strict --format github\n\n\
        Exit status:\n  0  no error\n  1  errors, or warnings with --strict\n  \
        2  could not check: no file, an unreadable one, or wrong usage")]
    Check(CheckArgs),

    /// Write a commented hooks.toml to start from
    #[command(after_help = "Example:\n  hookctl init && hookctl check\n\n\
        Exit status:\n  0  written\n  2  not written: the file is there already, or cannot be created")]
    Init(InitArgs),

    /// Print the JSON Schema of hooks.toml, for editors
    #[command(after_help = "Example:\n  hookctl schema > hooks.schema.json\n\n\
        An editor with a TOML language server then completes and checks a hooks.toml that begins with\n  \
        #:schema ./hooks.schema.json")]
    Schema,
}

/// The arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The phase of the event
    pub phase: Phase,

    /// Read this file and not ./hooks.toml; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// Log on stderr what hookctl does; twice for every detail
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Check this file and not the ones that `run` would find; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

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

/// The arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The file to write
    #[arg(default_value = FILE_NAME, value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
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
