//! What is known at a point of a line, and what a part of the line may change.

use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::check::machine::{Found, Machine};
use crate::check::{Subject, known};
use crate::config::hook::Cwd;
use crate::shell::script::{Command, Item, Kind, Redirect, Simple, Visitor, visit};

/// Where relative paths begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Folder {
    /// In a folder that the file decides.
    Known(PathBuf),
    /// In the folder of the event: what is there is up to the agent.
    Agents,
    /// Somewhere: it is not there, or the line changes the directory.
    Unknown,
}

impl Folder {
    /// Where a hook runs.
    pub(in crate::check) fn of(subject: &Subject<'_>, machine: &mut Machine) -> Self {
        match subject.cwd() {
            Cwd::Config => Self::Known(subject.source.dir.clone()),
            Cwd::Path(path) if machine.look(&path) == Found::Folder => Self::Known(path),
            // That it is not there is said of the folder alone.
            Cwd::Path(_) => Self::Unknown,
            Cwd::Event => Self::Agents,
        }
    }
}

/// What is known at a point of a line.
#[derive(Debug, Clone)]
pub struct State {
    /// Where relative paths begin.
    pub folder: Folder,
    /// Whether PATH is as it was, and no function came from elsewhere.
    pub programs: bool,
    /// Whether nothing can have made or moved a file.
    pub files: bool,
    /// Whether the line goes on in any case.
    goes_on: bool,
}

impl State {
    /// What is known before the first command.
    pub fn at_start(folder: Folder) -> Self {
        Self { folder, programs: true, files: true, goes_on: true }
    }

    /// What is known after a part of the line; it breaks where that part may have ended the line.
    pub fn after(&mut self, item: &Item<'_>) -> ControlFlow<()> {
        for pipeline in std::iter::once(&item.first).chain(item.rest.iter().map(|(_, pipeline)| pipeline)) {
            pipeline.commands.iter().for_each(|command| self.after_command(command));
        }
        if self.goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn after_command(&mut self, command: &Command<'_>) {
        self.files &= !command.redirects.iter().any(Redirect::writes);
        match &command.kind {
            Kind::Simple(simple) => self.simple(simple),
            // What they hold is not followed one by one.
            Kind::Group(script) => visit(script, self),
            Kind::Branch { conditions, bodies } => {
                conditions.iter().chain(bodies).for_each(|script| visit(script, self));
            }
            Kind::Loop { body, .. } => visit(body, self),
            Kind::Case { arms, .. } => arms.iter().for_each(|script| visit(script, self)),
            Kind::Function { .. } | Kind::Test(_) | Kind::Arithmetic(_) => {}
        }
    }
}

impl<'c> Visitor<'c> for State {
    fn simple(&mut self, simple: &Simple<'c>) {
        self.programs &= simple.assignments.iter().all(|assignment| assignment.name != "PATH");
        let Some(first) = simple.words.first() else { return };
        let Some(name) = first.literal() else {
            self.files = false;
            return;
        };
        match name.as_ref() {
            "exit" | "return" | "exec" => self.goes_on = false,
            "cd" | "pushd" | "popd" | "chdir" => self.folder = Folder::Unknown,
            "alias" | "enable" | "hash" | "export" | "emulate" | "autoload" => self.programs = false,
            "." | "source" | "eval" => {
                (self.programs, self.files) = (false, false);
                self.folder = Folder::Unknown;
            }
            name => self.files &= known::is_builtin(name) || known::makes_no_file(name),
        }
    }
}
