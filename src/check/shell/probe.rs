//! One shell and its `-n`, with as few starts as possible.

use std::io::Read;
use std::mem;
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use wait_timeout::ChildExt as _;

use crate::shell::script;

/// How long a shell may take.
const LIMIT: Duration = Duration::from_secs(2);

/// How much text one start gets, in bytes: an argument may have 128 KiB on Linux.
const BATCH: usize = 96 << 10;

/// How much of what a shell says is kept, in bytes.
const MESSAGE: u64 = 4 << 10;

/// What a shell calls itself in its messages.
const NAME: &str = "command";

/// Words after which a shell may parse in another way than `-n`, which runs nothing, can tell.
const CHANGERS: [&str; 5] = ["shopt", "setopt", "emulate", "alias", "extglob"];

/// A line that a shell cannot parse.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its place among the lines.
    pub line: usize,
    /// What the shell says.
    pub message: String,
}

/// What a line is put into among others: what a line alone leaves open is a fault there too.
const OPEN: &str = "{\n";
const CLOSE: &str = "\n}\n";

/// The lines that a shell cannot parse, in their order.
pub fn faults(shell: &Path, lines: &[&str]) -> Vec<Fault> {
    let batches = batches(lines);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = Vec::new();
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            together(shell, lines, batch, &mut faults);
        }
        faults
    };
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(batches.len());
    let mut faults: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
        let mine = work();
        let theirs = workers.into_iter().flat_map(|worker| worker.join().expect("it does not panic"));
        mine.into_iter().chain(theirs).collect()
    });
    faults.sort_by_key(|fault| fault.line);
    faults
}

/// The lines that are asked about at once, by their places.
fn batches(lines: &[&str]) -> Vec<Vec<usize>> {
    let (mut batches, mut batch, mut size) = (Vec::new(), Vec::new(), 0);
    for (place, line) in lines.iter().enumerate() {
        if CHANGERS.iter().any(|word| line.contains(word)) {
            continue;
        }
        if script::parse(line).is_none() || line.len() > BATCH / 2 {
            batches.push(vec![place]);
            continue;
        }
        if size + line.len() > BATCH {
            batches.push(mem::take(&mut batch));
            size = 0;
        }
        batch.push(place);
        size += OPEN.len() + line.len() + CLOSE.len();
    }
    batches.push(batch);
    batches
}

/// Asks about a batch: about all of it, and after each fault about fewer lines at once.
fn together(shell: &Path, lines: &[&str], mut batch: &[usize], faults: &mut Vec<Fault>) {
    let mut count = batch.len();
    while !batch.is_empty() {
        let asked = &batch[..count.clamp(1, batch.len())];
        if let [place] = asked {
            let fault = alone(shell, lines, *place);
            count = if fault.is_some() { 1 } else { 2 };
            faults.extend(fault);
            batch = &batch[1..];
            continue;
        }
        let text: String = asked.iter().flat_map(|place| [OPEN, lines[*place], CLOSE]).collect();
        match ask(shell, &text) {
            Verdict::Fine => {
                batch = &batch[asked.len()..];
                count = asked.len() * 2;
            }
            Verdict::Refused { line, .. } => {
                let blamed = line.and_then(|line| place_of(line, lines, asked));
                let fault = blamed.and_then(|blamed| alone(shell, lines, asked[blamed]));
                if let (Some(blamed), Some(fault)) = (blamed, fault) {
                    faults.push(fault);
                    // A shell parses in order: what is before the fault is well.
                    batch = &batch[blamed + 1..];
                }
                count = asked.len() / 2;
            }
            Verdict::Silent => return,
        }
    }
}

/// Which of the lines of a batch a line of its text belongs to.
fn place_of(number: usize, lines: &[&str], batch: &[usize]) -> Option<usize> {
    let mut end = 0;
    batch.iter().position(|place| {
        end += 3 + lines[*place].matches('\n').count();
        number <= end
    })
}

fn alone(shell: &Path, lines: &[&str], place: usize) -> Option<Fault> {
    match ask(shell, lines[place]) {
        Verdict::Refused { message, .. } => Some(Fault { line: place, message }),
        Verdict::Fine | Verdict::Silent => None,
    }
}

/// What a shell says of a text.
enum Verdict {
    /// It parses.
    Fine,
    /// It does not.
    Refused {
        /// The line of the text, where the shell names one.
        line: Option<usize>,
        /// What is wrong.
        message: String,
    },
    /// The shell could not be asked, or took too long.
    Silent,
}

/// Asks a shell about a text. Of the environment it gets nothing, because a variable can make a shell run a
/// file when it starts.
fn ask(shell: &Path, text: &str) -> Verdict {
    let mut command = Command::new(shell);
    if shell.file_name().is_some_and(|name| name == "zsh") {
        command.arg("-f");
    }
    // A text that begins like an option would be taken for one.
    let text = if text.starts_with(['-', '+']) { format!("\n{text}") } else { text.to_owned() };
    command.args(["-n", "-c", &text, NAME]).env_clear().env("LC_ALL", "C").current_dir("/");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else { return Verdict::Silent };
    let (said, hears) = mpsc::channel();
    if let Some(stderr) = child.stderr.take() {
        // A thread, because a shell that says more than a pipe holds waits for a reader.
        thread::spawn(move || {
            let mut stderr = stderr;
            let mut start = Vec::new();
            let kept = stderr.by_ref().take(MESSAGE).read_to_end(&mut start);
            // Nobody may be left to hear it; the rest is read so that the shell can end.
            let _ = said.send(kept.map(|_| start));
            let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        });
    }
    match child.wait_timeout(LIMIT) {
        Ok(Some(status)) if status.success() => Verdict::Fine,
        Ok(Some(status)) if is_refusal(status) => {
            let text = hears.recv_timeout(LIMIT).ok().and_then(Result::ok).unwrap_or_default();
            let (line, message) = understand(&String::from_utf8_lossy(&text));
            Verdict::Refused { line, message }
        }
        Ok(Some(_)) => Verdict::Silent,
        Ok(None) | Err(_) => {
            // One that ended just now needs no signal.
            let _ = child.kill();
            let _ = child.wait();
            Verdict::Silent
        }
    }
}

/// Whether a shell ended by itself, and not because it could not be started or was ended.
fn is_refusal(status: ExitStatus) -> bool {
    status.code().is_some_and(|code| code < 126)
}

/// The line that a message is about, and what it says of it: `command: 3: Syntax error: ...`,
/// `command: -c: line 3: syntax error ...`.
fn understand(said: &str) -> (Option<usize>, String) {
    let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it does not say why");
    let rest = first.strip_prefix(NAME).unwrap_or(first);
    let Some(start) = rest.find(|c: char| c.is_ascii_digit()) else {
        return (None, rest.trim_start_matches([':', ' ']).to_owned());
    };
    let digits: String = rest[start..].chars().take_while(char::is_ascii_digit).collect();
    let after = rest[start + digits.len()..].trim_start_matches([':', ' ']);
    let message = if after.is_empty() { rest } else { after };
    (digits.parse().ok(), message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(lines: &[&str]) -> Vec<usize> {
        faults(Path::new("/bin/sh"), lines).into_iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn a_fault_is_found_in_the_line_that_has_it() {
        let lines = [
            "echo fine",
            "if true; then echo x",
            "cat <<EOF\nx\nEOF",
            "echo 'open",
            "true &&",
            "echo a\necho b\n)",
            "for x in a; do echo $x; done",
            "done",
            "{ echo; } }",
            "echo last # comment",
            "case x in a) ;; esac",
            "f() { echo; }",
        ];
        assert_eq!(refused(&lines), [1, 3, 4, 5, 7, 8]);
    }

    #[test]
    fn lines_that_only_together_would_parse_are_each_refused() {
        assert_eq!(refused(&["if true; then", "fi", "{ echo a", "}", "echo \"", "\""]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(refused(&["} ; {", "true ||", "true"]), [0, 1]);
    }

    #[test]
    fn many_lines_need_few_starts_and_many_faults_are_all_found() {
        let lines: Vec<_> = (0..3000).map(|n| format!("./guard-{n}.sh --strict")).collect();
        let mut lines: Vec<_> = lines.iter().map(String::as_str).collect();
        assert_eq!(refused(&lines), [0; 0]);
        // Complete as far as they are understood here, but no shell takes them.
        for place in [5, 6, 1500, 2999] {
            lines[place] = "if then :; fi";
        }
        assert_eq!(refused(&lines), [5, 6, 1500, 2999]);
    }

    #[test]
    fn what_a_shell_says_is_understood() {
        for (said, line, message) in [
            ("command: 3: Syntax error: \")\" unexpected\n", Some(3), "Syntax error: \")\" unexpected"),
            (
                "command: -c: line 12: syntax error near `)'\ncommand: -c: line 12: `)'\n",
                Some(12),
                "syntax error near `)'",
            ),
            ("command:7: parse error near `fi'\n", Some(7), "parse error near `fi'"),
            ("", None, "it does not say why"),
        ] {
            assert_eq!(understand(said), (line, message.to_owned()), "{said}");
        }
    }

    #[test]
    fn nothing_of_a_line_runs_and_no_variable_makes_a_shell_run_a_file() {
        let room = tempfile::tempdir().expect("a folder");
        let trace = room.path().join("ran");
        let line = format!("touch '{0}'; x=$(touch '{0}'); trap \"touch '{0}'\" EXIT", trace.display());
        for shell in ["/bin/sh", "/bin/bash"].map(Path::new) {
            if shell.exists() {
                assert_eq!(faults(shell, &[&line]), []);
            }
        }
        assert!(!trace.exists());
    }
}
