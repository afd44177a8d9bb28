//! One hook as it is meant: every default filled in, nothing left to ask the file about.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::ser::{Serialize, Serializer};

use super::source::Source;
use super::tools::ToolFilter;
use super::written::{OnFailure, Stdin};
use crate::phase::Phase;

/// One hook.
#[derive(Debug)]
pub struct Hook<'s> {
    /// What it is called in outcomes.
    pub name: Cow<'s, str>,
    /// The phase at which it runs.
    pub phase: Phase,
    /// What it runs.
    pub run: Run<'s>,
    /// The tools that it fires for.
    pub tools: ToolFilter<'s>,
    /// The limit over its spawn, its pipes and its end.
    pub timeout: Duration,
    /// What a failure means.
    pub on_failure: OnFailure,
    /// Whether it runs at all.
    pub enabled: bool,
    /// Where it runs.
    pub cwd: Cwd,
    /// What it reads.
    pub stdin: Stdin,
    /// Whether its explicit "allow" is passed to the host.
    pub approves: bool,
    /// The absolute folder of its hooks.toml.
    pub dir: &'s Path,
    /// Its hooks.toml.
    pub source: &'s Source,
}

/// What a hook runs.
#[derive(Debug)]
pub enum Run<'s> {
    /// A line, as `<shell> -c <line>`.
    Shell {
        /// The shell, as written.
        shell: Cow<'s, str>,
        /// The line.
        line: Cow<'s, str>,
    },
    /// A program and its arguments, started directly; never empty.
    Direct(Vec<Cow<'s, str>>),
}

/// Where a hook runs.
#[derive(Debug, PartialEq, Eq)]
pub enum Cwd {
    /// The folder of its hooks.toml.
    Config,
    /// The directory that the event names.
    Event,
    /// A directory of its own.
    Path(PathBuf),
}

impl Cwd {
    /// What a written `cwd` means in a file of that folder.
    pub fn meant(written: Option<&str>, dir: &Path) -> Self {
        match written {
            None | Some("config") => Self::Config,
            Some("event") => Self::Event,
            Some(path) => Self::Path(dir.join(path)),
        }
    }
}

/// A command as the file has it: a string, or an array of strings.
impl Serialize for Run<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shell { line, .. } => line.serialize(serializer),
            Self::Direct(words) => words.serialize(serializer),
        }
    }
}
