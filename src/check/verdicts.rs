//! A lint of verdicts that a line throws away: a guard that says no with its status, and a line that ends
//! well whatever the guard said.

use std::ops::Range;

use super::invocation::chain;
use super::{Findings, Subject, known};
use crate::config::problem::{Code, Problem};
use crate::phase::Kind as PhaseKind;
use crate::shell::script::{
    Command, Connector, Item, Kind, Piece, Pipeline, Script, Simple, Visitor, Word, visit,
};

/// Looks at how a line ends, in phases in which a hook may say no.
pub(super) fn lint(subject: &Subject<'_>, line: &str, script: &Script<'_>, findings: &mut Findings<'_>) {
    if subject.phase().is_none_or(|phase| phase.kind() == PhaseKind::Observer) {
        return;
    }
    let mut own = OwnVerdict::default();
    visit(script, &mut own);
    if own.exits > usize::from(ends_in_exit(script)) || own.sets {
        return;
    }
    let Some((last, before)) = script.items.split_last() else { return };
    let Some((span, what)) = given_up(last).or_else(|| ended_well(last, before)).or_else(|| piped(last))
    else {
        return;
    };
    let message = format!("{}: {what} throws away the status of what is before it", subject.title);
    let help = "a hook denies with status 2: let the line end with the command that decides";
    findings.push(Problem::new(Code::VerdictLost, subject.place(line, span), message).help(help));
}

/// `guard || true`
fn given_up(last: &Item<'_>) -> Option<(Range<usize>, &'static str)> {
    let ((connector, end), before) = last.rest.split_last()?;
    let decided = before.last().map_or(&last.first, |(_, pipeline)| pipeline);
    let what = match well_known_end(end)? {
        "exit" => "`|| exit 0`",
        ":" => "`|| :`",
        _ => "`|| true`",
    };
    let in_vain = *connector == Connector::Or && !last.background && decides(decided);
    in_vain.then_some((decided.span.start..end.span.end, what))
}

/// `guard; exit 0`
fn ended_well(last: &Item<'_>, before: &[Item<'_>]) -> Option<(Range<usize>, &'static str)> {
    let what = match well_known_end(&last.first).filter(|_| last.rest.is_empty())? {
        "exit" => "`exit 0` at the end",
        ":" => "`:` at the end",
        _ => "`true` at the end",
    };
    let guard = before.last()?;
    let either = guard.rest.iter().any(|(connector, _)| *connector == Connector::Or);
    let decided = guard.rest.last().map_or(&guard.first, |(_, pipeline)| pipeline);
    let in_vain = !either && !guard.background && decides(decided);
    in_vain.then_some((decided.span.start..last.first.span.end, what))
}

/// `guard | tee log`
fn piped(last: &Item<'_>) -> Option<(Range<usize>, &'static str)> {
    let pipeline = last.rest.last().map_or(&last.first, |(_, pipeline)| pipeline);
    let (end, before) = pipeline.commands.split_last()?;
    let Kind::Simple(tee) = &end.kind else { return None };
    let in_vain = tee.name()? == "tee" && before.iter().any(command_decides);
    in_vain.then(|| (pipeline.span.clone(), "a pipe into `tee` at the end"))
}

/// The command that only ends a line well, by its name.
fn well_known_end(pipeline: &Pipeline<'_>) -> Option<&'static str> {
    let [Command { kind: Kind::Simple(simple), .. }] = &pipeline.commands[..] else { return None };
    if pipeline.negated || !simple.assignments.is_empty() {
        return None;
    }
    let words: Vec<_> = simple.words.iter().map(Word::literal).collect::<Option<_>>()?;
    match words.iter().map(AsRef::as_ref).collect::<Vec<_>>()[..] {
        ["true" | "/bin/true" | "/usr/bin/true"] => Some("true"),
        [":"] => Some(":"),
        ["exit", "0"] => Some("exit"),
        _ => None,
    }
}

fn ends_in_exit(script: &Script<'_>) -> bool {
    let last = script.items.last();
    let last = last.map(|item| item.rest.last().map_or(&item.first, |(_, pipeline)| pipeline));
    last.and_then(well_known_end) == Some("exit")
}

/// Whether the status of a pipeline may be a verdict.
fn decides(pipeline: &Pipeline<'_>) -> bool {
    pipeline.commands.last().is_some_and(command_decides)
}

fn command_decides(command: &Command<'_>) -> bool {
    // What it prints goes elsewhere: it keeps a log and guards nothing.
    let kept = |descriptor: Option<&str>| matches!(descriptor, None | Some("1"));
    if command.redirects.iter().any(|to| to.operator.contains('>') && kept(to.descriptor)) {
        return false;
    }
    match &command.kind {
        Kind::Simple(simple) => simple_decides(simple),
        Kind::Test(_) => true,
        _ => false,
    }
}

fn simple_decides(simple: &Simple<'_>) -> bool {
    let Some(words) = chain(&simple.words).pop() else { return false };
    let Some(name) = words[0].literal() else {
        // A path with a variable in it.
        return words[0].pieces.iter().any(|piece| match piece {
            Piece::Bare(text) => text.contains('/'),
            Piece::Quoted(text) => text.contains('/'),
            _ => false,
        });
    };
    let has = |options: &[&str]| {
        words[1..].iter().filter_map(Word::literal).any(|word| options.contains(&word.as_ref()))
    };
    let short = |letter: char| {
        words[1..].iter().filter_map(Word::literal).any(|word| {
            word.strip_prefix('-')
                .is_some_and(|letters| !letters.starts_with('-') && letters.contains(letter))
        })
    };
    match name.as_ref() {
        "test" | "[" => true,
        "grep" | "egrep" | "fgrep" | "rg" => short('q') || has(&["--quiet", "--silent"]),
        "jq" => short('e') || has(&["--exit-status"]),
        name => name.contains('/') || !known::gives_no_verdict(name),
    }
}

/// Whether a line says itself how it ends.
#[derive(Default)]
struct OwnVerdict {
    /// How often it has `exit` or the like.
    exits: usize,
    /// Whether it changes how a shell ends, or defines what only looks like a program.
    sets: bool,
}

impl<'c> Visitor<'c> for OwnVerdict {
    fn simple(&mut self, simple: &Simple<'c>) {
        match simple.name().as_deref() {
            Some("exit" | "return" | "exec") => self.exits += 1,
            Some("set" | "trap" | "setopt" | "eval" | "." | "source") => self.sets = true,
            _ => {}
        }
    }

    fn function(&mut self, _: &'c str) {
        self.sets = true;
    }
}
