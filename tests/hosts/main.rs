//! `hookctl run --host`, from outside: the samples of each host through real processes.

#[path = "../support/mod.rs"]
mod support;

mod agents;
mod answers;
mod command_line;
mod faults;
mod one_guard;
mod payload;

use std::fs;

use support::{Case, Ran};

/// A sample event of a host.
fn sample(host: &str, name: &str) -> String {
    let path = format!("{}/tests/data/events/{host}/{name}.json", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Calls hookctl as a host does.
fn call(case: &Case, host: &str) -> Ran {
    case.call(["run", "--host", host, "--config", "hooks.toml"])
}

/// A case with one hook, named `hook`, that prints this reply, and a sample event of a host.
fn replying(host: &str, event: &str, phase: &str, reply: &str) -> Case {
    Case::hook(phase, "cat reply").file("reply", reply).event(sample(host, event))
}

/// The same, of a hook whose explicit "allow" counts.
fn approving(host: &str, event: &str, phase: &str, reply: &str) -> Case {
    let config = format!(
        "[[hooks]]\nevent = \"{phase}\"\nname = \"hook\"\ncommand = \"cat reply\"\napproves = true\n"
    );
    Case::new(&config).file("reply", reply).event(sample(host, event))
}
