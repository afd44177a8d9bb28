//! One contestant as a process, and contestants measured in turn.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};

/// A program with its arguments, in a folder, with a file as its stdin.
#[derive(Debug, Clone)]
pub struct Call {
    words: Vec<String>,
    dir: PathBuf,
    stdin: PathBuf,
    status: i32,
}

/// What the runs of one contestant took, sorted.
pub struct Taken {
    /// From before the start to after the end.
    pub wall: Vec<Duration>,
    /// On a processor, in the program and in the system, with all descendants that were waited for.
    pub cpu: Vec<Duration>,
}

impl Call {
    /// A call that ends in status 0.
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = W>, dir: &Path, stdin: &Path) -> Self {
        let words = words.into_iter().map(Into::into).collect();
        Self { words, dir: dir.to_owned(), stdin: stdin.to_owned(), status: 0 }
    }

    /// The same call, where another status is the right one.
    pub fn ends_in(self, status: i32) -> Self {
        Self { status, ..self }
    }

    /// Runs it once.
    pub fn once(&self) -> io::Result<()> {
        self.time().map(drop)
    }

    fn time(&self) -> io::Result<(Duration, Duration)> {
        let stdin = File::open(&self.stdin)?;
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).current_dir(&self.dir);
        command.stdin(stdin).stdout(Stdio::null()).stderr(Stdio::null());
        let (started, busy) = (Instant::now(), processor_time()?);
        let status = command.status()?;
        let (wall, cpu) = (started.elapsed(), processor_time()?.saturating_sub(busy));
        if status.code() != Some(self.status) {
            return Err(io::Error::other(format!("{:?} ended with {status}", self.words)));
        }
        Ok((wall, cpu))
    }
}

/// Runs every contestant once per round. The first round is not counted.
pub fn interleave(contestants: &[(String, Call)], rounds: usize) -> io::Result<Vec<Taken>> {
    let mut taken: Vec<Taken> =
        contestants.iter().map(|_| Taken { wall: Vec::new(), cpu: Vec::new() }).collect();
    for round in 0..=rounds {
        for ((_, call), taken) in contestants.iter().zip(&mut taken) {
            let (wall, cpu) = call.time()?;
            if round > 0 {
                taken.wall.push(wall);
                taken.cpu.push(cpu);
            }
        }
    }
    for taken in &mut taken {
        taken.wall.sort_unstable();
        taken.cpu.sort_unstable();
    }
    Ok(taken)
}

/// The value that so many of a hundred do not exceed.
pub fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted.get(sorted.len() * percent / 100).copied().unwrap_or_default()
}

fn processor_time() -> io::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let time = |time: nix::sys::time::TimeVal| {
        let micros = time.tv_sec() * 1_000_000 + time.tv_usec();
        Duration::from_micros(micros.cast_unsigned())
    };
    Ok(time(usage.user_time()) + time(usage.system_time()))
}
