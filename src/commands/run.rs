//! `hookctl run`: one event in, one answer out.

use std::cell::Cell;
use std::io;
use std::os::fd::AsFd;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use crate::answer::Answer;
use crate::chain::Chain;
use crate::cli::RunArgs;
use crate::config::source::Source;
use crate::config::{self, Located};
use crate::form::Form;
use crate::intake;
use crate::launch;
use crate::log;
use crate::outcome::{Cause, Fault};
use crate::phase::Phase;
use crate::signals::Signals;
use crate::text;

/// How many runs of hookctl may be around one.
const DEEPEST: u32 = 4;

/// Runs the hooks of a phase on the event on stdin. A panic is a fault like any other: on a gate a deny.
pub fn run(args: &RunArgs, started: Instant) -> Answer {
    let form = Cell::new(Form::of(args));
    panic::catch_unwind(AssertUnwindSafe(|| {
        log::init(args.verbose);
        answer(args, started, &form)
    }))
    .unwrap_or_else(|_| {
        let message = "hookctl itself failed: an internal error, described on stderr";
        form.get().fault(None, Fault::new(Cause::Internal, message))
    })
}

/// Decides and answers. `form` is always the most that is known of how to answer.
fn answer(args: &RunArgs, started: Instant, form: &Cell<Form>) -> Answer {
    // Without them a signal would end hookctl at once, which a host cannot tell from a crash.
    let signals = match Signals::catch() {
        Ok(signals) => signals,
        Err(error) => {
            let fault = Fault::new(Cause::Internal, format!("hookctl cannot catch signals: {error}"));
            return form.get().fault(None, fault);
        }
    };
    let document = intake::read(io::stdin().as_fd(), Some(&signals)).and_then(text_of);
    seam("event");
    let document = match &document {
        Ok(document) => without_bom(document),
        Err(fault) => return form.get().fault(None, fault.clone()),
    };
    let event = match form.get().decode(document, args) {
        Ok((known, event)) => {
            form.set(known);
            event
        }
        Err(answer) => return answer,
    };
    tracing::debug!(?event.phase, ?event.tool, bytes = event.document.len(), "event read");
    let fail = |fault| form.get().fault(Some(&event), fault);
    let depth = match depth() {
        Ok(depth) => depth,
        Err(fault) => return fail(fault),
    };
    let sources = match config::read_sources(&args.config) {
        Ok(sources) => sources,
        Err(missing) => return fail(Fault::new(Cause::Config, missing.to_string())),
    };
    let (config, located) = config::read(&sources);
    seam("config");
    if config::has_error(&located) {
        return fail(config_fault(&sources, &located));
    }
    tracing::debug!(hooks = config.hooks.len(), "config read");
    let deadline = deadline(args, event.phase, config.deadline);
    let chain = Chain { config: &config, event: &event, started, deadline, signals: &signals, depth };
    let mut outcome = chain.run();
    seam("answer");
    form.get().answer(&mut outcome, Some(&event))
}

/// The limit of the chain: the one that the command line gives, else the smaller of what hooks.toml asks for
/// and what the host can wait for. A longer one belongs where the host's own limit is raised: on the command
/// line that its settings hold.
fn deadline(args: &RunArgs, phase: Phase, written: Option<Duration>) -> Option<Duration> {
    let host = args.host.map(|host| host.deadline(phase));
    args.deadline.or_else(|| [written, host].into_iter().flatten().min())
}

/// How many runs of hookctl are around this one.
fn depth() -> Result<u32, Fault> {
    let depth = match std::env::var_os(launch::DEPTH) {
        None => 0,
        Some(value) => value.to_str().and_then(|value| value.parse().ok()).unwrap_or(DEEPEST),
    };
    if depth < DEEPEST {
        return Ok(depth);
    }
    let message =
        format!("a hook called hookctl again, {DEEPEST} times deep: hooks must not call themselves");
    Err(Fault::new(Cause::Internal, message))
}

fn text_of(bytes: Vec<u8>) -> Result<String, Fault> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Fault::new(Cause::Event, format!("the event is not UTF-8: byte {} cannot be read", at + 1))
    })
}

fn without_bom(document: &str) -> &str {
    document.strip_prefix('\u{feff}').unwrap_or(document)
}

/// All errors of a configuration as one fault: a line each, as `file:line:column: message`.
fn config_fault(sources: &[Source], located: &[Located]) -> Fault {
    let lines = located.iter().map(|Located { layer, problem }| {
        let source = &sources[*layer];
        let at = source.position(problem.span.start);
        let help = problem.help.as_deref().map(|help| format!(" ({help})")).unwrap_or_default();
        format!(
            "{}:{}:{}: {}{help} [{}]",
            source.path.display(),
            at.line,
            at.column,
            problem.message,
            problem.code.name()
        )
    });
    let message = format!("hooks.toml is faulty, so no hook runs: {}", lines.collect::<Vec<_>>().join("\n"));
    Fault::new(Cause::Config, text::cut(message))
}

/// A place at which a test can make a development build panic. A release build has none.
fn seam(place: &str) {
    let asked = || std::env::var_os("HOOKCTL_TEST_PANIC").is_some_and(|wanted| wanted == place);
    assert!(!(cfg!(debug_assertions) && asked()), "a test asked for it at the {place}");
}
