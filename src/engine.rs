//! What hooks run on: the signals that end a run, and a runtime that is built for the first hook.

use std::cell::OnceCell;
use std::io;

use tokio::runtime::{Builder, Runtime};

use crate::signals::Signals;

/// How many events of the system the runtime takes at a time: one child has no more.
const EVENTS: usize = 16;

/// The signals, and the runtime once it is needed.
#[derive(Debug)]
pub struct Engine {
    signals: Signals,
    runtime: OnceCell<Runtime>,
}

impl Engine {
    /// Catches the signals; from here on they no longer kill hookctl.
    ///
    /// # Errors
    ///
    /// Where no descriptor or no handler is to be had.
    pub fn start() -> io::Result<Self> {
        Ok(Self { signals: Signals::catch()?, runtime: OnceCell::new() })
    }

    /// The signals.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// Runs a future to its end on this thread.
    ///
    /// # Errors
    ///
    /// Where the runtime cannot be built.
    pub fn block_on<F: Future>(&self, future: F) -> io::Result<F::Output> {
        let runtime = if let Some(runtime) = self.runtime.get() {
            runtime
        } else {
            let built = Builder::new_current_thread().enable_all().max_io_events_per_tick(EVENTS).build()?;
            self.runtime.get_or_init(|| built)
        };
        Ok(runtime.block_on(future))
    }
}
