//! What is generated from the definition of the command line and committed: man pages and completions.

mod completions;
mod man;
mod page;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use super::help::COMMANDS;
use super::{Cli, Topic};
use crate::check::known;

/// Set to rewrite the generated files and not to compare them.
const REWRITE: &str = "HOOKCTL_REWRITE";

/// The definition with everything that is deferred until a command is called.
fn built() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    command
}

/// The commands that a person is told of.
fn commands(cli: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    cli.get_subcommands().filter(|command| !command.is_hide_set())
}

#[test]
fn the_definition_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn every_command_can_be_explained() {
    let cli = built();
    assert_eq!(commands(&cli).map(clap::Command::get_name).collect::<Vec<_>>(), COMMANDS);
}

#[test]
fn every_command_says_in_one_line_what_it_is_for() {
    let listed = Cli::command();
    for command in commands(&built()) {
        let name = command.get_name();
        let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
        let own = about(command).expect(name);
        assert_eq!(about(listed.find_subcommand(name).expect("listed")), Some(own.clone()), "{name}");
        assert!(own.len() <= 80 && !own.ends_with('.') && !own.contains('\n'), "{name}: {own}");
        let long = command.get_long_about().expect(name).to_string();
        assert!(long.starts_with(&format!("{own}\n\n")), "{name}: {long}");
    }
}

#[test]
fn every_command_shows_an_example_and_its_exit_statuses() {
    for command in commands(&built()) {
        let name = command.get_name();
        let call = format!("  hookctl {name}");
        let short = command.get_after_help().expect(name).to_string();
        assert!(short.starts_with("Example:\n") && short.contains(&call), "{name}: {short}");
        let long = command.get_after_long_help().expect(name).to_string();
        assert!(long.starts_with("Example") && long.contains(&format!("hookctl {name}")), "{name}: {long}");
        assert!(long.contains("\nExit status:\n  0  "), "{name}: {long}");
    }
}

#[test]
fn every_option_says_what_it_is_in_the_same_form() {
    for command in commands(&built()) {
        for arg in command.get_arguments() {
            let name = format!("{} {}", command.get_name(), arg.get_id());
            let help = arg.get_help().expect(&name).to_string();
            assert!(help.starts_with(char::is_uppercase), "{name}: {help}");
            assert!(!help.ends_with('.') && help.len() <= 110, "{name}: {help}");
        }
    }
}

#[test]
fn an_option_of_several_commands_is_said_in_the_same_words() {
    let cli = built();
    for option in ["color", "yes", "user", "project", "print"] {
        let helps = commands(&cli).filter(|command| command.get_name() != "trust").filter_map(|command| {
            let arg = command.get_arguments().find(|arg| arg.get_id() == option)?;
            arg.get_help().map(ToString::to_string)
        });
        let mut helps: Vec<_> = helps.collect();
        helps.dedup();
        assert_eq!(helps.len(), 1, "{option}: {helps:?}");
    }
}

#[test]
fn the_help_lists_every_topic() {
    let help = Cli::command().render_help().to_string();
    for topic in Topic::ALL {
        let line = format!("  hookctl help {:10}  {}\n", topic.name(), topic.about());
        assert!(help.contains(&line), "{line}{help}");
    }
}

#[test]
fn the_topic_of_hooks_names_every_variable_that_a_hook_finds() {
    for variable in known::OURS {
        assert!(Topic::Hooks.text().contains(&format!("  {variable} ")), "{variable}");
    }
}

#[test]
fn the_help_fits_a_terminal_of_eighty_columns() {
    let fits = |text: &str| text.lines().all(|line| line.starts_with('\x1b') || line.chars().count() <= 80);
    for command in commands(&built()) {
        // The rest is wrapped.
        for text in [command.get_after_help(), command.get_after_long_help()].into_iter().flatten() {
            assert!(fits(&text.ansi().to_string()), "{}: {text}", command.get_name());
        }
    }
    for topic in Topic::ALL {
        assert!(fits(topic.text()), "{}", topic.name());
    }
}

/// Compares generated files with those in a folder of the project, or rewrites them.
fn are_current(folder: &str, files: Vec<(String, Vec<u8>)>) {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    for (name, text) in &files {
        let path = folder.join(name);
        if env::var_os(REWRITE).is_some() {
            fs::write(&path, text).expect("the folder can be written");
        }
        let committed = fs::read(&path).unwrap_or_default();
        assert!(
            committed == *text,
            "{} is not current: run {REWRITE}=1 cargo test current, and commit it",
            path.display()
        );
    }
    let mut found: Vec<_> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8"))
        .collect();
    let mut expected: Vec<_> = files.into_iter().map(|(name, _)| name).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{} holds files that nothing generates", folder.display());
}
