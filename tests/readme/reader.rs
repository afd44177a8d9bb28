//! A reader of a page: a folder, a home and a shell in which what the page says is typed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::normal::is_shown;
use crate::support::{Case, HOOKCTL};

/// What a command and what it printed are told apart by.
const END: char = '\u{1e}';

/// Where a page says that the reader is.
const FOLDER: &str = "/home/you/project";

/// A reader.
pub struct Reader(Case);

impl Reader {
    /// A reader who has hookctl on PATH, and nothing else yet.
    pub fn new() -> Self {
        let case = Case::bare();
        let bin = Path::new(HOOKCTL).parent().expect("a program lies in a folder").display().to_string();
        let path = std::env::var("PATH").unwrap_or_default();
        Self(case.env("PATH", format!("{bin}:{path}")))
    }

    /// Writes a file of the reader's folder, or below `~/`. A script is not executable before the reader says so.
    pub fn write(&self, name: &str, text: &str) {
        let home = |name| self.0.home().join(name);
        let path = name.strip_prefix("~/").map_or_else(|| self.0.dir().join(name), home);
        self.0.write(&path, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("a mode");
    }

    /// A file of the reader holds no error.
    pub fn checks(&self, name: &str) -> Result<(), String> {
        let path = name.replace('~', &self.0.home().display().to_string());
        self.runs(&format!("hookctl check --config '{path}'"))
    }

    /// A script ends with status 0.
    pub fn runs(&self, script: &str) -> Result<(), String> {
        let printed = self.sh(&format!("( {script}\n)\nprintf '%s' \"{END}$?\""));
        match printed.split_once(END) {
            Some((_, "0")) => Ok(()),
            _ => Err(format!("`{}` ends with another status than 0: {printed}", script.trim())),
        }
    }

    /// Whether the reader has a file.
    pub fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }

    /// What a command prints on stdout.
    pub fn prints(&self, command: &str) -> String {
        self.sh(&format!("{{ {command}; }} 2>/dev/null; true"))
    }

    /// Types the commands of a session, and gives the session with what they printed in place of what is shown
    /// where that is something else.
    pub fn session(&self, shown: &str) -> Result<String, String> {
        let steps = steps(shown);
        if steps.iter().any(|(command, _)| command.is_empty()) {
            return Err("a session begins with a command, `$ ...`".to_owned());
        }
        // Each command sees the status of the one before it.
        let step = |command: &str| format!("{{ {command}\n}}\nset -- $?; printf '%b' '\\0036'; (exit $1)\n");
        let script: String = steps.iter().map(|(command, _)| step(&typed(command))).collect();
        let printed = self.sh(&format!("exec 2>&1\n{script}true"));
        let outputs: Vec<_> = printed.split(END).collect();
        if outputs.len() != steps.len() + 1 {
            return Err(format!("the session ended early: {printed}"));
        }
        let current = |((command, shown), printed): (&(&str, &str), &&str)| {
            format!("{command}{}", if is_shown(shown, printed) { shown } else { printed })
        };
        Ok(steps.iter().zip(&outputs).map(current).collect())
    }

    fn sh(&self, script: &str) -> String {
        let printed = self.0.sh(script).prints(0, "*", "*");
        let (folder, home) = (self.0.dir(), self.0.home());
        let printed = printed.replace(&*folder.to_string_lossy(), FOLDER);
        printed.replace(&*home.to_string_lossy(), "/home/you")
    }
}

/// The commands of a session with the lines that are shown below each.
fn steps(session: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<_> = session.match_indices("$ ").map(|(at, _)| at).collect();
    starts.retain(|at| *at == 0 || session[..*at].ends_with('\n'));
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([session.len()]);
    let parts = starts.iter().zip(ends).map(|(from, to)| &session[*from..to]);
    parts.map(|part| part.split_at(command_end(part))).collect()
}

/// Where the command at the start of a part ends: lines that begin with `> ` go on with it.
fn command_end(part: &str) -> usize {
    let goes_on = |(number, line): &(usize, &str)| {
        if *number == 0 { line.starts_with("$ ") } else { line.starts_with("> ") }
    };
    part.split_inclusive('\n').enumerate().take_while(goes_on).map(|(_, line)| line.len()).sum()
}

/// What is typed of a command as it is shown.
fn typed(command: &str) -> String {
    command.lines().map(|line| &line[2..]).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_session_is_its_commands_with_what_they_print() {
    let session = "$ echo a\na\n$ cat <<end\n> b\n> end\nb\n$ (exit 3)\n$ echo $?\n3\n";
    assert_eq!(Reader::new().session(session).as_deref(), Ok(session));
    assert_eq!(Reader::new().session("$ echo a\nb\n").as_deref(), Ok("$ echo a\na\n"));
    assert_eq!(Reader::new().session("$ pwd\n").as_deref(), Ok("$ pwd\n/home/you/project\n"));
    assert!(Reader::new().session("echo a\n").is_err());
    assert!(Reader::new().session("$ exit 0\n").is_err());
}

#[test]
fn a_script_that_fails_is_told_from_one_that_does_not() {
    assert_eq!(Reader::new().runs("true"), Ok(()));
    assert!(Reader::new().runs("false").is_err());
    assert!(Reader::new().runs("exit 1").is_err());
}
