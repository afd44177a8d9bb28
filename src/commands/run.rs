//! `hookctl run`: one event in, one answer out.

use std::cell::Cell;
use std::env;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsFd;
use std::panic::{self, AssertUnwindSafe};
use std::time::Instant;

use crate::answer::Answer;
use crate::chain::Chain;
use crate::cli::RunArgs;
use crate::config::source::Unreadable;
use crate::config::{self, Missing};
use crate::engine::Engine;
use crate::event::Event;
use crate::form::{Form, Undecided};
use crate::host;
use crate::intake;
use crate::log;
use crate::outcome::{Cause, Fault, Outcome};
use crate::phase::Kind;
use crate::record::{Recorder, Sender};
use crate::signals::AbortStatus;
use crate::text;
use crate::trust::verdict;

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
    // Without the signals, one would end hookctl at once, which a host cannot tell from a crash.
    let (engine, abort) = match Engine::start().and_then(|engine| Ok((engine, AbortStatus::denied()?))) {
        Ok(started) => started,
        Err(error) => {
            let fault = Fault::new(Cause::Internal, format!("hookctl cannot catch signals: {error}"));
            return form.get().fault(None, fault);
        }
    };
    // The process ends right after the answer, and frees all of it for less than it costs to take it apart.
    let engine = ManuallyDrop::new(engine);
    let know = |known: Form| {
        abort.set(known.undecided());
        form.set(known);
    };
    know(form.get());
    let bytes = match intake::read(io::stdin().as_fd(), Some(engine.signals())) {
        Ok(bytes) => bytes,
        Err(fault) => return form.get().fault(None, fault),
    };
    seam("event");
    let document = text_of(&bytes);
    let recorder = recorder(args);
    let conclude = |event: Option<&Event<'_>>, mut outcome: Outcome<'_>| {
        let mut answer = form.get().answer(&mut outcome, event);
        if let Some(recorder) = &recorder {
            let text =
                document.as_ref().map_or_else(|_| String::from_utf8_lossy(&bytes), |text| (*text).into());
            let sender = Sender { host: form.get().host(), event: args.event.as_deref() };
            let kept = recorder.record(&text, sender, &outcome);
            if let (Err(error), true) = (kept, form.get().may_warn(&answer)) {
                answer.stderr += &recorder.warning(&error);
            }
        }
        answer
    };
    let fail = |event: Option<&Event<'_>>, fault: Fault| match form.get().phase() {
        Some(phase) => {
            let tool = event.and_then(|event| event.tool.clone());
            conclude(event, Outcome::fault(phase, tool, fault))
        }
        None => form.get().fault(event, fault),
    };
    let decoded = match &document {
        Ok(document) => form.get().decode(document, args),
        Err(fault) => Err(Undecided::Fault(form.get(), fault.clone())),
    };
    let event = match decoded {
        Ok((known, event)) => {
            know(known);
            event
        }
        Err(Undecided::Fault(known, fault)) => {
            know(known);
            return fail(None, fault);
        }
        Err(Undecided::Answer(answer)) => return answer,
    };
    tracing::debug!(?event.phase, ?event.tool, bytes = event.document.len(), "event read");
    let depth = match super::depth() {
        Ok(depth) => depth,
        Err(fault) => return fail(Some(&event), fault),
    };
    let mut found = config::find(&args.config, super::project_folder(args.host).as_deref());
    // A host calls hookctl in whatever folder it was opened.
    let needs_trust = args.require_trust || args.host.is_some();
    let untrusted = needs_trust.then(|| verdict::sift(&mut found)).flatten();
    let mut faults: Vec<_> = untrusted.into_iter().chain(found.missing.iter().map(missing_fault)).collect();
    let is_gate = event.phase.kind() == Kind::Gate;
    if is_gate && !faults.is_empty() {
        return fail(Some(&event), faults.swap_remove(0));
    }
    let (mut config, located) = config::read_for(&found.sources, &event);
    seam("config");
    if config::has_error(&located) {
        let fault = Fault::new(Cause::Config, text::cut(config::describe(&found.sources, &located)));
        if is_gate {
            return fail(Some(&event), fault);
        }
        faults.push(fault);
        config.leave_out_faulty(&found.sources, &located);
    }
    tracing::debug!(hooks = config.hooks.len(), "config read");
    let deadline = args.deadline.or_else(|| host::deadline(args.host, event.phase, config.deadline));
    let hooks: Vec<_> = config.hooks.iter().collect();
    let chain = Chain { event: &event, started, deadline, engine: &engine, depth, keep_output: false };
    let mut outcome = chain.run(&hooks);
    outcome.warnings.extend(found.warning());
    for fault in faults {
        outcome.fail_in_part(fault);
    }
    seam("answer");
    conclude(Some(&event), outcome)
}

/// A file that is missing, or that nobody but a stranger may have written.
fn missing_fault(missing: &Missing) -> Fault {
    let cause = match missing {
        Missing::Unreadable(Unreadable::Refused(..)) => Cause::Trust,
        _ => Cause::Config,
    };
    Fault::new(cause, missing.to_string())
}

/// What keeps the event, where the command line asks for it.
fn recorder(args: &RunArgs) -> Option<Recorder> {
    let largest = u64::from(args.record_max_mib) << 20;
    args.record.clone().map(|file| Recorder { file, largest, redacts: args.record_redact })
}

/// The document in the bytes that came: text, without a byte-order mark.
fn text_of(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to() + 1;
        Fault::new(Cause::Event, format!("the event is not UTF-8: byte {at} cannot be read"))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A place at which a test can make a development build panic. A release build has none.
fn seam(place: &str) {
    let asked = || env::var_os("HOOKCTL_TEST_PANIC").is_some_and(|wanted| wanted == place);
    assert!(!(cfg!(debug_assertions) && asked()), "a test asked for it at the {place}");
}
