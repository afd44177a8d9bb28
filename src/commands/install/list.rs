//! `hookctl install --list`: for each host on this machine what is wired, and whether it would work.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::policy;
use crate::answer::Answer;
use crate::cli::{InstallArgs, ListFormat};
use crate::exit::Exit;
use crate::install::elsewhere::{self, Called, Seen};
use crate::install::entry::{Call, on_path};
use crate::install::merge;
use crate::install::place::{Place, Scope};
use crate::install::store::Stored;
use crate::install::unwired;
use crate::install::version::{self, Asked};
use crate::install::wiring::{self, Wiring};
use crate::paint::Paint;
use crate::text::visible;

/// A host that is on this machine.
#[derive(Serialize)]
struct Listed {
    host: &'static str,
    title: &'static str,
    /// Its program, where it is on PATH.
    program: Option<PathBuf>,
    version: Option<String>,
    known_version: &'static str,
    /// `known`, `older` or `newer` than the version that is known to work, or `unknown`.
    version_is: &'static str,
    files: Vec<Settings>,
    /// Files besides these that the host reads hooks from, where they call hookctl or that cannot be told.
    elsewhere: Vec<Settings>,
    /// What is wired more than once, so that its hooks run more than once.
    twice: Vec<Twice>,
    /// The events for which hooks.toml has hooks and that are not wired, though others are.
    unwired: Vec<&'static str>,
}

/// One settings file of a host.
#[derive(Serialize)]
struct Settings {
    scope: &'static str,
    path: PathBuf,
    exists: bool,
    /// Why it cannot be told what is wired in it.
    problem: Option<String>,
    wired: Vec<Line>,
}

/// An event on which more than one file calls hookctl.
#[derive(Serialize)]
struct Twice {
    event: String,
    files: Vec<PathBuf>,
}

/// One call of hookctl.
#[derive(Serialize)]
struct Line {
    event: String,
    command: String,
    program: String,
    /// Absent where that depends on the host.
    program_exists: Option<bool>,
}

pub(super) fn list(args: &InstallArgs) -> Result<Answer> {
    // Every program is started before the first is waited for.
    let asked: Vec<_> = wiring::ALL
        .into_iter()
        .map(|wiring| {
            let program = on_path(wiring.program);
            let asked = program.as_deref().map(Asked::start);
            (wiring, program, asked)
        })
        .collect();
    let in_use = policy(&args.config).map(|policy| policy.phases).unwrap_or_default();
    let mut listed = Vec::new();
    for (wiring, program, asked) in asked {
        let files: Vec<_> = Scope::ALL.into_iter().map(|scope| settings(wiring, scope)).collect();
        let version = asked.and_then(Asked::finish);
        let seen = elsewhere::look(wiring);
        if program.is_none() && seen.is_empty() && !files.iter().any(|file| file.exists) {
            continue;
        }
        let mut called: Vec<_> =
            files.iter().flat_map(|file| &file.wired).map(|line| line.event.clone()).collect();
        called.extend(elsewhere::called(wiring));
        let waiting = unwired(wiring, &called, in_use.iter().copied());
        let elsewhere: Vec<_> = seen.into_iter().map(Settings::elsewhere).collect();
        let compared = version.as_deref().and_then(|version| version::compare(version, wiring.version));
        listed.push(Listed {
            host: wiring.host,
            title: wiring.title,
            program,
            version_is: match compared {
                Some(Ordering::Equal) => "known",
                Some(Ordering::Less) => "older",
                Some(Ordering::Greater) => "newer",
                None => "unknown",
            },
            version,
            known_version: wiring.version,
            twice: twice(&files, &elsewhere),
            files,
            elsewhere,
            unwired: waiting.iter().map(|wired| wired.event).collect(),
        });
    }
    let stdout = match args.format {
        ListFormat::Json => serde_json::to_string_pretty(&listed)? + "\n",
        ListFormat::Human if listed.is_empty() => {
            "None of the agents that can be wired is on this machine.\n".to_owned()
        }
        ListFormat::Human => table(&listed, Paint::choose(args.target.color, &std::io::stdout())),
    };
    Ok(Answer { stdout: stdout.into_bytes(), exit: Exit::Allowed, ..Answer::default() })
}

fn settings(wiring: &Wiring, scope: Scope) -> Settings {
    let mut settings = Settings {
        scope: scope.name(),
        path: PathBuf::new(),
        exists: false,
        problem: None,
        wired: Vec::new(),
    };
    let stored = Place::of(wiring, scope).and_then(|place| {
        settings.path.clone_from(&place.file);
        Stored::read(&place)
    });
    let stored = match stored {
        Ok(stored) => stored,
        Err(error) => {
            settings.exists = settings.path.symlink_metadata().is_ok();
            return Settings { problem: Some(format!("{error:#}")), ..settings };
        }
    };
    settings.exists = stored.text.is_some();
    match merge::found(stored.text(), wiring) {
        Ok(found) => {
            let line = |found: merge::Found| Line::new(found.event, found.command, found.call);
            settings.wired = found.into_iter().map(line).collect();
        }
        Err(fault) => settings.problem = Some(fault.to_string()),
    }
    settings
}

impl Settings {
    fn elsewhere(seen: Seen) -> Self {
        let line = |called: Called| Line::new(called.event, called.command, called.call);
        let (problem, calls) = match seen.calls {
            Ok(calls) => (None, calls),
            Err(problem) => (Some(problem), Vec::new()),
        };
        let wired = calls.into_iter().map(line).collect();
        Self { scope: seen.scope.name(), path: seen.path, exists: true, problem, wired }
    }
}

impl Line {
    fn new(event: String, command: String, call: Call) -> Self {
        Self { event, command, program_exists: call.program_exists(), program: call.program }
    }
}

/// The events on which more than one file calls hookctl, in the order in which they are found.
fn twice(files: &[Settings], elsewhere: &[Settings]) -> Vec<Twice> {
    let mut events: Vec<Twice> = Vec::new();
    for file in files.iter().chain(elsewhere) {
        for line in &file.wired {
            match events.iter_mut().find(|event| event.event == line.event) {
                Some(event) if event.files.contains(&file.path) => {}
                Some(event) => event.files.push(file.path.clone()),
                None => events.push(Twice { event: line.event.clone(), files: vec![file.path.clone()] }),
            }
        }
    }
    events.retain(|event| event.files.len() > 1);
    events
}

/// The columns: host, version, scope, file, what is wired.
fn table(listed: &[Listed], paint: Paint) -> String {
    let mut rows = vec![["AGENT", "VERSION", "SCOPE", "WIRED", "PROGRAM", "FILE"].map(str::to_owned)];
    let mut below = Vec::new();
    for host in listed {
        for (index, file) in host.files.iter().chain(&host.elsewhere).enumerate() {
            let version = match (&host.version, host.version_is) {
                (Some(version), "known") => version.clone(),
                (Some(version), relation) => format!("{version} ({relation} than {})", host.known_version),
                (None, _) if host.program.is_some() => format!("unknown ({} works)", host.known_version),
                (None, _) => "not on PATH".to_owned(),
            };
            let first = |text: String| if index == 0 { text } else { String::new() };
            rows.push([
                first(host.host.to_owned()),
                first(version),
                file.scope.to_owned(),
                wired(file),
                programs(file),
                visible(&file.path.to_string_lossy()).into_owned(),
            ]);
            if let Some(problem) = &file.problem {
                below.push(format!("{} ({}): {}", host.host, file.scope, visible(problem)));
            }
        }
        below.extend(told_twice(host));
        if !host.unwired.is_empty() {
            let events = host.unwired.join(", ");
            below.push(format!(
                "{}: hooks.toml has hooks for {events}, which are not wired: run hookctl install {}",
                host.host, host.host
            ));
        }
    }
    let widths: [usize; 6] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    });
    let mut table = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let line = line.trim_end();
        let _ = writeln!(table, "{}", if index == 0 { paint.bold(line) } else { line.to_owned() });
    }
    for line in below {
        let _ = writeln!(table, "{line}");
    }
    table
}

/// What to say of events that are wired more than once: a line for each set of files.
fn told_twice(host: &Listed) -> Vec<String> {
    let mut sets: Vec<(&[PathBuf], Vec<&str>)> = Vec::new();
    for twice in &host.twice {
        match sets.iter_mut().find(|(files, _)| *files == twice.files) {
            Some((_, events)) => events.push(&twice.event),
            None => sets.push((&twice.files, vec![&twice.event])),
        }
    }
    let line = |(files, events): (&[PathBuf], Vec<&str>)| {
        let files: Vec<_> = files.iter().map(|file| visible(&file.to_string_lossy()).into_owned()).collect();
        let (files, events) = (files.join(" and "), events.join(", "));
        format!(
            "{}: hookctl is wired more than once for {events}, so every hook runs more than once: {files}",
            host.host
        )
    };
    sets.into_iter().map(line).collect()
}

fn wired(file: &Settings) -> String {
    match (&file.problem, file.exists, file.wired.len()) {
        (Some(_), ..) => "unreadable".to_owned(),
        (None, false, _) => "no file".to_owned(),
        (None, true, 0) => "no".to_owned(),
        (None, true, 1) => "1 event".to_owned(),
        (None, true, count) => format!("{count} events"),
    }
}

/// The programs that the calls name, each once, and whether they are there.
fn programs(file: &Settings) -> String {
    let mut programs: Vec<String> = Vec::new();
    for line in &file.wired {
        let state = match line.program_exists {
            Some(true) => "",
            Some(false) => " (missing)",
            None => " (?)",
        };
        let program = format!("{}{state}", visible(&shortened(&line.program)));
        if !programs.contains(&program) {
            programs.push(program);
        }
    }
    if programs.is_empty() { "-".to_owned() } else { programs.join(", ") }
}

/// A program by its name alone where that is enough to find it.
fn shortened(program: &str) -> String {
    let path = Path::new(program);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    name.filter(|name| on_path(name).is_some_and(|found| found == path)).unwrap_or_else(|| program.to_owned())
}
