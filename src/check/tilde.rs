//! A lint of `~` in quotes, where it is a name like any other and not the home folder.

use super::{Findings, Subject, known};
use crate::config::problem::{Code, Problem};
use crate::shell::script::{Piece, Role, Script, Simple, Visitor, Word, visit};

/// Tests of `[` that take a file.
const FILE_TESTS: &[&str] = &["-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h"];

/// Looks at the words of a line.
pub(super) fn lint(subject: &Subject<'_>, line: &str, script: &Script<'_>, findings: &mut Findings<'_>) {
    let mut seen = Seen::default();
    visit(script, &mut seen);
    for span in seen.quoted {
        let text = line.get(span.clone()).unwrap_or_default();
        let message = format!("{}: in {text} the `~` is quoted, so it is not the home folder", subject.title);
        let problem = Problem::new(Code::QuotedTilde, subject.place(line, span), message);
        findings.push(problem.help("write \"$HOME/...\", or leave the part up to the first slash unquoted"));
    }
}

#[derive(Default)]
struct Seen {
    quoted: Vec<std::ops::Range<usize>>,
}

impl Seen {
    fn look(&mut self, word: &Word<'_>) {
        if is_quoted_home(word) {
            self.quoted.push(word.span.clone());
        }
    }
}

impl<'c> Visitor<'c> for Seen {
    fn simple(&mut self, simple: &Simple<'c>) {
        for assignment in &simple.assignments {
            assignment.values.iter().for_each(|value| self.look(value));
        }
        let Some(name) = simple.words.first() else { return };
        self.look(name);
        match name.literal().as_deref() {
            Some("[" | "test") => {
                for pair in simple.words.windows(2) {
                    if pair[0].literal().is_some_and(|test| FILE_TESTS.contains(&test.as_ref())) {
                        self.look(&pair[1]);
                    }
                }
            }
            // To others than these a `~` may be a text to look for or to show.
            Some(name) if runs_or_enters(name) => simple.words[1..].iter().for_each(|word| self.look(word)),
            _ => {}
        }
    }

    fn word(&mut self, _: &Word<'c>, _: Role) {}
}

fn runs_or_enters(name: &str) -> bool {
    known::is_interpreter(name) || matches!(name, "." | "source" | "cd" | "exec" | "cat" | "command" | "env")
}

/// Whether a word is a path below the home directory, with the sign for it in quotes.
fn is_quoted_home(word: &Word<'_>) -> bool {
    let Some(Piece::Quoted(first)) = word.pieces.first() else { return false };
    let path = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    first.strip_prefix("~/").is_some_and(|rest| rest.chars().all(path))
}
