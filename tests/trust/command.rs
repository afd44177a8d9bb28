//! `hookctl trust`: what a person sees, and what it takes to say yes.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::Stdio;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::support::{World, hook, mode};

/// Runs `hookctl trust` on a terminal on which somebody types this. Returns its status and what was shown.
fn on_a_terminal(world: &World, typed: &str) -> (i32, String) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).and_then(|()| unlockpt(&master)).expect("unlocked");
    let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("UTF-8");
    let open = || File::options().read(true).write(true).open(&name).expect("the terminal");
    let mut command = world.hookctl(&["trust"]);
    command.stdin(open()).stderr(open()).stdout(Stdio::piped());
    let mut master = File::from(master);
    let child = command.spawn().expect("started");
    // The command holds the other side, and its end is what ends the reading.
    drop(command);
    let mut shown = Vec::new();
    let mut buffer = [0; 4096];
    while !String::from_utf8_lossy(&shown).contains("[y/N]") {
        match master.read(&mut buffer) {
            Ok(count @ 1..) => shown.extend_from_slice(&buffer[..count]),
            _ => break,
        }
    }
    let _ = master.write_all(typed.as_bytes());
    let output = child.wait_with_output().expect("ended");
    let text = format!("{}{}", String::from_utf8_lossy(&shown), String::from_utf8_lossy(&output.stdout));
    (output.status.code().expect("no signal"), text)
}

fn project() -> World {
    let world = World::hook("pre_tool", "./guard.sh");
    world.write("guard.sh", "#!/bin/sh\nexit 0\n");
    world
}

#[test]
fn a_person_is_shown_everything_and_asked() {
    let world = World::with("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"./guard.sh \\u001b[2K \\u202e\"\n");
    world.write("guard.sh", "#!/bin/sh\nexit 0\n");
    for refusal in ["n\n", "\n", "yess\n", "\u{4}"] {
        let (status, shown) = on_a_terminal(&world, refusal);
        assert_eq!(status, 1, "{shown}");
        assert!(shown.contains("Nothing is recorded"), "{shown}");
        assert!(shown.contains("./guard.sh \\u{1b}[2K \\u{202e}") && shown.contains("hooks.toml"), "{shown}");
        world.denies_for("no person has trusted it yet");
    }
    let (status, shown) = on_a_terminal(&world, "y\n");
    assert_eq!(status, 0, "{shown}");
    assert!(shown.contains("is now trusted"), "{shown}");
    world.allows();
    // What is trusted as it is needs no second word.
    let (status, shown) = on_a_terminal(&world, "");
    assert_eq!(status, 0, "{shown}");
    assert!(shown.contains("is trusted as it is") && !shown.contains("[y/N]"), "{shown}");
}

#[test]
fn without_a_terminal_and_yes_nothing_is_recorded() {
    let world = World::hook("pre_tool", "true");
    let ran = world.trust(&[]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("--yes") && ran.stdout.contains("pre_tool"), "{ran:?}");
    assert!(!world.store().exists());
    assert_eq!(world.trust(&["--check"]).status, 1);
    // What is typed into a pipe is no answer.
    assert_eq!(world.run(&["trust"], "y\n").status, 2);
    world.denies_for("no person has trusted it yet");
}

#[test]
fn what_changed_is_shown_by_name() {
    let world = World::with(&format!("{}{}", hook("pre_tool", "./a.sh; ./b.sh"), hook("stop", "true")));
    for name in ["a.sh", "b.sh", "c.sh"] {
        world.write(name, "#!/bin/sh\n");
    }
    let world = world.trusted();
    world.write("a.sh", "#!/bin/sh\n: other\n");
    world.write("hooks.toml", &hook("pre_tool", "./a.sh; ./c.sh; ./d.sh"));
    let shown = world.trust(&[]).stdout;
    for line in [
        "  has changed since it was trusted",
        "  ~ pre_tool  pre_tool#1  (changed)",
        "  - stop#1  (no longer named)",
        "  ~ a.sh  (changed)",
        "  - b.sh  (no longer named)",
        "  + c.sh  (new)",
        "  + d.sh, not there yet  (new)",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
}

#[test]
fn a_faulty_file_is_not_trusted_and_says_why() {
    let world = World::with("[[hooks]]\nevent = \"pre_tol\"\ncommand = \"true\"\n");
    let ran = world.trust(&["--yes"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("hooks.toml:2:9") && ran.stderr.contains("pre_tool"), "{ran:?}");
    assert!(!world.store().exists());
}

#[test]
fn the_list_tells_what_is_still_as_it_was() {
    let world = World::new();
    assert_eq!(world.trust(&["--list"]).stdout, "");
    for name in ["a", "b", "c"] {
        world.write(&format!("{name}/hooks.toml"), "");
        assert_eq!(world.trust(&["--yes", name]).status, 0);
    }
    world.write("b/hooks.toml", "\n");
    std::fs::remove_dir_all(world.proj.join("c")).expect("removed");
    let proj = world.proj.display();
    let expected =
        format!("trusted  {proj}/a/hooks.toml\nchanged  {proj}/b/hooks.toml\ngone     {proj}/c/hooks.toml\n");
    assert_eq!(world.trust(&["--list"]).stdout, expected);
    // What is gone can still be revoked.
    let gone = format!("{proj}/c/hooks.toml");
    assert_eq!(world.trust(&["--revoke", &gone]).stdout, format!("{gone} is no longer trusted\n"));
    assert_eq!(world.trust(&["--revoke", &gone]).stdout, format!("{gone} was not trusted\n"));
    assert_eq!(world.trust(&["--list"]).stdout.lines().count(), 2);
}

#[test]
fn the_answer_of_a_check_is_its_status_too() {
    let world = project();
    let check = || {
        let ran = world.trust(&["--check"]);
        (ran.status, ran.stdout)
    };
    let path = world.proj.join("hooks.toml");
    assert_eq!(check(), (1, format!("not trusted: {}: no person has trusted it yet\n", path.display())));
    assert_eq!(world.trust(&["--yes"]).status, 0);
    assert_eq!(check(), (0, format!("trusted: {}\n", path.display())));
    world.write("guard.sh", "#!/bin/sh\nexit 1\n");
    let changed = "since a person trusted it, guard.sh has changed";
    assert_eq!(check(), (1, format!("not trusted: {}: {changed}\n", path.display())));
    mode(&path, 0o666);
    let (status, said) = check();
    assert_eq!(status, 1, "{said}");
    assert!(said.starts_with("not trusted: hooks.toml is refused: it may be written by anyone"), "{said}");
    std::fs::remove_file(path).expect("removed");
    assert_eq!(check().0, 2);
}

#[test]
fn flags_that_contradict_each_other_are_refused() {
    let world = project();
    for arguments in [&["--yes", "--check"][..], &["--list", "hooks.toml"], &["--revoke", "--list"]] {
        assert_eq!(world.trust(arguments).status, 2);
    }
}
