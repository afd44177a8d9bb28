//! Which version of a host is on this machine, as its program says.

use std::cmp::Ordering;
use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::process::{Pid, Signal};
use wait_timeout::ChildExt as _;

/// How long a program may take to say its version.
const PATIENCE: Duration = Duration::from_secs(2);

/// The most that is read of what it says, in bytes.
const MOST: u64 = 4096;

/// A program that was asked for its version.
#[derive(Debug)]
pub struct Asked {
    child: Option<Child>,
    until: Instant,
}

impl Asked {
    /// Asks a program; several can be asked before the first is waited for.
    pub fn start(program: &Path) -> Self {
        let child = Command::new(program)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn();
        Self { child: child.ok(), until: Instant::now() + PATIENCE }
    }

    /// What it said; absent where it did not say a version in time. Nothing of it is left running.
    pub fn finish(mut self) -> Option<String> {
        let mut child = self.child.take()?;
        let ended = child.wait_timeout(self.until.saturating_duration_since(Instant::now()));
        let group = Pid::from_child(&child);
        if !matches!(ended, Ok(Some(_))) {
            // It leads a group of its own, and was not waited for yet.
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
            let _ = child.wait();
            return None;
        }
        version_in(&said(&mut child).ok()?)
    }
}

/// What is in the pipe. Something that was left behind may hold it open, so its end is not waited for.
fn said(child: &mut Child) -> io::Result<String> {
    let Some(stdout) = child.stdout.take() else { return Ok(String::new()) };
    rustix::fs::fcntl_setfl(&stdout, OFlags::NONBLOCK)?;
    let mut bytes = Vec::new();
    match stdout.take(MOST).read_to_end(&mut bytes) {
        Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
        _ => Ok(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// The first word of a text that is a version: numbers with dots between them.
fn version_in(text: &str) -> Option<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+')));
    let mut words = words.map(|word| word.trim_start_matches('v'));
    words
        .find(|word| word.contains('.') && numbers(word).is_some())
        .map(|word| word.trim_end_matches('.').to_owned())
}

/// The numbers of a version; what follows them, as in `1.2.3-beta`, does not count.
fn numbers(version: &str) -> Option<Vec<u64>> {
    let release = version.split(['-', '+']).next()?.trim_end_matches('.');
    release.split('.').map(|part| part.parse().ok()).collect()
}

/// How a version relates to the one that is known to work.
pub fn compare(version: &str, known: &str) -> Option<Ordering> {
    Some(numbers(version)?.cmp(&numbers(known)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_in_what_programs_print() {
        for (text, version) in [
            ("2.1.332 (Claude Code)\n", Some("2.1.332")),
            ("codex-cli 0.171.0\n", Some("0.171.0")),
            ("GitHub Copilot CLI 1.0.102.\nCommit: abc\n", Some("1.0.102")),
            ("v0.61.0-nightly.1\n", Some("0.61.0-nightly.1")),
            ("usage: x\n", None),
        ] {
            assert_eq!(version_in(text).as_deref(), version, "{text}");
        }
    }

    #[test]
    fn versions_compare_by_their_numbers() {
        assert_eq!(compare("2.1.4", "2.1.332"), Some(Ordering::Less));
        assert_eq!(compare("0.61.0-nightly.1", "0.61.0"), Some(Ordering::Equal));
        assert_eq!(compare("1.10", "1.9.9"), Some(Ordering::Greater));
    }
}
