//! hookctl runs the lifecycle hooks of coding agents and scripts, and fails closed.
//!
//! One event flows one way: bytes -> event -> chain -> outcome -> answer.

mod answer;
mod chain;
mod check;
mod cli;
mod commands;
mod config;
mod decision;
mod engine;
mod event;
mod exit;
mod explain;
mod form;
mod guarded;
mod host;
mod install;
mod intake;
mod json;
mod launch;
mod log;
mod neutral;
mod outcome;
mod paint;
mod payload;
mod phase;
mod process;
#[cfg(any(test, fuzzing))]
pub mod properties;
mod record;
mod replay;
mod reply;
mod report;
mod shell;
mod signals;
mod text;
mod trust;
mod xdg;

use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use crate::answer::Answer;
use crate::cli::{Cli, Command};

/// musl's own allocator gives every page back to the system and takes it again: fifty calls in a run.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    let started = Instant::now();
    panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let what = text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown");
        let place = info.location().map(|at| format!(" at {at}")).unwrap_or_default();
        // Where stderr is gone there is no other place to say it.
        let _ = writeln!(io::stderr(), "hookctl: internal error{place}: {what}");
    }));
    let print = |answer: Answer| answer.print(&mut io::stdout(), &mut io::stderr());
    let exit = match Cli::parse().command {
        Command::Run(args) => commands::run::run(&args, started).deliver(io::stdout(), io::stderr()),
        Command::Check(args) => print(commands::check::check(&args)),
        Command::Install(args) => print(commands::install::install(&args)),
        Command::Uninstall(args) => print(commands::install::uninstall(&args)),
        Command::Replay(args) => commands::replay::run(&args, &mut io::stdout(), &mut io::stderr()),
        Command::Init(args) => print(commands::init::init(&args)),
        Command::Schema(_) => print(commands::schema::schema()),
        Command::Trust(args) => print(commands::trust::run(&args)),
        Command::Help(args) => print(commands::help::help(&args)),
        Command::HookNames(args) => print(commands::hook_names::hook_names(&args)),
    };
    exit.into()
}
