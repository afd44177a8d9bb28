//! A home, a project and runs of hookctl in it.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// An event for a gate.
pub const TOOL: &str = r#"{"tool":"Bash","input":{"command":"ls"}}"#;

/// A person's home with one project in it.
pub struct World {
    _base: TempDir,
    /// The folder of the project's hooks.toml.
    pub proj: PathBuf,
    /// The home.
    pub home: PathBuf,
}

/// What came of a run of hookctl.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl World {
    /// A home and a project without any file.
    pub fn new() -> Self {
        let base = tempfile::tempdir().expect("a folder");
        let root = base.path().canonicalize().expect("there");
        let (proj, home) = (root.join("proj"), root.join("home"));
        for dir in [&proj, &home] {
            fs::create_dir(dir).expect("made");
            mode(dir, 0o755);
        }
        Self { _base: base, proj, home }
    }

    /// A project with this hooks.toml.
    pub fn with(config: &str) -> Self {
        let world = Self::new();
        world.write("hooks.toml", config);
        world
    }

    /// A project whose hooks.toml has one hook of a phase.
    pub fn hook(event: &str, command: &str) -> Self {
        Self::with(&hook(event, command))
    }

    /// Writes a file of the project; one that begins with `#!` can be run.
    pub fn write(&self, name: &str, text: &str) {
        write(&self.proj.join(name), text);
    }

    /// Writes the user's hooks.toml.
    pub fn user(&self, config: &str) {
        write(&self.home.join(".config/hookctl/hooks.toml"), config);
    }

    /// The path of the store.
    pub fn store(&self) -> PathBuf {
        self.home.join(".local/state/hookctl/trust.json")
    }

    /// hookctl, in the project, with nothing in its environment but PATH and HOME.
    pub fn hookctl(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hookctl"));
        command.args(arguments).current_dir(&self.proj).env_clear();
        command.env("PATH", std::env::var_os("PATH").expect("a PATH")).env("HOME", &self.home);
        command
    }

    /// Runs hookctl on an event.
    pub fn run(&self, arguments: &[&str], event: &str) -> Ran {
        finish(self.hookctl(arguments), event)
    }

    /// Runs `hookctl trust` with these arguments.
    pub fn trust(&self, arguments: &[&str]) -> Ran {
        self.run(&[&["trust"], arguments].concat(), "")
    }

    /// Trusts the project as it is.
    pub fn trusted(self) -> Self {
        let ran = self.trust(&["--yes"]);
        assert_eq!(ran.status, 0, "{ran:?}");
        self
    }

    /// Runs a gate that requires trust.
    pub fn gate(&self) -> Ran {
        self.run(&["run", "pre_tool", "--require-trust"], TOOL)
    }

    /// Asserts that the gate denies for want of trust, and that the reason has this.
    pub fn denies_for(&self, reason: &str) {
        let ran = self.gate();
        let outcome = ran.json();
        assert_eq!((ran.status, &outcome["cause"]), (2, &Value::from("trust")), "{ran:?}");
        let found = outcome["reason"].as_str().expect("a reason");
        assert!(found.contains(reason), "{found}");
        assert_eq!(outcome["hooks"], Value::Array(Vec::new()), "{ran:?}");
    }

    /// Asserts that the gate lets its hooks run and allows.
    pub fn allows(&self) {
        let ran = self.gate();
        assert_eq!((ran.status, &ran.json()["decision"]), (0, &Value::from("allow")), "{ran:?}");
    }
}

impl Ran {
    /// Its stdout as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A hooks.toml with one hook.
pub fn hook(event: &str, command: &str) -> String {
    format!("[[hooks]]\nevent = \"{event}\"\ncommand = '''{command}'''\n")
}

/// Runs a command to its end with this stdin.
pub fn finish(mut command: Command, stdin: &str) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("started");
    // A program that does not read its stdin is not at fault.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    ran(child.wait_with_output().expect("ended"))
}

/// What came of a process.
pub fn ran(output: Output) -> Ran {
    Ran {
        status: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Writes a file and its folders; one that begins with `#!` can be run.
pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
    mode(path, if text.starts_with("#!") { 0o755 } else { 0o644 });
}

/// Sets the mode of a file.
pub fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the mode set");
}
