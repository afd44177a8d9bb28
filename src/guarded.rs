//! Files that decide something: opened without waiting for anybody, and refused where a stranger may have
//! written them.

use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::fs::OFlags;

use crate::signals::{self, Waited};

/// How long a pipe may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Write permission of the group.
const GROUP_WRITES: u32 = 0o020;

/// Write permission of everybody.
const OTHERS_WRITE: u32 = 0o002;

/// In a folder with this bit only its owner may remove or rename a file.
const STICKY: u32 = 0o1000;

/// Why a file must not decide anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// Anyone may write it.
    Anyone,
    /// It belongs to that user, who is neither the one hookctl runs as nor root.
    Owner(u32),
    /// Anyone may put another file in its place, because anyone may write its folder.
    Folder,
}

/// Opens a file that must be a regular one. A FIFO or a terminal that was put in its place is an error at
/// once, and nothing that hookctl would wait for.
///
/// # Errors
///
/// Where it cannot be opened, or is something else.
pub fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let (file, metadata) = open_any(path)?;
    if metadata.is_file() { Ok((file, metadata)) } else { Err(no_regular_file(&metadata)) }
}

/// Opens a file that a person named, which may be a pipe that their shell made.
///
/// # Errors
///
/// As for [`open`].
pub fn open_named(path: &Path) -> io::Result<(File, Metadata)> {
    let (file, metadata) = open_any(path)?;
    // Stdin holds the event; read a second time it would look like a file without hooks.
    let is_stdin = path == Path::new("/dev/stdin") || path == Path::new("/dev/fd/0");
    let is_pipe = metadata.file_type().is_fifo() && !is_stdin;
    if metadata.is_file() || is_pipe || path == Path::new("/dev/null") {
        Ok((file, metadata))
    } else {
        Err(no_regular_file(&metadata))
    }
}

/// Opens what may be anything. Opening a pipe that nobody writes to would wait without the flag.
fn open_any(path: &Path) -> io::Result<(File, Metadata)> {
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
    let metadata = file.metadata()?;
    Ok((file, metadata))
}

fn no_regular_file(metadata: &Metadata) -> io::Error {
    io::Error::other(if metadata.is_dir() { "it is a folder" } else { "it is no regular file" })
}

/// Reads an open file to its end.
///
/// # Errors
///
/// Where it cannot be read, or has more than `most` bytes. For a pipe also where it does not end within 5 s, or
/// gives nothing: the program that should have written it failed.
pub fn contents(file: &File, metadata: &Metadata, most: u64) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::other(format!("it is larger than {} KiB", most >> 10));
    if metadata.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default() + 1);
    // A file may grow while it is read.
    let mut limited = file.take(most + 1);
    if metadata.file_type().is_fifo() {
        read_patiently(file, &mut limited, &mut bytes)?;
    } else {
        limited.read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Reads a pipe, whose other end may never write or never close.
fn read_patiently(file: &File, limited: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    let started = Instant::now();
    loop {
        let patience = PATIENCE.saturating_sub(started.elapsed());
        if patience.is_zero() {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "it did not end within 5 s"));
        }
        if signals::wait(file.as_fd(), PollFlags::IN, None, patience)? != Waited::Ready {
            continue;
        }
        match limited.read_to_end(bytes) {
            Ok(_) if bytes.is_empty() => {
                return Err(io::Error::other("it is a pipe, and nothing came out of it"));
            }
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

/// What is wrong with who may write an open file.
pub fn flaw(metadata: &Metadata) -> Option<Flaw> {
    // A device such as /dev/null holds nothing that somebody could have written.
    if metadata.file_type().is_char_device() {
        return None;
    }
    if metadata.mode() & OTHERS_WRITE != 0 {
        return Some(Flaw::Anyone);
    }
    let owner = metadata.uid();
    (owner != 0 && owner != rustix::process::geteuid().as_raw()).then_some(Flaw::Owner(owner))
}

/// What is wrong with who may replace the files of a folder.
///
/// # Errors
///
/// Where the folder cannot be looked at.
pub fn folder_flaw(dir: &Path) -> io::Result<Option<Flaw>> {
    let mode = fs::metadata(dir)?.mode();
    Ok((mode & OTHERS_WRITE != 0 && mode & STICKY == 0).then_some(Flaw::Folder))
}

/// Whether the group of an open file may write it.
pub fn group_writes(metadata: &Metadata) -> bool {
    metadata.mode() & GROUP_WRITES != 0
}

/// What is wrong, to be read behind a path, and what to do.
impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anyone => f.write_str("may be written by anyone (its owner settles it with chmod o-w)"),
            Self::Owner(uid) => write!(f, "belongs to another user (uid {uid}), neither to you nor to root"),
            Self::Folder => f.write_str(
                "lies in a folder that anyone may write (its owner settles it with chmod o-w on the folder)",
            ),
        }
    }
}
