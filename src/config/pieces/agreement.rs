//! What is read in pieces against what is read as a whole, over odd files and over mixtures of their lines.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::select;

use super::tests::said;
use crate::config::source::Source;
use crate::config::{self, written};
use crate::event::Event;
use crate::phase::Phase;

/// What lines of files are made of. Two of them are as long as a piece.
const LINES: &[&str] = &[
    "[[hooks]]",
    "[[hooks]]",
    "[[hooks]]",
    "[[ hooks ]]",
    "[[\"hooks\"]]",
    " [[hooks]]",
    "[[hooks]] # A hook.",
    "[[hooks]] [[hooks]]",
    "[hooks]",
    "[hooks.x]",
    "[[hooks.tools]]",
    "[hooks.command]",
    "hooks = []",
    "hooks = [{ event = \"stop\", command = \"a\" }]",
    "hooks = [",
    "hooks.x = 1",
    "[defaults]",
    "[[defaults]]",
    "[defaults.x]",
    "[ \"defaults\" ]",
    "defaults = {}",
    "defaults.stdin = \"raw\"",
    "deadline_secs = 3",
    "[other]",
    "event = \"pre_tool\"",
    "event = \"pre_tool\"",
    "event = \"stop\"",
    "event = \"stopp\"",
    "event = 'stop' # Why.",
    "'event' = \"stop\"",
    "command = \"true\"",
    "command = \"true\"",
    "command = 'a \"b\" \\'",
    "command = \"a\\nb\"",
    "command = \"\"\"",
    "command = '''",
    "command = [\"a\", 'b' ,]",
    "command = [\"a\"",
    "command = []",
    "command = \" # a\"",
    "command.x = 1",
    "name = \"n\"",
    "name = \"n\"",
    "name = \"m\"",
    "name = \"pre_tool#1\"",
    "tools = [\"Bash\"]",
    "tools = []",
    "tools = [\"a|b\"]",
    "tools = [",
    "tools = \"Bash\"",
    "timeout_secs = 1",
    "timeout_secs = 5",
    "timeout_secs = 01",
    "timeout_secs = 1_0",
    "timeout_secs = 0x1_f",
    "timeout_secs = 0X1",
    "timeout_secs = 1_",
    "timeout_secs = 1.",
    "timeout_secs = 1e1",
    "timeout_secs = 1e",
    "timeout_secs = 1.5e+2_0",
    "timeout_secs = 12:00:00",
    "timeout_secs = 1979-05-27",
    "timeout_secs = 1 # One.",
    "timeout_secs = 1,",
    "timeout_secs = 1]",
    "timeout_secs = 1\u{a0}",
    "timeout_secs = 1 = 2",
    "timeout_secs = 1 2",
    "timeout_secs = 1\r",
    "timeout_secs = 0b1",
    "timeout_secs = 0o7",
    "timeout_secs = 00.5",
    "timeout_secs = 9999999999999999999999",
    "enabled = true",
    "enabled = false",
    "enabled = true,",
    "approves = false # No.",
    "stdin = \"raw\"",
    "cwd = \"é\u{85}\u{feff}\"",
    "shell = \"bash\"",
    "shell = \" \"",
    "shell=\"a\"\"b\"",
    "\u{feff}",
    "# A comment.",
    "#\r",
    "# \u{7f}",
    "#\0",
    "\0",
    "\t ",
    "\u{c}",
    "\u{b}# a",
    "\u{a0}",
    "",
    "]",
    "}",
    "'''",
    "\"\"\"",
    "]]",
    "x",
    "=",
    "= 1",
    "event",
    "event =",
];

fn source(text: &str) -> Source {
    Source::from_bytes(Path::new("hooks.toml"), PathBuf::from("/policy"), text.as_bytes().to_vec())
        .expect("UTF-8")
}

/// Where pieces say anything, they say what the whole says, and that has no fault.
fn pieces_agree(text: &str) {
    let source = source(text);
    let (whole, problems) = written::read(&source.text);
    for size in [0, 1, 40, 200, super::SIZE] {
        if let Some(pieces) = super::read(&source.text, size) {
            assert!(problems.is_empty(), "{size}: {text:?}: {problems:?}");
            assert_eq!(said(&pieces), said(&whole), "{size}: {text:?}");
        }
    }
}

/// A run finds the faults that a person is told of, and the same chain where there are none.
fn runs_agree(texts: &[&str]) {
    let sources: Vec<_> = texts.iter().map(|text| source(text)).collect();
    let (config, located) = config::read(&sources);
    for phase in Phase::ALL {
        for tool in ["Bash", "x"] {
            let document = format!(r#"{{"tool":"{tool}","input":{{}},"prompt":"p"}}"#);
            let event = Event::decode_neutral(&document, phase).expect("an event");
            let (chain, found) = config::read_for(&sources, &event);
            assert_eq!(format!("{found:?}"), format!("{located:?}"), "{texts:?}");
            if config::has_error(&located) {
                continue;
            }
            let mut expected = config.hooks.iter().filter(|hook| {
                hook.enabled && hook.phase == phase && hook.tools.matches(event.tool.as_deref(), event.class)
            });
            let same =
                |hook| expected.next().is_some_and(|other| format!("{other:?}") == format!("{hook:?}"));
            assert!(chain.hooks.iter().all(same) && expected.next().is_none(), "{phase}: {texts:?}");
            assert_eq!(chain.deadline, config.deadline, "{texts:?}");
        }
    }
}

const HOOK: &str = "[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\n";

fn filler() -> String {
    format!("# {}\n", "x".repeat(super::SIZE))
}

#[test]
fn a_fault_anywhere_in_a_file_is_found_whatever_the_event_is() {
    let far = HOOK.repeat(100);
    for fault in [
        "[hooks]\n",
        "[[hooks.x]]\n",
        "[hooks.x]\na = 1\n",
        "[[hooks]]\n",
        "[[hooks]]\nevent = \"pre-tool\"\ncommand = \"a\"\n",
        "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"\"\n",
        "[[hooks]]\nevent = \"pre_tool\"\ncommand = '''\n[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\n",
        "[[hooks]]\nevent = \"pre_tool\"\ntools = [\n[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\n",
        "[defaults]\n[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\n[defaults]\n",
        "[defaults]\ndeadline_secs = 1\n[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\ntimeout_secs = 2\n",
        "name = \"n\"\n[[hooks]]\nevent = \"pre_tool\"\ncommand = \"a\"\nname = \"n\"\n",
        "name = \"stop#1\"\n",
        "hooks = []\n",
        "tools = [\"a\"]\n",
        "enabled = true\nenabled = true\n",
        "# \u{7f}\n",
        "\0",
        "\r",
        "\u{feff}\n",
        "x",
        "'''\n'''\n",
    ] {
        for text in [
            format!("{far}{fault}"),
            format!("{far}{fault}{far}"),
            format!("{HOOK}{HOOK}{}{fault}", filler()),
        ] {
            pieces_agree(&text);
            runs_agree(&[&text]);
            runs_agree(&[HOOK, &text]);
            let sources = [source(&text)];
            assert!(config::has_error(&config::read(&sources).1), "{fault}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mixture_of_lines_is_read_alike_in_pieces_and_as_a_whole(
        lines in prop::collection::vec(select(LINES), 0..14),
        end in select(&["\n", "\r\n", ""][..]),
    ) {
        pieces_agree(&(lines.join("\n") + end));
    }

    #[test]
    fn any_mixture_of_hooks_is_read_alike_by_a_run_and_by_a_check(
        files in prop::collection::vec(prop::collection::vec(
            (any::<bool>(), prop::collection::vec(select(LINES), 0..3)), 0..4), 1..3),
    ) {
        let files: Vec<String> = files.iter().map(|hooks| {
            let hook = |(far, lines): &(bool, Vec<&str>)| {
                let far = if *far { filler() } else { String::new() };
                format!("{HOOK}{far}{}\n", lines.join("\n"))
            };
            hooks.iter().map(hook).collect()
        }).collect();
        runs_agree(&files.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
