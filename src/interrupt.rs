//! The signals that ask hookctl to end, turned into something that can be waited for.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::time::Timespec;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::{flag, low_level};

/// The signals that interrupt a run.
const SIGNALS: [i32; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];

/// Whether hookctl was asked to end. While one of these exists, the signals no longer kill the process.
#[derive(Debug)]
pub struct Interrupts {
    /// The last signal that came; 0 for none.
    last: Arc<AtomicUsize>,
    /// Becomes readable with the first signal, and stays so.
    wake: UnixStream,
}

impl Interrupts {
    /// Takes over the signals.
    ///
    /// # Errors
    ///
    /// Where no descriptor or no handler is to be had.
    pub fn install() -> io::Result<Self> {
        let (wake, bell) = UnixStream::pair()?;
        let last = Arc::new(AtomicUsize::new(0));
        for signal in SIGNALS {
            flag::register_usize(signal, Arc::clone(&last), signal.unsigned_abs() as usize)?;
            low_level::pipe::register(signal, bell.try_clone()?)?;
        }
        Ok(Self { last, wake })
    }

    /// A stream, not blocking, that becomes readable with the first signal and stays so.
    ///
    /// # Errors
    ///
    /// Where no descriptor is to be had.
    pub fn waker(&self) -> io::Result<UnixStream> {
        self.wake.set_nonblocking(true)?;
        self.wake.try_clone()
    }

    /// The name of the signal that came, if one did.
    pub fn arrived(&self) -> Option<&'static str> {
        match self.last.load(Ordering::SeqCst) {
            0 => None,
            number => Some(name(i32::try_from(number).unwrap_or_default()).unwrap_or("a signal")),
        }
    }
}

/// Readable once a signal came.
impl AsFd for Interrupts {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.wake.as_fd()
    }
}

/// What a wait for a descriptor came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waited {
    /// The descriptor can be used.
    Ready,
    /// The time ran out.
    TimedOut,
    /// A signal came first.
    Interrupted,
}

/// Waits until a descriptor can be used, a signal comes, or the time is over. Blocks the thread.
///
/// # Errors
///
/// Where the system cannot wait.
pub fn wait(
    descriptor: BorrowedFd<'_>,
    wanted: PollFlags,
    interrupts: Option<&Interrupts>,
    time: std::time::Duration,
) -> io::Result<Waited> {
    let mut descriptors = vec![PollFd::from_borrowed_fd(descriptor, wanted)];
    descriptors.extend(interrupts.map(|interrupts| PollFd::new(interrupts, PollFlags::IN)));
    let time = Timespec::try_from(time).unwrap_or(Timespec { tv_sec: 60, tv_nsec: 0 });
    match poll(&mut descriptors, Some(&time)) {
        // A handler ran: the descriptor of the signals tells whether it was one of ours.
        Err(rustix::io::Errno::INTR) if interrupts.is_some_and(|ours| ours.arrived().is_some()) => {
            Ok(Waited::Interrupted)
        }
        Err(rustix::io::Errno::INTR) => Ok(Waited::TimedOut),
        Err(error) => Err(error.into()),
        Ok(_) if descriptors.get(1).is_some_and(|signal| !signal.revents().is_empty()) => Ok(Waited::Interrupted),
        Ok(0) => Ok(Waited::TimedOut),
        Ok(_) => Ok(Waited::Ready),
    }
}

/// The name of a signal, as SIGKILL.
pub fn name(signal: i32) -> Option<&'static str> {
    low_level::signal_name(signal)
}
