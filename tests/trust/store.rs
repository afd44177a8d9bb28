//! The store: whole at every moment, the user's alone, and never silently forgotten.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::support::{World, mode, ran, write};

fn project() -> World {
    World::hook("pre_tool", "true")
}

#[test]
fn only_the_user_can_read_and_write_it() {
    let world = project().trusted();
    let mode_of = |path: &std::path::Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode_of(&world.store()), 0o600);
    assert_eq!(mode_of(world.store().parent().expect("a folder")), 0o700);
}

#[test]
fn it_lies_where_the_variable_says() {
    let world = project();
    let elsewhere = world.home.join("state");
    let mut command = world.hookctl(&["trust", "--yes"]);
    command.env("XDG_STATE_HOME", &elsewhere);
    assert_eq!(super::support::finish(command, "").status, 0);
    assert!(elsewhere.join("hookctl/trust.json").exists());
    assert!(!world.store().exists());
}

#[test]
fn a_damaged_one_trusts_nothing_and_is_kept() {
    for text in ["", "{", "[]", "{}", "{\"version\":1}", "{\"version\":1,\"projects\":{\"/\":5}} x", "\u{0}"]
    {
        let world = project().trusted();
        write(&world.store(), text);
        world.denies_for("trust store");
        for arguments in [&["--yes"][..], &["--list"], &["--revoke"]] {
            let ran = world.trust(arguments);
            assert_eq!(ran.status, 2, "{ran:?}");
            assert!(ran.stderr.contains("is damaged"), "{ran:?}");
        }
        assert_eq!(world.trust(&["--check"]).status, 1);
        assert_eq!(fs::read_to_string(world.store()).expect("there"), text);
    }
}

#[test]
fn one_of_a_later_version_is_not_guessed_at() {
    let world = project().trusted();
    let later = fs::read_to_string(world.store()).expect("there").replace("\"version\":1", "\"version\":2");
    write(&world.store(), &later);
    world.denies_for("it has version 2");
    assert_eq!(world.trust(&["--yes"]).status, 2);
}

#[test]
fn one_that_somebody_else_may_have_written_trusts_nothing() {
    let world = project().trusted();
    for bad in [0o660, 0o606] {
        mode(&world.store(), bad);
        world.denies_for("trust store");
    }
    mode(&world.store(), 0o600);
    world.allows();
}

#[test]
fn one_that_cannot_be_written_is_an_error_and_nothing_is_trusted() {
    let world = project();
    // Not even root can make a folder below a file.
    write(&world.home.join(".local/state/hookctl"), "in the way");
    let ran = world.trust(&["--yes"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains(".local/state/hookctl"), "{ran:?}");
    let ran = world.gate();
    assert_eq!((ran.status, &ran.json()["cause"]), (2, &"trust".into()), "{ran:?}");
}

#[test]
fn twenty_at_once_are_all_recorded() {
    let world = World::new();
    let children: Vec<_> = (0..20)
        .map(|number| {
            let name = format!("p{number}/hooks.toml");
            world.write(&name, "");
            world.hookctl(&["trust", "--yes", &name]).output_later()
        })
        .collect();
    for child in children {
        let ran = ran(child.wait_with_output().expect("ended"));
        assert_eq!(ran.status, 0, "{ran:?}");
    }
    let list = world.trust(&["--list"]);
    assert_eq!(list.stdout.lines().filter(|line| line.starts_with("trusted ")).count(), 20, "{list:?}");
    let left: Vec<_> = fs::read_dir(world.store().parent().expect("a folder")).expect("there").collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

trait OutputLater {
    fn output_later(self) -> std::process::Child;
}

impl OutputLater for std::process::Command {
    fn output_later(mut self) -> std::process::Child {
        use std::process::Stdio;
        self.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started")
    }
}
