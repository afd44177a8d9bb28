//! `hookctl hook-names`: the names of the hooks of a command line that is being typed, for its completion.
//!
//! It starts nothing, and where it knows no name it says nothing: whoever presses a key wants no message.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::answer::Answer;
use crate::cli::HookNamesArgs;
use crate::config;
use crate::text::visible_name;

/// Prints each name and its phase as a line.
pub fn hook_names(args: &HookNamesArgs) -> Answer {
    let sources = config::find(&named(&args.words), None).sources;
    let (config, _) = config::read(&sources);
    // A name that a terminal cannot show as it is cannot be typed either.
    let names = config.hooks.iter().filter(|hook| visible_name(&hook.name) == hook.name);
    let lines = names.flat_map(|hook| [hook.name.as_ref(), "\t", hook.phase.name(), "\n"]);
    Answer { stdout: lines.collect::<String>().into_bytes(), ..Answer::default() }
}

/// The files that the words name with --config. Bash takes an equals sign for a word of its own.
fn named(words: &[OsString]) -> Vec<PathBuf> {
    let mut named = Vec::new();
    let mut words = words.iter().map(OsString::as_os_str).peekable();
    while let Some(word) = words.next() {
        if word == "--config" {
            words.next_if_eq(&OsStr::new("="));
            named.extend(words.next().map(path));
        } else if let Some(file) = word.to_str().and_then(|word| word.strip_prefix("--config=")) {
            named.push(path(OsStr::new(file)));
        }
    }
    named
}

/// What a shell makes of a word: without its quotes, and with the home folder for a tilde.
fn path(word: &OsStr) -> PathBuf {
    let Some(text) = word.to_str() else { return word.into() };
    let plain = match shlex::split(text).as_deref() {
        Some([plain]) => plain.clone(),
        _ => text.to_owned(),
    };
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(_), Some(home)) => home.join(&plain[2..]),
        _ => plain.into(),
    }
}
