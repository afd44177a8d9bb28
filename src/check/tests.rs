//! Every lint at work: honest commands about which nothing is said, and others about which something is.

mod honest;
mod table;
mod wrong;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use clap::ColorChoice;
use proptest::prelude::*;
use tempfile::TempDir;

use super::machine::Machine;
use crate::config::source::Source;
use crate::config::validate;
use crate::paint::Paint;
use crate::report::{Report, github, human, json, sarif};

/// What is on the PATH of the machine of these tests, which has nothing else.
const PROGRAMS: &[&str] = &[
    "awk",
    "bash",
    "cat",
    "curl",
    "cut",
    "date",
    "diff",
    "env",
    "find",
    "git",
    "grep",
    "head",
    "id",
    "jq",
    "logger",
    "ls",
    "make",
    "mkdir",
    "mktemp",
    "node",
    "nohup",
    "npm",
    "openssl",
    "perl",
    "python3",
    "rm",
    "sed",
    "sh",
    "sha256sum",
    "sleep",
    "sort",
    "sync-policy",
    "tail",
    "tee",
    "timeout",
    "touch",
    "tr",
    "uniq",
    "uname",
    "wc",
    "xargs",
];

/// A folder with a project in it, and a machine that has a few programs.
struct Room {
    folder: TempDir,
}

impl Room {
    fn new() -> Self {
        let room = Self { folder: tempfile::tempdir().expect("a folder") };
        for program in PROGRAMS {
            let real = Path::new("/bin").join(program);
            match *program {
                // The shells are asked about syntax, so they have to be real; where one is missing it says nothing.
                "sh" | "bash" if real.exists() => {
                    room.file(&format!("bin/{program}"), "", 0o755);
                    fs::remove_file(room.path(&format!("bin/{program}"))).expect("removed");
                    std::os::unix::fs::symlink(real, room.path(&format!("bin/{program}"))).expect("linked");
                }
                _ => room.file(&format!("bin/{program}"), "#!/bin/sh\nexit 0\n", 0o755),
            }
        }
        room.file("project/guard.sh", "#!/bin/sh\nexit 2\n", 0o755);
        room.file("project/policy/guard.py", "print()\n", 0o644);
        room.file("project/policy/lib.sh", "deny() { exit 2; }\n", 0o644);
        room.file("project/crlf.sh", "#!/bin/sh\r\nexit 0\r\n", 0o755);
        room.file("project/plain.sh", "#!/bin/sh\nexit 0\n", 0o644);
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().expect("a folder").join(name)
    }

    fn file(&self, name: &str, text: &str, mode: u32) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("in the room")).expect("created");
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
    }

    fn machine(&self) -> Machine {
        Machine::new(self.path("bin").as_os_str(), ["HOME", "PATH", "SET_HERE"].map(str::to_owned))
    }

    fn source(&self, text: &str) -> Source {
        let path = self.path("project/hooks.toml");
        Source::from_bytes(&path, self.path("project"), text.as_bytes().to_vec()).expect("UTF-8")
    }

    /// What is found in a file: the name of each code, and the text that it is about.
    fn check(&self, text: &str) -> Vec<(&'static str, String)> {
        let sources = [self.source(text)];
        let (layers, mut found) = validate(&sources);
        super::check(&sources, &layers, &mut found, &mut self.machine(), None);
        let text = |located: &crate::config::Located| {
            let span = located.problem.span.clone();
            (located.problem.code.name(), sources[0].text.get(span).unwrap_or("not in the file").to_owned())
        };
        found.iter().map(text).collect()
    }

    /// The same for one command of a gate.
    fn check_command(&self, command: &str) -> Vec<(&'static str, String)> {
        self.check(&hook_of(command, ""))
    }
}

/// A file with one hook.
fn hook_of(command: &str, more: &str) -> String {
    // As a literal string where that is possible: then the file has the command as it is. The escapes of JSON
    // are ones of TOML too.
    let command = if command.contains("'''") || command.starts_with('\n') {
        serde_json::to_string(command).expect("a string")
    } else {
        format!("'''{command}'''")
    };
    format!("[[hooks]]\nevent = \"pre_tool\"\ncommand = {command}\n{more}\n")
}

#[test]
fn a_place_is_exact_also_where_the_file_has_the_command_with_escapes() {
    let room = Room::new();
    let text = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"echo \\\"$NOT_SET\\\"\"\n";
    assert_eq!(room.check(text), [("unset-variable", "$NOT_SET".to_owned())]);
    let twice = "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"nosuch \\\"nosuch\\\"\"\n";
    assert_eq!(room.check(twice), [("program-not-found", "\"nosuch \\\"nosuch\\\"\"".to_owned())]);
}

#[test]
fn a_disabled_hook_is_not_asked_for_what_it_needs() {
    let room = Room::new();
    assert_eq!(room.check(&hook_of("./ghost.sh", "enabled = false")), []);
    assert_eq!(room.check(&hook_of("./ghost.sh", "")).len(), 1);
}

#[test]
fn a_shell_of_another_language_is_not_understood() {
    let room = Room::new();
    assert_eq!(room.check(&hook_of("import sys; sys.exit($NOT_SET)", "shell = \"python3\"")), []);
}

#[test]
fn a_shell_of_the_project_is_never_started() {
    let room = Room::new();
    let trace = room.path("ran");
    room.file("project/bin/bash", &format!("#!/bin/sh\ntouch '{}'\n", trace.display()), 0o755);
    room.file("outside/placeholder", "", 0o644);
    std::os::unix::fs::symlink(room.path("project/bin/bash"), room.path("outside/bash")).expect("linked");
    let absolute = room.path("project/bin/bash");
    let link = room.path("outside/bash");
    for shell in ["./bin/bash", absolute.to_str().expect("UTF-8"), link.to_str().expect("UTF-8")] {
        room.check(&hook_of("if true; then", &format!("shell = \"{shell}\"")));
        assert!(!trace.exists(), "{shell}");
    }
    room.file("elsewhere/bash", &format!("#!/bin/sh\ntouch '{}'\n", trace.display()), 0o755);
    let outside = room.path("elsewhere/bash");
    room.check(&hook_of("if true; then", &format!("shell = \"{}\"", outside.display())));
    assert!(trace.exists(), "one outside of the project is asked");
}

#[test]
fn a_shell_that_hangs_is_not_waited_for() {
    let room = Room::new();
    room.file("elsewhere/bash", "#!/bin/sh\nsleep 60\n", 0o755);
    let shell = format!("shell = \"{}\"", room.path("elsewhere/bash").display());
    let started = std::time::Instant::now();
    assert_eq!(room.check(&hook_of("if true; then", &shell)), []);
    assert!(started.elapsed() < std::time::Duration::from_secs(30));
}

/// A file that holds much of what can be written.
const EVERYTHING: &str = r#"
[defaults]
shell = "bash"
timeout_secs = 2.5
deadline_secs = 25
[[hooks]]
event = "pre_tool"
name = "é"
tools = ["Bash", "mcp__github", "b?sh*"]
command = "x=$(cat <<'E'\n$a\nE\n); case \"$x\" in (*~*) ./no || true ;; esac; [[ ${y:-$(z)} == `w` ]]"
on_failure = "allow"
[[hooks]]
event = "stop"
cwd = "event"
command = '''
for f in *.sh; do "~/x" $((1+2)) >/dev/null 2>&1 & done
{ ./guard.sh | tee "${log%.*}"; } <(nosuch)
'''
[[hooks]]
event = "post_tool"
command = ["./guard.sh", "a b", "$HOME"]
timeout_secs = 700
"#;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_file_makes_check_panic(edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..30, ".{0,6}"), 1..6)) {
        let mut text = EVERYTHING.to_owned();
        for (place, length, new) in edits {
            let starts: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let from = place.index(starts.len());
            let to = (from + length).min(starts.len() - 1);
            text.replace_range(starts[from]..starts[to], &new);
        }
        report_of(&text);
    }

    #[test]
    fn no_text_makes_check_panic(text in "([\\[\\]\"'=#\\\\$(){}`|&;<>~\n a-z0-9]|hooks|event|command|\\PC){0,80}") {
        report_of(&text);
        report_of(&hook_of(&text.replace('\'', "\""), ""));
    }

    #[test]
    fn no_command_makes_the_parser_panic(text in "([\"'=#\\\\$(){}`|&;<>~!\n a-c0-9]|if|then|fi|do|done|case|esac|in|<<|\\PC){0,60}") {
        crate::shell::script::parse(&text);
    }
}

/// Checks a text and renders it in every form.
fn report_of(text: &str) {
    let source = Source::from_bytes(Path::new("hooks.toml"), PathBuf::from("/nowhere"), text.into());
    let sources = [source.expect("UTF-8")];
    let (layers, mut found) = validate(&sources);
    let mut machine = Machine::new("/nowhere".as_ref(), []);
    super::check(&sources, &layers, &mut found, &mut machine, None);
    let report = Report { sources: &sources, layers: &layers, found: &found };
    for text in [
        human::render(report, Paint::choose(ColorChoice::Never, &std::io::stdout())),
        human::render(report, Paint::choose(ColorChoice::Always, &std::io::stdout())),
        json::render(report),
        github::render(report),
        sarif::render(report),
    ] {
        assert!(text.is_empty() || text.ends_with('\n'));
    }
}
