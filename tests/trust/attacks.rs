//! What somebody may try to get their own program to run, or a guard not to.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{chown, symlink};
use std::process::Command;
use std::time::{Duration, Instant};

use super::support::{TOOL, World, hook, mode, write};

const GUARD: &str = "#!/bin/sh\nexit 0\n";

fn guarded() -> World {
    let world = World::hook("pre_tool", "./guard.sh --strict");
    world.write("guard.sh", GUARD);
    world
}

#[test]
fn a_cloned_project_runs_nothing_until_a_person_trusts_it() {
    let world = World::hook("pre_tool", "touch ran");
    world.denies_for("no person has trusted it yet");
    assert!(!world.proj.join("ran").exists());
    let world = world.trusted();
    world.allows();
    assert!(world.proj.join("ran").exists());
}

#[test]
fn without_the_demand_for_trust_the_folder_was_chosen() {
    let world = World::hook("pre_tool", "exit 0");
    assert_eq!(world.run(&["run", "pre_tool"], TOOL).status, 0);
    let named = world.run(&["run", "pre_tool", "--require-trust", "--config", "hooks.toml"], TOOL);
    assert_eq!(named.status, 0, "{named:?}");
}

#[test]
fn an_edited_config_loses_its_trust_even_by_one_blank() {
    let world = guarded().trusted();
    world.allows();
    world.write("hooks.toml", &format!("{} ", hook("pre_tool", "./guard.sh --strict")));
    world.denies_for("hooks.toml has changed");
    // The bytes count, not what they mean: a carriage return could change a script in it.
    world.write("hooks.toml", &hook("pre_tool", "./guard.sh --strict").replace('\n', "\r\n"));
    world.denies_for("hooks.toml has changed");
    world.write("hooks.toml", &hook("pre_tool", "./guard.sh --strict"));
    world.allows();
}

#[test]
fn an_edited_script_loses_its_trust_also_where_its_length_stays() {
    let world = guarded().trusted();
    world.write("guard.sh", &GUARD.replace('0', "1"));
    world.denies_for("guard.sh has changed");
}

#[test]
fn a_pinned_file_that_is_gone_or_a_folder_is_a_change() {
    let world = guarded().trusted();
    fs::remove_file(world.proj.join("guard.sh")).expect("removed");
    world.denies_for("guard.sh is gone");
    fs::create_dir(world.proj.join("guard.sh")).expect("made");
    world.denies_for("guard.sh is gone");
}

#[test]
fn a_named_file_that_appears_is_a_change() {
    let world = World::hook("pre_tool", "if test -e ./later.sh; then ./later.sh; fi").trusted();
    world.allows();
    world.write("later.sh", "#!/bin/sh\ntouch ran\n");
    world.denies_for("later.sh was not there before");
    assert!(!world.proj.join("ran").exists());
}

#[test]
fn a_link_is_known_by_what_it_leads_to() {
    let world = World::hook("pre_tool", "sh guard.sh; sh policy/rules.sh");
    for (name, text) in [("a.sh", "exit 0\n"), ("b.sh", "exit 1\n"), ("one/rules.sh", "true\n")] {
        world.write(name, text);
    }
    write(&world.home.join("outside.sh"), "exit 0\n");
    symlink("a.sh", world.proj.join("guard.sh")).expect("linked");
    symlink("one", world.proj.join("policy")).expect("linked");
    let world = world.trusted();
    world.allows();
    let relink = |name: &str, to: &str| {
        fs::remove_file(world.proj.join(name)).expect("removed");
        symlink(to, world.proj.join(name)).expect("linked");
    };
    relink("guard.sh", "b.sh");
    world.denies_for("guard.sh has changed");
    relink("guard.sh", "nowhere.sh");
    world.denies_for("guard.sh cannot be read");
    // Outside of the folder too it is the content that counts, and that goes on to be watched.
    relink("guard.sh", "../home/outside.sh");
    world.allows();
    write(&world.home.join("outside.sh"), "exit 1\n");
    world.denies_for("guard.sh has changed");
    relink("guard.sh", "a.sh");
    world.write("two/rules.sh", "touch ran\n");
    relink("policy", "two");
    world.denies_for("policy/rules.sh has changed");
}

#[test]
fn the_config_may_not_be_swapped_for_a_link() {
    let world = guarded().trusted();
    let config = world.proj.join("hooks.toml");
    fs::remove_file(&config).expect("removed");
    symlink("/dev/null", &config).expect("linked");
    let ran = world.gate();
    assert_eq!((ran.status, &ran.json()["cause"]), (2, &"config".into()), "{ran:?}");
    fs::remove_file(&config).expect("removed");
    symlink("nowhere.toml", &config).expect("linked");
    assert_eq!(world.gate().status, 2);
}

#[test]
fn a_trusted_guard_cannot_be_removed() {
    let world = guarded().trusted();
    world.user(&hook("pre_tool", "true"));
    world.allows();
    fs::remove_file(world.proj.join("hooks.toml")).expect("removed");
    world.denies_for("are gone");
    // A file further up does not stand in for it.
    let above = world.proj.parent().expect("a folder").join("hooks.toml");
    write(&above, "");
    let path = above.to_str().expect("UTF-8");
    assert_eq!(world.trust(&[path, "--yes"]).status, 0);
    world.denies_for("are gone");
    assert_eq!(world.trust(&["--revoke"]).status, 0);
    world.allows();
}

#[test]
fn a_nearer_file_is_not_trusted_because_one_above_is() {
    let world = guarded().trusted();
    world.write("sub/hooks.toml", "");
    let mut command = world.hookctl(&["run", "pre_tool", "--require-trust"]);
    command.current_dir(world.proj.join("sub"));
    let ran = super::support::finish(command, TOOL);
    assert_eq!((ran.status, &ran.json()["cause"]), (2, &"trust".into()), "{ran:?}");
    assert!(ran.stderr.contains("sub/hooks.toml"), "{ran:?}");
}

#[test]
fn a_fifo_or_a_huge_file_in_the_place_of_another_takes_no_time() {
    let world = guarded().trusted();
    let started = Instant::now();
    let huge = File::create(world.proj.join("guard.sh")).expect("made");
    huge.set_len(1 << 33).expect("sparse");
    world.denies_for("guard.sh has changed");
    for name in ["guard.sh", "hooks.toml"] {
        let path = world.proj.join(name);
        fs::remove_file(&path).expect("removed");
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    }
    let ran = world.gate();
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("no regular file"), "{ran:?}");
    assert_eq!(world.run(&["run", "pre_tool", "--config", "hooks.toml"], TOOL).status, 2);
    fs::remove_file(world.proj.join("hooks.toml")).expect("removed");
    world.write("hooks.toml", &hook("pre_tool", "./guard.sh --strict"));
    world.denies_for("guard.sh cannot be read");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn what_anyone_may_write_is_refused() {
    let world = guarded().trusted();
    let config = world.proj.join("hooks.toml");
    mode(&config, 0o646);
    for arguments in [&["run", "pre_tool", "--config", "hooks.toml"][..], &["run", "pre_tool"]] {
        let ran = world.run(arguments, TOOL);
        assert_eq!((ran.status, &ran.json()["cause"]), (2, &"trust".into()), "{ran:?}");
        assert!(ran.stderr.contains("may be written by anyone"), "{ran:?}");
    }
    let ran = world.run(&["run", "stop"], "{}");
    assert_eq!((ran.status, &ran.json()["decision"]), (1, &"allow".into()), "{ran:?}");
    assert_eq!(world.trust(&["--yes"]).status, 2);
    mode(&config, 0o664);
    world.allows();
    mode(&world.proj.join("guard.sh"), 0o757);
    world.denies_for("guard.sh may be written by anyone");
    assert_eq!(world.trust(&["--yes"]).status, 2);
    mode(&world.proj.join("guard.sh"), 0o755);
    mode(&world.proj, 0o777);
    let ran = world.run(&["run", "pre_tool"], TOOL);
    assert_eq!((ran.status, &ran.json()["cause"]), (2, &"trust".into()), "{ran:?}");
    assert!(ran.stderr.contains("a folder that anyone may write"), "{ran:?}");
    mode(&world.proj, 0o1777);
    world.allows();
}

#[test]
fn what_belongs_to_another_user_is_refused() {
    if !rustix::process::geteuid().is_root() {
        let _ = writeln!(io::stderr(), "skipped: only root can give a file away");
        return;
    }
    let world = guarded().trusted();
    let nobody = Some(65534);
    chown(world.proj.join("guard.sh"), nobody, None).expect("given away");
    world.denies_for("guard.sh belongs to another user (uid 65534)");
    chown(world.proj.join("guard.sh"), Some(0), None).expect("taken back");
    chown(world.proj.join("hooks.toml"), nobody, None).expect("given away");
    world.denies_for("belongs to another user (uid 65534)");
    let named = world.run(&["run", "pre_tool", "--config", "hooks.toml"], TOOL);
    assert_eq!((named.status, &named.json()["cause"]), (2, &"trust".into()), "{named:?}");
}

#[test]
fn a_hook_or_an_agent_cannot_trust() {
    for sign in ["HOOKCTL_DEPTH", "CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "QWEN_CODE", "COPILOT_CLI"] {
        for value in ["1", ""] {
            let world = guarded();
            let mut command = world.hookctl(&["trust", "--yes"]);
            command.env(sign, value);
            let ran = super::support::finish(command, "");
            assert_eq!(ran.status, 2, "{ran:?}");
            assert!(ran.stderr.contains(sign) && ran.stdout.is_empty(), "{ran:?}");
            world.denies_for("no person has trusted it yet");
        }
    }
    let world = guarded();
    let mut command = world.hookctl(&["trust", "--yes"]);
    for name in
        ["GEMINI_API_KEY", "FACTORY_API_KEY", "CLAUDE_CODE_USE_BEDROCK", "CODEX_HOME", "OPENAI_API_KEY"]
    {
        command.env(name, "x");
    }
    assert_eq!(super::support::finish(command, "").status, 0);
    // What may be looked at may be looked at by anybody; what takes hooks away may not be done by anybody.
    for (argument, status) in [("--check", 0), ("--list", 0), ("--revoke", 2)] {
        let mut command = world.hookctl(&["trust", argument]);
        command.env("CLAUDECODE", "1");
        assert_eq!(super::support::finish(command, "").status, status, "{argument}");
    }
}

#[test]
fn a_hook_that_trusts_its_own_project_is_refused() {
    let world = World::new();
    let hookctl = env!("CARGO_BIN_EXE_hookctl");
    world.user(&hook("session_start", &format!("cd '{}' && '{hookctl}' trust --yes", world.proj.display())));
    world.write("hooks.toml", &hook("pre_tool", "touch ran"));
    let ran = world.run(&["run", "session_start", "--require-trust"], "{}");
    assert!(ran.stdout.contains("HOOKCTL_DEPTH is set"), "{ran:?}");
    world.denies_for("no person has trusted it yet");
}

#[test]
fn a_reason_tells_the_person_and_not_the_agent_and_quotes_the_path() {
    let world = World::new();
    let odd = world.proj.join("$(touch ran) it's");
    write(&odd.join("hooks.toml"), "");
    let mut command = world.hookctl(&["run", "pre_tool", "--require-trust"]);
    command.current_dir(&odd);
    let ran = super::support::finish(command, TOOL);
    let reason = ran.json()["reason"].as_str().expect("a reason").to_owned();
    assert!(reason.contains("for the person at the keyboard to settle, and not for an agent"), "{reason}");
    let (_, command) = reason.split_once("by `hookctl trust ").expect("the command");
    let quoted = command.strip_suffix('`').expect("its end");
    let echoed = Command::new("sh").arg("-c").arg(format!("printf %s {quoted}")).output().expect("a shell");
    assert_eq!(String::from_utf8_lossy(&echoed.stdout), odd.join("hooks.toml").to_string_lossy());
}
