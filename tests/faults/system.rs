//! What the system refuses: processes, memory, room on a disk.

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use crate::support::{Case, HOOKCTL, has_program};
use crate::{DENIES, RUN, gate};

/// Says that a test proves nothing here.
fn skip(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Whether a line of sh works here.
fn works(line: &str) -> bool {
    let mut sh = Command::new("/bin/sh");
    sh.args(["-c", line]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    sh.status().is_ok_and(|status| status.success())
}

#[test]
fn a_system_that_starts_no_more_processes_denies() {
    if !has_program("prlimit") {
        return;
    }
    // The limit does not bind root, so the call is another user's, who must be able to reach the files.
    let other = if works("test \"$(id -u)\" = 0") {
        if !has_program("setpriv") {
            return;
        }
        "setpriv --reuid 65534 --clear-groups "
    } else {
        ""
    };
    let case = gate(DENIES);
    for folder in [case.dir(), case.dir().join("..")] {
        fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("a mode");
    }
    let program = case.dir().join("hookctl");
    fs::copy(HOOKCTL, &program).expect("a copy of hookctl");
    if !works(&format!("{other}prlimit --nproc=1000 {} --version", program.display())) {
        return skip("another user cannot start hookctl here");
    }
    let line = format!("exec {other}prlimit --nproc=1 ./hookctl run pre_tool --config hooks.toml");
    case.sh(&line).prints(2, "{*\"decision\":\"deny\"*\"cause\":\"spawn\"*}\n", "*could not be started: *");
}

#[test]
fn no_limit_of_memory_lets_a_gate_go_ahead() {
    if !works("ulimit -v 1000000") {
        return skip("memory cannot be limited here");
    }
    let large = format!(r#"{{"tool":"Write","input":{{"text":"{}"}}}}"#, "x".repeat(2_000_000));
    for event in [r#"{"tool":"Bash","input":{}}"#.to_owned(), large] {
        let case = Case::hook("pre_tool", DENIES);
        case.write("event", &event);
        // Below that not even the loader finds room, and hookctl never begins.
        let line = format!(
            "{{ least=1000; until (ulimit -v $least; exec \"$HOOKCTL\" --version) >/dev/null 2>&1; do least=$((least+200)); done\n\
             limit=$least; while test $limit -lt $((least+12000)); do\n\
             (ulimit -v $limit; exec {RUN} <event >out 2>err); status=$?\n\
             if ! test $status = 2 || ! test -s err; then echo \"$status at $limit KiB: $(cat err)\"; fi\n\
             limit=$((limit+200)); done; }} 2>/dev/null"
        );
        case.sh(&line).prints(0, "", "");
    }
}

#[test]
fn an_abort_of_hookctl_denies_on_a_gate_and_ends_in_1_elsewhere() {
    for (phase, status) in [("pre_tool", 2), ("stop", 1), ("session_end", 1)] {
        let case = Case::hook(phase, "echo $$ > pid; kill -ABRT $PPID; sleep 0.2");
        case.run(phase).prints(status, "", "*");
    }
}

#[test]
fn a_full_disk_changes_no_decision() {
    if !works("unshare -m sh -c 'mount -t tmpfs -o size=4k none /mnt'") {
        return skip("no small disk can be made here");
    }
    let case = gate(DENIES);
    fs::create_dir(case.dir().join("disk")).expect("a folder");
    let full = "mount -t tmpfs -o size=4k none disk; head -c 8192 /dev/zero >disk/filler";
    let line = format!(
        "exec unshare -m sh -c '{full} 2>/dev/null; exec \"$HOOKCTL\" run pre_tool --config hooks.toml"
    );
    let warning = "hookctl: warning: cannot record the event in disk/record: No space left*\n";
    let why = "hookctl: pre_tool is denied by hook `hook`: no\n";
    case.sh(&format!("{line} --record disk/record'")).prints(
        2,
        "{*\"reason\":\"no\"*}\n",
        &format!("{why}{warning}"),
    );
    let undelivered = "hookctl: cannot deliver the answer (No space left*): no\n";
    case.sh(&format!("{line} >disk/answer'")).prints(2, "", &format!("{why}{undelivered}"));
}
