//! The arguments of `hookctl help`: what it explains.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, CommandFactory};

use super::{Cli, Topic};

const ABOUT: &str = "Explain a command or a topic\n\n\
    Without either it says what hookctl is for. `hookctl help run` prints what `hookctl run --help` prints.";

const EXAMPLE: &str = concat!(heading!("Example"), "  hookctl help exit-codes");

const MORE: &str = concat!(
    heading!("Examples"),
    "  hookctl help run\n",
    "  hookctl help exit-codes\n\n",
    heading!("Exit status"),
    "  0  Explained\n",
    "  2  There is no such command or topic"
);

#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLE, after_long_help = MORE)]
pub struct HelpArgs {
    /// A command, or a topic: exit-codes or hooks
    #[arg(value_parser = subjects())]
    pub subject: Option<String>,
}

/// The commands, in the order of the help.
pub const COMMANDS: [&str; 9] =
    ["run", "check", "replay", "init", "trust", "install", "uninstall", "schema", "help"];

/// Takes the name of a topic or of a command.
fn subjects() -> PossibleValuesParser {
    let topics = Topic::ALL.map(|topic| PossibleValue::new(topic.name()).help(topic.about()));
    let cli = Cli::command();
    let commands = COMMANDS.into_iter().map(|name| {
        let about = cli.find_subcommand(name).and_then(clap::Command::get_about);
        PossibleValue::new(name).help(about.cloned().unwrap_or_default())
    });
    PossibleValuesParser::new(commands.chain(topics))
}
