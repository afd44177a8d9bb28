//! `hookctl run`: one event in, one answer out.

use std::io;
use std::os::fd::AsFd;
use std::panic::{self, AssertUnwindSafe};
use std::time::Instant;

use crate::answer::Answer;
use crate::chain::Chain;
use crate::cli::RunArgs;
use crate::config;
use crate::engine::Engine;
use crate::event::Event;
use crate::intake;
use crate::launch;
use crate::log;
use crate::neutral;
use crate::outcome::{Cause, Fault, Outcome};
use crate::text;

/// How many runs of hookctl may be around one.
const DEEPEST: u32 = 4;

/// Runs the hooks of a phase on the event on stdin. A panic is a fault like any other: on a gate a deny.
pub fn run(args: &RunArgs, started: Instant) -> Answer {
    panic::catch_unwind(AssertUnwindSafe(|| {
        log::init(args.verbose);
        answer(args, started)
    }))
    .unwrap_or_else(|_| {
        let fault =
            Fault::new(Cause::Internal, "hookctl itself failed: an internal error, described on stderr");
        neutral::encode(&Outcome::fault(args.phase, None, fault))
    })
}

fn answer(args: &RunArgs, started: Instant) -> Answer {
    let phase = args.phase;
    // Without them a signal would end hookctl at once, which a host cannot tell from a crash.
    let engine = match Engine::start() {
        Ok(engine) => engine,
        Err(error) => {
            let fault = Fault::new(Cause::Internal, format!("hookctl cannot catch signals: {error}"));
            return neutral::encode(&Outcome::fault(phase, None, fault));
        }
    };
    let document = intake::read(io::stdin().as_fd(), Some(engine.signals())).and_then(text_of);
    seam("event");
    let event = match &document {
        Ok(document) => Event::decode_neutral(without_bom(document), phase)
            .map_err(|message| Fault::new(Cause::Event, message)),
        Err(fault) => Err(fault.clone()),
    };
    let event = match event {
        Ok(event) => event,
        Err(fault) => return neutral::encode(&Outcome::fault(phase, None, fault)),
    };
    tracing::debug!(?event.tool, bytes = event.document.len(), "event read");
    let fail = |fault| neutral::encode(&Outcome::fault(phase, event.tool.clone(), fault));
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
        return fail(Fault::new(Cause::Config, text::cut(config::describe(&sources, &located))));
    }
    tracing::debug!(hooks = config.hooks.len(), "config read");
    let hooks = config.chain(phase, event.tool.as_deref());
    let deadline = config.deadline;
    let outcome =
        Chain { event: &event, started, deadline, engine: &engine, depth, keep_output: false }.run(&hooks);
    seam("answer");
    neutral::encode(&outcome)
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

/// A place at which a test can make a development build panic. A release build has none.
fn seam(place: &str) {
    let asked = || std::env::var_os("HOOKCTL_TEST_PANIC").is_some_and(|wanted| wanted == place);
    assert!(!(cfg!(debug_assertions) && asked()), "a test asked for it at the {place}");
}
