//! The completions, tried in the shells that read them.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::{Case, HOOKCTL, has_program};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/completions");

const COMMANDS: &[&str] =
    &["run", "check", "replay", "init", "trust", "install", "uninstall", "schema", "help"];

const PHASES: &[&str] = &[
    "pre_tool",
    "permission_request",
    "prompt_submit",
    "stop",
    "subagent_stop",
    "pre_compact",
    "post_tool",
    "session_start",
    "subagent_start",
    "post_compact",
    "notification",
    "session_end",
];

const HOSTS: &[&str] = &["claude", "codex", "gemini", "qwen", "copilot", "droid"];

/// A shell, and how it is asked for the candidates of a line: one a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Shell {
    const fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
        }
    }

    const fn driver(self) -> &'static str {
        match self {
            Self::Bash => include_str!("completions/driver.bash"),
            Self::Zsh => include_str!("completions/driver.zsh"),
            Self::Fish => include_str!("completions/driver.fish"),
        }
    }

    /// A name as the shell puts it on the line.
    fn quoted(self, name: &str) -> String {
        match self {
            Self::Bash => name.replace(' ', "\\ "),
            Self::Zsh => name.replace(' ', "\\ ").replace('#', "\\#"),
            Self::Fish => name.to_owned(),
        }
    }
}

/// A project with hooks that leave a trace if they run, and files to choose from.
fn project() -> Case {
    let hook = |name: &str| format!("[[hooks]]\nevent = \"stop\"\n{name}command = \"touch ran\"\n");
    let names = [
        "name = \"guard\"\n",
        "name = \"two words\"\n",
        "name = \"git:push\"\n",
        "name = \"git:pull\"\n",
        "",
    ];
    let case = Case::new(&names.map(hook).concat())
        .file("other.toml", "[[hooks]]\nevent = \"stop\"\nname = \"other\"\ncommand = \"touch ran\"\n")
        .file("faulty.toml", "[[hooks]\nevent = 1\n")
        .file("events/one.json", "{}");
    let programs = case.home().join("bin");
    fs::create_dir(&programs).expect("a folder");
    symlink(HOOKCTL, programs.join("hookctl")).expect("a link");
    let path = std::env::var("PATH").expect("PATH");
    case.env("PATH", format!("{}:{path}", programs.display())).env("SCRIPTS", SCRIPTS)
}

/// The candidates of each line have to be these, in any order.
fn completes(shell: Shell, expected: &[(&str, &[&str])]) {
    if !has_program(shell.name()) {
        return;
    }
    let case = project().file("driver", shell.driver());
    let lines: Vec<_> = expected.iter().map(|(line, _)| *line).collect();
    let case = case.file("lines", lines.join("\n") + "\n");
    let printed = case.sh(&format!("exec {} driver < lines", shell.name())).prints(0, "*", "");
    let mut answers = printed.split("== \n");
    assert_eq!(answers.next(), Some(""));
    for (line, expected) in expected {
        let mut found: Vec<_> = answers.next().expect(line).lines().map(str::to_owned).collect();
        let mut expected: Vec<_> = expected.iter().map(|name| shell.quoted(name)).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{}: {line}", shell.name());
    }
    assert!(!case.has("ran"), "a hook ran");
}

#[test]
fn bash_completes_a_word_that_it_splits_itself() {
    completes(
        Shell::Bash,
        &[
            ("hookctl replay --only=", &["guard", "two words", "git:push", "git:pull", "stop#5"]),
            ("hookctl replay --only=gu", &["guard"]),
            ("hookctl replay --only git:", &["push", "pull"]),
            ("hookctl replay --only=git:pus", &["push"]),
            ("hookctl run --host=co", &["codex", "copilot"]),
            ("hookctl check --config=fa", &["faulty.toml"]),
        ],
    );
}

macro_rules! in_every_shell {
    ($($name:ident: $expected:expr;)+) => {
        $(
            mod $name {
                use super::*;

                #[test]
                fn in_bash() {
                    completes(Shell::Bash, $expected);
                }

                #[test]
                fn in_zsh() {
                    completes(Shell::Zsh, $expected);
                }

                #[test]
                fn in_fish() {
                    completes(Shell::Fish, $expected);
                }
            }
        )+
    };
}

in_every_shell! {
    commands_and_topics_complete: &[
        ("hookctl ", COMMANDS),
        ("hookctl re", &["replay"]),
        ("hookctl help ", &[COMMANDS, &["exit-codes", "hooks"]].concat()),
    ];
    phases_hosts_and_formats_complete: &[
        ("hookctl run ", PHASES),
        ("hookctl run --require-trust pre_", &["pre_tool", "pre_compact"]),
        ("hookctl run --host ", HOSTS),
        ("hookctl install ", HOSTS),
        ("hookctl check --host co", &["codex", "copilot"]),
        ("hookctl check --format ", &["human", "json", "github", "sarif"]),
        ("hookctl replay x --format j", &["json", "junit"]),
        ("hookctl replay x --expect ", &["allow", "ask", "deny"]),
    ];
    names_of_hooks_complete: &[
        ("hookctl replay --only ", &["guard", "two words", "git:push", "git:pull", "stop#5"]),
        ("hookctl replay events/one.json --only g", &["guard", "git:push", "git:pull"]),
        ("hookctl replay --config other.toml --only ", &["other"]),
        ("hookctl replay --config=other.toml --only ", &["other"]),
        ("hookctl replay --config faulty.toml --only ", &[]),
        ("hookctl replay --config none.toml --only ", &[]),
    ];
    files_complete: &[
        ("hookctl check --config fa", &["faulty.toml"]),
        ("hookctl replay events/one.json --against ot", &["other.toml"]),
    ];
    options_complete_behind_a_dash: &[
        ("hookctl schema --h", &["--help"]),
        ("hookctl replay events/one.json --ag", &["--against"]),
    ];
}
