//! How much memory a run holds at its peak.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use nix::sys::resource::{UsageWho, getrusage};

use crate::rows;

/// The first argument that makes this program measure one call: the peak is that of all children of a process,
/// so each measurement needs a process of its own.
pub const WORD: &str = "memory";

const MIB: u64 = 1 << 20;

/// Runs a command line and prints the peak of its memory in bytes.
pub fn measure(words: &[String]) -> io::Result<ExitCode> {
    Command::new(&words[0]).args(&words[1..]).stdout(Stdio::null()).status()?;
    let kib = getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss();
    let bytes = if cfg!(target_os = "macos") { kib } else { kib * 1024 };
    rows::print(&format!("{bytes}\n"));
    Ok(ExitCode::SUCCESS)
}

/// The sizes of events, with the peak of each.
pub fn of_events(bin: &Path, room: &Path) -> io::Result<Vec<(u64, u64)>> {
    let config = room.join("memory.toml");
    rows::write_config(&config, &["[[hooks]]\nevent = \"pre_tool\"\ncommand = \"cat >/dev/null\"\n".into()])?;
    let mut peaks = Vec::new();
    for size in [MIB / 1024, MIB, 10 * MIB, 60 * MIB] {
        let event = rows::event(room, usize::try_from(size).expect("it is small"))?;
        let output = Command::new(std::env::current_exe()?)
            .arg(WORD)
            .arg(bin)
            .args(["run", "pre_tool", "--config"])
            .arg(&config)
            .stdin(File::open(event)?)
            .output()?;
        let peak = String::from_utf8_lossy(&output.stdout).trim().parse().map_err(io::Error::other)?;
        peaks.push((size, peak));
    }
    Ok(peaks)
}
