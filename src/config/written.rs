//! hooks.toml as it was written: each key read into its type, with its place, and every problem collected.
//!
//! The TOML is walked by hand and not through serde, because serde stops at the first error, and because a
//! file of a thousand hooks is read on every call: strings stay slices of the text.

mod table;
mod value;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::time::Duration;

use toml::Spanned;
use toml::de::DeTable;

use self::table::Reader;
use super::problem::{Code, Problem};
use super::source;
use crate::phase::Phase;

/// The keys of `[defaults]`.
pub const DEFAULTS_KEYS: &[&str] = &["shell", "timeout_secs", "deadline_secs", "cwd", "stdin"];

/// The keys of one `[[hooks]]` entry.
pub const HOOK_KEYS: &[&str] = &[
    "event",
    "command",
    "name",
    "tools",
    "timeout_secs",
    "on_failure",
    "enabled",
    "shell",
    "cwd",
    "stdin",
    "approves",
];

/// The longest time that a hook or a chain may be given: a day.
pub const LONGEST: Duration = Duration::from_secs(86_400);

/// One file.
#[derive(Debug, Default)]
pub struct Written<'s> {
    /// `[defaults]`.
    pub defaults: Defaults<'s>,
    /// The `[[hooks]]` entries, in file order.
    pub hooks: Vec<HookEntry<'s>>,
}

/// `[defaults]`: what holds for every hook of the file that does not say otherwise.
#[derive(Debug, Default)]
pub struct Defaults<'s> {
    /// The shell of commands that are strings.
    pub shell: Option<Spanned<Cow<'s, str>>>,
    /// The limit of each hook.
    pub timeout: Option<Spanned<Duration>>,
    /// The limit of the whole chain.
    pub deadline: Option<Spanned<Duration>>,
    /// Where hooks run.
    pub cwd: Option<Spanned<Cow<'s, str>>>,
    /// What hooks read.
    pub stdin: Option<Stdin>,
}

/// One `[[hooks]]` entry.
#[derive(Debug, Default)]
pub struct HookEntry<'s> {
    /// The phase.
    pub event: Option<Spanned<Phase>>,
    /// What runs.
    pub command: Option<Spanned<Command<'s>>>,
    /// What it is called in outcomes.
    pub name: Option<Spanned<Cow<'s, str>>>,
    /// The tools that it fires for.
    pub tools: Option<Spanned<Vec<Spanned<Cow<'s, str>>>>>,
    /// Its limit.
    pub timeout: Option<Spanned<Duration>>,
    /// What a failure means.
    pub on_failure: Option<Spanned<OnFailure>>,
    /// Whether it runs at all.
    pub enabled: Option<bool>,
    /// Its shell.
    pub shell: Option<Spanned<Cow<'s, str>>>,
    /// Where it runs.
    pub cwd: Option<Spanned<Cow<'s, str>>>,
    /// What it reads.
    pub stdin: Option<Stdin>,
    /// Whether its explicit "allow" is passed to the host.
    pub approves: Option<bool>,
}

/// What a hook runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'s> {
    /// A line for a shell.
    Line(Cow<'s, str>),
    /// A program and its arguments, started directly.
    Array(Vec<Cow<'s, str>>),
}

/// What a failed hook means for its chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnFailure {
    /// The same as a deny.
    Deny,
    /// A warning.
    Allow,
}

/// The form in which a hook reads the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stdin {
    /// hookctl's own form.
    #[default]
    Event,
    /// The host's bytes.
    Raw,
}

/// Reads a text, as far as it can be read, and says everything that is wrong with it, in file order.
pub fn read(text: &str) -> (Written<'_>, Vec<Problem>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let (written, mut problems) = of_table(table);
    if !errors.is_empty() {
        let starts = source::line_starts(text);
        let line = |span: &Range<usize>| starts.partition_point(|start| *start <= span.start);
        let faulty: HashSet<_> = errors.iter().map(|error| line(&error.span().unwrap_or(0..0))).collect();
        problems.retain(|problem| {
            // What the parser made up to go on is not the author's mistake.
            !matches!(problem.code, Code::MissingKey | Code::EmptyCommand)
                && !faulty.contains(&line(&problem.span))
        });
        problems.extend(errors.iter().map(|error| syntax_problem(text, error)));
    }
    problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
    (written, problems)
}

/// Reads a text that was parsed.
pub fn of_table(table: Spanned<DeTable<'_>>) -> (Written<'_>, Vec<Problem>) {
    let mut reader = Reader::default();
    let written = reader.file(table);
    (written, reader.problems)
}

fn syntax_problem(text: &str, error: &toml::de::Error) -> Problem {
    let span = error.span().unwrap_or(text.len()..text.len());
    let problem = Problem::new(Code::Syntax, span, format!("this is not valid TOML: {}", error.message()));
    problem.help("write each key as `key = value` on a line of its own, with text in closed quotes")
}
