//! What `check` looks for beyond the errors that keep a file from running: a hook that cannot run on this
//! machine, and one that runs but probably not as its author meant.
//!
//! Each lint says only what it knows. Of a command that is not understood for certain it says nothing.

mod files;
mod hosts;
mod invocation;
pub mod known;
pub mod machine;
mod programs;
mod settings;
mod shell;
mod tilde;
mod tools;
mod variables;
mod verdicts;
pub mod wiring;

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;

use self::machine::Machine;
use crate::config::hook::Cwd;
use crate::config::problem::Problem;
use crate::config::source::Source;
use crate::config::written::{Command, Defaults, HookEntry, Written};
use crate::config::{self, Counts, DEFAULT_SHELL, Located};
use crate::host::Host;
use crate::phase::Phase;
use crate::shell::script::{self, Script};

/// Looks at files that were validated, on a machine, and adds what it finds, in file order. With a host, what
/// does not fit that host too.
pub fn check(
    sources: &[Source],
    layers: &[Written<'_>],
    found: &mut Vec<Located>,
    machine: &mut Machine,
    host: Option<&Host>,
) {
    let mut shells = shell::Shells::default();
    for subject in subjects(sources, layers) {
        let mut findings = Findings { layer: subject.layer, found };
        settings::lint(&subject, &mut findings);
        tools::lint(&subject, &mut findings);
        if let Some(host) = host {
            hosts::lint(&subject, host, &mut findings);
        }
        if subject.entry.enabled == Some(false) {
            continue;
        }
        programs::lint_folder(subject.entry.cwd.as_ref(), &subject.source.dir, machine, &mut findings);
        match subject.entry.command.as_ref().map(Spanned::get_ref) {
            Some(Command::Array(words)) => programs::lint_array(&subject, words, machine, &mut findings),
            Some(Command::Line(line)) => {
                let understood = shells.note(&subject, line, machine, &mut findings);
                if let Some(script) = understood.then(|| script::parse(line)).flatten() {
                    lint_line(&subject, line, &script, machine, &mut findings);
                }
            }
            None => {}
        }
    }
    shells.ask(found);
    for (layer, (source, written)) in sources.iter().zip(layers).enumerate() {
        let mut findings = Findings { layer, found };
        settings::lint_defaults(&written.defaults, &mut findings);
        programs::lint_folder(written.defaults.cwd.as_ref(), &source.dir, machine, &mut findings);
        if let Some(host) = host {
            hosts::lint_defaults(&written.defaults, host, &mut findings);
        }
        files::lint(source, &mut findings);
    }
    config::sort(found);
}

/// The lints of a line for a shell.
fn lint_line(
    subject: &Subject<'_>,
    line: &str,
    script: &Script<'_>,
    machine: &mut Machine,
    findings: &mut Findings<'_>,
) {
    programs::lint(subject, line, script, machine, findings);
    variables::lint(subject, line, script, machine, findings);
    tilde::lint(subject, line, script, findings);
    verdicts::lint(subject, line, script, findings);
}

/// Where a lint puts what it finds.
struct Findings<'f> {
    layer: usize,
    found: &'f mut Vec<Located>,
}

impl Findings<'_> {
    fn push(&mut self, problem: Problem) {
        self.found.push(Located { layer: self.layer, problem });
    }
}

/// One hook as a lint sees it: as it is written, in its file.
struct Subject<'c> {
    layer: usize,
    source: &'c Source,
    defaults: &'c Defaults<'c>,
    entry: &'c HookEntry<'c>,
    /// How a message calls it.
    title: Cow<'c, str>,
}

/// The hooks of all files.
fn subjects<'c>(sources: &'c [Source], layers: &'c [Written<'c>]) -> impl Iterator<Item = Subject<'c>> {
    let mut counts = Counts::default();
    let hooks = sources.iter().zip(layers).enumerate().flat_map(|(layer, (source, written))| {
        written.hooks.iter().map(move |entry| (layer, source, &written.defaults, entry))
    });
    hooks.map(move |(layer, source, defaults, entry)| {
        let number = entry.event.as_ref().map(|phase| (*phase.get_ref(), counts.next(*phase.get_ref())));
        let title = match (&entry.name, number) {
            (Some(name), _) => Cow::Owned(format!("hook `{}`", name.get_ref())),
            (None, Some((phase, number))) => {
                Cow::Owned(format!("hook `{}`", config::default_name(phase, number)))
            }
            (None, None) => Cow::Borrowed("this hook"),
        };
        Subject { layer, source, defaults, entry, title }
    })
}

impl Subject<'_> {
    fn phase(&self) -> Option<Phase> {
        self.entry.event.as_ref().map(|phase| *phase.get_ref())
    }

    /// The shell of its line.
    fn shell(&self) -> &str {
        self.written_shell().map_or(DEFAULT_SHELL, |shell| shell.get_ref())
    }

    fn written_shell(&self) -> Option<&Spanned<Cow<'_, str>>> {
        self.entry.shell.as_ref().or(self.defaults.shell.as_ref())
    }

    fn cwd(&self) -> Cwd {
        let written = self.entry.cwd.as_ref().or(self.defaults.cwd.as_ref());
        Cwd::meant(written.map(|cwd| cwd.get_ref().as_ref()), &self.source.dir)
    }

    /// The place of its command.
    fn command_span(&self) -> Range<usize> {
        self.entry.command.as_ref().map_or(0..0, Spanned::span)
    }

    /// The place of a part of its line: exactly, where the file has the line as it is.
    fn place(&self, line: &str, part: Range<usize>) -> Range<usize> {
        let whole = self.command_span();
        let raw = self.source.text.get(whole.clone()).unwrap_or_default();
        let exact = raw.find(line).map(|start| (start, part.clone())).or_else(|| {
            // The file has it with escapes: the part itself is there, if it is there once.
            let text = line.get(part.clone()).filter(|text| !text.is_empty())?;
            let start = raw.find(text).filter(|start| raw.rfind(text) == Some(*start))?;
            Some((start, 0..text.len()))
        });
        exact.map_or(whole.clone(), |(start, part)| {
            whole.start + start + part.start..whole.start + start + part.end
        })
    }
}

#[cfg(test)]
mod tests;
