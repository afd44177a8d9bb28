//! What a run costs in instructions and system calls, and how large the program is, against what `benches/cost.toml`
//! has: a tenth more is a failure.
//!
//! Times drift with the machine, counts do not. They are those of a release build, which a test has no other way to
//! get than to be told: `HOOKCTL_RELEASE=target/release/hookctl cargo test --test cost`. With `HOOKCTL_REWRITE=1`
//! the file is written anew.

#[path = "support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde::{Deserialize, Serialize};
use support::{Case, has_program};

/// How often each case is counted: the least is what it costs, the rest is luck in waiting.
const ROUNDS: usize = 5;

/// The calls whose number hangs on how long the hook takes.
const WAITING: &str = "wait4,sched_yield,ppoll,poll,recvfrom,rt_sigreturn,restart_syscall";

/// The counts of every case, as the file has them.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Costs {
    /// Of the program, without symbols that a debugger wants.
    size_kib: u64,
    /// How many crates are built into it on this system.
    crates: u64,
    one_hook: Cost,
    none_matches: Cost,
    hundred_hooks: Cost,
    chain_of_ten: Cost,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Cost {
    /// Of hookctl itself, in user space.
    instructions: u64,
    /// Of hookctl itself, without those that wait.
    system_calls: u64,
}

#[test]
fn a_run_costs_at_most_a_tenth_more_than_is_recorded() {
    let Some(program) = std::env::var_os("HOOKCTL_RELEASE").map(PathBuf::from) else {
        let mut stderr = std::io::stderr();
        let _ = writeln!(stderr, "skipped: HOOKCTL_RELEASE names no release build whose costs are counted");
        return;
    };
    if !has_program("valgrind") || !has_program("strace") {
        return;
    }
    let program = program.canonicalize().expect("HOOKCTL_RELEASE names a program");
    let hook = |tool: &str| {
        format!(
            "[[hooks]]\nevent = \"pre_tool\"\ntools = [\"{tool}\"]\ncommand = \"true\"\ntimeout_secs = 5\n\n"
        )
    };
    let count = |others: usize, matching: usize| {
        let case = Case::new(&(hook("Other").repeat(others) + &hook("Bash").repeat(matching)));
        Cost { instructions: instructions(&case, &program), system_calls: system_calls(&case, &program) }
    };
    let now = Costs {
        size_kib: fs::metadata(&program).expect("it is a file").len() >> 10,
        crates: crates(),
        one_hook: count(9, 1),
        none_matches: count(10, 0),
        hundred_hooks: count(99, 1),
        chain_of_ten: count(0, 10),
    };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/cost.toml");
    if std::env::var_os("HOOKCTL_REWRITE").is_some() {
        let head = "# What runs cost in a release build for x86-64 Linux with glibc; tests/cost.rs says how it is counted.\n";
        let text = toml::to_string(&now).expect("numbers are TOML");
        fs::write(path, format!("{head}{text}")).expect("a file");
        return;
    }
    let recorded = fs::read_to_string(path).expect("it is there");
    let recorded: Costs = toml::from_str(&recorded).expect("it has every case");
    for (what, now, recorded) in
        [("KiB", now.size_kib, recorded.size_kib), ("crates", now.crates, recorded.crates)]
    {
        assert!(now * 10 <= recorded * 11, "{now} {what}, and {recorded} were recorded");
    }
    for (case, now, recorded) in [
        ("one hook", &now.one_hook, &recorded.one_hook),
        ("none matches", &now.none_matches, &recorded.none_matches),
        ("a hundred hooks", &now.hundred_hooks, &recorded.hundred_hooks),
        ("a chain of ten", &now.chain_of_ten, &recorded.chain_of_ten),
    ] {
        for (what, now, recorded) in [
            ("instructions", now.instructions, recorded.instructions),
            ("system calls", now.system_calls, recorded.system_calls),
        ] {
            assert!(now * 10 <= recorded * 11, "{case}: {now} {what}, and {recorded} were recorded");
        }
    }
}

fn crates() -> u64 {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    // What was listed before is marked, and the first line is the program itself.
    let crates: BTreeSet<_> = tree.lines().skip(1).map(|line| line.trim_end_matches(" (*)")).collect();
    crates.len() as u64
}

/// How many instructions a run takes.
fn instructions(case: &Case, program: &PathBuf) -> u64 {
    least(|| {
        let output =
            measured(case, program, &["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        let collected = log.lines().find_map(|line| line.split_once("Collected :"));
        let (_, count) = collected.unwrap_or_else(|| panic!("valgrind counts nothing: {log}"));
        count.trim().parse().expect("a number")
    })
}

/// How many system calls a run takes.
fn system_calls(case: &Case, program: &PathBuf) -> u64 {
    let waiting = format!("trace=!{WAITING}");
    least(|| {
        measured(case, program, &["strace", "-o", "calls", "-e", &waiting, "-e", "signal=none"]);
        case.read("calls").lines().filter(|line| line.contains('(')).count() as u64
    })
}

fn least(count: impl Fn() -> u64) -> u64 {
    (0..ROUNDS).map(|_| count()).min().expect("there are rounds")
}

/// Runs the case under a tool, with the same small environment everywhere.
fn measured(case: &Case, program: &PathBuf, tool: &[&str]) -> Output {
    case.write("event", r#"{"tool":"Bash","input":{"command":"ls"},"session_id":"s-1"}"#);
    let path = std::env::var_os("PATH").expect("there is a PATH");
    let event = fs::File::open(case.dir().join("event")).expect("it was written");
    let output = Command::new(tool[0])
        .args(&tool[1..])
        .arg(program)
        .args(["run", "pre_tool", "--config", "hooks.toml"])
        .current_dir(case.dir())
        .env_clear()
        .env("PATH", path)
        .stdin(event)
        .output()
        .expect("a tool starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output
}
