//! The signals that matter to a run: those that ask hookctl to end, and the one that says that a child did.

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nix::sys::signal::SigSet;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::time::Timespec;
use signal_hook::consts::{SIGABRT, SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;
use signal_hook::{flag, low_level};
use tokio::net;

use crate::exit::Exit;

/// Those that ask hookctl to end, and the news of a child.
const WATCHED: [i32; 5] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD];

/// The signals, caught. While this exists, those that ask hookctl to end no longer kill it.
#[derive(Debug)]
pub struct Signals {
    /// Which signals came; its stream becomes readable with each.
    delivery: RefCell<SignalDelivery<UnixStream, SignalOnly>>,
    /// The first signal that asked hookctl to end.
    interrupt: Cell<Option<i32>>,
}

impl Signals {
    /// Catches the signals, also those that the parent had blocked.
    ///
    /// # Errors
    ///
    /// Where no descriptor or no handler is to be had.
    pub fn catch() -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        read.set_nonblocking(true)?;
        let delivery = SignalDelivery::with_pipe(read, write, SignalOnly, WATCHED)?;
        SigSet::all().thread_unblock()?;
        Ok(Self { delivery: RefCell::new(delivery), interrupt: Cell::new(None) })
    }

    /// The name of the signal that asked hookctl to end, if one did.
    pub fn interrupt(&self) -> Option<&'static str> {
        if self.interrupt.get().is_none() {
            let came = self.delivery.borrow_mut().pending().find(|signal| *signal != SIGCHLD);
            self.interrupt.set(came);
        }
        self.interrupt.get().map(|signal| name(signal).unwrap_or("a signal"))
    }

    /// Registers the signals with the runtime that this is called in.
    ///
    /// # Errors
    ///
    /// Where the runtime cannot watch another descriptor.
    pub fn watch(&self) -> io::Result<Watch<'_>> {
        let stream = self.delivery.borrow().get_read().try_clone()?;
        Ok(Watch { signals: self, stream: net::UnixStream::from_std(stream)? })
    }
}

/// The signals, watched by a runtime.
#[derive(Debug)]
pub struct Watch<'s> {
    signals: &'s Signals,
    stream: net::UnixStream,
}

impl Watch<'_> {
    /// Waits until a signal came, of whatever kind.
    pub async fn any(&self) {
        if self.stream.readable().await.is_err() {
            // Nothing more will be heard of signals: the limits of the run still hold.
            std::future::pending::<()>().await;
        }
        let mut bytes = [0; 64];
        while self.stream.try_read(&mut bytes).is_ok_and(|read| read > 0) {}
    }

    /// The name of the signal that asked hookctl to end, if one did.
    pub fn interrupt(&self) -> Option<&'static str> {
        self.signals.interrupt()
    }
}

/// The status in which an abort ends the process. Rust aborts where memory runs out, and hosts take the status of a
/// signal for "go on".
#[derive(Debug)]
pub struct AbortStatus {
    is_denied: Arc<AtomicBool>,
    is_failed: Arc<AtomicBool>,
}

impl AbortStatus {
    /// From here on an abort ends in [`Exit::Denied`].
    ///
    /// # Errors
    ///
    /// Where no handler is to be had.
    pub fn denied() -> io::Result<Self> {
        let status =
            Self { is_denied: Arc::new(AtomicBool::new(true)), is_failed: Arc::new(AtomicBool::new(false)) };
        for (exit, holds) in [(Exit::Denied, &status.is_denied), (Exit::Failed, &status.is_failed)] {
            flag::register_conditional_shutdown(SIGABRT, exit as i32, Arc::clone(holds))?;
        }
        Ok(status)
    }

    /// From here on an abort ends in this status.
    pub fn set(&self, exit: Exit) {
        self.is_denied.store(exit == Exit::Denied, Ordering::Relaxed);
        self.is_failed.store(exit != Exit::Denied, Ordering::Relaxed);
    }
}

/// What a wait for a descriptor came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waited {
    /// The descriptor can be used.
    Ready,
    /// The time ran out, or something that does not matter happened.
    Elapsed,
    /// hookctl was asked to end; the name is the signal's.
    Interrupted(&'static str),
}

/// Waits until a descriptor can be used, a signal asks hookctl to end, or the time is over. Blocks the thread.
///
/// # Errors
///
/// Where the system cannot wait.
pub fn wait(
    descriptor: BorrowedFd<'_>,
    wanted: PollFlags,
    signals: Option<&Signals>,
    time: Duration,
) -> io::Result<Waited> {
    let delivery = signals.map(|signals| signals.delivery.borrow());
    let mut descriptors = vec![PollFd::from_borrowed_fd(descriptor, wanted)];
    descriptors.extend(delivery.as_ref().map(|delivery| PollFd::new(delivery.get_read(), PollFlags::IN)));
    let time = Timespec::try_from(time).unwrap_or(Timespec { tv_sec: 60, tv_nsec: 0 });
    let polled = poll(&mut descriptors, Some(&time));
    let signalled = descriptors.get(1).is_some_and(|signal| !signal.revents().is_empty());
    let ready = !descriptors[0].revents().is_empty();
    drop(descriptors);
    drop(delivery);
    match polled {
        Err(error) if error != rustix::io::Errno::INTR => return Err(error.into()),
        Ok(_) if !signalled => return Ok(if ready { Waited::Ready } else { Waited::Elapsed }),
        // A handler ran, before the wait or in it: was it for us?
        _ => {}
    }
    match signals.and_then(Signals::interrupt) {
        Some(signal) => Ok(Waited::Interrupted(signal)),
        None if polled.is_ok() && ready => Ok(Waited::Ready),
        None => Ok(Waited::Elapsed),
    }
}

/// The name of a signal, as SIGKILL.
pub fn name(signal: i32) -> Option<&'static str> {
    low_level::signal_name(signal)
}
