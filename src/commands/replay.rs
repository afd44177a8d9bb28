//! `hookctl replay`: saved events run again, shown, counted and compared.

use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use futures_util::future::join_all;
use serde::Serialize;

use crate::cli::{ReplayArgs, ReplayFormat};
use crate::config::{self, Config};
use crate::engine::Engine;
use crate::exit::Exit;
use crate::outcome::{Cause, Decision, Fault, HookRun, Outcome};
use crate::paint::Paint;
use crate::phase::{Kind, Phase};
use crate::replay::compare::{Comparison, Difference};
use crate::replay::coverage::Coverage;
use crate::replay::entry::Entry;
use crate::replay::junit::Junit;
use crate::replay::progress::Progress;
use crate::replay::source::{self, Unreadable};
use crate::replay::{self, Mode, trace};
use crate::text::visible;

/// Replays events and says how it went.
pub fn run(
    args: &ReplayArgs,
    stdout: &mut (impl Write + IsTerminal),
    stderr: &mut (impl Write + IsTerminal),
) -> Exit {
    replay(args, stdout, stderr).unwrap_or_else(|error| {
        // Where stderr is gone as well, the status alone has to tell.
        let _ = writeln!(stderr, "hookctl: {}", visible(&format!("{error:#}")));
        Exit::Denied
    })
}

fn replay(
    args: &ReplayArgs,
    stdout: &mut (impl Write + IsTerminal),
    stderr: &mut (impl Write + IsTerminal),
) -> Result<Exit> {
    let files = source::files(&args.events).map_err(|unreadable| cannot_read(&unreadable))?;
    let size = files.iter().filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
    let sources = sources(&args.config)?;
    let config = read(&sources)?;
    let other_sources =
        args.against.as_ref().map(|file| self::sources(std::slice::from_ref(file))).transpose()?;
    let other = other_sources.as_deref().map(read).transpose()?;
    if let Some(only) = &args.only {
        known_hook(&config, only)?;
    }
    let depth = super::depth().map_err(|fault| anyhow::anyhow!("{}", fault.message))?;
    let engine = Engine::start().context("cannot catch signals")?;
    let mut entries = files.into_iter().flat_map(|file| match source::entries(&file) {
        Ok(entries) => entries,
        Err(unreadable) => Box::new(std::iter::once(Err(unreadable))),
    });
    let first: Vec<_> = entries.by_ref().take(2).collect();
    let several = first.len() > 1;
    let compares = args.expect.is_some() || args.compare || args.against.is_some();
    let session = Session {
        args,
        config: &config,
        other: other.as_ref(),
        engine: &engine,
        mode: Mode {
            dry_run: args.dry_run,
            only: args.only.as_deref(),
            spare_observers: several && !args.run_observers,
            depth,
        },
        explains: args.explain || (stderr.is_terminal() && !(several && compares)),
        paint: Paint::choose(args.color, stderr),
        coverage: RefCell::new(Coverage::default()),
    };
    let mut tally = Tally {
        compares,
        comparison: Comparison::default(),
        junit: (args.format == ReplayFormat::Junit).then(Junit::new),
        worst: Exit::Allowed,
    };
    // What is printed on the same terminal tells as well how far it is.
    let prints_at_the_end = args.format != ReplayFormat::Json || !stdout.is_terminal();
    let shows_progress = several && !session.explains && prints_at_the_end && stderr.is_terminal();
    let mut progress = Progress::new(size, !shows_progress);
    let mut entries = first.into_iter().chain(entries).peekable();
    while let Some(batch) = session.next_batch(&mut entries) {
        let bytes = batch.iter().map(|read| read.as_ref().map_or(0, |entry| entry.event.len() as u64)).sum();
        progress.advance(batch.len(), bytes, stderr)?;
        let done = engine
            .block_on(join_all(batch.into_iter().map(|read| session.one(read))))
            .context("cannot run hooks here")?;
        for done in done {
            if !done.trace.is_empty() {
                progress.write_through(done.trace.as_bytes(), stderr)?;
            }
            if args.format == ReplayFormat::Json && !done.document.is_empty() {
                stdout.write_all(&done.document).context("cannot write to stdout")?;
            }
            tally.count(done);
        }
        if let Some(signal) = engine.signals().interrupt() {
            progress.clear(stderr)?;
            bail!("interrupted by {signal}: the rest of the events was not replayed");
        }
    }
    progress.clear(stderr)?;
    tally.finish(&session, stdout, stderr)
}

/// What holds for every event of one replay.
struct Session<'a> {
    args: &'a ReplayArgs,
    config: &'a Config<'a>,
    other: Option<&'a Config<'a>>,
    engine: &'a Engine,
    mode: Mode<'a>,
    explains: bool,
    paint: Paint,
    coverage: RefCell<Coverage>,
}

/// One event, done.
struct Done {
    label: String,
    phase: Option<Phase>,
    tool: Option<String>,
    /// The outcome as a line of JSON.
    document: Vec<u8>,
    /// What is to be told on stderr.
    trace: String,
    exit: Exit,
    decision: Option<Decision>,
    decided_by: Option<String>,
    /// What the decision is held against, or why it cannot be; absent where nothing was asked.
    held_against: Option<Result<Held, String>>,
    spared: bool,
}

/// What is printed where nothing was started, so that nothing was decided.
#[derive(Serialize)]
struct DryRun<'a> {
    source: Option<&'a str>,
    phase: Phase,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'a str>,
    hooks: &'a [HookRun<'a>],
}

impl<'a> DryRun<'a> {
    fn of(outcome: &'a Outcome<'_>) -> Self {
        let Outcome { source, phase, tool, hooks, .. } = outcome;
        Self { source: source.as_deref(), phase: *phase, tool: tool.as_deref(), hooks }
    }
}

/// What a decision is held against.
struct Held {
    was: Decision,
    is: Decision,
    decided_by: Option<String>,
}

impl Session<'_> {
    /// The next events that may run side by side: some of gates, or one of any phase.
    fn next_batch<I>(&self, entries: &mut std::iter::Peekable<I>) -> Option<Vec<Result<Entry, Unreadable>>>
    where
        I: Iterator<Item = Result<Entry, Unreadable>>,
    {
        let is_gate = |read: &Result<Entry, Unreadable>| {
            read.as_ref().is_ok_and(|entry| entry.phase.is_some_and(|phase| phase.kind() == Kind::Gate))
        };
        let mut batch = vec![entries.next()?];
        while is_gate(&batch[0]) && batch.len() < usize::from(self.args.jobs) {
            match entries.next_if(is_gate) {
                Some(read) => batch.push(read),
                None => break,
            }
        }
        Some(batch)
    }

    async fn one(&self, read: Result<Entry, Unreadable>) -> Done {
        let entry = match read {
            Ok(entry) => entry,
            Err(Unreadable { label, why }) => return Done::unreadable(label, None, &why),
        };
        let entry = match self.args.host {
            Some(host) => entry.sent_by(host),
            None => entry,
        };
        let decoded = match replay::decode(&entry) {
            Ok(decoded) => decoded,
            Err((None, why)) => return Done::unreadable(entry.label, None, &why),
            // Nothing can be said of the hooks of an event that hookctl cannot read.
            Err((phase, why)) if self.mode.dry_run => return Done::unreadable(entry.label, phase, &why),
            Err((Some(phase), why)) => {
                // An event that hookctl could not read is decided about all the same: on a gate, a deny.
                let outcome = Outcome::fault(phase, None, Fault::new(Cause::Event, why));
                return self.done(&entry, outcome, None);
            }
        };
        let outcome = replay::replay(self.config, &decoded, self.mode, self.engine).await;
        self.coverage.borrow_mut().count(&outcome);
        let other = match self.other {
            Some(other) => Some(replay::replay(other, &decoded, self.mode, self.engine).await),
            None => None,
        };
        self.done(&entry, outcome, other.as_ref())
    }

    fn done(&self, entry: &Entry, mut outcome: Outcome<'_>, other: Option<&Outcome<'_>>) -> Done {
        outcome.source = Some(entry.label.clone());
        let spared = self.mode.spare_observers && outcome.phase.kind() == Kind::Observer;
        let trace = if self.explains {
            trace::trace(&entry.label, &outcome, self.mode.dry_run, self.paint)
        } else {
            String::new()
        };
        let document = if self.mode.dry_run {
            serde_json::to_vec(&DryRun::of(&outcome))
        } else {
            serde_json::to_vec(&outcome)
        };
        let mut document = document.expect("an outcome has no keys that are no strings");
        document.push(b'\n');
        let by = |outcome: &Outcome<'_>| outcome.decided_by.as_deref().map(str::to_owned);
        let held_against = if spared || self.mode.dry_run { None } else { self.hold(entry, &outcome, other) };
        Done {
            label: entry.label.clone(),
            phase: Some(outcome.phase),
            tool: outcome.tool.as_deref().map(str::to_owned),
            document,
            trace,
            exit: if self.mode.dry_run { Exit::Allowed } else { outcome.exit() },
            decision: Some(outcome.decision),
            decided_by: by(&outcome),
            held_against,
            spared,
        }
    }

    /// Holds a decision against what was asked for.
    fn hold(
        &self,
        entry: &Entry,
        outcome: &Outcome<'_>,
        other: Option<&Outcome<'_>>,
    ) -> Option<Result<Held, String>> {
        let by = |outcome: &Outcome<'_>| outcome.decided_by.as_deref().map(str::to_owned);
        if let Some(other) = other {
            let decided_by = by(outcome).or(by(other));
            return Some(Ok(Held { was: outcome.decision, is: other.decision, decided_by }));
        }
        if self.args.against.is_some() {
            let why = outcome.reason.as_deref().or(outcome.warnings.first().map(AsRef::as_ref));
            return Some(Err(why.unwrap_or("it cannot be read").to_owned()));
        }
        let was = if self.args.compare { entry.recorded } else { entry.expect.or(self.args.expect) };
        match was {
            Some(was) => Some(Ok(Held { was, is: outcome.decision, decided_by: by(outcome) })),
            None if self.args.compare => Some(Err("no outcome was recorded with it".to_owned())),
            None => None,
        }
    }
}

impl Done {
    fn unreadable(label: String, phase: Option<Phase>, why: &str) -> Self {
        Self {
            trace: format!("hookctl: {}: {}\n", visible(&label), visible(why)),
            label,
            phase,
            tool: None,
            document: Vec::new(),
            exit: Exit::Denied,
            decision: None,
            decided_by: None,
            held_against: Some(Err(why.to_owned())),
            spared: false,
        }
    }
}

/// What all events came to.
struct Tally {
    compares: bool,
    comparison: Comparison,
    junit: Option<Junit>,
    worst: Exit,
}

impl Tally {
    fn count(&mut self, done: Done) {
        self.worst = self.worst.max(done.exit);
        // An event that carries its own `expect` is compared without being asked.
        self.compares |= matches!(done.held_against, Some(Ok(_)));
        let class = done.phase.map_or("event", Phase::name);
        match done.held_against {
            Some(Ok(held)) if held.was == held.is => self.comparison.same += 1,
            Some(Ok(held)) => {
                self.comparison.differences.push(Difference {
                    label: done.label,
                    tool: done.tool,
                    was: held.was,
                    is: held.is,
                    decided_by: held.decided_by.or(done.decided_by),
                });
                return;
            }
            Some(Err(why)) => {
                self.comparison.incomparable.push((done.label, why));
                return;
            }
            None => {}
        }
        if let Some(junit) = &mut self.junit {
            if done.spared {
                junit.skipped(&done.label, class, "observer");
            } else if done.decision.is_some() {
                junit.passed(&done.label, class);
            }
        }
    }

    fn finish(self, session: &Session<'_>, stdout: &mut impl Write, stderr: &mut impl Write) -> Result<Exit> {
        if let Some(mut junit) = self.junit {
            junit.compared(&self.comparison);
            junit.write(stdout).context("cannot write to stdout")?;
        }
        if self.compares {
            stderr.write_all(self.comparison.table(session.paint).as_bytes())?;
        }
        if session.args.coverage {
            stderr.write_all(session.coverage.borrow().report(session.config).as_bytes())?;
        }
        Ok(if !self.compares {
            self.worst
        } else if !self.comparison.incomparable.is_empty() {
            Exit::Denied
        } else if self.comparison.differences.is_empty() {
            Exit::Allowed
        } else {
            Exit::Failed
        })
    }
}

fn cannot_read(unreadable: &Unreadable) -> anyhow::Error {
    anyhow::anyhow!("cannot read {}: {}", unreadable.label, unreadable.why)
}

fn sources(files: &[PathBuf]) -> Result<Vec<config::source::Source>> {
    config::read_sources(files).map_err(|missing| anyhow::anyhow!("{missing}"))
}

fn read(sources: &[config::source::Source]) -> Result<Config<'_>> {
    let (config, located) = config::read(sources);
    if config::has_error(&located) {
        bail!("{}", config::describe(sources, &located));
    }
    Ok(config)
}

/// A hook of that name must be there, so that a typo does not look like a chain that agreed.
fn known_hook(config: &Config<'_>, name: &str) -> Result<()> {
    if config.hooks.iter().any(|hook| hook.name == name) {
        return Ok(());
    }
    let names: Vec<_> = config.hooks.iter().map(|hook| hook.name.as_ref()).collect();
    match config::suggest::nearest(name, &names) {
        Some(near) => bail!("there is no hook `{name}`: did you mean `{near}`?"),
        None => bail!("there is no hook `{name}`: the hooks are {}", names.join(", ")),
    }
}
