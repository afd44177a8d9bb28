//! What a simple command starts in the end: `env X=1 timeout 5 python3 guard.py` starts `guard.py`.

use std::borrow::Cow;

use super::known;
use crate::shell::script::Word;

/// What a command starts, the outermost first: each begins with the word that names it. It ends where a word
/// cannot be told.
pub fn chain<'w, 'c>(words: &'w [Word<'c>]) -> Vec<&'w [Word<'c>]> {
    let mut chain = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        chain.push(rest);
        match inner(rest) {
            Some(started) => rest = started,
            None => break,
        }
    }
    chain
}

/// What a command that only starts another one starts.
fn inner<'w, 'c>(words: &'w [Word<'c>]) -> Option<&'w [Word<'c>]> {
    let (name, rest) = words.split_first()?;
    match name.literal()?.as_ref() {
        "exec" => after_options(rest, &["-c", "-l"], &["-a"]),
        "command" => after_options(rest, &["-p"], &[]),
        "nohup" | "setsid" => after_options(rest, &[], &[]),
        "nice" => after_options(rest, &[], &["-n"]),
        "timeout" | "gtimeout" => {
            let flags = ["--foreground", "--preserve-status", "-v", "--verbose"];
            after_options(rest, &flags, &["-s", "-k"])?.get(1..)
        }
        "env" => {
            let rest = after_options(rest, &["-i", "-"], &["-u"])?;
            let set = rest.iter().take_while(|word| sets_variable(word)).count();
            // With another PATH another program is meant.
            let moved = rest[..set].iter().any(|word| word.starts_with("PATH="));
            (!moved).then_some(&rest[set..])
        }
        _ => None,
    }
}

/// The words after the options; nothing where an option is not known.
fn after_options<'w, 'c>(
    mut words: &'w [Word<'c>],
    flags: &[&str],
    with_value: &[&str],
) -> Option<&'w [Word<'c>]> {
    loop {
        let Some(option) = words.first() else { return Some(words) };
        let Some(text) = option.literal().filter(|text| text.starts_with('-')) else { return Some(words) };
        let long_with_value = text.starts_with("--") && text.contains('=');
        words = if text == "--" {
            return words.get(1..);
        } else if flags.contains(&text.as_ref()) || long_with_value {
            &words[1..]
        } else if with_value.contains(&text.as_ref()) {
            words.get(2..)?
        } else {
            return None;
        };
    }
}

fn sets_variable(word: &Word<'_>) -> bool {
    word.bare_start().is_some_and(|text| {
        text.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
    })
}

/// Which of the arguments of an interpreter names the file that it runs; nothing where there is none or it
/// cannot be told. An argument that is not written out is `None`.
pub fn script_argument(interpreter: &str, arguments: &[Option<Cow<'_, str>>]) -> Option<usize> {
    for (place, argument) in arguments.iter().enumerate() {
        let argument = argument.as_deref()?;
        if !argument.starts_with(['-', '+']) {
            return Some(place);
        }
        if !takes_no_value(interpreter, argument) {
            return None;
        }
    }
    None
}

/// Whether an option leaves the next argument alone.
fn takes_no_value(interpreter: &str, option: &str) -> bool {
    let letters = |known: &str| option.len() > 1 && option[1..].chars().all(|c| known.contains(c));
    if known::is_shell(interpreter) {
        return letters("euxvnfab");
    }
    match interpreter {
        "perl" => letters("wTt"),
        "ruby" => letters("wW"),
        "node" => option.starts_with("--no-"),
        _ if interpreter.starts_with("python") => letters("BbdEIOPqsSuv"),
        _ => false,
    }
}
