//! One call of hookctl, as it stands in a host's settings: a line for a shell.

use std::env;
use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::wiring::{Shape, Wired, Wiring};

/// The name of the program.
const PROGRAM: &str = "hookctl";

/// A line that calls hookctl, as far as it says something about the wiring.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The program, as it is written.
    pub program: String,
    /// The host whose events it reads.
    pub host: Option<String>,
    /// The event that it names.
    pub event: Option<String>,
    /// The limit of the chain that it names, in seconds.
    pub deadline: Option<f64>,
    /// The files that it names.
    pub configs: Vec<String>,
}

impl Call {
    /// Reads a line; absent where it does not call `hookctl run`.
    pub fn read(line: &str) -> Option<Self> {
        let words = shlex::split(line)?;
        let at = (0..words.len())
            .find(|&at| is_hookctl(&words[at]) && words.get(at + 1).is_some_and(|word| word == "run"))?;
        let mut call =
            Self { program: words[at].clone(), host: None, event: None, deadline: None, configs: Vec::new() };
        let mut rest = words.into_iter().skip(at + 2);
        while let Some(word) = rest.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (word.as_str(), None),
            };
            match name {
                "--host" => call.host = value.or_else(|| rest.next()),
                "--event" => call.event = value.or_else(|| rest.next()),
                "--deadline" => {
                    call.deadline = value.or_else(|| rest.next()).and_then(|value| value.parse().ok());
                }
                "--config" => call.configs.extend(value.or_else(|| rest.next())),
                _ => {}
            }
        }
        Some(call)
    }

    /// Whether the program is there; absent where that depends on a variable of the host's.
    pub fn program_exists(&self) -> Option<bool> {
        let program = self.program.as_str();
        let home = || env::var_os("HOME").map(PathBuf::from);
        let below_home = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|start| program.strip_prefix(start));
        match below_home {
            Some(rest) => Some(is_program(&home()?.join(rest))),
            None if program.contains('$') => None,
            None if program.starts_with('/') => Some(is_program(Path::new(program))),
            // It depends on the folder in which the host happens to be.
            None if program.contains('/') => None,
            None => Some(on_path(program).is_some()),
        }
    }
}

/// Whether a word names hookctl: that name, or a build of it that was given another one (`hookctl-0.2`).
fn is_hookctl(word: &str) -> bool {
    let name = Path::new(word).file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.strip_prefix(PROGRAM))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// What hookctl is called with, whatever the event.
#[derive(Debug)]
pub struct Caller {
    /// The program, quoted for a shell.
    pub program: String,
    /// The files that it is to read, absolute, quoted for a shell.
    configs: Vec<(String, String)>,
    /// The limit of a chain that hooks.toml asks for.
    deadline: Option<Duration>,
}

impl Caller {
    /// Names the program that is on PATH, else the one that runs, the files, and the limit of a chain that they
    /// ask for.
    ///
    /// # Errors
    ///
    /// Where a file is not there, or a path cannot stand in a settings file.
    pub fn new(configs: &[PathBuf], deadline: Option<Duration>) -> Result<Self> {
        let program = match on_path(PROGRAM) {
            Some(_) => PROGRAM.to_owned(),
            None => quote(&env::current_exe().context("cannot tell where hookctl is")?)?.1,
        };
        let absolute = |path: &PathBuf| {
            quote(&path.canonicalize().with_context(|| format!("cannot read {}", path.display()))?)
        };
        Ok(Self { program, configs: configs.iter().map(absolute).collect::<Result<_>>()?, deadline })
    }

    /// The line for an event.
    pub fn line(&self, wiring: &Wiring, wired: &Wired) -> String {
        let mut line = format!("{} run --host {}", self.program, wiring.host);
        if wiring.shape == Shape::Flat {
            line += " --event ";
            line += wired.event;
        }
        if let Some(deadline) = self.named_deadline(wired) {
            let _ = write!(line, " --deadline {deadline}");
        }
        for (_, config) in &self.configs {
            line += " --config ";
            line += config;
        }
        line
    }

    /// The limit that the line names, in seconds. It counts in place of the one in hooks.toml, so it is never
    /// above that one; one that the host's default leaves room for need not be named.
    fn named_deadline(&self, wired: &Wired) -> Option<f64> {
        let most = f64::from(wired.names_deadline?);
        let asked = self.deadline.map_or(most, |deadline| deadline.as_secs_f64());
        (asked > f64::from(wired.deadline_ms) / 1000.0).then_some(asked.min(most))
    }

    /// Whether a call reads the files that it is to read; without any, whatever it reads.
    pub fn reads_same(&self, call: &Call) -> bool {
        let mine = self.configs.iter().map(|(path, _)| path);
        self.configs.is_empty() || mine.eq(call.configs.iter())
    }
}

/// A path as it is, and quoted for a shell.
fn quote(path: &Path) -> Result<(String, String)> {
    let path = path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))?;
    let quoted = shlex::try_quote(path).with_context(|| format!("{path:?} cannot be quoted"))?;
    Ok((path.to_owned(), quoted.into_owned()))
}

/// Looks a program up on PATH. Relative folders are left out: they mean another one in every project.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders = env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(program)).find(|candidate| is_program(candidate))
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_known_in_whatever_way_it_is_written() {
        for line in [
            "hookctl run --host claude",
            "'/opt/my tools/hookctl' run --host=claude -v",
            "FOO=1 exec ~/bin/hookctl run pre_tool --host claude --record '/tmp/a b'",
        ] {
            assert_eq!(Call::read(line).expect(line).host.as_deref(), Some("claude"), "{line}");
        }
        let call = Call::read(
            "hookctl run --host copilot --event preToolUse --deadline 590 --config /a --config=/b",
        )
        .expect("a call");
        assert_eq!((call.event.as_deref(), call.deadline), (Some("preToolUse"), Some(590.0)));
        assert_eq!(call.configs, ["/a", "/b"]);
    }

    #[test]
    fn a_limit_of_the_policy_is_not_raised_by_the_line() {
        let gemini = crate::install::wiring::named("gemini").expect("a host");
        let line = |seconds: Option<u64>, event| {
            let caller = Caller {
                program: "hookctl".to_owned(),
                configs: Vec::new(),
                deadline: seconds.map(Duration::from_secs),
            };
            caller.line(gemini, gemini.event(event).expect("an event"))
        };
        for (seconds, rest) in [
            (None, " --deadline 590"),
            (Some(25), ""),
            (Some(90), " --deadline 90"),
            (Some(4000), " --deadline 590"),
        ] {
            assert_eq!(line(seconds, "BeforeTool"), format!("hookctl run --host gemini{rest}"));
            assert_eq!(line(seconds, "BeforeAgent"), "hookctl run --host gemini");
        }
    }

    #[test]
    fn other_lines_are_not_taken_for_a_call() {
        for line in ["hookctl check", "echo hookctl", "my-hookctl run --host claude", "hookctl run 'x", ""] {
            assert_eq!(Call::read(line), None, "{line}");
        }
    }
}
