//! `hookctl run`: one event in, one answer out.

mod policy;

use std::borrow::Cow;
use std::cell::Cell;
use std::env;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsFd;
use std::panic::{self, AssertUnwindSafe};
use std::time::Instant;

use self::policy::Policy;
use crate::answer::Answer;
use crate::chain::Chain;
use crate::cli::RunArgs;
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
    abort.set(form.get().undecided());
    let bytes = match intake::read(io::stdin().as_fd(), Some(engine.signals())) {
        Ok(bytes) => bytes,
        Err(fault) => return form.get().fault(None, fault),
    };
    seam("event");
    let call = Call { args, form, abort: &abort, bytes: &bytes, recorder: recorder(args) };
    match text_of(&bytes) {
        Ok(document) => call.answer(document, &engine, started),
        Err(fault) => call.fail(None, fault),
    }
}

/// One event that came, and how it is to be answered.
struct Call<'a> {
    args: &'a RunArgs,
    form: &'a Cell<Form>,
    abort: &'a AbortStatus,
    bytes: &'a [u8],
    recorder: Option<Recorder>,
}

impl Call<'_> {
    /// Runs the chain of the event in a document.
    fn answer(&self, document: &str, engine: &Engine, started: Instant) -> Answer {
        let event = match self.form.get().decode(document, self.args) {
            Ok((form, event)) => {
                self.know(form);
                event
            }
            Err(Undecided::Fault(form, fault)) => {
                self.know(form);
                return self.fail(None, fault);
            }
            Err(Undecided::Answer(answer)) => return answer,
        };
        tracing::debug!(?event.phase, ?event.tool, bytes = event.document.len(), "event read");
        let depth = match super::depth() {
            Ok(depth) => depth,
            Err(fault) => return self.fail(Some(&event), fault),
        };
        let policy = Policy::find(self.args);
        let (config, mut faults) = policy.read(&event);
        seam("config");
        if event.phase.kind() == Kind::Gate && !faults.is_empty() {
            return self.fail(Some(&event), faults.swap_remove(0));
        }
        let (told, host) = (self.args.deadline, self.args.host);
        let deadline = told.or_else(|| host::deadline(host, event.phase, config.deadline));
        let hooks: Vec<_> = config.hooks.iter().collect();
        let chain = Chain { event: &event, started, deadline, engine, depth, keep_output: false };
        let mut outcome = chain.run(&hooks);
        outcome.warnings.extend(policy.warning());
        for fault in faults {
            outcome.fail_in_part(fault);
        }
        seam("answer");
        self.conclude(Some(&event), outcome)
    }

    /// Notes what is now known of how to answer, also for the signal that may end everything.
    fn know(&self, form: Form) {
        self.abort.set(form.undecided());
        self.form.set(form);
    }

    /// Answers what kept hookctl from deciding.
    fn fail(&self, event: Option<&Event<'_>>, fault: Fault) -> Answer {
        let form = self.form.get();
        let Some(phase) = form.phase() else { return form.fault(event, fault) };
        let tool = event.and_then(|event| event.tool.clone());
        self.conclude(event, Outcome::fault(phase, tool, fault))
    }

    /// Answers an outcome, and records it where that is asked for.
    fn conclude(&self, event: Option<&Event<'_>>, mut outcome: Outcome<'_>) -> Answer {
        let form = self.form.get();
        let mut answer = form.answer(&mut outcome, event);
        if let Some(recorder) = &self.recorder {
            let text = text_of(self.bytes).map_or_else(|_| String::from_utf8_lossy(self.bytes), Cow::from);
            let sender = Sender { host: form.host(), event: self.args.event.as_deref() };
            let kept = recorder.record(&text, sender, &outcome);
            if let (Err(error), true) = (kept, form.may_warn(&answer)) {
                answer.stderr += &recorder.warning(&error);
            }
        }
        answer
    }
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
