//! Reads the event from stdin, bounded in size and in time.
//!
//! EOF is not required: a host that never closes its end must not hang hookctl, and a host that never
//! finishes the event must not either.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::PollFlags;
use serde_json::value::RawValue;

use crate::outcome::{Cause, Fault};
use crate::signals::{self, Signals, Waited};

/// The largest event.
const LARGEST: usize = 64 << 20;

/// How long nothing more must come after a complete event.
const SETTLED: Duration = Duration::from_millis(250);

/// How long the rest of an incomplete event may take to begin to come.
const PATIENCE: Duration = Duration::from_secs(5);

/// How much room there is for an ordinary event, and the least that is asked for at a time.
const ROOM: usize = 16 << 10;

/// From how many bytes on an event is a large one.
const LARGE: usize = 256 << 10;

/// Reads one event.
///
/// # Errors
///
/// A fault of the event, with a sentence that says what is wrong with stdin; or that a signal came.
pub fn read(stdin: BorrowedFd<'_>, signals: Option<&Signals>) -> Result<Vec<u8>, Fault> {
    if rustix::termios::isatty(stdin) {
        return Err(fault("stdin is a terminal: pipe the event in, as one JSON object"));
    }
    let mut bytes = Vec::new();
    let mut last_came = Instant::now();
    loop {
        let patience = PATIENCE.saturating_sub(last_came.elapsed());
        let wait = if bytes.is_empty() { patience } else { patience.min(SETTLED) };
        let waited =
            signals::wait(stdin, PollFlags::IN, signals, wait).map_err(|error| unreadable(&error))?;
        match waited {
            Waited::Interrupted(signal) => {
                let message = format!("hookctl was interrupted by {signal} while it read the event");
                return Err(Fault::new(Cause::Interrupted, message));
            }
            Waited::Elapsed if last_came.elapsed() >= SETTLED && is_settled(&bytes) => return Ok(bytes),
            Waited::Elapsed if last_came.elapsed() >= PATIENCE => {
                return Err(fault("the event on stdin is incomplete, and nothing more came for 5 s"));
            }
            Waited::Elapsed => {}
            Waited::Ready => match read_some(stdin, &mut bytes) {
                Ok(0) => return Ok(bytes),
                Ok(_) if bytes.len() > LARGEST => return Err(fault("the event is larger than 64 MiB")),
                Ok(_) => last_came = Instant::now(),
                Err(error)
                    if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
                Err(error) => return Err(unreadable(&error)),
            },
        }
    }
}

/// Reads what is there, as much as the buffer can take. 0: the end.
fn read_some(stdin: BorrowedFd<'_>, bytes: &mut Vec<u8>) -> io::Result<usize> {
    if bytes.capacity() - bytes.len() < ROOM / 2 {
        // A large event may be as large as any. What is reserved takes no memory before it is written to, and nothing
        // has to be moved as the event grows.
        let whole = LARGEST + ROOM - bytes.len().min(LARGEST);
        if bytes.len() < LARGE || bytes.try_reserve_exact(whole).is_err() {
            bytes.try_reserve(bytes.len().max(ROOM)).map_err(|_| io::ErrorKind::OutOfMemory)?;
        }
    }
    Ok(rustix::io::read(stdin, spare_capacity(bytes))?)
}

/// Whether more bytes cannot make an event of these: they are one value, or no JSON at all.
fn is_settled(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    serde_json::from_slice::<&RawValue>(bytes).map_or_else(|error| !error.is_eof(), |_| true)
}

fn unreadable(error: &io::Error) -> Fault {
    fault(format!("the event on stdin cannot be read: {error}"))
}

fn fault(message: impl Into<String>) -> Fault {
    Fault::new(Cause::Event, message)
}
