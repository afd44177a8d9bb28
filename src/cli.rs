//! The command line, as it is typed: a file for each command.
//!
//! The arguments of a command have no doc comment: it would take the place of what the command says of itself. The
//! longer texts are constants, because `hookctl run` must not put together a help that nobody asked for.

/// A heading inside of a text of the help. Where colour is not wanted, the escapes are taken out.
macro_rules! heading {
    ($title:literal) => {
        concat!("\x1b[1m\x1b[4m", $title, ":\x1b[0m\n")
    };
}

mod check;
mod help;
mod hook_names;
mod init;
mod install;
mod replay;
mod run;
mod schema;
mod topic;
mod trust;
mod values;

use clap::{Parser, Subcommand};

pub use self::check::{CheckArgs, Format};
pub use self::help::HelpArgs;
pub use self::hook_names::HookNamesArgs;
pub use self::init::InitArgs;
pub use self::install::{InstallArgs, ListFormat, TargetArgs, UninstallArgs};
pub use self::replay::{ReplayArgs, ReplayFormat};
pub use self::run::RunArgs;
pub use self::schema::SchemaArgs;
pub use self::topic::Topic;
pub use self::trust::TrustArgs;

/// Below the list of commands, and of no other.
const TOPICS: &str = concat!(
    heading!("Topics"),
    "  hookctl help exit-codes  What the exit statuses mean\n",
    "  hookctl help hooks       What a hook gets, and how it answers\n\n",
    heading!("Example"),
    "  hookctl init && hookctl check"
);

/// Run the hooks of coding agents and scripts, and fail closed
///
/// hookctl reads one event on stdin and a policy from hooks.toml, runs the commands of that phase in order and
/// prints what they came to. Exit 0 of a hook allows, exit 2 denies, the first deny wins, and on a gate
/// whatever goes wrong is a deny with a reason.
#[derive(Debug, Parser)]
#[command(name = "hookctl", version, max_term_width = 100, disable_help_subcommand = true, after_help = TOPICS)]
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
    Run(RunArgs),

    /// Check hooks.toml and say everything that is wrong with it
    Check(CheckArgs),

    /// Run saved events again: debug a hook, or compare two policies
    Replay(ReplayArgs),

    /// Write a commented hooks.toml to start from
    Init(InitArgs),

    /// Look at a project's hooks and trust them as they are now
    Trust(TrustArgs),

    /// Wire hookctl into a coding agent's own settings
    Install(InstallArgs),

    /// Take hookctl out of a coding agent's settings again
    Uninstall(UninstallArgs),

    /// Print the JSON Schema of hooks.toml, for editors
    Schema(SchemaArgs),

    /// Explain a command or a topic
    Help(HelpArgs),

    /// Print the names of the hooks, for a completion
    #[command(hide = true)]
    HookNames(HookNamesArgs),
}

#[cfg(test)]
mod tests;
