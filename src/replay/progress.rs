//! How far a long replay is, on one line of a terminal that each next state overwrites.
//!
//! A library for this would bring floating-point powers, and with them a second library for the loader to map at
//! every start of hookctl: a tenth of a bare `sh -c true`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long a state is shown at least, so that the terminal is not what a replay waits for.
const SHOWN: Duration = Duration::from_millis(100);

/// Back to the start of the line, and everything on it away.
const CLEAR: &[u8] = b"\r\x1b[K";

/// How many cells the bar has.
const CELLS: u64 = 30;

/// The state of a replay. One that is hidden writes nothing but what is written through it.
pub struct Progress {
    is_hidden: bool,
    started: Instant,
    shown: Option<Instant>,
    events: usize,
    bytes: u64,
    all_bytes: u64,
}

impl Progress {
    /// A replay of so many bytes begins.
    pub fn new(all_bytes: u64, is_hidden: bool) -> Self {
        Self { is_hidden, started: Instant::now(), shown: None, events: 0, bytes: 0, all_bytes }
    }

    /// Shows that more events, of so many bytes, are on their way.
    ///
    /// # Errors
    ///
    /// Where the terminal does not take it.
    pub fn advance(&mut self, events: usize, bytes: u64, terminal: &mut impl Write) -> io::Result<()> {
        self.events += events;
        self.bytes += bytes;
        let is_fresh = self.shown.is_some_and(|shown| shown.elapsed() < SHOWN);
        if self.is_hidden || is_fresh {
            return Ok(());
        }
        self.shown = Some(Instant::now());
        terminal.write_all(CLEAR)?;
        terminal.write_all(self.line(self.started.elapsed()).as_bytes())?;
        terminal.flush()
    }

    /// Writes a text in place of the state, which comes back behind it.
    ///
    /// # Errors
    ///
    /// Where the terminal does not take it.
    pub fn write_through(&mut self, text: &[u8], terminal: &mut impl Write) -> io::Result<()> {
        self.clear(terminal)?;
        terminal.write_all(text)
    }

    /// Takes the state off the terminal.
    ///
    /// # Errors
    ///
    /// Where the terminal does not take it.
    pub fn clear(&mut self, terminal: &mut impl Write) -> io::Result<()> {
        if self.shown.take().is_some() { terminal.write_all(CLEAR) } else { Ok(()) }
    }

    fn line(&self, elapsed: Duration) -> String {
        let all = self.all_bytes.max(1);
        let done = self.bytes.min(all);
        let rate = self.events as u128 * 1000 / elapsed.as_millis().max(1);
        let left = elapsed.as_millis() * u128::from(all - done) / u128::from(done.max(1)) / 1000;
        let bar: String =
            (1..=CELLS).map(|cell| if cell * all <= done * CELLS { '#' } else { '-' }).collect();
        format!("{:>3} %  {} events, {rate} per second  {left} s left  {bar}", done * 100 / all, self.events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_tells_how_much_is_done_how_fast_and_how_long_it_will_take() {
        let mut progress = Progress::new(400, false);
        progress.advance(50, 100, &mut Vec::new()).expect("memory");
        assert_eq!(
            progress.line(Duration::from_secs(2)),
            " 25 %  50 events, 25 per second  6 s left  #######-----------------------"
        );
        progress.advance(1, 900, &mut Vec::new()).expect("memory");
        let full = progress.line(Duration::ZERO);
        assert!(full.starts_with("100 %  51 events") && full.ends_with(&"#".repeat(30)), "{full}");
    }

    #[test]
    fn what_is_written_through_it_stands_alone_on_its_lines() {
        let (mut progress, mut terminal) = (Progress::new(2, false), Vec::new());
        progress.advance(1, 1, &mut terminal).expect("memory");
        let state = terminal.len();
        progress.write_through(b"trace\n", &mut terminal).expect("memory");
        assert_eq!(&terminal[state..], [CLEAR, b"trace\n"].concat());
        progress.clear(&mut terminal).expect("memory");
        assert!(terminal.ends_with(b"trace\n"), "it was cleared already");
    }

    #[test]
    fn one_that_is_hidden_writes_nothing_of_its_own() {
        let (mut progress, mut terminal) = (Progress::new(0, true), Vec::new());
        progress.advance(1, 1, &mut terminal).expect("memory");
        progress.write_through(b"trace\n", &mut terminal).expect("memory");
        progress.clear(&mut terminal).expect("memory");
        assert_eq!(terminal, b"trace\n");
    }
}
