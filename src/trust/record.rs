//! What a person trusted, and what has changed since.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::fingerprint::{self, Fingerprint, Pinned};
use crate::guarded::Flaw;

/// What was trusted of one project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its hooks.toml.
    pub config: Fingerprint,
    /// The files that its commands name, below its folder. `null`: there was none when a person looked.
    pub files: BTreeMap<String, Option<Fingerprint>>,
    /// The beginning of a fingerprint of each hook by its name: only to tell a person which ones are new.
    #[serde(default)]
    pub hooks: BTreeMap<String, String>,
}

/// One thing that is not as it was trusted.
#[derive(Debug)]
pub struct Change {
    /// The file, from the folder of hooks.toml.
    pub name: String,
    /// What happened to it.
    pub what: Changed,
}

/// What happened to a file.
#[derive(Debug)]
pub enum Changed {
    /// It has another content.
    Content,
    /// It was not there.
    Appeared,
    /// It is gone.
    Vanished,
    /// Somebody else may have written it.
    Refused(Flaw),
    /// It cannot be read.
    Unreadable(io::Error),
}

impl Record {
    /// Whether the other trusts the same: how hooks are called does not matter, because a default name depends
    /// on the user's hooks.
    pub fn is_same(&self, other: &Self) -> bool {
        self.config == other.config && self.files == other.files
    }

    /// What is not as it was trusted: hooks.toml, of which these are the bytes, and the files below its folder.
    pub fn changes(&self, name: &str, bytes: &[u8], dir: &Path) -> Vec<Change> {
        let config = (self.config.size != bytes.len() as u64 || self.config != Fingerprint::of(bytes))
            .then(|| Change { name: name.to_owned(), what: Changed::Content });
        let files = self.files.iter().filter_map(|(name, trusted)| {
            let what = changed(trusted.as_ref(), fingerprint::look(&dir.join(name), trusted.as_ref()))?;
            Some(Change { name: name.clone(), what })
        });
        config.into_iter().chain(files).collect()
    }
}

fn changed(trusted: Option<&Fingerprint>, now: Pinned) -> Option<Changed> {
    match (trusted, now) {
        (None, Pinned::Absent) => None,
        (Some(trusted), Pinned::File(now)) if *trusted == now => None,
        (Some(_), Pinned::File(_)) => Some(Changed::Content),
        (None, Pinned::File(_)) => Some(Changed::Appeared),
        (Some(_), Pinned::Absent) => Some(Changed::Vanished),
        (_, Pinned::Refused(flaw)) => Some(Changed::Refused(flaw)),
        (_, Pinned::Unreadable(error)) => Some(Changed::Unreadable(error)),
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.what {
            Changed::Content => f.write_str(" has changed"),
            Changed::Appeared => f.write_str(" was not there before"),
            Changed::Vanished => f.write_str(" is gone"),
            Changed::Refused(flaw) => write!(f, " {flaw}"),
            Changed::Unreadable(error) => write!(f, " cannot be read ({error})"),
        }
    }
}
