//! Which files make up a configuration.

use std::fs;

use super::support::{TOOL, World, finish, hook, write};

fn named(event: &str, name: &str, command: &str) -> String {
    format!("{}name = \"{name}\"\n", hook(event, command))
}

/// The names of the hooks that ran.
fn names(ran: &super::support::Ran) -> Vec<String> {
    let outcome = ran.json();
    let hooks = outcome["hooks"].as_array().expect("hooks");
    hooks.iter().map(|hook| hook["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn the_users_hooks_come_first_and_each_runs_in_its_own_folder() {
    let world = World::with(&named("pre_tool", "project", "pwd > $HOME/project"));
    world.user(&named("pre_tool", "user", "pwd > $HOME/user"));
    let ran = world.run(&["run", "pre_tool"], TOOL);
    assert_eq!(names(&ran), ["user", "project"]);
    let place = |name: &str| fs::read_to_string(world.home.join(name)).expect("written").trim().to_owned();
    assert_eq!(place("project"), world.proj.to_str().expect("UTF-8"));
    assert_eq!(place("user"), world.home.join(".config/hookctl").to_str().expect("UTF-8"));
}

#[test]
fn named_files_replace_both_layers_and_keep_their_order() {
    let world = World::with(&named("pre_tool", "project", "true"));
    world.user(&named("pre_tool", "user", "true"));
    world.write("a/one.toml", &named("pre_tool", "one", "true"));
    world.write("two.toml", &named("pre_tool", "two", "true"));
    let ran = world.run(&["run", "pre_tool", "--config", "two.toml", "--config", "a/one.toml"], TOOL);
    assert_eq!(names(&ran), ["two", "one"]);
}

#[test]
fn the_nearest_file_above_counts_and_no_other() {
    let world = World::with(&named("pre_tool", "far", "true"));
    world.write("a/b/keep", "");
    let run_in = |dir: &str| {
        let mut command = world.hookctl(&["run", "pre_tool"]);
        command.current_dir(world.proj.join(dir));
        finish(command, TOOL)
    };
    assert_eq!(names(&run_in("a/b")), ["far"]);
    world.write("a/hooks.toml", &named("pre_tool", "near", "true"));
    assert_eq!(names(&run_in("a/b")), ["near"]);
}

#[test]
fn the_users_file_is_not_read_twice_in_its_own_folder() {
    let world = World::new();
    world.user(&named("pre_tool", "user", "true"));
    let mut command = world.hookctl(&["run", "pre_tool", "--require-trust"]);
    command.current_dir(world.home.join(".config/hookctl"));
    assert_eq!(names(&finish(command, TOOL)), ["user"]);
}

#[test]
fn a_variable_moves_the_users_layer_only_where_it_is_absolute() {
    let world = World::with("");
    write(&world.home.join("elsewhere/hookctl/hooks.toml"), &named("pre_tool", "moved", "true"));
    write(&world.proj.join("elsewhere/hookctl/hooks.toml"), &named("pre_tool", "stranger", "true"));
    let run_with = |value: &std::path::Path| {
        let mut command = world.hookctl(&["run", "pre_tool"]);
        command.env("XDG_CONFIG_HOME", value);
        names(&finish(command, TOOL))
    };
    assert_eq!(run_with(&world.home.join("elsewhere")), ["moved"]);
    assert_eq!(run_with("elsewhere".as_ref()), [""; 0]);
}

#[test]
fn without_a_home_the_users_layer_is_missed_aloud() {
    for home in [None, Some("relative"), Some("")] {
        let world = World::hook("pre_tool", "true");
        let run_in = |dir: &std::path::Path, arguments: &[&str]| {
            let mut command = world.hookctl(arguments);
            command.env_remove("HOME").current_dir(dir);
            if let Some(home) = home {
                command.env("HOME", home);
            }
            finish(command, TOOL)
        };
        let ran = run_in(&world.proj, &["run", "pre_tool"]);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.stderr.contains("the user's hooks.toml was not looked for: HOME is"), "{ran:?}");
        let named = run_in(&world.proj, &["run", "pre_tool", "--config", "hooks.toml"]);
        assert_eq!(named.stderr, "");
        let ran = run_in(&world.home, &["run", "pre_tool"]);
        assert_eq!((ran.status, &ran.json()["cause"]), (2, &"config".into()), "{ran:?}");
        assert!(ran.stderr.contains("none of the user's, because HOME is"), "{ran:?}");
        let ran = run_in(&world.proj, &["run", "pre_tool", "--require-trust"]);
        assert_eq!((ran.status, &ran.json()["cause"]), (2, &"trust".into()), "{ran:?}");
        assert!(ran.stderr.contains("no place for the trust store"), "{ran:?}");
    }
}

#[test]
fn no_file_at_all_says_where_it_was_looked_for() {
    let world = World::new();
    let ran = world.run(&["run", "pre_tool"], TOOL);
    assert_eq!((ran.status, &ran.json()["cause"]), (2, &"config".into()), "{ran:?}");
    assert!(ran.stderr.contains(world.proj.to_str().expect("UTF-8")), "{ran:?}");
    assert!(ran.stderr.contains(".config/hookctl/hooks.toml"), "{ran:?}");
    assert_eq!(world.run(&["run", "session_start"], "{}").status, 1);
}

#[test]
fn a_users_file_that_is_a_link_to_nowhere_is_missed() {
    let world = World::hook("pre_tool", "true");
    let dir = world.home.join(".config/hookctl");
    fs::create_dir_all(&dir).expect("made");
    std::os::unix::fs::symlink("gone.toml", dir.join("hooks.toml")).expect("linked");
    let ran = world.run(&["run", "pre_tool"], TOOL);
    assert_eq!((ran.status, &ran.json()["cause"]), (2, &"config".into()), "{ran:?}");
}

#[test]
fn a_project_cannot_take_a_users_hook_away_by_its_name() {
    let world = World::with(&named("pre_tool", "guard", "exit 0"));
    let world = world.trusted();
    world.user(&format!("{}{}", named("pre_tool", "guard", "exit 2"), hook("stop", "echo user; exit 2")));
    let ran = world.gate();
    assert_eq!((ran.status, &ran.json()["cause"]), (2, &"config".into()), "{ran:?}");
    let at_fault = ran.stderr.contains("on line 4 of ") && ran.stderr.contains(".config/hookctl/hooks.toml");
    assert!(at_fault, "{ran:?}");
    // Where a fault blocks nothing, the file that has it runs nothing, and the user's does.
    let ran = world.run(&["run", "stop", "--require-trust"], "{}");
    assert_eq!((ran.status, &ran.json()["reason"]), (2, &"user".into()), "{ran:?}");
    assert!(ran.stderr.contains("is already taken"), "{ran:?}");
    // What could never run is not trusted either.
    let ran = world.trust(&["--yes"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("is already taken"), "{ran:?}");
}

#[test]
fn a_faulty_project_leaves_the_users_hooks_where_nothing_is_blocked() {
    let world = World::with(
        "[[hooks]]\nevent = \"nope\"\ncommand = \"true\"\n[[hooks]]\nevent = \"stop\"\ncommand = \"touch ran\"\n",
    );
    world.user(&hook("stop", "echo done"));
    let ran = world.run(&["run", "stop"], "{}");
    assert_eq!((ran.status, &ran.json()["message"]), (0, &"done".into()), "{ran:?}");
    assert!(ran.stderr.contains("no phase `nope`"), "{ran:?}");
    assert!(!world.proj.join("ran").exists());
    assert_eq!(world.gate().status, 2);
}

#[test]
fn an_untrusted_project_leaves_the_users_outcome_as_it_is() {
    let world = World::hook("session_start", "touch ran");
    let observe = |arguments: &[&str]| world.run(arguments, "{}");
    let ran = observe(&["run", "session_start", "--require-trust"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    for (event, command, status) in [
        ("session_start", "echo hello", 0),
        ("session_start", "echo '{\"context\":\"c\"}'", 0),
        ("session_start", "true", 1),
        ("stop", "echo go on; exit 2", 2),
        ("stop", "exit 1", 1),
    ] {
        world.user(&hook(event, command));
        let ran = observe(&["run", event, "--require-trust"]);
        assert_eq!(ran.status, status, "{command}: {ran:?}");
        assert_eq!(ran.json()["hooks"].as_array().map(Vec::len), Some(1), "{ran:?}");
        let warning = ran.json()["warnings"].to_string();
        assert!(warning.contains("hookctl trust") && ran.stderr.contains("hookctl trust"), "{ran:?}");
    }
    assert!(!world.proj.join("ran").exists());
    // On a gate not even the user's hooks could allow.
    world.user(&hook("pre_tool", "touch ran"));
    world.denies_for("no person has trusted it yet");
    assert!(!world.proj.join("ran").exists());
}

#[test]
fn an_agent_that_changes_directory_does_not_change_its_guard() {
    let world = World::hook("pre_tool", "echo guarded; exit 2").trusted();
    world.write("sub/hooks.toml", "");
    let event =
        r#"{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":{}}"#;
    let run_with = |host: &str, folder: Option<&str>| {
        let mut command = world.hookctl(&["run", "--host", host]);
        command.current_dir(world.proj.join("sub"));
        if let Some(folder) = folder {
            command.env("CLAUDE_PROJECT_DIR", folder);
        }
        let ran = finish(command, event);
        format!("{}{}", ran.stdout, ran.stderr)
    };
    let proj = world.proj.to_str().expect("UTF-8");
    assert!(run_with("claude", Some(proj)).contains("guarded"));
    let untrusted = format!("{proj}/sub/hooks.toml are not trusted");
    for (host, folder) in [("claude", None), ("claude", Some("")), ("codex", Some(proj))] {
        let said = run_with(host, folder);
        assert!(said.contains(&untrusted), "{host}: {said}");
    }
}

#[test]
fn a_host_gets_the_users_answer_where_the_project_is_not_trusted() {
    let world = World::hook("stop", "touch ran");
    world.user(&hook("stop", "echo go on; exit 2"));
    let event = r#"{"hook_event_name":"Stop","session_id":"s","cwd":"/","stop_hook_active":false}"#;
    let ran = world.run(&["run", "--host", "claude"], event);
    assert_eq!((ran.status, &ran.json()["reason"]), (0, &"go on".into()), "{ran:?}");
    assert!(ran.stderr.contains("hookctl trust"), "{ran:?}");
    world.user("");
    let ran = world.run(&["run", "--host", "claude"], event);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
    assert!(!world.proj.join("ran").exists());
}
