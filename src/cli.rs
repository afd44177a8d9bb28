//! The command line, as it is typed: a file for each command.
//!
//! The arguments of a command have no doc comment: it would take the place of what the command says of itself.

mod check;
mod init;
mod install;
mod replay;
mod run;
mod trust;
mod values;

use clap::{Parser, Subcommand};

pub use self::check::{CheckArgs, Format};
pub use self::init::InitArgs;
pub use self::install::{InstallArgs, ListFormat, TargetArgs, UninstallArgs};
pub use self::replay::{ReplayArgs, ReplayFormat};
pub use self::run::RunArgs;
pub use self::trust::TrustArgs;

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

#[cfg(test)]
mod tests;
