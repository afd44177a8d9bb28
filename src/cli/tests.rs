//! The man pages and completions are generated from the command line's definition and committed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::Cli;
use crate::config::problem;

/// Set to rewrite the generated files and not to compare them.
const REWRITE: &str = "HOOKCTL_REWRITE";

#[test]
fn the_definition_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn man_pages_are_current() {
    let mut command = Cli::command();
    command.build();
    let subcommands = command.get_subcommands().filter(|sub| sub.get_name() != "help").cloned();
    let pages = [command.clone()].into_iter().chain(subcommands).map(|command| {
        let codes = command.get_name() == "check";
        let man = clap_mangen::Man::new(command);
        let mut page = Vec::new();
        man.render(&mut page).expect("writing to memory cannot fail");
        if codes {
            page.extend(code_section().into_bytes());
        }
        (man.get_filename(), page)
    });
    let pages = pages.collect();
    are_current("man", pages);
}

/// The table of codes, which is printed by `check --list-codes`, as a section of a man page.
fn code_section() -> String {
    let table = problem::table().replace('\\', "\\\\").replace('-', "\\-");
    format!(".SH CODES\n.nf\n{table}.fi\n")
}

#[test]
fn completions_are_current() {
    let shells = [
        (Shell::Bash, "hookctl.bash"),
        (Shell::Zsh, "_hookctl"),
        (Shell::Fish, "hookctl.fish"),
        (Shell::Elvish, "hookctl.elv"),
        (Shell::PowerShell, "_hookctl.ps1"),
    ];
    let scripts = shells.map(|(shell, name)| {
        let mut script = Vec::new();
        generate(shell, &mut Cli::command(), "hookctl", &mut script);
        (name.to_owned(), script)
    });
    are_current("completions", scripts.into());
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
