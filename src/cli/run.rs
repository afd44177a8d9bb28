//! The arguments of `hookctl run`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, ValueHint};

use super::values::{PhaseParser, hosts, seconds};
use crate::host::Host;
use crate::phase::Phase;

const ABOUT: &str = "Run the hooks of a phase on the event on stdin\n\n\
    It reads one event, runs the hooks of its phase in the order of hooks.toml, and prints one JSON document: what they \
    came to. The first deny ends the chain. With --host the event is that agent's own, and so is the form of the answer.";

const EXAMPLE: &str = concat!(heading!("Example"), "  hookctl run pre_tool < event.json");

const MORE: &str = concat!(
    heading!("Examples"),
    "  echo '{\"tool\":\"Bash\",\"input\":{\"command\":\"ls\"}}' | hookctl run pre_tool\n",
    "  hookctl run --host claude --record ~/events.jsonl < event.json\n\n",
    heading!("Exit status"),
    "  0  Allowed, or a phase that only observes\n",
    "  1  hookctl itself failed in a phase that is not a gate: nothing is blocked\n",
    "  2  Denied, asked, could not decide on a gate, or wrong usage\n\n",
    "With --host a deny is in the answer and the status is 0, unless that host's deny\n",
    "is the status."
);

#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLE, after_long_help = MORE)]
pub struct RunArgs {
    /// The phase of the event; with --host the event says it, and one that is given must agree
    #[arg(value_parser = PhaseParser, required_unless_present = "host")]
    pub phase: Option<Phase>,

    /// Read the event of this host, and answer in its form [default: hookctl's own form]
    #[arg(long, value_parser = hosts())]
    pub host: Option<&'static Host>,

    /// What the host calls the event, where its payload does not say
    #[arg(long, value_name = "NAME", requires = "host")]
    pub event: Option<String>,

    /// Read this file, and neither the user's nor the project's; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,

    /// The limit of the whole chain, in seconds [default: `deadline_secs`, else the host's]
    #[arg(long, value_name = "SECS", value_parser = seconds, value_hint = ValueHint::Other)]
    pub deadline: Option<Duration>,

    /// Run the project's hooks only if a person trusted them, as with --host
    #[arg(long)]
    pub require_trust: bool,

    /// Log on stderr what hookctl does; twice for every detail
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,

    /// Append the event and its outcome to this file, as a line that `replay` reads
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Recording")]
    pub record: Option<PathBuf>,

    /// How large that file may become before it is renamed to FILE.1, in MiB
    #[arg(
        long,
        value_name = "MIB",
        value_hint = ValueHint::Other,
        default_value = "64",
        value_parser = clap::value_parser!(u32).range(1..),
        requires = "record",
        help_heading = "Recording"
    )]
    pub record_max_mib: u32,

    /// Replace what looks like a secret (a token, a password, an API key) in that file
    #[arg(long, requires = "record", help_heading = "Recording")]
    pub record_redact: bool,
}
