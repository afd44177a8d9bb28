//! What leaves the process: two streams and an exit status, and what to do when they do not arrive.

use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

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
    /// The status where it must arrive and does not.
    pub lost: Lost,
    /// Whether the caller takes what it reads on stderr beside status 0 for an answer.
    pub reads_stderr: bool,
}

/// What becomes of an answer that must arrive and does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lost {
    /// It ends in 2, the one status that no caller takes for "go on".
    #[default]
    Denies,
    /// It ends in 1: there, 2 would keep an agent running for ever.
    Fails,
}

/// How much is written at a time: what POLLOUT promises that a pipe can take.
const CHUNK: usize = 4096;

/// How long a reader may leave a full pipe alone.
const PATIENCE: Duration = Duration::from_secs(5);

impl Answer {
    /// The same answer to a caller that takes stderr beside status 0 for an answer.
    pub fn without_stderr(mut self) -> Self {
        if self.exit == Exit::Allowed {
            self.stderr.clear();
        }
        Self { reads_stderr: true, ..self }
    }

    /// Delivers the answer and says with which status to end.
    pub fn deliver(self, stdout: impl AsFd, stderr: impl AsFd) -> Exit {
        let delivered = match self.must_arrive {
            Some(_) if was_closed(&stdout) => Err(io::Error::other("stdout is closed")),
            _ => write_all(stdout, &self.stdout),
        };
        let (more, exit) = match (delivered, self.must_arrive) {
            (Ok(()), _) => (String::new(), self.exit),
            (Err(error), Some(why)) => {
                let exit = match self.lost {
                    Lost::Denies => Exit::Denied,
                    Lost::Fails => Exit::Failed,
                };
                (format!("hookctl: cannot deliver the answer ({error}): {why}\n"), exit)
            }
            (Err(_), None) if self.reads_stderr && self.exit == Exit::Allowed => (String::new(), self.exit),
            (Err(error), None) => (format!("hookctl: cannot deliver the answer: {error}\n"), self.exit),
        };
        // There is no other place to say that stderr is gone, or that nobody reads it.
        let _ = write_all(stderr, (self.stderr + &more).as_bytes());
        exit
    }

    /// Prints the answer of a command that a person calls: the reader, a pager say, may take its time, and
    /// may have seen enough.
    pub fn print(mut self, stdout: &mut impl io::Write, stderr: &mut impl io::Write) -> Exit {
        match stdout.write_all(&self.stdout).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let problem = format!("hookctl: cannot write to stdout: {error}\n");
                self.stderr += &problem;
                self.exit = Exit::Denied;
            }
            _ => {}
        }
        // There is no other place to say that stderr is gone.
        let _ = stderr.write_all(self.stderr.as_bytes());
        self.exit
    }
}

/// Writes everything, but does not wait for ever for a reader that does not read.
fn write_all(stream: impl AsFd, mut bytes: &[u8]) -> io::Result<()> {
    let mut last_taken = Instant::now();
    while !bytes.is_empty() {
        let patience = PATIENCE.saturating_sub(last_taken.elapsed());
        match signals::wait(stream.as_fd(), PollFlags::OUT, None, patience)? {
            Waited::Ready => {}
            _ if last_taken.elapsed() < PATIENCE => continue,
            _ => return Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads it")),
        }
        match rustix::io::write(&stream, &bytes[..bytes.len().min(CHUNK)]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => {
                bytes = &bytes[written..];
                last_taken = Instant::now();
            }
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
