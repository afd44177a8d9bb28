//! What leaves the process: two streams and an exit status, and what to do when they do not arrive.

use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::PollFlags;
use rustix::fs::OFlags;

use crate::exit::Exit;
use crate::signals::{self, Waited};

/// What a caller gets.
#[derive(Debug, Default)]
pub struct Answer {
    /// All of stdout.
    pub stdout: Vec<u8>,
    /// All of stderr.
    pub stderr: String,
    /// The exit status.
    pub exit: Exit,
    /// Set where a caller that never gets stdout would do something that it must not: why not, for stderr.
    pub must_arrive: Option<String>,
}

/// How much is written at a time: what POLLOUT promises that a pipe can take.
const CHUNK: usize = 4096;

/// How long a reader may leave a full pipe alone.
const PATIENCE: Duration = Duration::from_secs(5);

impl Answer {
    /// Delivers the answer and says with which status to end.
    ///
    /// An answer that must arrive and does not ends in 2, the one status that no caller takes for "go on".
    pub fn deliver(self, stdout: impl AsFd, stderr: &mut impl io::Write) -> Exit {
        let delivered = match self.must_arrive {
            Some(_) if was_closed(&stdout) => Err(io::Error::other("stdout is closed")),
            _ => write_all(stdout, &self.stdout),
        };
        // There is no other place to say that stderr is gone.
        let _ = stderr.write_all(self.stderr.as_bytes());
        match (delivered, self.must_arrive) {
            (Ok(()), _) => self.exit,
            (Err(error), Some(why)) => {
                let _ = writeln!(stderr, "hookctl: the answer could not be delivered ({error}): {why}");
                Exit::Denied
            }
            (Err(error), None) => {
                let _ = writeln!(stderr, "hookctl: the answer could not be delivered: {error}");
                self.exit
            }
        }
    }
}

/// Writes everything, but does not wait for ever for a reader that does not read.
fn write_all(stdout: impl AsFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        if signals::wait(stdout.as_fd(), PollFlags::OUT, None, PATIENCE)? == Waited::Elapsed {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads it"));
        }
        match rustix::io::write(&stdout, &bytes[..bytes.len().min(CHUNK)]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Whether the stream was closed when the process started. The standard library then puts `/dev/null`, open
/// for reading and writing, in its place, and writing to it would seem to succeed.
fn was_closed(stream: impl AsFd) -> bool {
    let both_ways =
        rustix::fs::fcntl_getfl(&stream).is_ok_and(|flags| flags & OFlags::ACCMODE == OFlags::RDWR);
    both_ways
        && rustix::fs::fstat(&stream)
            .and_then(|stream| {
                Ok(stream.st_rdev == rustix::fs::stat("/dev/null")?.st_rdev && stream.st_rdev != 0)
            })
            .unwrap_or(false)
}
