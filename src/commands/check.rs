//! `hookctl check`: everything that is wrong with the files that `run` would read.

use std::env;
use std::io::{self, IsTerminal as _};

use clap::ColorChoice;

use crate::answer::Answer;
use crate::check;
use crate::check::machine::Machine;
use crate::cli::{CheckArgs, Format};
use crate::config;
use crate::config::problem::{self, Severity};
use crate::exit::Exit;
use crate::report::human::Paint;
use crate::report::{Report, github, human, json, sarif};
use crate::text::visible;

/// Checks the files of a configuration; none of their hooks starts.
pub fn check(args: &CheckArgs) -> Answer {
    if args.list_codes {
        return Answer { stdout: problem::table().into_bytes(), ..Answer::default() };
    }
    let sources = match config::read_sources(&args.config) {
        Ok(sources) => sources,
        Err(missing) => {
            let stderr = format!("hookctl: could not check: {}\n", visible(&missing.to_string()));
            return Answer { stderr, exit: Exit::Denied, ..Answer::default() };
        }
    };
    let (layers, mut found) = config::validate(&sources);
    check::check(&sources, &layers, &mut found, &mut Machine::of_environment(), args.host);
    let report = Report { sources: &sources, layers: &layers, found: &found };
    let text = match args.format {
        Format::Human => human::render(report, paint(args.color)),
        Format::Json => json::render(report),
        Format::Github => github::render(report),
        Format::Sarif => sarif::render(report),
    };
    let failed = report.count(Severity::Error) > 0 || args.strict && report.count(Severity::Warning) > 0;
    let exit = if failed { Exit::Failed } else { Exit::Allowed };
    Answer { stdout: text.into_bytes(), exit, ..Answer::default() }
}

/// Whether to use colours: by default on a terminal that can, unless `NO_COLOR` is set.
fn paint(choice: ColorChoice) -> Paint {
    let wanted = match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
            !unwanted && !dumb && io::stdout().is_terminal()
        }
    };
    if wanted { Paint::Coloured } else { Paint::Plain }
}
