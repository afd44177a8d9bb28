//! The trace for people.

use crate::support::Case;

const EVENT: &str = r#"{"event":"pre_tool","tool":"Bash","input":{}}"#;

#[test]
fn a_trace_shows_who_ran_what_was_printed_and_who_decided() {
    let case = Case::hooks(
        "pre_tool",
        &[("calm", "echo fine"), ("colour", "printf '\\033[31mred\\033[0m'; exit 2"), ("late", "true")],
    )
    .file("event.json", EVENT);
    let stderr = case.sh(r#""$HOOKCTL" replay --explain event.json 2>&1 >/dev/null"#).prints(2, "*", "");
    let shown = "pre_tool  Bash  event.json\n  allow      calm    exit 0 * ms  [*]\n        out | fine\n  deny       colour  exit 2 * ms  [*]\n        out | \\u{1b}[31mred\\u{1b}[0m\n  skipped    late    the chain ended with `colour`\n  deny by `colour`: \\u{1b}[31mred\\u{1b}[0m\n  the hook said so; run it alone with --only NAME\n";
    let mut rest = stderr.as_str();
    for part in shown.split('*') {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is not in {stderr}"));
        rest = &rest[at + part.len()..];
    }
    assert!(stderr.lines().all(|line| line.chars().count() <= 80), "{stderr}");
}

#[test]
fn a_trace_names_a_hook_that_failed_once() {
    let case = Case::hook("pre_tool", "exit 1").file("event.json", EVENT);
    let shown = "*\n  deny: hook `hook` exited 1 (0 allows, 2 denies)\n*";
    case.call(["replay", "--explain", "event.json"]).prints(2, "*", shown);
}

#[test]
fn a_trace_is_coloured_where_it_is_asked_for() {
    let case = Case::hook("pre_tool", "exit 2").file("event.json", EVENT);
    let red = "*\u{1b}[31mdeny*";
    case.call(["replay", "--explain", "--color", "always", "event.json"]).prints(2, "*", red);
    let plain = case.sh(r#""$HOOKCTL" replay --explain event.json 2>&1 >/dev/null"#).prints(2, "*", "");
    assert!(!plain.contains('\u{1b}'), "{plain}");
}

#[test]
fn the_name_of_a_tool_makes_no_line_of_the_trace() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\nname = \"calm\"\ntools = [\"Bash\"]\ncommand = \"true\"\n";
    let case = Case::new(config).file("event.json", r#"{"event":"pre_tool","tool":"B\n  allow","input":{}}"#);
    let stderr = "pre_tool  B\\n  allow  event.json\n  skipped    calm  its tools [\"Bash\"] do not cover `B\\n  allow`\n*";
    case.call(["replay", "--explain", "event.json"]).prints(0, "*", stderr);
}

#[test]
fn no_line_of_a_trace_ends_in_blanks() {
    let case = Case::hooks("pre_tool", &[("calm", "true"), ("c", "true")]).file("event.json", EVENT);
    let stderr = "pre_tool  Bash  event.json\n  would run  calm\n  would run  c\n";
    case.call(["replay", "--explain", "--dry-run", "event.json"]).prints(0, "*", stderr);
}
