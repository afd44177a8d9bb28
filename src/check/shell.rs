//! What the shells of this machine say of the commands: whether they can parse them, asked with `-n`, so that
//! nothing of a command runs.
//!
//! Only a shell of a known name outside of the project is asked, because `check` never starts a program of
//! the project. One start answers for many commands: those that are complete by themselves are put into one
//! text, and where the shell finds a fault in it, the command that it blames is asked about alone.

mod probe;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use toml::Spanned;

use self::probe::Fault;
use super::machine::{Found, Machine};
use super::{Findings, Subject, known};
use crate::config::Located;
use crate::config::problem::{Code, Problem};

/// The lines to ask about, by shell.
#[derive(Default)]
pub(super) struct Shells<'c> {
    lines: HashMap<PathBuf, HashMap<&'c str, Vec<Asker<'c>>>>,
    /// The shells that were found missing, by the place where they are written.
    missing: std::collections::HashSet<(usize, usize)>,
}

/// A hook that has the line.
struct Asker<'c> {
    layer: usize,
    title: std::borrow::Cow<'c, str>,
    span: std::ops::Range<usize>,
}

impl<'c> Shells<'c> {
    /// Takes note of a line and looks at its shell. Whether the line is one for a shell that is understood.
    pub(super) fn note(
        &mut self,
        subject: &Subject<'c>,
        line: &'c str,
        machine: &mut Machine,
        findings: &mut Findings<'_>,
    ) -> bool {
        let written = subject.shell();
        let name = written.rsplit('/').next().unwrap_or(written);
        match find(written, &subject.source.dir, machine) {
            Err(what) => {
                let span = subject.written_shell().map_or_else(|| subject.command_span(), Spanned::span);
                if self.missing.insert((subject.layer, span.start)) {
                    let message = format!("{}: the shell {written} {what}", subject.title);
                    let help = if written.contains(char::is_whitespace) {
                        "write the program alone; options belong into the command, as set -e"
                    } else {
                        "install it, or write one that is there, as shell = \"/bin/sh\""
                    };
                    findings.push(Problem::new(Code::ShellNotFound, span, message).help(help));
                }
            }
            Ok(program) => {
                if known::is_shell(name) && is_outside(written, &program, &subject.source.dir) {
                    let span = subject.command_span();
                    let asker = Asker { layer: subject.layer, title: subject.title.clone(), span };
                    self.lines.entry(program).or_default().entry(line).or_default().push(asker);
                }
            }
        }
        known::is_shell(name)
    }

    /// Asks every shell about its lines.
    pub(super) fn ask(self, found: &mut Vec<Located>) {
        for (shell, lines) in self.lines {
            let texts: Vec<_> = lines.keys().copied().collect();
            for Fault { line, message } in probe::faults(&shell, &texts) {
                for asker in lines.get(texts[line]).into_iter().flatten() {
                    let message = format!(
                        "{}: {} cannot parse the command: {message}",
                        asker.title,
                        shell.file_name().unwrap_or(shell.as_os_str()).display()
                    );
                    let problem = Problem::new(Code::CommandSyntax, asker.span.clone(), message)
                        .help(format!("try it: {} -n -c '...'", shell.display()));
                    found.push(Located { layer: asker.layer, problem });
                }
            }
        }
    }
}

/// The program that a shell is, or what keeps it from being one.
fn find(written: &str, dir: &Path, machine: &mut Machine) -> Result<PathBuf, &'static str> {
    if !written.contains('/') {
        return machine.on_path(written).map(Path::to_owned).ok_or("is not on PATH");
    }
    let path = dir.join(written);
    match machine.look(&path) {
        Found::Nothing => Err("does not exist"),
        Found::Folder => Err("is a folder"),
        Found::Text { .. } => Err("is not executable"),
        Found::Program { .. } | Found::Unknown => Ok(path),
    }
}

/// Whether a shell is no part of the project, neither by where it is written to be nor by where that leads.
fn is_outside(written: &str, program: &Path, dir: &Path) -> bool {
    if written.contains('/') && !written.starts_with('/') {
        return false;
    }
    let current = std::env::current_dir().ok();
    let roots = [Some(project(dir)), current.as_deref().map(project)];
    let inside = |path: &Path| {
        // The root of the system is nobody's project.
        roots.iter().flatten().any(|root| root.parent().is_some() && path.starts_with(root))
    };
    program.is_absolute() && !inside(program) && program.canonicalize().is_ok_and(|real| !inside(&real))
}

/// The folder that belongs to a project: the work tree around a folder, else the folder itself.
fn project(dir: &Path) -> &Path {
    dir.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(dir)
}
