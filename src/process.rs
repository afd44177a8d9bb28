//! One child process: its own group, all three pipes at once, one limit over everything, and no way to leave
//! something behind. It knows nothing of hooks.

mod inheritance;

use std::io::{self, PipeWriter, Write};
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::process::{Child, Command};
use tokio::time::{sleep, sleep_until, timeout};

use crate::interrupt::Interrupts;

/// How long a group may take to end after SIGTERM.
const GRACE: Duration = Duration::from_millis(500);

/// How long the pipes are read after the end.
const DRAIN: Duration = Duration::from_millis(100);

/// How often a group that was told to end is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// What a pipe holds by default, on Linux.
const SMALL_PIPE: usize = 64 << 10;

/// What a pipe may be made to hold without privileges, on Linux by default.
#[cfg(target_os = "linux")]
const LARGE_PIPE: usize = 1 << 20;

/// What a child may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// When it is ended: over spawn, writing, reading and waiting.
    pub until: Instant,
    /// How much of its stdout is kept, in bytes.
    pub stdout: usize,
    /// How much of its stderr is kept, in bytes.
    pub stderr: usize,
}

/// How a child ended, and what it printed.
#[derive(Debug)]
pub struct Finished {
    /// Its fate.
    pub end: End,
    /// Its stdout.
    pub stdout: Captured,
    /// Its stderr.
    pub stderr: Captured,
    /// From before its spawn to after its end.
    pub duration: Duration,
    /// Whether something still held its pipes after its end.
    pub leaked: bool,
}

/// The fate of a child.
#[derive(Debug)]
pub enum End {
    /// It ended by itself with that status.
    Exited(i32),
    /// A signal that did not come from here ended it.
    Signalled(i32),
    /// It was ended at its limit, whatever it said then.
    TimedOut,
    /// It was ended because hookctl has to end; the name is the signal's.
    Interrupted(&'static str),
    /// It never started.
    NotStarted(io::Error),
    /// It was started, but the system does not tell how it ended.
    Lost(io::Error),
}

/// What was kept of a stream.
#[derive(Debug, Default)]
pub struct Captured {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether there was more.
    pub cut: bool,
}

/// The signals that end hookctl, watched by the runtime.
#[derive(Debug)]
pub struct Watch<'i> {
    interrupts: &'i Interrupts,
    ready: UnixStream,
}

impl<'i> Watch<'i> {
    /// Registers the signals with the runtime. Must be called inside it.
    ///
    /// # Errors
    ///
    /// Where the runtime cannot watch another descriptor.
    pub fn new(interrupts: &'i Interrupts) -> io::Result<Self> {
        Ok(Self { interrupts, ready: UnixStream::from_std(interrupts.waker()?)? })
    }
}

/// Runs a program to its end. Its stdin gets the bytes and is closed after them.
pub async fn run(
    mut command: std::process::Command,
    stdin: &[u8],
    limits: Limits,
    watch: Option<&Watch<'_>>,
) -> Finished {
    let started = Instant::now();
    let mut stdout = Captured::default();
    let mut stderr = Captured::default();
    inheritance::cut_off();
    let spawned = spawn(&mut command, stdin);
    // The descriptors that the command holds belong to the child now.
    drop(command);
    let (end, leaked) = match spawned {
        Err(error) => (End::NotStarted(error), false),
        Ok((child, feed)) => attend(child, feed, &mut stdout, &mut stderr, limits, watch).await,
    };
    Finished { end, stdout, stderr, duration: started.elapsed(), leaked }
}

/// What is still to be written to a child's stdin after its start.
type Feed<'p> = Option<(pipe::Sender, &'p [u8])>;

fn spawn<'p>(command: &mut std::process::Command, stdin: &'p [u8]) -> io::Result<(Child, Feed<'p>)> {
    use std::os::unix::process::CommandExt;

    let (reader, writer) = io::pipe()?;
    command.stdin(reader).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let rest = fill(&writer, stdin)?;
    let child = {
        // A detour, because the runtime's own command cannot be built without copying this one.
        let command = std::mem::replace(command, std::process::Command::new(""));
        Command::from(command).spawn()?
    };
    let feed = match rest {
        [] => None,
        rest => Some((pipe::Sender::from_owned_fd(writer.into())?, rest)),
    };
    Ok((child, feed))
}

/// Writes what the pipe takes before anybody reads: an event that fits needs no attention later. Returns the
/// rest.
fn fill<'p>(mut writer: &PipeWriter, bytes: &'p [u8]) -> io::Result<&'p [u8]> {
    rustix::io::ioctl_fionbio(writer, true)?;
    if bytes.len() > SMALL_PIPE {
        widen(writer);
    }
    match writer.write(bytes) {
        Ok(written) => Ok(&bytes[written..]),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(bytes),
        Err(error) => Err(error),
    }
}

/// Lets a pipe hold more than by default, where the system can: fewer turns for a large event.
#[cfg(target_os = "linux")]
fn widen(pipe: &PipeWriter) {
    // The default does as well, only slower.
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, LARGE_PIPE);
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &PipeWriter) {}

/// Serves a child until it ended or has to, and tells its fate and whether it left something behind.
async fn attend(
    mut child: Child,
    feed: Feed<'_>,
    stdout: &mut Captured,
    stderr: &mut Captured,
    limits: Limits,
    watch: Option<&Watch<'_>>,
) -> (End, bool) {
    let group = Group::of(&child);
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let mut pipes = pin!(async {
        tokio::join!(write(feed), read(out, stdout, limits.stdout), read(err, stderr, limits.stderr));
    });
    let mut open = true;
    let end = loop {
        tokio::select! {
            biased;
            status = child.wait() => break fate(status),
            signal = interrupted(watch) => break End::Interrupted(signal),
            () = sleep_until(limits.until.into()) => break End::TimedOut,
            () = &mut pipes, if open => open = false,
        }
    };
    if matches!(end, End::TimedOut | End::Interrupted(_) | End::Lost(_)) {
        let mut ending = pin!(group.end(&mut child));
        loop {
            tokio::select! {
                () = &mut ending => break,
                () = &mut pipes, if open => open = false,
            }
        }
    }
    group.let_go();
    let leaked = open && timeout(DRAIN, pipes).await.is_err();
    (end, leaked)
}

fn fate(status: io::Result<ExitStatus>) -> End {
    use std::os::unix::process::ExitStatusExt;

    match status {
        Ok(status) => match (status.code(), status.signal()) {
            (Some(code), _) => End::Exited(code),
            (None, Some(signal)) => End::Signalled(signal),
            (None, None) => End::Lost(io::Error::other("it neither exited nor was ended by a signal")),
        },
        Err(error) => End::Lost(error),
    }
}

/// The process group of a child. Dropped in a panic, it kills what it holds.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Self {
        Self(pid_of(child))
    }

    /// Terminates the group, waits for its grace, kills what is left of it and reaps the child.
    async fn end(&self, child: &mut Child) {
        self.signal(child, Signal::TERM);
        let mut grace = pin!(sleep(GRACE));
        let mut running = true;
        // Only once the child is reaped, an empty group can be told from one that holds a zombie.
        while running || !self.is_empty() {
            tokio::select! {
                biased;
                _ = child.wait(), if running => running = false,
                () = &mut grace => break,
                () = sleep(LOOK), if !running => {}
            }
        }
        self.signal(child, Signal::KILL);
        // A child that even SIGKILL does not end at once, stuck in the kernel, must not hold hookctl.
        let _ = timeout(DRAIN, child.wait()).await;
    }

    /// Signals the group, and the child itself in case it left the group.
    fn signal(&self, child: &Child, signal: Signal) {
        // A group or a child that is gone needs no signal.
        if let Some(group) = self.0 {
            let _ = rustix::process::kill_process_group(group, signal);
        }
        if let Some(pid) = pid_of(child) {
            let _ = rustix::process::kill_process(pid, signal);
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_none_or(|group| rustix::process::test_kill_process_group(group) == Err(Errno::SRCH))
    }

    /// Leaves what is left of the group alone: descendants of a child that ended in time may go on.
    fn let_go(mut self) {
        self.0 = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
    }
}

/// The id of a child that was not reaped yet.
fn pid_of(child: &Child) -> Option<Pid> {
    child.id().and_then(|id| Pid::from_raw(id.cast_signed()))
}

/// Waits for a signal to hookctl; for ever, where nobody watches.
async fn interrupted(watch: Option<&Watch<'_>>) -> &'static str {
    if let Some(watch) = watch
        && watch.ready.readable().await.is_ok()
        && let Some(signal) = watch.interrupts.arrived()
    {
        return signal;
    }
    std::future::pending().await
}

/// Writes the rest of the payload and closes stdin. A child that reads no more is not at fault.
async fn write(feed: Feed<'_>) {
    if let Some((mut stdin, rest)) = feed {
        let _ = stdin.write_all(rest).await;
    }
}

/// Reads a stream to its end, and keeps its beginning.
async fn read(stream: Option<impl AsyncRead + Unpin>, kept: &mut Captured, most: usize) {
    let Some(mut stream) = stream else { return };
    let mut chunk = [0; 16 << 10];
    loop {
        match stream.read(&mut chunk).await {
            Ok(0) => return,
            Ok(read) => {
                let room = (most - kept.bytes.len()).min(read);
                kept.bytes.extend_from_slice(&chunk[..room]);
                kept.cut |= room < read;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
