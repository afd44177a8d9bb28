//! What a run costs in instructions and system calls, and how large the program is, against what `benches/cost.toml`
//! has: a tenth more is a failure, and a tenth less is a record that is out of date.
//!
//! Times drift with the machine, counts do not, as long as compiler and C library are the same: with others, they are
//! not compared. They are those of a release build, which a test has no other way to get than to be told:
//! `HOOKCTL_RELEASE=target/release/hookctl cargo test --test cost`. With `HOOKCTL_REWRITE=1` the file is written anew.

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

/// Where the counts are recorded.
const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/cost.toml");

/// The calls whose number hangs on how long the hook takes.
const WAITING: &str = "wait4,sched_yield,ppoll,poll,epoll_wait,recvfrom,sendto,rt_sigreturn,restart_syscall";

/// What the file holds.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    /// How many crates are built into the program on this system.
    crates: u64,
    /// The program, without symbols that a debugger wants.
    size_kib: u64,
    counted: Counted,
}

/// The counts of every case.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Counted {
    /// Compiler and C library that the counts belong to.
    with: String,
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
fn the_crates_and_the_size_are_what_is_recorded_and_the_readme_says() {
    let crates = crates();
    let size_kib = release().map(|program| fs::metadata(program).expect("it is a file").len() >> 10);
    if rewrites() {
        return;
    }
    let recorded = recorded();
    is_near("crates", crates, recorded.crates);
    if let Some(size_kib) = size_kib {
        is_near("KiB", size_kib, recorded.size_kib);
    }
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("it is there");
    let said = |before: &str| -> f64 {
        let (_, behind) = readme.split_once(before).unwrap_or_else(|| panic!("README.md says `{before}N`"));
        behind.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand")]
    let said_kib = (said("makes one file of ") * 1024.0) as u64;
    is_near("KiB, as README.md says", recorded.size_kib, said_kib);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few dozen")]
    let said_crates = said("MiB from ") as u64;
    is_near("crates, as README.md says", crates, said_crates);
}

#[test]
fn a_run_costs_what_is_recorded() {
    let Some(program) = release() else { return };
    if !has_program("valgrind") || !has_program("strace") {
        return;
    }
    let with = with();
    if !rewrites() && with != recorded().counted.with {
        say(&format!("skipped: the counts belong to {}, and this is {with}", recorded().counted.with));
        return;
    }
    let hook = |tool: &str| {
        format!(
            "[[hooks]]\nevent = \"pre_tool\"\ntools = [\"{tool}\"]\ncommand = \"true\"\ntimeout_secs = 5\n\n"
        )
    };
    let count = |others: usize, matching: usize| {
        let case = Case::new(&(hook("Other").repeat(others) + &hook("Bash").repeat(matching)));
        Cost { instructions: instructions(&case, &program), system_calls: system_calls(&case, &program) }
    };
    let now = Counted {
        with,
        one_hook: count(9, 1),
        none_matches: count(10, 0),
        hundred_hooks: count(99, 1),
        chain_of_ten: count(0, 10),
    };
    if rewrites() {
        let size_kib = fs::metadata(&program).expect("it is a file").len() >> 10;
        let now = Record { crates: crates(), size_kib, counted: now };
        let head = "# What runs cost in a release build for x86-64 Linux with glibc; tests/cost.rs says how it is counted.\n";
        fs::write(RECORD, head.to_owned() + &toml::to_string(&now).expect("numbers are TOML"))
            .expect("a file");
        return;
    }
    let recorded = recorded().counted;
    for (case, now, recorded) in [
        ("one hook", &now.one_hook, &recorded.one_hook),
        ("none matches", &now.none_matches, &recorded.none_matches),
        ("a hundred hooks", &now.hundred_hooks, &recorded.hundred_hooks),
        ("a chain of ten", &now.chain_of_ten, &recorded.chain_of_ten),
    ] {
        is_near(&format!("instructions for {case}"), now.instructions, recorded.instructions);
        is_near(&format!("system calls for {case}"), now.system_calls, recorded.system_calls);
    }
}

/// Fails where a count is a tenth off.
fn is_near(what: &str, now: u64, recorded: u64) {
    let near = now * 10 <= recorded * 11 && now * 10 >= recorded * 9;
    assert!(
        near,
        "{now} {what}, and {recorded} were recorded: HOOKCTL_REWRITE=1 records what is meant to be"
    );
}

/// The release build, if the test is told of one for the system that was recorded.
fn release() -> Option<PathBuf> {
    let program = std::env::var_os("HOOKCTL_RELEASE").map(PathBuf::from);
    if program.is_none() {
        say("skipped: HOOKCTL_RELEASE names no release build whose costs are counted");
    } else if !cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        say("skipped: the costs are recorded for x86-64 Linux with glibc");
        return None;
    }
    program.map(|program| program.canonicalize().expect("HOOKCTL_RELEASE names a program"))
}

fn rewrites() -> bool {
    std::env::var_os("HOOKCTL_REWRITE").is_some()
}

fn recorded() -> Record {
    toml::from_str(&fs::read_to_string(RECORD).expect("it is there")).expect("it has every case")
}

fn say(line: &str) {
    // Where stderr is gone there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Compiler and C library: the counts of others are others.
fn with() -> String {
    let first_line = |program: &str, argument: &str| {
        let output = Command::new(program).arg(argument).output();
        let text =
            output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        text.lines().next().unwrap_or_default().trim().to_owned()
    };
    let compiler = first_line("rustc", "--version");
    let compiler = compiler.split(" (").next().unwrap_or_default();
    format!("{compiler}, {}", first_line("getconf", "GNU_LIBC_VERSION"))
}

fn crates() -> u64 {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
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
