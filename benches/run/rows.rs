//! The rows of the table.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::Row;
use crate::call::Call;
use crate::{floor, rivals};

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

/// The samples of hosts' events that the tests use too.
const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/events");

/// Every row, with its files in a folder.
pub fn all(bin: &Path, room: &Path) -> io::Result<Vec<Row>> {
    let rows = Rows { bin: bin.display().to_string(), room, small: event(room, KIB)? };
    Ok(vec![
        rows.one_hook()?,
        rows.array()?,
        rows.chain()?,
        rows.none_matches()?,
        rows.of_many("100 hooks in the file, one matches", 100, None)?,
        rows.of_many("1,000 hooks in the file, one matches", 1_000, Some(6.0))?,
        rows.of_many("10,000 hooks in the file, one matches", 10_000, None)?,
        rows.cat("event of 1 KiB through one cat", KIB, None)?,
        rows.cat("event of 1 MiB through one cat", MIB, Some(2.5))?,
        rows.cat("event of 10 MiB through one cat", 10 * MIB, None)?,
        rows.ten_cats()?,
        rows.prints_much()?,
        rows.host("Claude Code's PreToolUse, one hook", "claude", "PreToolUse")?,
        rows.host("Codex' PreToolUse, one hook", "codex", "PreToolUse")?,
    ])
}

struct Rows<'a> {
    bin: String,
    room: &'a Path,
    small: PathBuf,
}

impl Rows<'_> {
    fn one_hook(&self) -> io::Result<Row> {
        let config = self.config("ten.toml", &of_ten("\"true\""))?;
        let mut contestants = vec![
            self.sh("sh -c true", "true", &self.small),
            self.floor(1, &["/bin/sh", "-c", "true"], &self.small)?,
            self.hookctl(&config, &self.small),
        ];
        contestants.extend(rivals::all(self.room, &self.small)?);
        Ok(Row { title: "one hook `true`, 10 in the file", target: Some(2.4), weight: 1, contestants })
    }

    fn array(&self) -> io::Result<Row> {
        let config = self.config("array.toml", &of_ten("[\"/bin/true\"]"))?;
        let contestants = vec![
            self.sh("sh -c /bin/true", "/bin/true", &self.small),
            self.floor(1, &["/bin/true"], &self.small)?,
            self.hookctl(&config, &self.small),
        ];
        Ok(Row { title: "the same as an array, [\"/bin/true\"]", target: Some(1.1), weight: 1, contestants })
    }

    fn chain(&self) -> io::Result<Row> {
        let config = self.config("chain.toml", &vec![hook("\"true\"", "Bash"); 10])?;
        let script = "for i in 1 2 3 4 5 6 7 8 9 10; do sh -c true; done";
        let contestants = vec![
            self.sh("sh loop of 10", script, &self.small),
            self.floor(10, &["/bin/sh", "-c", "true"], &self.small)?,
            self.hookctl(&config, &self.small),
        ];
        Ok(Row { title: "chain of 10", target: Some(1.12), weight: 4, contestants })
    }

    fn none_matches(&self) -> io::Result<Row> {
        let config = self.config("none.toml", &vec![hook("\"true\"", "Other"); 10])?;
        let contestants =
            vec![self.sh("sh -c true", "true", &self.small), self.hookctl(&config, &self.small)];
        Ok(Row { title: "no hook matches, 10 in the file", target: Some(1.15), weight: 1, contestants })
    }

    fn of_many(&self, title: &'static str, count: usize, target: Option<f64>) -> io::Result<Row> {
        let mut hooks = vec![hook("\"true\"", "Other"); count - 1];
        hooks.push(hook("\"true\"", "Bash"));
        let config = self.config(&format!("{count}.toml"), &hooks)?;
        let contestants =
            vec![self.sh("sh -c true", "true", &self.small), self.hookctl(&config, &self.small)];
        Ok(Row { title, target, weight: 1 + count / 500, contestants })
    }

    fn cat(&self, title: &'static str, size: usize, target: Option<f64>) -> io::Result<Row> {
        let event = event(self.room, size)?;
        let config = self.config("cat.toml", &[hook("\"cat >/dev/null\"", "Bash")])?;
        let contestants = vec![
            self.sh("sh -c cat", "cat >/dev/null", &event),
            self.floor(1, &["/bin/sh", "-c", "cat >/dev/null"], &event)?,
            self.hookctl(&config, &event),
        ];
        Ok(Row { title, target, weight: 1 + size / MIB, contestants })
    }

    fn ten_cats(&self) -> io::Result<Row> {
        let event = event(self.room, 10 * MIB)?;
        let config = self.config("cats.toml", &vec![hook("\"cat >/dev/null\"", "Bash"); 10])?;
        let script = "cat > f; for i in 1 2 3 4 5 6 7 8 9 10; do sh -c 'cat < f >/dev/null'; done";
        let contestants = vec![
            self.sh("cat > f, 10 times sh -c 'cat < f'", script, &event),
            self.floor(10, &["/bin/sh", "-c", "cat >/dev/null"], &event)?,
            self.hookctl(&config, &event),
        ];
        Ok(Row { title: "event of 10 MiB through ten cats", target: Some(1.6), weight: 20, contestants })
    }

    fn prints_much(&self) -> io::Result<Row> {
        let line = "head -c 104857600 /dev/zero";
        let config = self.config("much.toml", &[hook(&format!("\"{line}\""), "Bash")])?;
        // Nothing but NULs is plain text without a verdict, and of an answer that was cut.
        let contestants = vec![
            self.sh("the same into a cat", &format!("{line} | cat >/dev/null"), &self.small),
            self.hookctl(&config, &self.small),
        ];
        Ok(Row { title: "a hook that prints 100 MiB", target: None, weight: 20, contestants })
    }

    fn host(&self, title: &'static str, host: &str, event: &str) -> io::Result<Row> {
        let config = self.config("host.toml", &of_ten("\"true\""))?;
        let event = Path::new(SAMPLES).join(host).join(format!("{event}.json"));
        let words = [&self.bin, "run", "--host", host, "--config", &config];
        let contestants = vec![
            self.sh("sh -c true", "true", &event),
            ("hookctl".to_owned(), Call::new(words, self.room, &event)),
        ];
        Ok(Row { title, target: None, weight: 1, contestants })
    }

    fn config(&self, name: &str, hooks: &[String]) -> io::Result<String> {
        let path = self.room.join(name);
        write_config(&path, hooks)?;
        Ok(path.display().to_string())
    }

    fn sh(&self, name: &str, script: &str, event: &Path) -> (String, Call) {
        (name.to_owned(), Call::new(["/bin/sh", "-c", script], self.room, event))
    }

    fn floor(&self, times: usize, words: &[&str], event: &Path) -> io::Result<(String, Call)> {
        let own = std::env::current_exe()?.display().to_string();
        let times = times.to_string();
        let words = [&[own.as_str(), floor::WORD, &times], words].concat();
        Ok(("floor".to_owned(), Call::new(words, self.room, event)))
    }

    fn hookctl(&self, config: &str, event: &Path) -> (String, Call) {
        let words = [&self.bin, "run", "pre_tool", "--config", config];
        ("hookctl".to_owned(), Call::new(words, self.room, event))
    }
}

/// How much later than its limit a hook that dies of SIGTERM is over, sorted.
pub fn limit(bin: &Path, room: &Path, rounds: usize) -> io::Result<Vec<Duration>> {
    let run = |seconds: &str| {
        let name = format!("limit-{seconds}.toml");
        let hook = format!(
            "[[hooks]]\nevent = \"pre_tool\"\ncommand = [\"/bin/sleep\", \"{seconds}\"]\ntimeout_secs = 0.05\n"
        );
        write_config(&room.join(&name), &[hook]).map(|()| room.join(name).display().to_string())
    };
    let bin = bin.display().to_string();
    let over = run("5")?;
    let call = Call::new([&bin, "run", "pre_tool", "--config", &over], room, &event(room, KIB)?).ends_in(2);
    let within = run("0")?;
    let quick = Call::new([&bin, "run", "pre_tool", "--config", &within], room, &event(room, KIB)?);
    let mut late = Vec::new();
    for _ in 0..rounds.max(5) {
        let started = Instant::now();
        quick.once()?;
        let start_and_end = started.elapsed();
        let started = Instant::now();
        call.once()?;
        late.push(started.elapsed().saturating_sub(Duration::from_millis(50) + start_and_end));
    }
    late.sort_unstable();
    Ok(late)
}

/// Nine hooks for other tools, and one with this command.
fn of_ten(command: &str) -> Vec<String> {
    let mut hooks: Vec<_> = (0..9).map(|n| hook("\"./policy/guard.sh\"", &format!("Other{n}"))).collect();
    hooks.push(hook(command, "Bash"));
    hooks
}

/// A hook with a command, as TOML, for one tool.
fn hook(command: &str, tool: &str) -> String {
    format!(
        "[[hooks]]\nevent = \"pre_tool\"\ntools = [\"{tool}\"]\ncommand = {command}\ntimeout_secs = 5\n\n"
    )
}

/// Writes a hooks.toml.
pub fn write_config(path: &Path, hooks: &[String]) -> io::Result<()> {
    fs::write(path, hooks.concat())
}

/// An event of about so many bytes.
pub fn event(room: &Path, size: usize) -> io::Result<PathBuf> {
    let path = room.join(format!("event-{size}.json"));
    let mut text =
        String::from("{\"tool\":\"Bash\",\"session_id\":\"s-1\",\"input\":{\"command\":\"ls\",\"text\":\"");
    let line = "What a file holds, line by line.\\n";
    while text.len() + line.len() + 4 < size {
        text += line;
    }
    let _ = write!(text, "\"}}}}");
    fs::write(&path, text)?;
    Ok(path)
}

/// Prints a part of the table at once.
pub fn print(text: &str) {
    // Where nobody reads the table any more, nothing is lost.
    let _ = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
}
