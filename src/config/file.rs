//! The bytes of a file that may be anything: a pipe that nobody writes to or a device without an end must not
//! hold a gate for ever.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::fs::OFlags;

use crate::signals::{self, Waited};

/// The largest file.
const LARGEST: usize = 16 << 20;

/// How long what is no regular file may take to come.
const PATIENCE: Duration = Duration::from_secs(5);

/// How much of what is no regular file is read at a time.
const CHUNK: usize = 16 << 10;

/// Reads a file to its end.
///
/// # Errors
///
/// Where it cannot be opened or read, is larger than 16 MiB, or does not end within 5 s. A pipe that gives nothing
/// is an error too: the program that should have written the policy failed.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe that nobody writes to would wait.
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    let metadata = file.metadata()?;
    let kind = metadata.file_type();
    let bytes = if kind.is_file() {
        let mut bytes = Vec::new();
        let room = usize::try_from(metadata.len()).unwrap_or(LARGEST).min(LARGEST) + 1;
        bytes.try_reserve(room).map_err(|_| io::ErrorKind::OutOfMemory)?;
        file.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
        bytes
    } else {
        read_patiently(&file)?
    };
    if bytes.len() > LARGEST {
        return Err(io::Error::other("it is larger than 16 MiB"));
    }
    if bytes.is_empty() && kind.is_fifo() {
        return Err(io::Error::other("it is a pipe, and nothing came out of it"));
    }
    Ok(bytes)
}

fn read_patiently(mut file: &File) -> io::Result<Vec<u8>> {
    let started = Instant::now();
    let mut bytes = Vec::new();
    let mut chunk = [0; CHUNK];
    while bytes.len() <= LARGEST {
        let patience = PATIENCE.saturating_sub(started.elapsed());
        if patience.is_zero() {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "it did not end within 5 s"));
        }
        if signals::wait(file.as_fd(), PollFlags::IN, None, patience)? != Waited::Ready {
            continue;
        }
        match file.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => bytes.extend_from_slice(&chunk[..read]),
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}
