//! The command line, as it is typed.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Args, Error, Parser, Subcommand, ValueEnum, ValueHint};

use crate::config::suggest;
use crate::config::written::LONGEST;
use crate::host::{self, Host};
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
        1  hookctl itself failed in a phase that is not a gate\n\n\
        With --host a deny is in the answer and the status is 0, unless that host's deny is the status (Codex before a tool)."
    )]
    Run(RunArgs),
}

/// The arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The phase of the event; with --host the event says it, and one that is given must agree
    #[arg(value_parser = PhaseParser, required_unless_present = "host")]
    pub phase: Option<Phase>,

    /// Read the event of this host, and answer in its form
    #[arg(long, value_parser = hosts())]
    pub host: Option<&'static Host>,

    /// The event as the host calls it, where its payload does not say
    #[arg(long, value_name = "NAME", requires = "host")]
    pub event: Option<String>,

    /// Read this file and not ./hooks.toml; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// The limit of the whole chain, in place of the host's and of `deadline_secs`
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub deadline: Option<Duration>,

    /// Log on stderr what hookctl does; twice for every detail
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
}

/// Takes the exact name of a phase, and knows what a host calls it for a suggestion.
#[derive(Debug, Clone)]
struct PhaseParser;

impl TypedValueParser for PhaseParser {
    type Value = Phase;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&Arg>, value: &OsStr) -> Result<Phase, Error> {
        let parsed = EnumValueParser::<Phase>::new().parse_ref(command, arg, value);
        parsed.map_err(|mut error| {
            if let Some(near) = value.to_str().and_then(suggest::phase) {
                let near = ContextValue::String(near.name().to_owned());
                error.insert(ContextKind::SuggestedValue, near);
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Phase::value_variants().iter().filter_map(ValueEnum::to_possible_value)))
    }
}

/// Takes the name of a host.
fn hosts() -> impl TypedValueParser<Value = &'static Host> {
    PossibleValuesParser::new(host::ALL.map(|host| PossibleValue::new(host.name).help(host.title)))
        .map(|name| Host::named(&name).expect("each possible value is the name of a host"))
}

/// Takes a time, as in hooks.toml.
fn seconds(written: &str) -> Result<Duration, String> {
    let time = written.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero() && *time <= LONGEST)
        .ok_or_else(|| "it must be a number of seconds above 0 and at most a day".to_owned())
}

#[cfg(test)]
mod tests;
