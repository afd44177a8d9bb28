//! What is read from a hooks.toml, and what is said of one that is faulty.

use std::path::Path;

use super::*;

fn source(text: &str) -> Source {
    Source::from_bytes(Path::new("hooks.toml"), PathBuf::from("/policy"), text.as_bytes().to_vec())
        .expect("UTF-8")
}

/// The findings of a file, as `line:column code`.
fn findings(text: &str) -> Vec<String> {
    let sources = [source(text)];
    let (_, located) = read(&sources);
    let show = |located: &Located| {
        let at = sources[0].position(located.problem.span.start);
        format!("{}:{} {}", at.line, at.column, located.problem.code.name())
    };
    located.iter().map(show).collect()
}

#[test]
fn a_good_file_becomes_hooks_with_every_default_filled_in() {
    let sources = [source(
        r#"
[defaults]
shell = "bash"
timeout_secs = 2.5
deadline_secs = 25
cwd = "event"
stdin = "raw"
[[hooks]]
event = "pre_tool"
command = "one"
[[hooks]]
event = "stop"
command = ["./two", "-x"]
name = "second"
timeout_secs = 1
on_failure = "deny"
enabled = false
cwd = "sub"
stdin = "event"
approves = true
[[hooks]]
event = "pre_tool"
command = "three"
shell = "/bin/zsh"
cwd = "config"
"#,
    )];
    let (config, located) = read(&sources);
    assert!(located.is_empty(), "{located:?}");
    assert_eq!(config.deadline, Some(Duration::from_secs(25)));
    let names: Vec<_> = config.hooks.iter().map(|hook| hook.name.as_ref()).collect();
    assert_eq!(names, ["pre_tool#1", "second", "pre_tool#2"]);
    let [one, two, three] = &config.hooks[..] else { panic!("three hooks") };
    assert!(matches!(&one.run, Run::Shell { shell, line } if shell == "bash" && line == "one"));
    assert_eq!((one.timeout, one.on_failure), (Duration::from_millis(2500), OnFailure::Deny));
    assert_eq!((&one.cwd, one.stdin, one.enabled), (&Cwd::Event, written::Stdin::Raw, true));
    assert!(matches!(&two.run, Run::Direct(words) if words == &["./two", "-x"]));
    assert_eq!((two.timeout, two.on_failure), (Duration::from_secs(1), OnFailure::Deny));
    assert_eq!((&two.cwd, two.stdin), (&Cwd::Path("/policy/sub".into()), written::Stdin::Event));
    assert!(!two.enabled && two.approves);
    assert!(matches!(&three.run, Run::Shell { shell, .. } if shell == "/bin/zsh"));
    assert_eq!(three.cwd, Cwd::Config);
}

#[test]
fn every_error_is_found_at_its_place_in_one_go() {
    let text = r#"colour = 1
[defaults]
timeout_secs = "30s"
deadline_secs = 5
[[hooks]]
event = "PreToolUse"
comand = "true"
[[hooks]]
event = "stop"
command = "  # nothing"
tools = ["Bash"]
timeout_secs = 0
[[hooks]]
event = "pre_tool"
command = []
tools = ["Edit|Write", 5]
name = ""
on_failure = "denny"
[[hooks]]
event = "pre_tool"
command = "a"
name = "x"
timeout_secs = 6
enabled = "true"
[[hooks]]
event = "pre_tool"
command = "a"
name = "x"
[[hooks]]
"#;
    assert_eq!(
        findings(text),
        [
            "1:1 unknown-key",
            "3:16 wrong-type",
            "6:9 unknown-event",
            "7:1 unknown-key",
            "10:11 empty-command",
            "11:9 tools-without-tool",
            "12:16 bad-timeout",
            "15:11 empty-command",
            "16:10 tool-pattern",
            "16:24 wrong-type",
            "17:8 empty-name",
            "18:14 wrong-type",
            "23:16 timeout-above-deadline",
            "24:11 wrong-type",
            "28:8 duplicate-name",
            "29:1 missing-key",
            "29:1 missing-key",
        ]
    );
}

#[test]
fn a_syntax_error_does_not_hide_the_others() {
    let text = "[[hooks]]\nevent = \"pre_tool\ncommand = \"true\"\n[[hooks]]\nevent = \"nope\"\ncommand = \"true\"\n";
    assert_eq!(findings(text), ["2:18 syntax", "5:9 unknown-event"]);
}

#[test]
fn hooks_as_one_table_is_told_to_take_two_brackets() {
    let sources = [source("[hooks]\nevent = \"pre_tool\"\n")];
    let (_, located) = read(&sources);
    assert!(located[0].problem.help.as_deref().is_some_and(|help| help.contains("[[hooks]]")), "{located:?}");
}

#[test]
fn times_must_be_above_zero_and_at_most_a_day() {
    for (time, good) in [
        ("0.001", true),
        ("86400", true),
        ("1e3", true),
        ("0x10", true),
        ("0", false),
        ("-1", false),
        ("86400.5", false),
        ("inf", false),
        ("nan", false),
        ("1e400", false),
        ("99999999999999999999", false),
        ("1e-20", false),
    ] {
        let text = format!("[defaults]\ndeadline_secs = {time}\n");
        assert_eq!(findings(&text).is_empty(), good, "{time}: {:?}", findings(&text));
    }
}

#[test]
fn layers_share_names_and_numbers_and_the_smaller_deadline_counts() {
    let hook = |more: &str| format!("[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\n{more}\n");
    let first = source(&format!("[defaults]\ndeadline_secs = 9\n{}{}", hook("name = \"n\""), hook("")));
    let second = source(&format!("[defaults]\ndeadline_secs = 4\n{}{}", hook(""), hook("name = \"n\"")));
    let sources = [first, second];
    let (config, located) = read(&sources);
    let names: Vec<_> = config.hooks.iter().map(|hook| hook.name.as_ref()).collect();
    assert_eq!(names, ["n", "stop#2", "stop#3", "n"]);
    assert_eq!(config.deadline, Some(Duration::from_secs(4)));
    assert_eq!((located.len(), located[0].layer, located[0].problem.code), (1, 1, Code::DuplicateName));
}

#[test]
fn carriage_returns_are_gone_from_multi_line_commands() {
    let sources = [source("[[hooks]]\r\nevent = \"stop\"\r\ncommand = \"\"\"\r\na\r\nb\r\n\"\"\"\r\n")];
    let (config, _) = read(&sources);
    assert!(matches!(&config.hooks[0].run, Run::Shell { line, .. } if line == "a\nb\n"));
}

#[test]
fn a_name_may_not_be_the_default_name_of_another_hook() {
    let text = |name| {
        format!(
            "[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\n[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\nname = \"{name}\"\n"
        )
    };
    assert_eq!(findings(&text("stop#1")), ["7:8 duplicate-name"]);
    assert_eq!(findings(&text("stop#2")), [""; 0]);
}
