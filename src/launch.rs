//! A hook as a program to start: its words, its folder and its environment.

use std::borrow::Cow;
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::config::hook::{Cwd, Hook, Run};
use crate::event::Event;

/// What every variable of hookctl begins with; inherited ones are dropped.
const PREFIX: &[u8] = b"HOOKCTL_";

/// The variable that counts how many runs of hookctl are around a hook.
pub const DEPTH: &str = "HOOKCTL_DEPTH";

/// The longest value of a variable, in bytes: one of 128 KiB would keep every program from starting.
const LONGEST_VALUE: usize = 4 << 10;

/// A hook that is ready to start.
#[derive(Debug)]
pub struct Launch {
    /// The command.
    pub command: Command,
    /// The program, for an error about it.
    pub program: String,
    /// What a person should know about where it runs.
    pub warning: Option<String>,
}

/// Prepares the start of a hook for an event, `depth` runs of hookctl deep.
pub fn prepare(hook: &Hook<'_>, event: &Event<'_>, depth: u32) -> Launch {
    let (cwd, warning) = working_directory(hook, event);
    let (program, arguments): (Cow<'_, OsStr>, Vec<&str>) = match &hook.run {
        Run::Shell { shell, line } => (resolve(shell, hook.dir), vec!["-c", line]),
        Run::Direct(words) => {
            let (program, arguments) =
                words.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
            (resolve(program, hook.dir), arguments.iter().map(Cow::as_ref).collect())
        }
    };
    let mut command = Command::new(&program);
    command.args(arguments);
    if !is_current(&cwd) {
        command.current_dir(&cwd);
    }
    environment(&mut command, hook, event, depth);
    Launch { command, program: program.to_string_lossy().into_owned(), warning }
}

/// A program with a slash is relative to the folder of its hooks.toml; one without is looked up on PATH.
fn resolve<'w>(program: &'w str, dir: &Path) -> Cow<'w, OsStr> {
    if program.contains('/') && !program.starts_with('/') {
        Cow::Owned(dir.join(program).into_os_string())
    } else {
        Cow::Borrowed(OsStr::new(program))
    }
}

/// Where the hook runs, and why it is not where it wanted to.
fn working_directory<'h>(hook: &'h Hook<'_>, event: &Event<'_>) -> (Cow<'h, Path>, Option<String>) {
    let fall_back = |why: String| {
        let warning = format!("hook `{}` runs in the folder of its hooks.toml: {why}", hook.name);
        (Cow::Borrowed(hook.dir), Some(warning))
    };
    match &hook.cwd {
        Cwd::Config => (Cow::Borrowed(hook.dir), None),
        Cwd::Path(path) => (Cow::Borrowed(path), None),
        Cwd::Event => match event.cwd.as_deref().map(PathBuf::from) {
            Some(cwd) if cwd.is_absolute() && cwd.is_dir() => (Cow::Owned(cwd), None),
            Some(cwd) => {
                fall_back(format!("the event's cwd {} is no absolute path of a folder", cwd.display()))
            }
            None => fall_back("the event names no cwd".to_owned()),
        },
    }
}

/// Not to change the directory is cheaper, and the common case of a script in its own folder.
fn is_current(dir: &Path) -> bool {
    env::current_dir().is_ok_and(|current| current == dir)
}

fn environment(command: &mut Command, hook: &Hook<'_>, event: &Event<'_>, depth: u32) {
    for name in inherited() {
        command.env_remove(name);
    }
    let mut set = |name: &str, value: OsString| {
        let bytes = value.as_bytes();
        if bytes.len() <= LONGEST_VALUE && !bytes.contains(&0) {
            command.env(name, value);
        }
    };
    set("HOOKCTL_PHASE", event.phase.name().into());
    set("HOOKCTL_HOOK", hook.name.as_ref().into());
    set("HOOKCTL_CONFIG_DIR", hook.dir.into());
    set(DEPTH, (depth + 1).to_string().into());
    let known = [
        ("HOOKCTL_HOST", event.host),
        ("HOOKCTL_TOOL", event.tool.as_deref()),
        ("HOOKCTL_SESSION_ID", event.session_id.as_deref()),
        ("HOOKCTL_CWD", event.cwd.as_deref()),
    ];
    for (name, value) in known {
        if let Some(value) = value {
            set(name, value.into());
        }
    }
}

/// The variables of hookctl that it inherited itself. To look through the environment costs as much as a small
/// config, and it never changes.
fn inherited() -> &'static [OsString] {
    static NAMES: OnceLock<Vec<OsString>> = OnceLock::new();
    let is_own = |name: &OsString| name.as_bytes().starts_with(PREFIX);
    NAMES.get_or_init(|| env::vars_os().map(|(name, _)| name).filter(is_own).collect())
}
