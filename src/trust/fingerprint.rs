//! What a file is known again by: its size and the SHA-256 of its content.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::guarded::{self, Flaw};

/// The largest file that can be pinned, in bytes: each is read at every event.
pub const LARGEST: u64 = 64 << 20;

/// The fingerprint of a content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// In lower-case hexadecimal digits.
    pub sha256: String,
    /// In bytes.
    pub size: u64,
}

/// What is at a path that a command names.
#[derive(Debug)]
pub enum Pinned {
    /// A regular file, or a link to one.
    File(Fingerprint),
    /// Nothing, or a folder: no file that could run.
    Absent,
    /// A file that must not run, because somebody else may have written it.
    Refused(Flaw),
    /// Something that cannot be read or is no regular file.
    Unreadable(io::Error),
}

impl Fingerprint {
    /// The fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut sha256 = String::with_capacity(64);
        for byte in Sha256::digest(bytes) {
            let _ = write!(sha256, "{byte:02x}");
        }
        Self { sha256, size: bytes.len() as u64 }
    }
}

/// Looks at a path, with its links resolved. A file of another size than the expected one is not read: it has
/// changed anyway, and a huge one must not take up the time in which a host waits for an answer.
pub fn look(path: &Path, expected: Option<&Fingerprint>) -> Pinned {
    let (file, metadata) = match guarded::open(path) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => {
            return Pinned::Absent;
        }
        Err(_) if path.is_dir() => return Pinned::Absent,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Pinned::Absent,
        Err(error) => return Pinned::Unreadable(error),
    };
    if let Some(flaw) = guarded::flaw(&metadata) {
        return Pinned::Refused(flaw);
    }
    if let Some(expected) = expected
        && expected.size != metadata.len()
    {
        return Pinned::File(Fingerprint { sha256: String::new(), size: metadata.len() });
    }
    match guarded::contents(&file, &metadata, LARGEST) {
        Ok(bytes) => Pinned::File(Fingerprint::of(&bytes)),
        Err(error) => Pinned::Unreadable(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_the_one_that_sha256sum_prints() {
        let abc = Fingerprint::of(b"abc");
        assert_eq!(abc.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(abc.size, 3);
    }
}
