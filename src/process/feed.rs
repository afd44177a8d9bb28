//! What a child reads on stdin: what fits is in its pipe before it starts, the rest is written as it reads.

use std::borrow::Cow;
use std::io::{self, ErrorKind, PipeWriter, Write};

use tokio::io::AsyncWriteExt;
use tokio::net::unix::pipe;

/// What a pipe holds by default, on Linux.
const SMALL_PIPE: usize = 64 << 10;

/// What a pipe may be made to hold without privileges, on Linux by default.
#[cfg(target_os = "linux")]
const LARGE_PIPE: usize = 1 << 20;

/// What is still to be written after a child's start.
#[derive(Debug)]
pub struct Rest<'p> {
    parts: &'p [Cow<'p, [u8]>],
    /// How much of the first part is written.
    written: usize,
}

/// Writes what the pipe takes before anybody reads: an event that fits needs no attention later. Returns the
/// rest, if there is one.
///
/// # Errors
///
/// Where the pipe cannot be written to.
pub fn fill<'p>(mut pipe: &PipeWriter, parts: &'p [Cow<'p, [u8]>]) -> io::Result<Option<Rest<'p>>> {
    rustix::io::ioctl_fionbio(pipe, true)?;
    if parts.iter().map(|part| part.len()).sum::<usize>() > SMALL_PIPE {
        widen(pipe);
    }
    let mut rest = Rest { parts, written: 0 };
    while let Some((part, more)) = rest.parts.split_first() {
        if rest.written == part.len() {
            rest = Rest { parts: more, written: 0 };
            continue;
        }
        match pipe.write(&part[rest.written..]) {
            Ok(written) => rest.written += written,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(Some(rest)),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

impl Rest<'_> {
    /// Writes it and closes stdin. A child that reads no more is not at fault.
    pub async fn write_to(self, mut stdin: pipe::Sender) {
        let mut from = self.written;
        for part in self.parts {
            if stdin.write_all(&part[from..]).await.is_err() {
                return;
            }
            from = 0;
        }
    }
}

/// Lets a pipe hold more than by default, where the system can: fewer turns for a large event.
#[cfg(target_os = "linux")]
fn widen(pipe: &PipeWriter) {
    // The default does as well, only slower.
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, LARGE_PIPE);
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &PipeWriter) {}
