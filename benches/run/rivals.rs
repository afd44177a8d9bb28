//! What a user would take in place of hookctl, as far as it is installed here: a shell script with jq, a Python
//! script, and runners of hooks for agents and for git. Each is wired so that it runs one hook, `true`, on the same event.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::call::Call;

/// The contestants that are installed.
pub fn all(room: &Path, event: &Path) -> io::Result<Vec<(String, Call)>> {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/rivals");
    let script = |name: &str| scripts.join(name).display().to_string();
    let mut rivals = Vec::new();
    if let (Some(bash), Some(_)) = (on_path("bash"), on_path("jq")) {
        rivals.push(("bash and jq".to_owned(), Call::new([bash, script("dispatch.sh")], room, event)));
    }
    if let Some(python) = on_path("python3").map(|python| real_python(&python)) {
        if has_module(&python, "nxthooks") {
            rivals.push(("nxthooks".to_owned(), nxthooks(&python, &room.join("nxthooks"), event)?));
        }
        let words = [python, "-I".into(), "-S".into(), script("dispatch.py")];
        rivals.push(("python3 -I -S".to_owned(), Call::new(words, room, event)));
    }
    if let Some(lefthook) = on_path("lefthook") {
        let dir =
            repository(&room.join("lefthook"), "lefthook.yml", "bench:\n  jobs:\n    - run: \"true\"\n")?;
        rivals.push(("lefthook".to_owned(), Call::new([&lefthook, "run", "bench"], &dir, event)));
        if let Some(native) = native_lefthook(&lefthook) {
            let call = Call::new([&native, "run", "bench"], &dir, event);
            rivals.push(("lefthook, its native binary".to_owned(), call));
        }
    }
    Ok(rivals)
}

/// A dispatcher of hooks for agents, with one hook below a home of its own. It takes a script and no line of shell.
fn nxthooks(python: &str, home: &Path, event: &Path) -> io::Result<Call> {
    let hooks = home.join(".config/nxt/hooks/hooks.d");
    fs::create_dir_all(&hooks)?;
    let script = home.join("hook.sh");
    fs::write(&script, "#!/bin/sh\ntrue\n")?;
    fs::set_permissions(&script, Permissions::from_mode(0o755))?;
    let manifest = format!(
        "[[hook]]\nname = \"bench\"\nevents = [\"before_tool\"]\nmatchers = [\"Bash\"]\nfail = \"closed\"\nsource = \"{}\"\n",
        script.display()
    );
    fs::write(hooks.join("bench.toml"), manifest)?;
    let home_is = format!("HOME={}", home.display());
    let words = [
        "/usr/bin/env",
        &home_is,
        python,
        "-m",
        "nxthooks",
        "dispatch",
        "--harness",
        "claude-code",
        "before_tool",
    ];
    Ok(Call::new(words, home, event))
}

fn has_module(python: &str, name: &str) -> bool {
    let asked = Command::new(python).args(["-c", &format!("import {name}")]).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// Where a program is.
fn on_path(name: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())?;
    Some(found.display().to_string())
}

/// A version manager's shim costs more than Python does.
fn real_python(shim: &str) -> String {
    let asked = Command::new(shim).args(["-c", "import sys; print(sys.executable)"]).output();
    asked.map_or_else(|_| shim.to_owned(), |asked| String::from_utf8_lossy(&asked.stdout).trim().to_owned())
}

/// The binary that the package of a script language wraps.
fn native_lefthook(wrapper: &str) -> Option<String> {
    let show = Command::new("python3")
        .args(["-c", "import lefthook, os; print(os.path.dirname(lefthook.__file__))"])
        .output()
        .ok()?;
    let package = PathBuf::from(String::from_utf8_lossy(&show.stdout).trim());
    let found = walk(&package).into_iter().find(|file| {
        file.file_name().is_some_and(|name| name == "lefthook") && file.display().to_string() != wrapper
    })?;
    Some(found.display().to_string())
}

fn walk(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

/// A git repository with one file in it.
fn repository(dir: &Path, name: &str, content: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(dir)?;
    Command::new("git").args(["init", "-q"]).current_dir(dir).status()?;
    fs::write(dir.join(name), content)?;
    Ok(dir.to_owned())
}
