//! Keeps each event with its outcome, one JSON line each, for `replay` to read.
//!
//! Many runs may write one file at once: a lock and a single write keep lines whole. Whatever goes wrong here
//! changes no decision; nothing waits for ever.

mod redact;

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use rustix::fs::{FlockOperation, OFlags, flock};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::outcome::Outcome;
use crate::text::visible;

/// How long another writer may hold the file.
const PATIENCE: Duration = Duration::from_secs(2);

/// What users other than the owner may do with a file.
const OTHERS: u32 = 0o077;

/// How often the lock is tried.
const LOOK: Duration = Duration::from_millis(2);

/// Where and how events are kept.
#[derive(Debug)]
pub struct Recorder {
    /// The file; when it is full, it becomes `FILE.1`.
    pub file: PathBuf,
    /// How large the file may become, in bytes.
    pub largest: u64,
    /// Whether values that look like secrets are replaced.
    pub redacts: bool,
}

/// Who sent an event.
#[derive(Debug, Clone, Copy)]
pub struct Sender<'a> {
    /// The host's name; absent in the neutral form.
    pub host: Option<&'a str>,
    /// The event's name, where the command line told it: the event itself may not.
    pub event: Option<&'a str>,
}

/// One line.
#[derive(Serialize)]
struct Line<'a> {
    time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host_event: Option<&'a str>,
    phase: &'a str,
    event: &'a RawValue,
    outcome: &'a Outcome<'a>,
}

impl Recorder {
    /// What a person should see where an event could not be recorded.
    pub fn warning(&self, error: &io::Error) -> String {
        let file = self.file.display().to_string();
        format!("hookctl: warning: cannot record the event in {}: {error}\n", visible(&file))
    }

    /// Appends an event, as it came, and what was decided about it.
    ///
    /// # Errors
    ///
    /// Where the line cannot be written, or another writer holds the file for too long.
    pub fn record(&self, event: &str, sender: Sender<'_>, outcome: &Outcome<'_>) -> io::Result<()> {
        let (event, torn) = self.on_one_line(event)?;
        let mut line = serde_json::to_string(&Line {
            time: Timestamp::now().to_string(),
            host: sender.host,
            host_event: sender.event,
            phase: outcome.phase.name(),
            event: &event,
            outcome,
        })?;
        if self.redacts {
            // The outcome may repeat what the event holds, so it is looked through as well.
            let (mut kept, count) = redact::redact(&line);
            kept.truncate(kept.len() - "}".len());
            line = format!("{kept},\"redacted\":{}}}", torn + count);
        }
        line.push('\n');
        self.append(line.as_bytes())
    }

    fn append(&self, line: &[u8]) -> io::Result<()> {
        let mut file = self.open_locked()?;
        let meta = file.metadata()?;
        if meta.is_file() && meta.len() > 0 && meta.len() + line.len() as u64 > self.largest {
            let mut full = self.file.clone().into_os_string();
            full.push(".1");
            fs::rename(&self.file, full)?;
            file = self.open_locked()?;
        }
        let before = file.metadata()?;
        if before.is_file() && before.mode() & OTHERS != 0 {
            // A file that was there may be open to more than its owner, who alone can change that.
            let _ = file.set_permissions(Permissions::from_mode(0o600));
        }
        file.write_all(line).inspect_err(|_| {
            if before.is_file() {
                // A torn line would swallow the next one.
                let _ = file.set_len(before.len());
            }
        })
    }

    /// The event as a JSON value on one line: the document itself, or, where it is none, its text as a string, and
    /// how many secrets were taken out of that text.
    fn on_one_line(&self, event: &str) -> io::Result<(Box<RawValue>, usize)> {
        // Line ends of a document are blanks between its tokens: a string cannot hold one.
        let line = event.trim().replace(['\n', '\r'], " ");
        match RawValue::from_string(line) {
            Ok(value) if value.get().starts_with('{') => Ok((value, 0)),
            _ => {
                let (text, count) = if self.redacts { redact::redact(event) } else { (event.to_owned(), 0) };
                Ok((RawValue::from_string(serde_json::to_string(&text)?)?, count))
            }
        }
    }

    /// Opens the file, waits for its lock, and makes sure that it still is the file of that name.
    fn open_locked(&self) -> io::Result<File> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let file = self.open()?;
            loop {
                match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                    Ok(()) => break,
                    Err(rustix::io::Errno::WOULDBLOCK) if Instant::now() < deadline => thread::sleep(LOOK),
                    Err(error) => return Err(error.into()),
                }
            }
            let opened = file.metadata()?;
            let named = fs::metadata(&self.file);
            if named.is_ok_and(|named| (named.dev(), named.ino()) == (opened.dev(), opened.ino())) {
                return Ok(file);
            }
            // Another writer renamed it meanwhile.
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }

    fn open(&self) -> io::Result<File> {
        let open = || {
            OpenOptions::new()
                .append(true)
                .create(true)
                .mode(0o600)
                // A pipe that nobody reads must not hold hookctl.
                .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
                .open(&self.file)
        };
        open().or_else(|error| match self.file.parent() {
            Some(parent) if error.kind() == io::ErrorKind::NotFound && parent != Path::new("") => {
                fs::DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
                open()
            }
            _ => Err(error),
        })
    }
}
