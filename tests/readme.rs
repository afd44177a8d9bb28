//! What README.md tells to type works, and says what README.md shows.

use std::fs;
use std::process::{Command, Stdio};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The code blocks of README.md in a language, in their order.
fn blocks(language: &str) -> Vec<String> {
    let readme = fs::read_to_string(format!("{ROOT}/README.md")).expect("README.md");
    let fence = format!("```{language}\n");
    readme.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_first_command_denies_the_sample_event_with_the_shown_words() {
    let line = blocks("sh").swap_remove(0);
    let built = format!("'{}' ", env!("CARGO_BIN_EXE_hookctl"));
    let line = line.replace("cargo run --locked --quiet -- ", &built);
    assert!(line.starts_with(&built), "{line}");
    let home = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new("sh")
        .args(["-c", &line])
        .current_dir(ROOT)
        .env("HOME", home.path())
        .stdin(Stdio::null())
        .output()
        .expect("sh");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), blocks("text").swap_remove(0));
    let outcome: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&outcome["decision"], &outcome["cause"]), (&"deny".into(), &"hook".into()));
}

#[test]
fn the_test_command_is_the_one_that_the_checks_of_a_change_run() {
    let line = blocks("sh").swap_remove(1);
    let checks = fs::read_to_string(format!("{ROOT}/.ci/run")).expect(".ci/run");
    assert!(checks.contains(&line), "{line}");
}

#[test]
fn the_shown_configs_hold_no_fault() {
    for config in blocks("toml") {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("hooks.toml"), &config).expect("hooks.toml");
        let output = run_in(folder.path(), "stop", "{}");
        assert_eq!(output.status.code(), Some(0), "{config}: {output:?}");
    }
}

fn run_in(folder: &std::path::Path, phase: &str, event: &str) -> std::process::Output {
    fs::write(folder.join("event.json"), event).expect("event.json");
    Command::new(env!("CARGO_BIN_EXE_hookctl"))
        .args(["run", phase, "--config", "hooks.toml"])
        .current_dir(folder)
        .stdin(fs::File::open(folder.join("event.json")).expect("event.json"))
        .output()
        .expect("hookctl")
}
