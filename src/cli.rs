//! The command line, as it is typed.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Args, ColorChoice, Error, Parser, Subcommand, ValueEnum, ValueHint};

use crate::config::FILE_NAME;
use crate::config::suggest;
use crate::config::written::LONGEST;
use crate::host::{self, Host};
use crate::install::wiring::{self, Wiring};
use crate::outcome::Decision;
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

/// The commands. The arguments of one are not built before it is the one that was called.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// Run the hooks of a phase on the event on stdin
    #[command(
        after_help = "Example:\n  echo '{\"tool\":\"Bash\",\"input\":{\"command\":\"git push --force\"}}' | hookctl run pre_tool\n\n\
        Exit status:\n  0  allowed, or a phase that cannot deny\n  2  denied, asked, could not decide on a gate, or wrong usage\n  \
        1  hookctl itself failed in a phase that is not a gate\n\n\
        With --host a deny is in the answer and the status is 0, unless that host's deny is the status (Codex before a tool)."
    )]
    Run(RunArgs),

    /// Run saved events again: debug a hook, or compare two policies
    #[command(
        after_help = "Examples:\n  hookctl replay event.json --explain\n  hookctl replay week.jsonl --compare\n  \
        hookctl replay week.jsonl --against stricter.toml\n\nExit status:\n  \
        0, 1, 2  as of `run`, the worst of several events\n  \
        with --expect, --compare or --against, or an event that carries its own `expect`:\n  \
        0  all the same, 1  something differs, 2  something could not be compared"
    )]
    Replay(ReplayArgs),

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

    /// Look at a project's hooks and trust them as they are now
    #[command(
        after_help = "With trust required, the hooks of a project run only as they were trusted: hooks.toml, and the files that its\n\
        commands name. This command shows both, and what has changed, and asks.\n\n\
        Exit status:\n  0  trusted, or what was asked for is done\n  1  with --check: not trusted; or you said no\n  \
        2  nothing was recorded: no terminal to ask on and no --yes, a faulty or missing file, or wrong usage"
    )]
    Trust(TrustArgs),

    /// Wire hookctl into a coding agent's own settings
    #[command(
        after_help = "Examples:\n  hookctl install claude\n  hookctl install codex --project --print\n  hookctl install --list\n\n\
        It wires the events of the phases that hooks.toml has hooks for, keeps everything else in the file byte for \
        byte,\nshows what would change and asks. What was there is kept beside the file, as FILE.hookctl-backup.\n\n\
        Exit status:\n  0  wired, or it was already\n  1  you said no\n  2  it could not be done, and nothing is written"
    )]
    Install(InstallArgs),

    /// Take hookctl out of a coding agent's settings again
    #[command(
        after_help = "Where nothing else was changed since `install`, the file is byte for byte what it was before; \
        a file that `install` made is removed.\n\n\
        Exit status:\n  0  it is no longer wired\n  1  you said no\n  2  it could not be done, and nothing is written"
    )]
    Uninstall(UninstallArgs),
}

// The arguments of `run`. No doc comment: it would take the place of what the command says of itself.
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

    /// Read this file, and neither the user's nor the project's; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// The limit of the whole chain, in place of the host's and of `deadline_secs`
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub deadline: Option<Duration>,

    /// Append the event and its outcome to this file, as a line that `replay` reads
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Recording")]
    pub record: Option<PathBuf>,

    /// How large that file may become before it is renamed to FILE.1
    #[arg(
        long,
        value_name = "MIB",
        default_value = "64",
        value_parser = clap::value_parser!(u32).range(1..),
        requires = "record",
        help_heading = "Recording"
    )]
    pub record_max_mib: u32,

    /// Replace what looks like a secret (a token, a password, an API key) in that file
    #[arg(long, requires = "record", help_heading = "Recording")]
    pub record_redact: bool,

    /// Run the project's hooks only if a person trusted them (see `hookctl trust`), as with --host
    #[arg(long)]
    pub require_trust: bool,

    /// Log on stderr what hookctl does; twice for every detail
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
}

// The arguments of `replay`. No doc comment: it would take the place of what the command says of itself.
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

// The arguments of `trust`. No doc comment: it would take the place of what the command says of itself.
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

// The arguments of `install`. No doc comment: it would take the place of what the command says of itself.
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

// The arguments of `uninstall`. No doc comment: it would take the place of what the command says of itself.
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

/// What a replay prints on stdout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ReplayFormat {
    /// The outcome of each event, one line each
    #[default]
    Json,
    /// A test report, with a case for each event
    Junit,
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

/// Takes the name of a host that can be wired.
fn wirings() -> impl TypedValueParser<Value = &'static Wiring> {
    PossibleValuesParser::new(wiring::ALL.map(|wiring| PossibleValue::new(wiring.host).help(wiring.title)))
        .map(|name| wiring::named(&name).expect("each possible value is the name of a host"))
}

/// Takes a time, as in hooks.toml.
fn seconds(written: &str) -> Result<Duration, String> {
    let time = written.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero() && *time <= LONGEST)
        .ok_or_else(|| "it must be a number of seconds above 0 and at most a day".to_owned())
}

// The arguments of `check`. No doc comment: it would take the place of what the command says of itself.
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

// The arguments of `init`. No doc comment: it would take the place of what the command says of itself.
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

#[cfg(test)]
mod tests;
