//! Where the settings files of a host are.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::wiring::{Moved, Wiring};

/// For whom something is wired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// For every project of the user.
    User,
    /// For one project.
    Project,
}

/// A settings file, which need not exist.
#[derive(Debug)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// The folder that is not hookctl's to make or to remove.
    pub base: PathBuf,
}

impl Scope {
    /// Both, in the order in which they are shown.
    pub const ALL: [Self; 2] = [Self::User, Self::Project];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
        }
    }

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::User => Self::Project,
            Self::Project => Self::User,
        }
    }
}

impl Place {
    /// The settings file of a host.
    ///
    /// # Errors
    ///
    /// Where the home or cannot tell the current folder, or a variable moves the host's folder to where there
    /// is none.
    pub fn of(wiring: &Wiring, scope: Scope) -> Result<Self> {
        match scope {
            Scope::Project => {
                let base = project()?;
                Ok(Self { file: base.join(wiring.project_file), base })
            }
            Scope::User => match moved(wiring) {
                Some((name, base)) if !base.is_dir() => {
                    bail!(
                        "{name} is {}, which is no folder: {} would not read it",
                        base.display(),
                        wiring.title
                    )
                }
                Some((_, base)) if matches!(wiring.moved_by, Some(Moved::Folder(_))) => {
                    Ok(Self { file: base.join(wiring.user_file), base })
                }
                Some((_, base)) => Ok(Self { file: below(&base, wiring), base }),
                None => {
                    let base = home()?;
                    Ok(Self { file: below(&base, wiring), base })
                }
            },
        }
    }
}

fn below(home: &Path, wiring: &Wiring) -> PathBuf {
    home.join(wiring.folder).join(wiring.user_file)
}

fn moved(wiring: &Wiring) -> Option<(&'static str, PathBuf)> {
    let (Moved::Folder(name) | Moved::Home(name)) = wiring.moved_by?;
    let value = env::var_os(name).filter(|value| !value.is_empty())?;
    Some((name, PathBuf::from(value)))
}

fn home() -> Result<PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    home.context("cannot tell where the user's settings are: HOME is not set to an absolute path")
}

/// The top of the Git work tree around the current folder, else that folder.
fn project() -> Result<PathBuf> {
    let current = env::current_dir().context("cannot tell the current folder")?;
    let top = current.ancestors().find(|folder| folder.join(".git").exists());
    Ok(top.unwrap_or(&current).to_owned())
}
