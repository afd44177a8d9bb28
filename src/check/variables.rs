//! A lint of variables that nothing sets.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::known::{self, OURS};
use super::machine::Machine;
use super::{Findings, Subject};
use crate::config::problem::{Code, Problem};
use crate::config::suggest;
use crate::shell::script::{Piece, Role, Script, Simple, Visitor, Word, visit};

/// Looks at the variables of a line.
pub(super) fn lint(
    subject: &Subject<'_>,
    line: &str,
    script: &Script<'_>,
    machine: &Machine,
    findings: &mut Findings<'_>,
) {
    let mut names = Names::default();
    visit(script, &mut names);
    if names.unknowable {
        return;
    }
    let mut told = HashSet::new();
    for (name, span) in &names.used {
        if names.settled.contains(name) || is_set(name, machine) || !told.insert(*name) {
            continue;
        }
        let message = format!("{}: the variable `{name}` is not set, so it is empty", subject.title);
        let problem = Problem::new(Code::UnsetVariable, subject.place(line, span.clone()), message);
        findings.push(problem.help(match suggest::nearest(name, OURS) {
            Some(near) if name.starts_with("HOOKCTL_") => {
                format!("hookctl sets no variable of that name, but {near}")
            }
            _ => format!("set it, or give it a default: ${{{name}:-...}}"),
        }));
    }
}

/// Whether a hook finds a variable in its environment. Of those that begin with `HOOKCTL_` only the ones
/// that hookctl sets are left.
fn is_set(name: &str, machine: &Machine) -> bool {
    known::is_set_elsewhere(name) || !name.starts_with("HOOKCTL_") && machine.has_variable(name)
}

#[derive(Default)]
struct Names<'c> {
    /// What is set or asked about somewhere in the line, wherever that is: before or after, always or not.
    settled: HashSet<&'c str>,
    used: Vec<(&'c str, Range<usize>)>,
    /// Whether something else may set variables.
    unknowable: bool,
}

impl<'c> Visitor<'c> for Names<'c> {
    fn simple(&mut self, simple: &Simple<'c>) {
        let mut words = simple.words.iter();
        let mut name = words.next().and_then(Word::literal);
        if matches!(name.as_deref(), Some("command" | "builtin")) {
            name = words.next().and_then(Word::literal);
        }
        match name.as_deref() {
            Some("." | "source" | "eval" | "emulate" | "autoload") => self.unknowable = true,
            Some(
                "read" | "mapfile" | "readarray" | "unset" | "getopts" | "export" | "declare" | "typeset"
                | "local" | "readonly" | "integer" | "let",
            ) => {
                for word in words {
                    match start(word) {
                        Some(text) => self.settled.extend(identifier(text)),
                        // `export "$name=$value"`: which variable that is cannot be told.
                        None => self.unknowable = true,
                    }
                }
            }
            Some("printf") if simple.words.get(1).is_some_and(|word| word.starts_with("-v")) => {
                match simple.words.get(2).and_then(start) {
                    Some(text) => self.settled.extend(identifier(text)),
                    None => self.unknowable = true,
                }
            }
            Some("wait" | "env") => self.settled.extend(words.filter_map(start).filter_map(identifier)),
            _ => {}
        }
    }

    fn binds(&mut self, name: &'c str) {
        self.settled.insert(name);
    }

    fn word(&mut self, word: &Word<'c>, role: Role) {
        if role == Role::Tested {
            // `[[ -v NAME ]]`
            self.settled.extend(start(word).and_then(identifier));
        }
        for piece in &word.pieces {
            match piece {
                Piece::Variable { name, span } if role == Role::Used => self.used.push((name, span.clone())),
                Piece::Variable { name, .. } | Piece::Asked(name) => {
                    self.settled.insert(name);
                }
                _ => {}
            }
        }
    }

    /// Names in arithmetic count as 0 where they are not set, which is often what is meant.
    fn arithmetic(&mut self, text: &'c str) {
        let name = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        self.settled.extend(text.split(name).filter(|name| !name.is_empty()));
    }
}

/// The text that a word begins with, where it is written out.
fn start<'c>(word: &Word<'c>) -> Option<&'c str> {
    match word.pieces.first()? {
        Piece::Bare(text) | Piece::Quoted(Cow::Borrowed(text)) => Some(text),
        _ => None,
    }
}

/// The name that a text such as `NAME` or `NAME=value` begins with.
fn identifier(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    (end > 0).then_some(&text[..end])
}
