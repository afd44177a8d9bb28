//! What calls hookctl from a place that `install` does not write to is found, and told where it is double.

use serde_json::{Value, json};

use crate::case;

/// Each place: the host, the folder (`~` or the project), the file, its text and the event.
fn places() -> Vec<(&'static str, &'static str, &'static str, String, &'static str)> {
    let groups = |host: &str, event: &str| {
        json!({"hooks": {event: [{"hooks": [{"type": "command", "command": format!("hookctl run --host {host}")}]}]}})
            .to_string()
    };
    let flat = json!({"hooks": {"preToolUse": [{"type": "command",
        "command": "hookctl run --host copilot --event preToolUse"}]}})
    .to_string();
    let toml = "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\n\
                command = \"hookctl run --host codex\"\n";
    vec![
        ("claude", "project", ".claude/settings.local.json", groups("claude", "PreToolUse"), "PreToolUse"),
        ("codex", "user", ".codex/config.toml", toml.to_owned(), "PreToolUse"),
        ("codex", "project", ".codex/config.toml", toml.to_owned(), "PreToolUse"),
        ("copilot", "user", ".copilot/settings.json", flat.clone(), "preToolUse"),
        ("copilot", "user", ".copilot/hooks/other.json", flat.clone(), "preToolUse"),
        ("copilot", "project", ".github/hooks/other.json", flat, "preToolUse"),
        ("copilot", "project", ".claude/settings.json", groups("claude", "PreToolUse"), "preToolUse"),
        ("droid", "user", ".factory/settings.json", groups("droid", "PreToolUse"), "PreToolUse"),
        ("droid", "project", ".factory/settings.json", groups("droid", "PreToolUse"), "PreToolUse"),
    ]
}

#[test]
fn a_call_in_each_other_place_is_listed_with_its_file() {
    for (host, scope, file, text, event) in places() {
        let case = case();
        let path = if scope == "user" { case.home() } else { case.dir() }.join(file);
        case.write(&path, text);
        let list = case.call(["install", "--list", "--format", "json"]).prints(0, "*", "");
        let list: Value = serde_json::from_str(&list).expect("JSON");
        let listed = list.as_array().expect("a list").iter().find(|listed| listed["host"] == host);
        let elsewhere = &listed.expect(file)["elsewhere"];
        assert_eq!(elsewhere[0]["path"], path.to_string_lossy().as_ref(), "{list}");
        assert_eq!(
            (&elsewhere[0]["scope"], &elsewhere[0]["wired"][0]["event"]),
            (&scope.into(), &event.into())
        );
        let row = format!("*{scope} *1 event *hookctl *{}\n*", path.display());
        case.call(["install", "--list"]).prints(0, &row, "");
    }
}

#[test]
fn what_is_wired_in_two_places_is_told_with_both() {
    for (host, scope, file, text, event) in places() {
        // Of these the settings are not read once hooks.json has hooks, so nothing is double.
        if host == "droid" {
            continue;
        }
        let case = case().file("hooks.toml", "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n");
        let path = if scope == "user" { case.home() } else { case.dir() }.join(file);
        case.write(&path, text);
        let note = format!("*{} wires hookctl too, so every hook runs twice\n*", path.display());
        case.call(["install", host, "--user", "--yes"]).prints(0, "*", &note);
        let told = format!(
            "*\n{host}: hookctl is wired more than once for {event}, so every hook runs more than once: *{}*",
            path.display()
        );
        case.call(["install", "--list"]).prints(0, &told, "");
        case.call(["uninstall", host, "--user", "--yes"]).prints(0, "*", "");
        let told = format!("*is not wired in*It is in {}, which is for you to change\n", path.display());
        case.call(["uninstall", host, "--user", "--yes"]).prints(0, &told, "");
    }
}

#[test]
fn the_users_and_the_projects_settings_are_two_places_too() {
    let case = case();
    case.call(["install", "droid", "--user", "--all", "--yes"]).prints(0, "*", "*");
    case.call(["install", "droid", "--project", "--all", "--yes"]).prints(0, "*", "*runs twice*");
    let told = "*droid: hookctl is wired more than once for PreToolUse, *, Notification, so every *\n";
    let table = case.call(["install", "--list"]).prints(0, told, "");
    assert_eq!(table.matches("more than once for").count(), 1, "{table}");
}

#[test]
fn settings_of_droid_that_hooks_json_hides_count_for_nothing() {
    let case = case();
    case.call(["install", "droid", "--all", "--yes"]).prints(0, "*", "*");
    let hidden =
        json!({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "hookctl run --host droid"}]}]}});
    case.write(case.home().join(".factory/settings.json"), hidden.to_string());
    let list = case.call(["install", "--list", "--format", "json"]).prints(0, "*", "");
    let list: Value = serde_json::from_str(&list).expect("JSON");
    assert_eq!((&list[0]["elsewhere"], &list[0]["twice"]), (&json!([]), &json!([])));
}

#[test]
fn another_place_that_cannot_be_read_is_told_and_stops_nothing() {
    let case = case();
    case.write(case.home().join(".codex/config.toml"), "[");
    let row = "*user  *unreadable  *config.toml\ncodex (user): it is not TOML: *\n";
    case.call(["install", "--list"]).prints(0, row, "");
    case.call(["install", "codex", "--all", "--yes"]).prints(0, "*is wired in*", "*");
}

#[test]
fn a_hook_that_another_place_delivers_is_not_said_to_be_missed() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\n";
    let case = case().file("hooks.toml", config);
    let line = "[[hooks.EVENT]]\n[[hooks.EVENT.hooks]]\ntype = \"command\"\ncommand = \"hookctl run --host codex\"\n";
    case.write(case.home().join(".codex/config.toml"), line.replace("EVENT", "PreToolUse"));
    case.call(["check", "--host", "codex"]).prints(0, "warning*not-wired*on Stop,*0 errors, 1 warning\n", "");
    let both = line.replace("EVENT", "PreToolUse") + &line.replace("EVENT", "Stop");
    case.write(case.home().join(".codex/config.toml"), both);
    case.call(["check", "--host", "codex"]).prints(0, "hooks.toml: ok, *\n", "");
}
