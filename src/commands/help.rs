//! `hookctl help`: the help of a command, or a topic.

use std::io;

use clap::builder::StyledStr;
use clap::{ColorChoice, CommandFactory, Parser};

use crate::answer::Answer;
use crate::cli::{Cli, HelpArgs, Topic};
use crate::paint::Paint;

/// Explains what was asked for.
pub fn help(args: &HelpArgs) -> Answer {
    let text = match args.subject.as_deref() {
        None => Cli::command().render_help(),
        Some(subject) => match Topic::named(subject) {
            Some(topic) => StyledStr::from(format!("{}\n", topic.text())),
            None => long_help(subject),
        },
    };
    let text = if Paint::choose(ColorChoice::Auto, &io::stdout()).is_on() {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    Answer { stdout: text.into_bytes(), ..Answer::default() }
}

/// What `hookctl COMMAND --help` prints.
fn long_help(command: &str) -> StyledStr {
    match Cli::try_parse_from(["hookctl", command, "--help"]) {
        Err(help) => help.render(),
        Ok(_) => unreachable!("--help is never taken for arguments"),
    }
}
