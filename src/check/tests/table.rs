//! For every code a file that raises it, with its place, and a near miss that does not.

use super::Room;
use crate::config::problem::Code;
use crate::config::source::Source;
use crate::config::validate;
use crate::host::Host;
use crate::install;

/// A file, and what else a finding may depend on.
struct Case {
    text: &'static str,
    mode: u32,
    host: Option<&'static str>,
    /// The settings of the host.
    settings: &'static str,
}

const fn file(text: &'static str) -> Case {
    Case { text, mode: 0o644, host: None, settings: "" }
}

const fn on(host: &'static str, text: &'static str) -> Case {
    Case { host: Some(host), ..file(text) }
}

impl Case {
    fn host(&self) -> Option<&'static Host> {
        self.host.map(|name| Host::named(name).expect(name))
    }
}

/// A code; a file that raises it, the line and column and the text that it is about; a file that does not.
type Row = (Code, Case, (usize, usize, &'static str), Case);

const WIRED_ON_STOP: &str =
    r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "hookctl run --host claude"}]}]}}"#;

const ROWS: &[Row] = &[
    (
        Code::Syntax,
        file("[[hooks]]\nevent = \"stop\ncommand = \"true\"\n"),
        (2, 14, ""),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\n"),
    ),
    (
        Code::UnknownKey,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntimeout = 5\n"),
        (4, 1, "timeout"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntimeout_secs = 5\n"),
    ),
    (
        Code::WrongType,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntimeout_secs = \"5\"\n"),
        (4, 16, "\"5\""),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntimeout_secs = 5.0\n"),
    ),
    (
        Code::MissingKey,
        file("[[hooks]]\nevent = \"stop\"\n"),
        (1, 1, "[[hooks]]"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = [\"true\"]\n"),
    ),
    (
        Code::UnknownEvent,
        file("[[hooks]]\nevent = \"PreToolUse\"\ncommand = \"true\"\n"),
        (2, 9, "\"PreToolUse\""),
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n"),
    ),
    (
        Code::EmptyCommand,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \" # later\"\n"),
        (3, 11, "\" # later\""),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true # now\"\n"),
    ),
    (
        Code::EmptyName,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nname = \" \"\n"),
        (4, 8, "\" \""),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nname = \"-\"\n"),
    ),
    (
        Code::DuplicateName,
        file(
            "[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nname = \"a\"\n\
             [[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nname = \"a\"\n",
        ),
        (8, 8, "\"a\""),
        file(
            "[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nname = \"a\"\n\
             [[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nname = \"A\"\n",
        ),
    ),
    (
        Code::ToolsWithoutTool,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntools = [\"Bash\"]\n"),
        (4, 9, "[\"Bash\"]"),
        file("[[hooks]]\nevent = \"post_tool\"\ncommand = \"true\"\ntools = [\"Bash\"]\n"),
    ),
    (
        Code::ToolPattern,
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"Edit|Write\"]\n"),
        (4, 10, "\"Edit|Write\""),
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"Edit*\", \"Writ?\"]\n"),
    ),
    (
        Code::BadTimeout,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntimeout_secs = 0\n"),
        (4, 16, "0"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntimeout_secs = 0.001\n"),
    ),
    (
        Code::TimeoutAboveDeadline,
        file(
            "[defaults]\ndeadline_secs = 5\n[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntimeout_secs = 6\n",
        ),
        (6, 16, "6"),
        file(
            "[defaults]\ndeadline_secs = 5\n[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntimeout_secs = 5\n",
        ),
    ),
    (
        Code::ShellNotFound,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\nshell = \"nosuchsh\"\n"),
        (4, 9, "\"nosuchsh\""),
        file("[[hooks]]\nevent = \"stop\"\ncommand = [\"true\"]\nshell = \"nosuchsh\"\n"),
    ),
    (
        Code::CommandSyntax,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"if true; then\"\n"),
        (3, 11, "\"if true; then\""),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"if true; then :; fi\"\n"),
    ),
    (
        Code::GateFailsOpen,
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\non_failure = \"allow\"\n"),
        (4, 14, "\"allow\""),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\non_failure = \"allow\"\n"),
    ),
    (
        Code::ProgramNotFound,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"nosuch --flag\"\n"),
        (3, 12, "nosuch"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"command -v nosuch && nosuch --flag\"\n"),
    ),
    (
        Code::FileNotFound,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"python3 policy/ghost.py\"\n"),
        (3, 20, "policy/ghost.py"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"python3 policy/guard.py\"\n"),
    ),
    (
        Code::NotExecutable,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"./plain.sh\"\n"),
        (3, 12, "./plain.sh"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"sh ./plain.sh\"\n"),
    ),
    (
        Code::CrlfShebang,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"./crlf.sh\"\n"),
        (3, 12, "./crlf.sh"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"./guard.sh\"\n"),
    ),
    (
        Code::UnsetVariable,
        file("[[hooks]]\nevent = \"stop\"\ncommand = '\"$NOT_SET\"/guard.sh'\n"),
        (3, 13, "$NOT_SET"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = '\"${NOT_SET:-.}\"/guard.sh'\n"),
    ),
    (
        Code::QuotedTilde,
        file("[[hooks]]\nevent = \"stop\"\ncommand = 'cat \"~/rules\"'\n"),
        (3, 16, "\"~/rules\""),
        file("[[hooks]]\nevent = \"stop\"\ncommand = 'cat ~/\"rules\"'\n"),
    ),
    (
        Code::VerdictLost,
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"./guard.sh || true\"\n"),
        (3, 12, "./guard.sh || true"),
        file("[[hooks]]\nevent = \"post_tool\"\ncommand = \"./guard.sh || true\"\n"),
    ),
    (
        Code::RelativeToEvent,
        file("[[hooks]]\nevent = \"stop\"\ncommand = \"./guard.sh\"\ncwd = \"event\"\n"),
        (3, 12, "./guard.sh"),
        file("[[hooks]]\nevent = \"stop\"\ncommand = '$HOOKCTL_CONFIG_DIR/guard.sh'\ncwd = \"event\"\n"),
    ),
    (
        Code::McpServer,
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"mcp__memory\"]\n"),
        (4, 10, "\"mcp__memory\""),
        file(
            "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"mcp__memory__*\", \"mcp__*\"]\n",
        ),
    ),
    (
        Code::ToolCase,
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"bASH\"]\n"),
        (4, 10, "\"bASH\""),
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"Bash\", \"shell\"]\n"),
    ),
    (
        Code::LongTimeout,
        file("[defaults]\ntimeout_secs = 601\n"),
        (2, 16, "601"),
        file("[defaults]\ntimeout_secs = 600\n"),
    ),
    (
        Code::ClassSpeltOut,
        file(
            "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"Bash\", \"run_shell_command\"]\n",
        ),
        (4, 9, "[\"Bash\", \"run_shell_command\"]"),
        file("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"Edit\", \"Write\"]\n"),
    ),
    (
        Code::TimeoutAboveHost,
        on("claude", "[[hooks]]\nevent = \"prompt_submit\"\ncommand = \"true\"\ntimeout_secs = 26\n"),
        (4, 16, "26"),
        on("claude", "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntimeout_secs = 26\n"),
    ),
    (
        Code::NeverOnHost,
        on("codex", "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"Edit\", \"Write\"]\n"),
        (4, 9, "[\"Edit\", \"Write\"]"),
        on("codex", "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"Edit\", \"apply_*\"]\n"),
    ),
    (
        Code::HostLimit,
        on("droid", "[[hooks]]\nevent = \"pre_compact\"\ncommand = \"true\"\n"),
        (2, 9, "\"pre_compact\""),
        on("codex", "[[hooks]]\nevent = \"pre_compact\"\ncommand = \"true\"\n"),
    ),
    (
        Code::NotWired,
        Case {
            settings: WIRED_ON_STOP,
            ..on("claude", "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n")
        },
        (2, 9, "\"pre_tool\""),
        Case { settings: WIRED_ON_STOP, ..on("claude", "[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\n") },
    ),
    (Code::GroupWritable, Case { mode: 0o664, ..file("") }, (1, 1, ""), Case { mode: 0o644, ..file("") }),
];

/// The findings of a case, as code, line, column and text.
/// The events on which settings call hookctl.
fn called(host: &Host, settings: &str) -> Vec<String> {
    let wiring = install::wiring::named(host.name).expect("every host can be wired");
    install::called(wiring, &[settings])
}

fn findings(room: &Room, case: &Case) -> Vec<(Code, (usize, usize, String))> {
    room.file("project/hooks.toml", case.text, case.mode);
    let sources = [Source::read(&room.path("project/hooks.toml")).expect("a good file")];
    let (layers, mut found) = validate(&sources);
    super::super::check(&sources, &layers, &mut found, &mut room.machine(), case.host());
    if let Some(host) = case.host() {
        super::super::wiring::check(&layers, host, &called(host, case.settings), &mut found);
    }
    let show = |located: &crate::config::Located| {
        let span = located.problem.span.clone();
        let at = sources[0].position(span.start);
        (located.problem.code, (at.line, at.column, sources[0].text[span].to_owned()))
    };
    found.iter().map(show).collect()
}

#[test]
fn every_code_is_raised_at_its_place_and_not_by_a_near_miss() {
    let room = Room::new();
    for (code, bad, (line, column, text), miss) in ROWS {
        let name = code.name();
        assert_eq!(findings(&room, bad), [(*code, (*line, *column, (*text).to_owned()))], "{name}");
        assert_eq!(findings(&room, miss), [], "{name}");
    }
}

#[test]
fn every_code_has_a_row() {
    let rows: Vec<_> = ROWS.iter().map(|row| row.0).collect();
    assert_eq!(rows, Code::ALL);
}

#[test]
fn every_finding_says_what_to_write_instead() {
    let room = Room::new();
    for (code, bad, ..) in ROWS {
        room.file("project/hooks.toml", bad.text, bad.mode);
        let sources = [Source::read(&room.path("project/hooks.toml")).expect("a good file")];
        let (layers, mut found) = validate(&sources);
        super::super::check(&sources, &layers, &mut found, &mut room.machine(), bad.host());
        if let Some(host) = bad.host() {
            super::super::wiring::check(&layers, host, &called(host, bad.settings), &mut found);
        }
        for located in found {
            let problem = located.problem;
            assert!(problem.help.is_some_and(|help| !help.is_empty()), "{}", code.name());
            assert!(!problem.message.ends_with('.') && !problem.message.is_empty(), "{}", code.name());
        }
    }
}

#[test]
fn a_file_is_fit_for_a_host_by_phase_tools_and_times() {
    let room = Room::new();
    let codes =
        |text| findings(&room, &on("codex", text)).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    for (text, expected) in [
        ("[[hooks]]\nevent = \"notification\"\ncommand = \"true\"\n", &[Code::NeverOnHost][..]),
        ("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = []\n", &[]),
        ("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\ntools = [\"mcp__*\"]\n", &[]),
        ("[defaults]\ntimeout_secs = 595\n", &[Code::TimeoutAboveHost]),
        ("[defaults]\ntimeout_secs = 595\ndeadline_secs = 595\n", &[]),
        ("[defaults]\ntimeout_secs = 5000\n", &[Code::LongTimeout]),
    ] {
        assert_eq!(codes(text), expected, "{text}");
    }
}
