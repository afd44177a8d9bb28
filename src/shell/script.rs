//! A shell command taken apart, as far as a lint has to understand it.
//!
//! This is the grammar of POSIX with the common additions of bash. What is not understood for certain is not
//! taken apart at all: a lint must rather stay silent than be wrong, and the shell itself is asked about syntax.

mod compound;
mod parser;
mod word;

use std::borrow::Cow;
use std::ops::Range;

/// A list of commands.
#[derive(Debug, Default)]
pub struct Script<'c> {
    /// What `;`, `&` and line ends separate.
    pub items: Vec<Item<'c>>,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Debug)]
pub struct Item<'c> {
    /// The pipeline that runs in any case.
    pub first: Pipeline<'c>,
    /// The ones that depend on those before.
    pub rest: Vec<(Connector, Pipeline<'c>)>,
    /// Whether `&` lets it run by itself.
    pub background: bool,
}

/// What joins two pipelines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connector {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|`.
#[derive(Debug)]
pub struct Pipeline<'c> {
    /// Whether `!` turns its status around.
    pub negated: bool,
    /// At least one command.
    pub commands: Vec<Command<'c>>,
    /// Its bytes.
    pub span: Range<usize>,
}

/// One command of a pipeline.
#[derive(Debug)]
pub struct Command<'c> {
    /// What it is.
    pub kind: Kind<'c>,
    /// Its redirections.
    pub redirects: Vec<Redirect<'c>>,
}

/// The kinds of commands.
#[derive(Debug)]
pub enum Kind<'c> {
    /// A program or a builtin with its words, or assignments alone.
    Simple(Simple<'c>),
    /// `( ... )` or `{ ...; }`
    Group(Script<'c>),
    /// `if`, `while` or `until`.
    Branch {
        /// What decides.
        conditions: Vec<Script<'c>>,
        /// What may run.
        bodies: Vec<Script<'c>>,
    },
    /// `for` or `select`.
    Loop {
        /// The variable, except in the arithmetic form.
        name: Option<&'c str>,
        /// The expressions of the arithmetic form.
        counts: Option<&'c str>,
        /// What it runs over.
        words: Vec<Word<'c>>,
        /// What may run.
        body: Script<'c>,
    },
    /// `case`.
    Case {
        /// What is looked at.
        subject: Word<'c>,
        /// What may run.
        arms: Vec<Script<'c>>,
    },
    /// The definition of a function.
    Function {
        /// Its name.
        name: &'c str,
        /// What runs when it is called.
        body: Box<Command<'c>>,
    },
    /// `[[ ... ]]`
    Test(Vec<Word<'c>>),
    /// `(( ... ))`
    Arithmetic(&'c str),
}

/// A simple command.
#[derive(Debug, Default)]
pub struct Simple<'c> {
    /// The assignments before its name.
    pub assignments: Vec<Assignment<'c>>,
    /// Its name and its arguments.
    pub words: Vec<Word<'c>>,
}

/// `NAME=value`
#[derive(Debug)]
pub struct Assignment<'c> {
    /// The variable.
    pub name: &'c str,
    /// The value, or the values of an array.
    pub values: Vec<Word<'c>>,
}

/// A redirection.
#[derive(Debug)]
pub struct Redirect<'c> {
    /// The descriptor, where it is written.
    pub descriptor: Option<&'c str>,
    /// The operator.
    pub operator: &'c str,
    /// The file, the descriptor or the delimiter.
    pub target: Word<'c>,
}

/// A word.
#[derive(Debug)]
pub struct Word<'c> {
    /// Its pieces, in order.
    pub pieces: Vec<Piece<'c>>,
    /// Its bytes.
    pub span: Range<usize>,
}

/// A piece of a word.
#[derive(Debug)]
pub enum Piece<'c> {
    /// Text without quotes, in which `~`, `*` and others may act.
    Bare(&'c str),
    /// Text that was quoted or escaped.
    Quoted(Cow<'c, str>),
    /// A variable that is used as it is.
    Variable {
        /// Its name.
        name: &'c str,
        /// Its bytes, with the sign and the braces.
        span: Range<usize>,
    },
    /// A variable that is asked about: with a default, for its length, by its name.
    Asked(&'c str),
    /// `$(...)`, `` `...` `` or `<(...)`
    Substitution(Script<'c>),
    /// `$((...))`
    Arithmetic(&'c str),
    /// Something else whose text cannot be known.
    Opaque,
}

/// Takes a command apart; nothing where it is not understood or not complete.
pub fn parse(text: &str) -> Option<Script<'_>> {
    parser::Parser::new(text).script()
}

impl Word<'_> {
    /// The unquoted text that the word begins with.
    pub fn bare_start(&self) -> Option<&str> {
        match self.pieces.first() {
            Some(Piece::Bare(text)) => Some(text),
            _ => None,
        }
    }

    /// Whether the word begins with that text, unquoted.
    pub fn starts_with(&self, text: &str) -> bool {
        self.bare_start().is_some_and(|start| start.starts_with(text))
    }

    /// The text of a word in which nothing has to be expanded.
    pub fn literal(&self) -> Option<Cow<'_, str>> {
        self.resolve(|_| None)
    }

    /// The text of a word, with the variables that are known; nothing where it depends on anything else.
    pub fn resolve(&self, variable: impl Fn(&str) -> Option<String>) -> Option<Cow<'_, str>> {
        if let [Piece::Bare(text)] = self.pieces[..]
            && !acts(text)
            && !text.starts_with('~')
        {
            return Some(Cow::Borrowed(text));
        }
        let mut whole = String::new();
        for (place, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Bare(text) if acts(text) => return None,
                Piece::Bare(text) if place == 0 && text.starts_with('~') => {
                    let rest = text.strip_prefix("~/")?;
                    whole.push_str(&variable("HOME")?);
                    whole.push('/');
                    whole.push_str(rest);
                }
                Piece::Bare(text) => whole.push_str(text),
                Piece::Quoted(text) => whole.push_str(text),
                Piece::Variable { name, .. } => whole.push_str(&variable(name)?),
                _ => return None,
            }
        }
        Some(Cow::Owned(whole))
    }
}

/// Whether an unquoted text holds what a shell expands to other words.
fn acts(text: &str) -> bool {
    let pair = |open, close| text.contains(open) && text.contains(close) && text != "{}";
    text.contains(['*', '?']) || pair('[', ']') || pair('{', '}')
}

impl Simple<'_> {
    /// The name of the command, where it is written out.
    pub fn name(&self) -> Option<Cow<'_, str>> {
        self.words.first()?.literal()
    }
}

impl Redirect<'_> {
    /// Whether it writes a file.
    pub fn writes(&self) -> bool {
        self.operator.contains('>') && !self.is_null() && !self.duplicates()
    }

    /// Whether it takes the errors of the command away.
    pub fn hides_errors(&self) -> bool {
        let errors = self.descriptor == Some("2") || self.operator.starts_with('&');
        errors && self.operator.contains('>')
    }

    fn is_null(&self) -> bool {
        self.target.literal().is_some_and(|file| file == "/dev/null")
    }

    fn duplicates(&self) -> bool {
        self.operator.ends_with('&')
            && self.target.literal().is_some_and(|to| to == "-" || to.bytes().all(|b| b.is_ascii_digit()))
    }
}

/// What a lint looks at; each part of a script is shown once, those inside of substitutions too.
pub trait Visitor<'c> {
    /// A simple command.
    fn simple(&mut self, _: &Simple<'c>) {}
    /// A variable that the script gives a value.
    fn binds(&mut self, _: &'c str) {}
    /// A word, and whether it is only tested.
    fn word(&mut self, _: &Word<'c>, _: Role) {}
    /// The text of an arithmetic expression.
    fn arithmetic(&mut self, _: &'c str) {}
    /// A function that the script defines.
    fn function(&mut self, _: &'c str) {}
}

/// What a word is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is run, passed on or written.
    Used,
    /// It is looked at: in `[ ... ]`, `[[ ... ]]` or `case`.
    Tested,
}

/// Shows every part of a script to a visitor.
pub fn visit<'c>(script: &Script<'c>, visitor: &mut dyn Visitor<'c>) {
    for item in &script.items {
        for pipeline in std::iter::once(&item.first).chain(item.rest.iter().map(|(_, pipeline)| pipeline)) {
            for command in &pipeline.commands {
                visit_command(command, visitor);
            }
        }
    }
}

fn visit_command<'c>(command: &Command<'c>, visitor: &mut dyn Visitor<'c>) {
    for redirect in &command.redirects {
        if !redirect.operator.starts_with("<<") || redirect.operator == "<<<" {
            visit_word(&redirect.target, Role::Used, visitor);
        }
    }
    match &command.kind {
        Kind::Simple(simple) => {
            visitor.simple(simple);
            for Assignment { name, values } in &simple.assignments {
                visitor.binds(name);
                visit_words(values, Role::Used, visitor);
            }
            let tests = simple.name().is_some_and(|name| name == "[" || name == "test");
            visit_words(&simple.words, if tests { Role::Tested } else { Role::Used }, visitor);
        }
        Kind::Group(script) => visit(script, visitor),
        Kind::Branch { conditions, bodies } => {
            for script in conditions.iter().chain(bodies) {
                visit(script, visitor);
            }
        }
        Kind::Loop { name, counts, words, body } => {
            if let Some(name) = name {
                visitor.binds(name);
            }
            if let Some(text) = counts {
                visitor.arithmetic(text);
            }
            visit_words(words, Role::Used, visitor);
            visit(body, visitor);
        }
        Kind::Case { subject, arms } => {
            visit_word(subject, Role::Tested, visitor);
            for script in arms {
                visit(script, visitor);
            }
        }
        Kind::Function { name, body } => {
            visitor.function(name);
            visit_command(body, visitor);
        }
        Kind::Test(words) => visit_words(words, Role::Tested, visitor),
        Kind::Arithmetic(text) => visitor.arithmetic(text),
    }
}

fn visit_words<'c>(words: &[Word<'c>], role: Role, visitor: &mut dyn Visitor<'c>) {
    for word in words {
        visit_word(word, role, visitor);
    }
}

fn visit_word<'c>(word: &Word<'c>, role: Role, visitor: &mut dyn Visitor<'c>) {
    visitor.word(word, role);
    for piece in &word.pieces {
        match piece {
            Piece::Substitution(script) => visit(script, visitor),
            Piece::Arithmetic(text) => visitor.arithmetic(text),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
