//! A case: one folder with a home of its own, calls of hookctl in it, and a comparison of all that a call left:
//! its exit status, its stdout and its stderr.

#![allow(dead_code, reason = "each test binary uses its part of this module")]

mod expected;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::marker::PhantomData;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};
use serde_json::Value;
use tempfile::TempDir;
use wait_timeout::ChildExt;

/// The program under test.
pub const HOOKCTL: &str = env!("CARGO_BIN_EXE_hookctl");

/// How long anything may take before a test gives up: far more than it needs on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// What hookctl is called with, and where.
#[derive(Debug)]
pub struct Case {
    room: TempDir,
    event: Option<Vec<u8>>,
    env: Vec<(OsString, Option<OsString>)>,
    cwd: PathBuf,
}

impl Case {
    /// A case whose hooks.toml has this text.
    pub fn new(config: &str) -> Self {
        Self::bare().file("hooks.toml", config)
    }

    /// A case with one hook, named `hook`, that runs a shell line on a phase.
    pub fn hook(phase: &str, command: &str) -> Self {
        Self::hooks(phase, &[("hook", command)])
    }

    /// A case with hooks of these names and shell lines on a phase.
    pub fn hooks(phase: &str, hooks: &[(&str, &str)]) -> Self {
        let entry = |(name, command): &(&str, &str)| {
            let (name, command) = (Value::from(*name), Value::from(*command));
            format!("[[hooks]]\nevent = \"{phase}\"\nname = {name}\ncommand = {command}\n")
        };
        Self::new(&hooks.iter().map(entry).collect::<String>())
    }

    /// A case without a hooks.toml.
    pub fn bare() -> Self {
        let room = tempfile::tempdir().expect("a temporary folder");
        // Where the system's folder is behind a link, hooks see another path than the one that was made.
        let cwd = room.path().canonicalize().expect("it was just made").join("project");
        let case = Self { room, event: None, env: Vec::new(), cwd };
        fs::create_dir_all(case.dir()).expect("a new folder");
        fs::create_dir_all(case.home()).expect("a new folder");
        case
    }

    /// The folder of hooks.toml, in which hookctl is called.
    pub fn dir(&self) -> PathBuf {
        self.room.path().canonicalize().expect("it is there").join("project")
    }

    /// The home folder.
    pub fn home(&self) -> PathBuf {
        self.room.path().canonicalize().expect("it is there").join("home")
    }

    /// Writes a file into the project, or below an absolute folder; one that starts with `#!` is executable.
    pub fn file(self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self
    }

    /// Writes a file, as [`Case::file`], between two calls.
    pub fn write(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.dir().join(path);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        fs::write(&path, &content).expect("a file");
        if content.as_ref().starts_with(b"#!") {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
        }
    }

    /// The text of a file of the project, which a hook may have written.
    pub fn read(&self, path: impl AsRef<Path>) -> String {
        let path = self.dir().join(path);
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// Whether a file of the project exists.
    pub fn has(&self, path: impl AsRef<Path>) -> bool {
        self.dir().join(path).exists()
    }

    /// The bytes on stdin; without this a call of a phase gets a small event of that phase.
    pub fn event(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.event = Some(bytes.as_ref().to_vec());
        self
    }

    /// Sets a variable of the environment, which has PATH, HOME, the XDG folders and HOOKCTL, the program.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.into(), Some(value.as_ref().into())));
        self
    }

    /// Takes a variable out of the environment.
    pub fn without_env(mut self, name: &str) -> Self {
        self.env.push((name.into(), None));
        self
    }

    /// Calls hookctl in a folder below the project.
    pub fn cwd(mut self, path: impl AsRef<Path>) -> Self {
        self.cwd = self.dir().join(path);
        fs::create_dir_all(&self.cwd).expect("a folder");
        self
    }

    /// Calls `hookctl run <phase>` with the case's hooks.toml.
    pub fn run(&self, phase: &str) -> Ran {
        self.start(phase).finish()
    }

    /// Calls hookctl with these arguments.
    pub fn call<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Ran {
        let mut command = Command::new(HOOKCTL);
        command.args(args);
        self.spawn(command, self.event.clone().unwrap_or_default()).finish()
    }

    /// Runs a line of sh that calls hookctl itself, as `"$HOOKCTL"`. Its stdin is the event.
    pub fn sh(&self, line: &str) -> Ran {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", line]);
        self.spawn(command, self.event.clone().unwrap_or_default()).finish()
    }

    /// Starts what [`Case::run`] runs.
    pub fn start(&self, phase: &str) -> Running<'_> {
        let event = self.event.clone().unwrap_or_else(|| small_event(phase).into());
        self.spawn(self.command(phase), event)
    }

    /// Starts what [`Case::run`] runs with a stdin that stays open: the event is up to the test.
    pub fn start_open(&self, phase: &str) -> Running<'_> {
        let mut command = self.command(phase);
        self.prepare(&mut command);
        Running::spawn(command)
    }

    fn command(&self, phase: &str) -> Command {
        let mut command = Command::new(HOOKCTL);
        command.args(["run", phase, "--config"]).arg(self.dir().join("hooks.toml"));
        command
    }

    fn spawn(&self, mut command: Command, event: Vec<u8>) -> Running<'_> {
        self.prepare(&mut command);
        let mut running = Running::spawn(command);
        let mut stdin = running.child.stdin.take().expect("it is piped");
        // hookctl may refuse an event before it is written.
        running.writer = Some(thread::spawn(move || drop(stdin.write_all(&event))));
        running
    }

    fn prepare(&self, command: &mut Command) {
        let home = self.home();
        command.current_dir(&self.cwd).env_clear();
        command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command.env("HOOKCTL", HOOKCTL).env("HOME", &home).env("TMPDIR", &home).env("LANG", "C.UTF-8");
        for (name, folder) in [
            ("XDG_CONFIG_HOME", ".config"),
            ("XDG_STATE_HOME", ".local/state"),
            ("XDG_DATA_HOME", ".local/share"),
            ("XDG_CACHE_HOME", ".cache"),
        ] {
            command.env(name, home.join(folder));
        }
        for (name, value) in &self.env {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    }
}

/// The least event that a phase accepts.
pub fn small_event(phase: &str) -> &'static str {
    match phase {
        "pre_tool" | "permission_request" | "post_tool" => {
            r#"{"tool":"Bash","input":{"command":"ls"},"session_id":"s-1"}"#
        }
        "prompt_submit" => r#"{"prompt":"hello","session_id":"s-1"}"#,
        _ => r#"{"session_id":"s-1"}"#,
    }
}

/// A call that goes on.
#[derive(Debug)]
pub struct Running<'c> {
    /// The folder has to stay as long as something runs in it.
    case: PhantomData<&'c Case>,
    /// The process; its stdin is there where it stays open.
    pub child: Child,
    writer: Option<JoinHandle<()>>,
    stdout: JoinHandle<Vec<u8>>,
    stderr: JoinHandle<Vec<u8>>,
}

impl Running<'_> {
    fn spawn(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let stdout = collect(child.stdout.take().expect("it is piped"));
        let stderr = collect(child.stderr.take().expect("it is piped"));
        Self { case: PhantomData, child, writer: None, stdout, stderr }
    }

    /// Sends a signal to hookctl alone.
    pub fn signal(&self, signal: Signal) {
        rustix::process::kill_process(self.pid(), signal).expect("it still runs");
    }

    /// Waits for the end.
    pub fn finish(mut self) -> Ran {
        let ended = self.child.wait_timeout(PATIENCE).expect("a child can be waited for");
        let Some(status) = ended else {
            // hookctl ends its hooks at SIGTERM; what is left of the group after that is in the way.
            let _ = rustix::process::kill_process_group(self.pid(), Signal::TERM);
            let _ = self.child.wait_timeout(Duration::from_secs(2));
            let _ = rustix::process::kill_process_group(self.pid(), Signal::KILL);
            panic!("no end within {PATIENCE:?}");
        };
        drop(self.child.stdin.take());
        if let Some(writer) = self.writer {
            writer.join().expect("a writer does not panic");
        }
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("hookctl prints UTF-8");
        Ran {
            status,
            stdout: text(self.stdout.join().expect("a reader does not panic")),
            stderr: text(self.stderr.join().expect("a reader does not panic")),
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

fn collect(mut stream: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a pipe can be read");
        bytes
    })
}

/// What a call left. There is no way to look at a part of it without comparing all of it.
#[derive(Debug)]
#[must_use = "what a call left has to be compared"]
pub struct Ran {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

impl Ran {
    /// The call printed this outcome in the neutral form, and on stderr what goes with it.
    ///
    /// Every key of the outcome counts, except that the expectation may leave out those that any outcome has:
    /// `phase`, `tool`, `duration_ms`, `hooks`; and of a hook `name`, `command`, `duration_ms`. A text may be a
    /// glob.
    #[track_caller]
    pub fn answers(self, exit: i32, expected: Value) -> Value {
        let stderr = serde_json::from_str(&self.stdout).map(|outcome| expected::stderr(&outcome));
        // Where stdout is no outcome, the comparison below says so.
        self.answers_and_says(exit, expected, &stderr.unwrap_or_default())
    }

    /// As [`Ran::answers`], with another stderr than the one that goes with the outcome; it may be a glob.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "an expectation is written where it is used")]
    pub fn answers_and_says(self, exit: i32, expected: Value, stderr: &str) -> Value {
        let mut problems = Vec::new();
        let outcome = match serde_json::from_str(&self.stdout) {
            Ok(outcome) => {
                expected::compare_outcome(&expected, &outcome, &mut problems);
                outcome
            }
            Err(error) => {
                problems.push(format!("stdout is not one JSON document: {error}"));
                Value::Null
            }
        };
        self.compare(exit, stderr, problems);
        outcome
    }

    /// The call printed these texts; they may be globs.
    #[track_caller]
    pub fn prints(self, exit: i32, stdout: &str, stderr: &str) -> String {
        let mut problems = Vec::new();
        expected::compare_text("stdout", stdout, &self.stdout, &mut problems);
        self.compare(exit, stderr, problems);
        self.stdout
    }

    /// All that the call told a person: its exit status, then stderr, and stdout where stderr is empty.
    pub fn told(self) -> String {
        let said = if self.stderr.is_empty() { &self.stdout } else { &self.stderr };
        format!("{}\n{said}", self.status)
    }

    #[track_caller]
    fn compare(&self, exit: i32, stderr: &str, mut problems: Vec<String>) {
        if self.status.code() != Some(exit) {
            let signal = self.status.signal();
            problems.push(format!("exit status {:?} (signal {signal:?}), not {exit}", self.status.code()));
        }
        expected::compare_text("stderr", stderr, &self.stderr, &mut problems);
        let (stdout, stderr) = (&self.stdout, &self.stderr);
        assert!(problems.is_empty(), "{}\nstdout: {stdout}\nstderr: {stderr}", problems.join("\n"));
    }
}

/// Waits until something holds, and fails where it does not within the patience of the tests.
#[track_caller]
pub fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process, given as the text of its id, still runs; a zombie does not.
pub fn is_running(pid: &str) -> bool {
    let pid = pid.trim();
    match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => !stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')),
        Err(error) if error.kind() == ErrorKind::NotFound && Path::new("/proc/self/stat").exists() => false,
        Err(_) => Pid::from_raw(pid.parse().expect("a number"))
            .is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok()),
    }
}

/// Whether a program that a test needs is there; where it is not, says that the test proves nothing.
pub fn has_program(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(name).is_file());
    if !found {
        let mut stderr = std::io::stderr();
        let _ = writeln!(stderr, "skipped: there is no {name} on PATH");
    }
    found
}
