//! `hookctl install` and `uninstall` on settings files of every kind, as a person calls them.

#[path = "../support/mod.rs"]
mod support;

mod answers;
mod elsewhere;
mod list;
mod refused;
mod round_trip;
mod trusted;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use support::{Case, HOOKCTL};

/// Each host, its settings file for every project below the home, and the one of a project.
const HOSTS: [(&str, &str, &str); 6] = [
    ("claude", ".claude/settings.json", ".claude/settings.json"),
    ("codex", ".codex/hooks.json", ".codex/hooks.json"),
    ("gemini", ".gemini/settings.json", ".gemini/settings.json"),
    ("qwen", ".qwen/settings.json", ".qwen/settings.json"),
    ("copilot", ".copilot/hooks/hookctl.json", ".github/hooks/hookctl.json"),
    ("droid", ".factory/hooks.json", ".factory/hooks.json"),
];

/// A case in which `hookctl` is on PATH, and nothing else that is not part of the system.
fn case() -> Case {
    with_programs(Case::bare(), &[])
}

/// The same, with scripts of these names and lines beside it.
fn with_programs(case: Case, programs: &[(&str, &str)]) -> Case {
    let bin = case.home().join("bin");
    fs::create_dir_all(&bin).expect("a folder");
    symlink(HOOKCTL, bin.join("hookctl")).expect("a link");
    for (name, line) in programs {
        case.write(bin.join(name), format!("#!/bin/sh\n{line}\n"));
    }
    let path = format!("{}:/usr/bin:/bin", bin.display());
    case.env("PATH", path)
}

/// A file of the tests' data.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Every file below a folder with what is in it, and every folder.
fn tree(folder: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.push((path.clone(), None));
            found.extend(tree(&path));
        } else {
            found.push((path.clone(), Some(fs::read(&path).expect("a file"))));
        }
    }
    found.sort();
    found
}
