//! What this machine has: programs on PATH, files and variables. Each is looked at once.

use std::collections::{HashMap, HashSet};
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use rustix::fs::Access;

/// How much of a file is read to find the end of its first line.
const FIRST_LINE: u64 = 256;

/// The machine, as far as it was looked at.
#[derive(Debug, Default)]
pub struct Machine {
    path: Vec<PathBuf>,
    variables: HashSet<String>,
    programs: HashMap<String, Option<PathBuf>>,
    files: HashMap<PathBuf, Found>,
}

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// A directory.
    Folder,
    /// A file that may be executed.
    Program {
        /// Whether its first line names an interpreter and ends in CRLF.
        crlf: bool,
    },
    /// A file that may not be executed.
    Text {
        /// Whether its first line names an interpreter and ends in CRLF.
        crlf: bool,
    },
    /// It cannot be told.
    Unknown,
}

impl Machine {
    /// The machine as this process sees it.
    pub fn of_environment() -> Self {
        let variables = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        Self::new(env::var_os("PATH").as_deref().unwrap_or_default(), variables)
    }

    /// A machine with that PATH and those variables.
    pub fn new(path: &OsStr, variables: impl IntoIterator<Item = String>) -> Self {
        Self {
            path: env::split_paths(path).collect(),
            variables: variables.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Whether the environment has a variable.
    pub fn has_variable(&self, name: &str) -> bool {
        self.variables.contains(name)
    }

    /// The file that a name without a slash stands for.
    pub fn on_path(&mut self, name: &str) -> Option<&Path> {
        if !self.programs.contains_key(name) {
            let runs = |file: &PathBuf| matches!(look(file), Found::Program { .. } | Found::Unknown);
            let found = self.path.iter().map(|folder| folder.join(name)).find(runs);
            self.programs.insert(name.to_owned(), found);
        }
        self.programs.get(name)?.as_deref()
    }

    /// What a path leads to.
    pub fn look(&mut self, path: &Path) -> Found {
        if let Some(found) = self.files.get(path) {
            return *found;
        }
        let found = look(path);
        self.files.insert(path.to_owned(), found);
        found
    }
}

fn look(path: &Path) -> Found {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Found::Nothing;
        }
        Err(_) => return Found::Unknown,
    };
    if metadata.is_dir() {
        return Found::Folder;
    }
    // A pipe or a device would not be read to its end.
    if !metadata.is_file() {
        return Found::Unknown;
    }
    let crlf = has_crlf_shebang(path);
    match rustix::fs::access(path, Access::EXEC_OK) {
        Ok(()) => Found::Program { crlf },
        Err(_) => Found::Text { crlf },
    }
}

/// Whether the first line begins with `#!` and ends in CRLF: the system then looks for an interpreter whose
/// name ends in a carriage return.
fn has_crlf_shebang(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(FIRST_LINE).read_to_end(&mut start));
    let first = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    read.is_ok() && first.len() < start.len() && first.starts_with(b"#!") && first.ends_with(b"\r")
}
