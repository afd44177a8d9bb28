//! One child process: its own group, all three pipes at once, one limit over everything, and no way to leave
//! something behind. It knows nothing of hooks.

mod feed;
mod inheritance;

use std::borrow::Cow;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::pin::pin;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use tokio::io::AsyncReadExt;
use tokio::net::unix::pipe;
use tokio::task::yield_now;
use tokio::time::{sleep, sleep_until, timeout};

use self::feed::Rest;
use crate::signals::Watch;

/// How long a group may take to end after SIGTERM.
const GRACE: Duration = Duration::from_millis(500);

/// How long the pipes are read after the end.
const DRAIN: Duration = Duration::from_millis(100);

/// How often a group that was told to end is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// How often a child that closed its pipes is looked at before hookctl sleeps.
const MOMENT: usize = 100;

/// The least room for what a child prints.
const ROOM: usize = 2 << 10;

/// How much of what is not kept is read at a time.
const LARGE_READ: usize = 64 << 10;

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

/// Runs a program to its end. Its stdin gets the parts, one after the other, and is closed after them.
pub async fn run(
    mut command: Command,
    stdin: &[Cow<'_, [u8]>],
    limits: Limits,
    watch: &Watch<'_>,
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
type Feed<'p> = Option<(OwnedFd, Rest<'p>)>;

fn spawn<'p>(command: &mut Command, stdin: &'p [Cow<'p, [u8]>]) -> io::Result<(Child, Feed<'p>)> {
    let (reader, writer) = io::pipe()?;
    let rest = feed::fill(&writer, stdin)?;
    command.stdin(reader).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let child = command.spawn()?;
    Ok((child, rest.map(|rest| (writer.into(), rest))))
}

/// Serves a child until it ended or has to, and tells its fate and whether it left something behind.
async fn attend(
    mut child: Child,
    feed: Feed<'_>,
    stdout: &mut Captured,
    stderr: &mut Captured,
    limits: Limits,
    watch: &Watch<'_>,
) -> (End, bool) {
    let group = Group::of(&child);
    let Pipes { feed, out, err } = match Pipes::of(&mut child, feed) {
        Ok(pipes) => pipes,
        Err(error) => {
            group.end(&mut child, watch).await;
            return (End::Lost(error), false);
        }
    };
    let mut pipes = pin!(async {
        let write = async {
            if let Some((stdin, rest)) = feed {
                rest.write_to(stdin).await;
            }
        };
        tokio::join!(write, read(out, stdout, limits.stdout), read(err, stderr, limits.stderr));
    });
    let mut open = true;
    let end = loop {
        tokio::select! {
            biased;
            end = ended(|| child.try_wait(), watch) => break end,
            () = sleep_until(limits.until.into()) => break End::TimedOut,
            () = &mut pipes, if open => {
                open = false;
                linger(&mut child);
            }
        }
    };
    if matches!(end, End::TimedOut | End::Interrupted(_) | End::Lost(_)) {
        let mut ending = pin!(group.end(&mut child, watch));
        loop {
            tokio::select! {
                () = &mut ending => break,
                () = &mut pipes, if open => open = false,
            }
        }
    }
    group.let_go();
    let mut leaked = open && timeout(DRAIN, &mut pipes).await.is_err();
    if leaked {
        // On a machine that stood still the time may be over before the system was asked: what the child itself
        // printed is in the pipes, and a verdict must not be left there.
        yield_now().await;
        leaked = timeout(Duration::ZERO, pipes).await.is_err();
    }
    (end, leaked)
}

/// A child that is about to end closes its pipes a moment before it can be reaped. To look again for that
/// moment is cheaper than to sleep and be woken; whether it ended then, the caller asks anyway.
fn linger(child: &mut Child) {
    for _ in 0..MOMENT {
        if !matches!(child.try_wait(), Ok(None)) {
            break;
        }
        std::thread::yield_now();
    }
}

/// The ends of a child's pipes on this side, watched by the runtime.
struct Pipes<'p> {
    feed: Option<(pipe::Sender, Rest<'p>)>,
    out: Option<pipe::Receiver>,
    err: Option<pipe::Receiver>,
}

impl<'p> Pipes<'p> {
    fn of(child: &mut Child, feed: Feed<'p>) -> io::Result<Self> {
        // All were made as pipes here: the runtime need not ask the system whether they are.
        let receiver = |stream: OwnedFd| {
            rustix::io::ioctl_fionbio(&stream, true)?;
            pipe::Receiver::from_owned_fd_unchecked(stream)
        };
        let sender =
            |(stdin, rest)| Ok::<_, io::Error>((pipe::Sender::from_owned_fd_unchecked(stdin)?, rest));
        Ok(Self {
            feed: feed.map(sender).transpose()?,
            out: child.stdout.take().map(|stdout| receiver(stdout.into())).transpose()?,
            err: child.stderr.take().map(|stderr| receiver(stderr.into())).transpose()?,
        })
    }
}

/// Waits until the child ended, or a signal asks hookctl to.
async fn ended(mut try_wait: impl FnMut() -> io::Result<Option<ExitStatus>>, watch: &Watch<'_>) -> End {
    loop {
        // Asked before the child is looked at: this takes the news of every signal so far, and news of a child
        // that ends after that look must be left for the wait.
        let interrupt = watch.interrupt();
        match try_wait() {
            Ok(Some(status)) => return fate(status),
            Ok(None) => {}
            Err(error) => return End::Lost(error),
        }
        if let Some(signal) = interrupt {
            return End::Interrupted(signal);
        }
        watch.any().await;
    }
}

fn fate(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Signalled(signal),
        (None, None) => End::Lost(io::Error::other("it neither exited nor was ended by a signal")),
    }
}

/// The process group of a child. Dropped in a panic, it kills what it holds.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Self {
        Self(pid_of(child))
    }

    /// Terminates the group, waits for its grace, kills what is left of it and reaps the child.
    async fn end(&self, child: &mut Child, watch: &Watch<'_>) {
        self.signal(child, Signal::TERM);
        let patient = async {
            reaped(child, watch).await;
            // Only now an empty group can be told from one that holds a zombie.
            while !self.is_empty() {
                sleep(LOOK).await;
            }
        };
        if timeout(GRACE, patient).await.is_ok() {
            return;
        }
        self.signal(child, Signal::KILL);
        // A child that even SIGKILL does not end at once, stuck in the kernel, must not hold hookctl.
        let _ = timeout(DRAIN, reaped(child, watch)).await;
    }

    /// Signals the group, and the child itself in case it left the group.
    fn signal(&self, child: &mut Child, signal: Signal) {
        // A group or a child that is gone needs no signal; one that is reaped must get none.
        if let Some(group) = self.0 {
            let _ = rustix::process::kill_process_group(group, signal);
        }
        if let (Ok(None), Some(pid)) = (child.try_wait(), pid_of(child)) {
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

/// The id of a child, as long as it is its own.
fn pid_of(child: &Child) -> Option<Pid> {
    Pid::from_raw(child.id().cast_signed())
}

/// Waits until the child is reaped.
async fn reaped(child: &mut Child, watch: &Watch<'_>) {
    while matches!(child.try_wait(), Ok(None)) {
        watch.any().await;
    }
}

/// Reads a stream to its end, and keeps its beginning.
async fn read(stream: Option<pipe::Receiver>, kept: &mut Captured, most: usize) {
    let Some(mut stream) = stream else { return };
    while kept.bytes.len() < most {
        // Nothing is allocated for a child that prints nothing.
        if stream.readable().await.is_err() {
            return kept.cut = true;
        }
        kept.bytes.reserve(ROOM);
        match stream.try_read_buf(&mut kept.bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(_) => return kept.cut = true,
        }
    }
    kept.cut = kept.bytes.len() > most;
    kept.bytes.truncate(most);
    let mut rest = vec![0; LARGE_READ];
    while let Ok(1..) = stream.read(&mut rest).await {
        kept.cut = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::Signals;

    #[test]
    fn a_child_that_ends_right_after_a_look_is_not_missed() {
        let signals = Signals::catch().expect("signals can be caught");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let end = runtime.block_on(async {
            let watch = signals.watch().expect("signals can be watched");
            let mut looks = 0;
            let try_wait = || {
                looks += 1;
                if looks == 1 {
                    signal_hook::low_level::raise(signal_hook::consts::SIGCHLD)?;
                    return Ok(None);
                }
                Ok(Some(ExitStatus::from_raw(0)))
            };
            timeout(Duration::from_secs(20), ended(try_wait, &watch)).await
        });
        assert!(matches!(end, Ok(End::Exited(0))), "{end:?}");
    }
}
