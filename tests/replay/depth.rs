//! A hook that replays events itself.

use crate::support::Case;

#[test]
fn a_hook_that_replays_its_own_event_ends() {
    let case =
        Case::hook("pre_tool", r#"echo x >> runs; "$HOOKCTL" replay event.json >/dev/null 2>said; exit 0"#)
            .file("event.json", r#"{"event":"pre_tool","tool":"Bash","input":{}}"#);
    case.call(["replay", "event.json"]).prints(0, "*", "");
    assert_eq!(case.read("runs").lines().count(), 4);
}

#[test]
fn too_deep_a_replay_says_why_nothing_ran() {
    let case = Case::hook("pre_tool", "touch ran")
        .file("event.json", r#"{"event":"pre_tool","tool":"Bash","input":{}}"#)
        .env("HOOKCTL_DEPTH", "4");
    case.call(["replay", "event.json"]).prints(
        2,
        "",
        "hookctl: a hook called hookctl again, 4 times deep: *",
    );
    assert!(!case.has("ran"));
}
