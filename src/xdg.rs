//! Where a user's own files are.

use std::env;
use std::fmt;
use std::path::PathBuf;

/// The variable of a base folder, and where that folder is below the home when it is not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// What a person configures.
    Config,
    /// What a program remembers.
    State,
}

/// Why there is no such folder: the variable says nothing, and neither does `HOME`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoHome {
    base: Base,
    set: bool,
}

impl Base {
    const fn variable(self) -> &'static str {
        match self {
            Self::Config => "XDG_CONFIG_HOME",
            Self::State => "XDG_STATE_HOME",
        }
    }

    const fn below_home(self) -> &'static str {
        match self {
            Self::Config => ".config",
            Self::State => ".local/state",
        }
    }

    /// The folder of hookctl in this base; it need not exist.
    ///
    /// A relative variable is as if it were not set, as the XDG base directory specification has it: it would
    /// mean another folder in every project.
    ///
    /// # Errors
    ///
    /// Where neither the variable nor `HOME` is an absolute path.
    pub fn folder(self) -> Result<PathBuf, NoHome> {
        let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let base = absolute(self.variable()).or_else(|| Some(absolute("HOME")?.join(self.below_home())));
        match base {
            Some(base) => Ok(base.join("hookctl")),
            None => Err(NoHome { base: self, set: env::var_os("HOME").is_some() }),
        }
    }
}

impl fmt::Display for NoHome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let home = if self.set { "no absolute path" } else { "not set" };
        write!(f, "HOME is {home}, and {} is no absolute path either", self.base.variable())
    }
}
