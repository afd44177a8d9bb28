//! Which files make up a configuration: those that are named, or the user's and then the project's.

use std::env;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::FILE_NAME;
use super::source::{Source, Unreadable};
use crate::xdg::{Base, NoHome};

/// Why a file is read. It decides whether the file needs to be trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// A person named it, which is trust enough.
    Named,
    /// The user's own, for every project. Its hooks come first and no project can remove them.
    User,
    /// The nearest at or above the folder where hookctl was called: it may be a stranger's.
    Project,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The files that could be read, in the order in which their hooks run.
    pub sources: Vec<Source>,
    /// The files that could not, or that there is none at all.
    pub missing: Vec<Missing>,
    /// Why there may be a user's file that was not looked for.
    pub homeless: Option<NoHome>,
    /// The absolute folder at and above which the project's file was looked for. None where files were named.
    pub start: Option<PathBuf>,
}

/// Why there is no file to read.
#[derive(Debug)]
pub enum Missing {
    /// No file was named, and there is none where hookctl looks.
    Nowhere {
        /// The user's file, or why there can be none.
        user: Result<PathBuf, NoHome>,
        /// At and above it the project's file was looked for.
        start: PathBuf,
    },
    /// The folder in which hookctl runs cannot be told.
    NoFolder(io::Error),
    /// A file is there but cannot be read.
    Unreadable(Unreadable),
}

/// Finds and reads the files of a configuration: the named ones; without any, the user's and the nearest
/// project's at or above a folder, by default the current one.
///
/// That nothing can be read is in the result like everything else: a policy that vanished must not look like
/// one that agreed, and what to do about it depends on the phase.
pub fn find(named: &[PathBuf], start: Option<&Path>) -> Found {
    let mut found = Found::default();
    if !named.is_empty() {
        for path in named {
            found.take(Source::read(path));
        }
        return found;
    }
    let user = found.user();
    match folder(start) {
        Ok(folder) => {
            found.project(&folder, start.is_none());
            if found.sources.is_empty() && found.missing.is_empty() {
                found.missing.push(Missing::Nowhere { user, start: folder.clone() });
            }
            found.start = Some(folder);
        }
        Err(error) => found.missing.push(Missing::NoFolder(error)),
    }
    found
}

/// Reads a file as the project's, behind the user's.
pub fn find_beside_users(file: &Path) -> Found {
    let mut found = Found::default();
    // What is wrong with the user's file is not what this is about.
    let _ = found.user();
    found.missing.clear();
    found.take(Source::read_in(Layer::Project, file, None));
    found
}

/// The absolute folder at which to start, with its links resolved where it exists.
fn folder(start: Option<&Path>) -> io::Result<PathBuf> {
    match start {
        None => env::current_dir(),
        Some(start) => start.canonicalize().or_else(|_| std::path::absolute(start)),
    }
}

impl Found {
    fn take(&mut self, read: Result<Source, Unreadable>) {
        match read {
            Ok(source) => self.sources.push(source),
            Err(unreadable) => self.missing.push(Missing::Unreadable(unreadable)),
        }
    }

    /// Takes the user's file. Returns where it is looked for.
    fn user(&mut self) -> Result<PathBuf, NoHome> {
        let user = Base::Config.folder().map(|dir| dir.join(FILE_NAME));
        match &user {
            Ok(path) => {
                if let Some(read) = at(Layer::User, path, None) {
                    self.take(read);
                }
            }
            Err(no_home) => self.homeless = Some(*no_home),
        }
        user
    }

    /// The project's file, if it was found.
    pub fn project_source(&self) -> Option<&Source> {
        self.sources.iter().find(|source| source.layer == Layer::Project)
    }

    /// Takes the nearest project's file at or above a folder.
    fn project(&mut self, folder: &Path, is_current: bool) {
        for (level, dir) in folder.ancestors().enumerate() {
            // In the current folder the short name is enough, for the system as for a person.
            let path = if level == 0 && is_current { PathBuf::from(FILE_NAME) } else { dir.join(FILE_NAME) };
            let Some(read) = at(Layer::Project, &path, Some(dir)) else { continue };
            let is_users = |source: &Source| self.sources.first().is_some_and(|user| user.dir == source.dir);
            if !read.as_ref().is_ok_and(is_users) {
                self.take(read);
            }
            return;
        }
    }

    /// A warning where the user's file was not looked for.
    pub fn warning(&self) -> Option<String> {
        self.homeless.map(|no_home| format!("the user's {FILE_NAME} was not looked for: {no_home}"))
    }
}

/// Reads a file if it is there. A link that leads nowhere is there: the policy behind it vanished.
fn at(layer: Layer, path: &Path, dir: Option<&Path>) -> Option<Result<Source, Unreadable>> {
    match Source::read_in(layer, path, dir) {
        Err(Unreadable::Io(_, error)) if is_absent(&error, path) => None,
        read => Some(read),
    }
}

fn is_absent(error: &io::Error, path: &Path) -> bool {
    error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err()
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Named => "named",
            Self::User => "user",
            Self::Project => "project",
        })
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nowhere { user, start } => {
                write!(f, "there is no {FILE_NAME} in {} or above it, and ", start.display())?;
                match user {
                    Ok(path) => write!(f, "no {}", path.display())?,
                    Err(no_home) => write!(f, "none of the user's, because {no_home}")?,
                }
                f.write_str(": write one, or name it with --config")
            }
            Self::NoFolder(error) => write!(f, "cannot tell the current folder: {error}"),
            Self::Unreadable(unreadable) => unreadable.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_search_for_the_projects_file_begins_where_it_is_told_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("there");
        fs::create_dir_all(root.join("a/b")).expect("made");
        fs::write(root.join("a").join(FILE_NAME), "").expect("written");
        let start = root.join("link");
        std::os::unix::fs::symlink("a/b", &start).expect("linked");
        let found = find(&[], Some(&start));
        assert_eq!(found.start, Some(root.join("a/b")));
        let source = found.project_source().expect("found");
        assert_eq!((&source.dir, source.full_path()), (&root.join("a"), root.join("a").join(FILE_NAME)));
    }
}
