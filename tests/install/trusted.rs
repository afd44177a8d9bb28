//! What is wired runs only what a person trusts: `install` tells where that is still to do.

use crate::case;

const HOOKS: &str = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n";

#[test]
fn a_project_that_nobody_trusts_yet_is_told_with_what_to_do() {
    let case = case().file("hooks.toml", HOOKS);
    let path = case.dir().join("hooks.toml");
    let told = format!(
        "{} is not trusted (no person has trusted it yet), so none of its hooks runs and each gate of Codex denies: \
         run hookctl trust\n",
        path.display()
    );
    for done in ["is wired in", "is already wired in"] {
        case.call(["install", "codex", "--yes"]).prints(0, &format!("*{done}*{told}"), "*");
    }
    case.call(["trust", "--yes"]).prints(0, "*", "*");
    case.call(["install", "codex", "--yes"]).prints(0, "Codex is already wired in *hooks.json\n", "*");
    case.write("hooks.toml", format!("{HOOKS}\n"));
    let told =
        told.replace("no person has trusted it yet", "since a person trusted it, hooks.toml has changed");
    case.call(["install", "codex", "--yes"]).prints(0, &format!("*already wired in*\n{told}"), "*");
}

#[test]
fn below_the_projects_folder_the_command_names_its_file() {
    let case = case().file("hooks.toml", HOOKS).cwd("src");
    let path = case.dir().join("hooks.toml");
    let told = format!("*denies: run hookctl trust {}\n", path.display());
    case.call(["install", "claude", "--yes"]).prints(0, &told, "*");
}

#[test]
fn the_users_own_file_and_one_that_is_named_need_no_trust() {
    let case = case();
    case.write(case.home().join(".config/hookctl/hooks.toml"), HOOKS);
    case.call(["install", "claude", "--yes"]).prints(0, "*Claude Code is wired in *settings.json\n", "");
    let case = case.file("hooks.toml", HOOKS);
    case.call(["install", "claude", "--config", "hooks.toml", "--yes"]).prints(
        0,
        "*is wired in *hookctl-backup\n",
        "*",
    );
    case.call(["install", "claude", "--print"]).prints(0, "{*}\n", "");
}
