//! Every text that hookctl may show, side by side in one file: what it says of faults, and the texts it says it with.

#[path = "../support/mod.rs"]
mod support;

mod printed;
mod sources;

use std::env;
use std::fs;
use std::path::Path;

/// Set to rewrite the generated files and not to compare them.
const REWRITE: &str = "HOOKCTL_REWRITE";

/// The file.
const FILE: &str = "tests/data/messages.txt";

#[test]
fn the_list_of_messages_is_current() {
    let text = format!(
        "What hookctl says, to be read side by side. Written by `{REWRITE}=1 cargo test current`.\n\n\
         == As it is printed: a fault, its exit status, and stderr (or what `check` prints) ==\n\n{}\
         == Every text in the sources that has more than one word, in the order of the modules ==\n\n{}",
        printed::all(),
        sources::all()
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if env::var_os(REWRITE).is_some() {
        fs::write(&path, &text).expect("the folder can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let differ = committed.lines().zip(text.lines()).find(|(committed, now)| committed != now);
    assert!(
        committed == text,
        "{FILE} is not current, first at {differ:?}: run {REWRITE}=1 cargo test current, read what changed, and \
         commit it"
    );
}

#[test]
fn every_fault_is_told_in_one_form() {
    for line in printed::all().lines().filter_map(|line| line.strip_prefix("    hookctl: ")) {
        let message = line.strip_prefix("warning: ").unwrap_or(line);
        let first = message.split(' ').next().expect("a text has a first word");
        // A name keeps its capitals.
        let is_name = first.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let starts_low = is_name || !first.starts_with(|c: char| c.is_uppercase());
        assert!(starts_low, "a message begins as what follows a colon: {line}");
        assert!(!message.ends_with('.'), "a message has no full stop at its end: {line}");
    }
}
