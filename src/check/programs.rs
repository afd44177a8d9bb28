//! Lints of what a command starts: programs that are not on PATH, files that are not there or cannot run.
//!
//! A script is followed as far as it runs in any case. What depends on something (`&&`, a branch, a function)
//! is not looked at, nor what another command may have made, moved or defined before.

mod state;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use toml::Spanned;

use self::state::{Folder, State};
use super::invocation::{chain, script_argument};
use super::machine::{Found, Machine};
use super::{Findings, Subject, known};
use crate::config::hook::Cwd;
use crate::config::problem::{Code, Problem};
use crate::shell::script::{
    Command, Kind, Piece, Pipeline, Redirect, Role, Script, Simple, Visitor, Word, visit,
};

/// Looks at the commands of a line.
pub(super) fn lint(
    subject: &Subject<'_>,
    line: &str,
    script: &Script<'_>,
    machine: &mut Machine,
    findings: &mut Findings<'_>,
) {
    let mut guards = Guards::default();
    visit(script, &mut guards);
    let folder = Folder::of(subject, machine);
    let mut walk = Walk {
        place: &|part| subject.place(line, part),
        subject,
        machine,
        findings,
        guards,
        state: State::at_start(folder),
    };
    // How far it came does not matter here.
    let _ = walk.script(script, Fate::Matters);
}

/// Looks at a command that is an array: it is started without a shell.
pub(super) fn lint_array(
    subject: &Subject<'_>,
    words: &[Cow<'_, str>],
    machine: &mut Machine,
    findings: &mut Findings<'_>,
) {
    let Some((program, arguments)) = words.split_first() else { return };
    let whole = subject.command_span();
    let folder = Folder::of(subject, machine);
    let mut walk = Walk {
        place: &|_| whole.clone(),
        subject,
        machine,
        findings,
        guards: Guards::default(),
        // The program itself is looked for from the folder of the file, wherever the hook runs.
        state: State::at_start(Folder::Known(subject.source.dir.clone())),
    };
    walk.program(program, 0..0);
    walk.state.folder = folder;
    let name = base_name(program);
    let arguments: Vec<_> = arguments.iter().map(|argument| Some(Cow::Borrowed(argument.as_ref()))).collect();
    if known::is_interpreter(name)
        && let Some(place) = script_argument(name, &arguments)
        && let Some(Some(file)) = arguments.get(place)
    {
        walk.script_file(name, file, 0..0);
    }
}

/// Looks at the folder in which hooks run, where it is written.
pub(super) fn lint_folder(
    cwd: Option<&Spanned<Cow<'_, str>>>,
    dir: &Path,
    machine: &mut Machine,
    findings: &mut Findings<'_>,
) {
    let Some(cwd) = cwd else { return };
    let Cwd::Path(path) = Cwd::meant(Some(cwd.get_ref()), dir) else { return };
    let what = match machine.look(&path) {
        Found::Nothing => "does not exist",
        Found::Folder | Found::Unknown => return,
        Found::Program { .. } | Found::Text { .. } => "is a file",
    };
    let message = format!("the folder {} {what}, so no hook can start in it", cwd.get_ref());
    let help = format!("it was looked for at {}", path.display());
    findings.push(Problem::new(Code::FileNotFound, cwd.span(), message).help(help));
}

/// Whether the line has an answer to a command that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Matters,
    Handled,
}

/// What a line defines itself, and what it asks about.
#[derive(Default)]
struct Guards<'c> {
    functions: HashSet<&'c str>,
    asked: HashSet<String>,
}

impl<'c> Visitor<'c> for Guards<'c> {
    fn function(&mut self, name: &'c str) {
        self.functions.insert(name);
    }

    fn simple(&mut self, simple: &Simple<'c>) {
        if matches!(simple.name().as_deref(), Some("command" | "type" | "which" | "hash" | "whence")) {
            self.asked.extend(simple.words[1..].iter().filter_map(Word::literal).map(Cow::into_owned));
        }
    }

    fn word(&mut self, word: &Word<'c>, role: Role) {
        if role == Role::Tested {
            self.asked.extend(word.literal().map(Cow::into_owned));
        }
    }
}

struct Walk<'w, 'f> {
    place: &'w dyn Fn(Range<usize>) -> Range<usize>,
    subject: &'w Subject<'w>,
    machine: &'w mut Machine,
    findings: &'w mut Findings<'f>,
    guards: Guards<'w>,
    state: State,
}

impl<'w> Walk<'w, '_> {
    /// Follows a script, until it may have ended.
    fn script(&mut self, script: &Script<'w>, fate: Fate) -> ControlFlow<()> {
        for item in &script.items {
            let handled = if item.rest.is_empty() { fate } else { Fate::Handled };
            self.pipeline(&item.first, handled)?;
            self.state.after(item)?;
        }
        ControlFlow::Continue(())
    }

    fn pipeline(&mut self, pipeline: &Pipeline<'w>, fate: Fate) -> ControlFlow<()> {
        let fate = if pipeline.negated { Fate::Handled } else { fate };
        let alone = pipeline.commands.len() == 1;
        for command in &pipeline.commands {
            if alone {
                self.command(command, fate)?;
            } else {
                self.apart(|walk| walk.command(command, fate));
            }
        }
        ControlFlow::Continue(())
    }

    /// Follows what runs in a subshell: what it changes is gone after it.
    fn apart(&mut self, follow: impl FnOnce(&mut Self) -> ControlFlow<()>) {
        let before = self.state.clone();
        // That a subshell ended does not end the line.
        let _ = follow(self);
        self.state = before;
    }

    fn command(&mut self, command: &Command<'w>, fate: Fate) -> ControlFlow<()> {
        // Who handles a failure and hides its message expects it.
        if fate == Fate::Handled && command.redirects.iter().any(Redirect::hides_errors) {
            return ControlFlow::Continue(());
        }
        match &command.kind {
            Kind::Simple(simple) => self.simple(simple, fate),
            Kind::Group(script) => self.apart(|walk| walk.script(script, fate)),
            Kind::Branch { conditions, .. } => {
                if let Some(first) = conditions.first() {
                    self.apart(|walk| walk.script(first, Fate::Handled));
                }
            }
            Kind::Loop { .. }
            | Kind::Case { .. }
            | Kind::Function { .. }
            | Kind::Test(_)
            | Kind::Arithmetic(_) => {}
        }
        ControlFlow::Continue(())
    }

    fn simple(&mut self, simple: &Simple<'w>, fate: Fate) {
        let values = simple.assignments.iter().flat_map(|assignment| &assignment.values);
        for piece in values.chain(&simple.words).flat_map(|word| &word.pieces) {
            if let Piece::Substitution(script) = piece {
                self.apart(|walk| walk.script(script, fate));
            }
        }
        if simple.assignments.iter().any(|assignment| assignment.name == "PATH") {
            return;
        }
        for words in chain(&simple.words) {
            let Some(name) = self.resolve(&words[0]) else { return };
            match name.as_str() {
                "." | "source" => {
                    if let Some(file) = words.get(1).filter(|file| !file.pieces.is_empty())
                        && let Some(path) = self.resolve(file).filter(|path| path.contains('/'))
                    {
                        self.script_file("", &path, file.span.clone());
                    }
                    return;
                }
                _ if self.guards.functions.contains(name.as_str()) => return,
                _ => self.program(&name, words[0].span.clone()),
            }
            let name = base_name(&name);
            if known::is_interpreter(name) {
                let arguments: Vec<_> =
                    words[1..].iter().map(|word| self.resolve(word).map(Cow::Owned)).collect();
                if let Some(place) = script_argument(name, &arguments)
                    && let Some(Some(file)) = arguments.get(place)
                {
                    self.script_file(name, file, words[place + 1].span.clone());
                }
            }
        }
    }

    /// The text of a word, as far as a hook's environment is known.
    fn resolve(&self, word: &Word<'_>) -> Option<String> {
        let dir = &self.subject.source.dir;
        let variable = |name: &str| match name {
            "HOOKCTL_CONFIG_DIR" => dir.to_str().map(str::to_owned),
            "HOME" => std::env::var("HOME").ok().filter(|home| home.starts_with('/')),
            _ => None,
        };
        word.resolve(variable).map(Cow::into_owned)
    }

    /// Looks at a program that is started.
    fn program(&mut self, name: &str, span: Range<usize>) {
        if self.guards.asked.contains(name) || name.is_empty() || name.starts_with("~/") {
            return;
        }
        if name.contains('/') {
            if let Some(path) = self.path(name, &span) {
                self.executable(name, &path, span);
            }
        } else if !known::is_builtin(name) && self.state.programs && self.machine.on_path(name).is_none() {
            let here = self.subject.source.dir.join(name);
            let help = match self.machine.look(&here) {
                Found::Program { .. } | Found::Text { .. } => {
                    format!("for the file of that name beside hooks.toml write ./{name}")
                }
                _ => "install it, or write a path to it".to_owned(),
            };
            let message = format!("{}: there is no program `{name}` on PATH", self.subject.title);
            self.push(Code::ProgramNotFound, span, message, help);
        }
    }

    /// Looks at a file that has to run by itself.
    fn executable(&mut self, name: &str, path: &Path, span: Range<usize>) {
        let title = &self.subject.title;
        let (code, message, help) = match self.machine.look(path) {
            Found::Nothing => return self.missing(name, path, span),
            Found::Folder => (
                Code::NotExecutable,
                format!("{title}: {name} is a folder and not a program"),
                "write the path of a program in it".to_owned(),
            ),
            Found::Text { .. } => (
                Code::NotExecutable,
                format!("{title}: the file {name} has no execute bit"),
                format!("run: chmod +x {}", path.display()),
            ),
            Found::Program { crlf: true } => return self.crlf(name, span),
            Found::Program { crlf: false } | Found::Unknown => return,
        };
        self.push(code, span, message, help);
    }

    /// Looks at a file that an interpreter reads.
    fn script_file(&mut self, interpreter: &str, name: &str, span: Range<usize>) {
        if self.guards.asked.contains(name) || name.is_empty() || name.starts_with("~/") {
            return;
        }
        let Some(path) = self.path(name, &span) else { return };
        match self.machine.look(&path) {
            // Shells look on PATH as well.
            Found::Nothing if !name.contains('/') && self.machine.on_path(name).is_some() => {}
            Found::Nothing => self.missing(name, &path, span),
            // Other languages than those of shells do not mind it.
            Found::Program { crlf: true } | Found::Text { crlf: true } if known::is_shell(interpreter) => {
                self.crlf(name, span);
            }
            _ => {}
        }
    }

    /// Where a written path leads, if that can be told.
    fn path(&mut self, name: &str, span: &Range<usize>) -> Option<PathBuf> {
        if name.starts_with('/') {
            return self.state.files.then(|| name.into());
        }
        match &self.state.folder {
            Folder::Known(folder) => self.state.files.then(|| folder.join(name.trim_start_matches("./"))),
            Folder::Unknown => None,
            Folder::Agents => {
                let message = format!(
                    "{}: {name} is looked for in the event's cwd, so the agent chooses what runs",
                    self.subject.title
                );
                let help = format!("write \"$HOOKCTL_CONFIG_DIR/{}\"", name.trim_start_matches("./"));
                self.push(Code::RelativeToEvent, span.clone(), message, help);
                None
            }
        }
    }

    fn missing(&mut self, name: &str, path: &Path, span: Range<usize>) {
        let message = format!("{}: the file {name} does not exist", self.subject.title);
        let help = if name.starts_with('/') {
            "write the path of a file that is there".to_owned()
        } else {
            format!("it was looked for at {}", path.display())
        };
        self.push(Code::FileNotFound, span, message, help);
    }

    fn crlf(&mut self, name: &str, span: Range<usize>) {
        let message = format!("{}: the first line of {name}, after its #!, ends in CRLF", self.subject.title);
        let help = "end its lines with LF alone: the system looks for an interpreter with a carriage return";
        self.push(Code::CrlfShebang, span, message, help.to_owned());
    }

    fn push(&mut self, code: Code, span: Range<usize>, message: String, help: String) {
        self.findings.push(Problem::new(code, (self.place)(span), message).help(help));
    }
}

/// The last part of a path.
fn base_name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}
