//! `hookctl install` and `hookctl uninstall`: a person looks at what would change in a host's settings, and
//! it is changed.

mod list;

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::AnsiColor;
use anyhow::{Context as _, Result, anyhow, bail};
use similar::TextDiff;

use super::person;
use crate::answer::Answer;
use crate::cli::{InstallArgs, TargetArgs, UninstallArgs};
use crate::config;
use crate::exit::Exit;
use crate::install::entry::Caller;
use crate::install::place::{Place, Scope};
use crate::install::store::Stored;
use crate::install::wiring::{Shape, Wired, Wiring};
use crate::install::{elsewhere, merge};
use crate::paint::Paint;
use crate::phase::Phase;
use crate::text::visible;
use crate::trust::{agent, verdict};
use crate::xdg;

/// How many lines around a change are shown.
const AROUND: usize = 3;

/// Wires a host, or shows what is wired. A failure is on stderr, with status 2.
pub fn install(args: &InstallArgs) -> Answer {
    let done = match args.host {
        Some(wiring) if !args.list => wire(args, wiring),
        _ => list::list(args),
    };
    done.unwrap_or_else(|error| person::failed(&error))
}

/// Takes hookctl out of a host's settings. A failure is on stderr, with status 2.
pub fn uninstall(args: &UninstallArgs) -> Answer {
    unwire(args).unwrap_or_else(|error| person::failed(&error))
}

fn said(stdout: String, exit: Exit) -> Answer {
    Answer { stdout: stdout.into_bytes(), exit, ..Answer::default() }
}

fn wire(args: &InstallArgs, wiring: &'static Wiring) -> Result<Answer> {
    let target = &args.target;
    for_a_person(target)?;
    let policy = policy(&args.config);
    let deadline = policy.as_ref().ok().and_then(|policy| policy.deadline);
    let caller = Caller::new(&args.config, deadline)?;
    let mut notes = Vec::new();
    let events = if args.all { wiring.events.iter().collect() } else { events(wiring, policy, &mut notes)? };
    let scope = scope(target);
    let place = Place::of(wiring, scope)?;
    not_hidden(wiring, &place)?;
    let stored = Stored::read(&place)?;
    let faulty = |fault| anyhow!("{}:{fault}", stored.path.display());
    let text = merge::wire(stored.text(), wiring, &events, &caller).map_err(faulty)?;
    notes.extend(notes_on(wiring, scope, &text, args));
    let notes = notes.into_iter().fold(String::new(), |told, note| told + "hookctl: note: " + &note + "\n");
    if target.print {
        return Ok(Answer { stderr: notes, ..said(text, Exit::Allowed) });
    }
    if text == stored.text() {
        let told = format!("{} is already wired in {}\n", wiring.title, stored.path.display());
        let told = told + &trust_to_do(args, wiring);
        return Ok(Answer { stderr: notes, ..said(told, Exit::Allowed) });
    }
    let Some(mut told) = agreed(target, &stored, Some(&text), "Wire it?")? else { return Ok(refused()) };
    let backup = stored.replace(&text)?;
    let _ = writeln!(told, "{} is wired in {}", wiring.title, stored.path.display());
    if let Some(backup) = backup {
        let _ = writeln!(told, "What was there is in {}", backup.display());
    }
    told += &trust_to_do(args, wiring);
    Ok(Answer { stderr: notes, ..said(told, Exit::Allowed) })
}

fn unwire(args: &UninstallArgs) -> Result<Answer> {
    let (target, wiring) = (&args.target, args.host);
    for_a_person(target)?;
    let scope = scope(target);
    let stored = Stored::read(&Place::of(wiring, scope)?)?;
    let faulty = |fault| anyhow!("{}:{fault}", stored.path.display());
    let found = merge::found(stored.text(), wiring).map_err(faulty)?;
    if found.is_empty() {
        let mut told = format!("{} is not wired in {}\n", wiring.title, stored.path.display());
        if let Some(other) = wired_in_other_scope(wiring, scope) {
            let _ = writeln!(told, "It is in {}: use --{}", other.display(), scope.other().name());
        }
        for other in elsewhere::look(wiring).into_iter().filter(|seen| seen.calls.is_ok()) {
            let _ = writeln!(told, "It is in {}, which is for you to change", other.path.display());
        }
        let printed = if target.print { stored.text().to_owned() } else { told };
        return Ok(said(printed, Exit::Allowed));
    }
    let backup = stored.backed_up();
    let origin = backup.filter(|backup| merge::comes_from(stored.text(), backup, wiring));
    let text = match &origin {
        Some(origin) => origin.clone(),
        None => merge::unwire(stored.text(), wiring).map_err(faulty)?,
    };
    let own = origin.is_none() && stored.backed_up().is_none() && merge::is_bare(&text, wiring);
    if target.print {
        return Ok(said(if own { String::new() } else { text }, Exit::Allowed));
    }
    let after = (!own).then_some(text.as_str());
    let Some(mut told) = agreed(target, &stored, after, "Take it out?")? else { return Ok(refused()) };
    if own {
        stored.remove()?;
        let _ = writeln!(told, "{} held nothing else and is removed", stored.path.display());
    } else {
        let backup = stored.replace(&text)?;
        let _ = writeln!(told, "{} is no longer wired in {}", wiring.title, stored.path.display());
        if origin.is_some() {
            stored.forget_backup()?;
            let _ = writeln!(told, "The file is what it was before it was wired");
        } else if let Some(backup) = backup {
            let _ = writeln!(told, "What was there is in {}", backup.display());
        }
    }
    Ok(said(told, Exit::Allowed))
}

/// Whoever may change what is wired can take the guard away, so an agent must not.
fn for_a_person(target: &TargetArgs) -> Result<()> {
    match agent::sign() {
        Some((variable, whose)) if !target.print => bail!(
            "nothing is written: {variable} is set, so {whose} is calling and not a person. What is wired is for a \
             person to say, in a terminal of their own"
        ),
        _ => Ok(()),
    }
}

fn scope(target: &TargetArgs) -> Scope {
    if target.project { Scope::Project } else { Scope::User }
}

/// The events of the phases in use.
fn events(
    wiring: &'static Wiring,
    policy: Result<Policy>,
    notes: &mut Vec<String>,
) -> Result<Vec<&'static Wired>> {
    let Policy { phases, .. } = policy.context("cannot tell which events to wire (--all wires every one)")?;
    for phase in phases.iter().filter(|phase| wiring.of(**phase).next().is_none()) {
        notes.push(format!("{} has no event for {phase}: those hooks never run there", wiring.title));
    }
    let events: Vec<_> = wiring.events.iter().filter(|wired| phases.contains(&wired.phase)).collect();
    if events.is_empty() {
        bail!(
            "hooks.toml has no hooks for an event of {}: add some, or wire every event with --all",
            wiring.title
        );
    }
    Ok(events)
}

/// What wiring has to know of a config.
struct Policy {
    /// The phases with hooks that are not switched off.
    phases: Vec<Phase>,
    /// The limit of a chain.
    deadline: Option<Duration>,
}

fn policy(named: &[PathBuf]) -> Result<Policy> {
    let sources = config::read_sources(named).map_err(|missing| anyhow!("{missing}"))?;
    let (config, located) = config::read(&sources);
    if config::has_error(&located) {
        bail!("{}", config::describe(&sources, &located));
    }
    let in_use = |phase: &Phase| config.hooks.iter().any(|hook| hook.enabled && hook.phase == *phase);
    let phases = Phase::ALL.into_iter().filter(in_use).collect();
    Ok(Policy { phases, deadline: config.deadline })
}

/// Droid does not look at the `hooks` of settings.json once a hooks.json beside it has some: to wire hookctl
/// there would switch them off.
fn not_hidden(wiring: &Wiring, place: &Place) -> Result<()> {
    if wiring.shape != Shape::TopLevel {
        return Ok(());
    }
    let beside = place.file.with_file_name("settings.json");
    let text = std::fs::read_to_string(&beside).unwrap_or_default();
    let settings: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let has_hooks = settings["hooks"].as_object().is_some_and(|hooks| !hooks.is_empty());
    let is_first = std::fs::read_to_string(&place.file).is_ok_and(|text| !merge::is_bare(&text, wiring));
    if has_hooks && !is_first {
        bail!(
            "nothing is written: {} holds `hooks`, which {} no longer reads once {} has some. Move them there first, \
             with the events at the top level",
            beside.display(),
            wiring.title,
            place.file.display()
        );
    }
    Ok(())
}

/// What a person should know besides.
fn notes_on(wiring: &'static Wiring, scope: Scope, text: &str, args: &InstallArgs) -> Vec<String> {
    let mut notes = Vec::new();
    let found = merge::found(text, wiring).unwrap_or_default();
    let on = wiring.notes.on.filter(|(event, _)| found.iter().any(|found| found.event == *event));
    let scoped = match scope {
        Scope::User => wiring.notes.user,
        Scope::Project => wiring.notes.project,
    };
    notes.extend(scoped.into_iter().chain(on.map(|(_, note)| note)).map(str::to_owned));
    for found in &found {
        if let Some(matcher) = found.matcher.as_deref().filter(|matcher| !matches!(*matcher, "" | "*" | ".*"))
        {
            notes.push(format!("on {} it is wired for the tools {matcher:?} alone", found.event));
        }
    }
    let others = elsewhere::look(wiring).into_iter().filter(|seen| seen.calls.is_ok()).map(|seen| seen.path);
    for other in wired_in_other_scope(wiring, scope).into_iter().chain(others) {
        notes.push(format!("{} wires hookctl too, so every hook runs twice", other.display()));
    }
    if scope == Scope::User && args.config.is_empty() && users_config().is_some_and(|path| !path.exists()) {
        let path = users_config().unwrap_or_default();
        notes.push(format!(
            "it is wired for every project: where there is no hooks.toml each gate denies. Write one for all of them, \
             {}, or wire this project alone with --project",
            path.display()
        ));
    }
    notes
}

/// What is left for a person to do where the host would find a project's file that they do not trust as it is.
fn trust_to_do(args: &InstallArgs, wiring: &Wiring) -> String {
    let found = config::find(&args.config, None);
    let denies = format!("each gate of {} denies", wiring.title);
    let to_do = found.project_source().and_then(|source| verdict::still_to_do(source, &denies));
    to_do.map(|to_do| visible(&to_do).into_owned() + "\n").unwrap_or_default()
}

/// The user's own hooks.toml, whether it is there or not.
fn users_config() -> Option<PathBuf> {
    Some(xdg::Base::Config.folder().ok()?.join(config::FILE_NAME))
}

/// The file of the other scope, where it calls hookctl.
fn wired_in_other_scope(wiring: &Wiring, scope: Scope) -> Option<PathBuf> {
    let other = Place::of(wiring, scope.other()).ok()?;
    // In the home folder both are the same file.
    if Place::of(wiring, scope).is_ok_and(|place| place.file == other.file) {
        return None;
    }
    let stored = Stored::read(&other).ok()?;
    merge::found(stored.text(), wiring).is_ok_and(|found| !found.is_empty()).then_some(stored.path)
}

/// Shows what would change and asks, unless --yes is given. Returns what is still to be told; nothing where
/// the person said no.
fn agreed(
    target: &TargetArgs,
    stored: &Stored,
    after: Option<&str>,
    question: &str,
) -> Result<Option<String>> {
    let (stdout, stderr) = (io::stdout(), io::stderr());
    if target.yes {
        return Ok(Some(difference(stored, after, Paint::choose(target.color, &stdout))));
    }
    let difference = difference(stored, after, Paint::choose(target.color, &stderr));
    if !person::is_there() {
        bail!("nothing is written: there is no terminal to ask on: give --yes\n{difference}");
    }
    Ok(person::agrees(&(difference + question))?.then(String::new))
}

fn refused() -> Answer {
    said("Nothing is written.\n".to_owned(), Exit::Failed)
}

/// The lines that would change.
fn difference(stored: &Stored, after: Option<&str>, paint: Paint) -> String {
    // A line end is not what a person looks for here, and is kept as it is.
    let (old, new) = (stored.text().replace("\r\n", "\n"), after.unwrap_or_default().replace("\r\n", "\n"));
    let name = |exists: bool| if exists { shown(&stored.path) } else { "/dev/null".to_owned() };
    let diff = TextDiff::from_lines(old.as_str(), new.as_str());
    let unified = diff
        .unified_diff()
        .context_radius(AROUND)
        .header(&name(stored.text.is_some()), &name(after.is_some()))
        .missing_newline_hint(false)
        .to_string();
    let line = |line: &str| {
        let line = visible(line);
        match line.as_bytes().first() {
            _ if line.starts_with("+++") || line.starts_with("---") => paint.bold(&line),
            Some(b'+') => paint.in_color(&line, AnsiColor::Green),
            Some(b'-') => paint.in_color(&line, AnsiColor::Red),
            Some(b'@') => paint.in_color(&line, AnsiColor::Cyan),
            _ => line.into_owned(),
        }
    };
    unified.lines().map(|text| line(text) + "\n").collect()
}

fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}
