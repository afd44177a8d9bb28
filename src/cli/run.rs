//! The arguments of `hookctl run`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, ValueHint};

use super::values::{PhaseParser, hosts, seconds};
use crate::host::Host;
use crate::phase::Phase;

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
