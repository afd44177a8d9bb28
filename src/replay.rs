//! Saved events, run again: through the same chain, judge and process engine as a live one.

pub mod compare;
pub mod coverage;
pub mod entry;
pub mod junit;
pub mod progress;
pub mod source;
pub mod trace;

use std::borrow::Cow;
use std::time::Instant;

use self::entry::Entry;
use crate::chain::Chain;
use crate::config::Config;
use crate::config::hook::Hook;
use crate::engine::Engine;
use crate::event::Event;
use crate::host::{self, Asked, Host, HostEvent, Refused};
use crate::outcome::{HookRun, Outcome, Status};
use crate::phase::{Kind, Phase};

/// What is done with each event.
#[derive(Debug, Clone, Copy)]
pub struct Mode<'a> {
    /// Start nothing, and say what would run.
    pub dry_run: bool,
    /// Run this hook of the chain alone.
    pub only: Option<&'a str>,
    /// Leave the hooks of observer phases alone.
    pub spare_observers: bool,
    /// How many runs of hookctl are around this one.
    pub depth: u32,
}

/// A hook of the phase: to be run, or why not.
struct Planned<'a> {
    hook: &'a Hook<'a>,
    skip: Option<String>,
}

/// Runs an event through a config. Every hook of its phase is in the outcome, also those that did not run.
pub async fn replay<'a>(
    config: &'a Config<'a>,
    decoded: &'a Decoded<'a>,
    mode: Mode<'_>,
    engine: &'a Engine,
) -> Outcome<'a> {
    let event = &decoded.event;
    let plan = plan(config, event, mode);
    let chosen: Vec<_> =
        plan.iter().filter(|planned| planned.skip.is_none()).map(|planned| planned.hook).collect();
    let mut outcome = if mode.dry_run {
        Outcome::allow(event.phase, event.tool.clone())
    } else {
        let started = Instant::now();
        let host = decoded.sent.map(|(host, _)| host);
        let deadline = host::deadline(host, event.phase, config.deadline);
        Chain { event, started, deadline, engine, depth: mode.depth, keep_output: true }
            .run_within(&chosen)
            .await
    };
    decoded.settle(&mut outcome);
    outcome.hooks = complete(plan, std::mem::take(&mut outcome.hooks), mode.dry_run);
    outcome
}

fn plan<'a>(config: &'a Config<'a>, event: &Event<'_>, mode: Mode<'_>) -> Vec<Planned<'a>> {
    let of_phase = config.hooks.iter().filter(|hook| hook.phase == event.phase);
    of_phase.map(|hook| Planned { hook, skip: why_not(hook, event, mode) }).collect()
}

/// Why a hook does not run for an event, if it does not.
fn why_not(hook: &Hook<'_>, event: &Event<'_>, mode: Mode<'_>) -> Option<String> {
    if !hook.enabled {
        return Some("disabled".to_owned());
    }
    if !hook.tools.matches(event.tool.as_deref(), event.class) {
        let tool = event.tool.as_deref().unwrap_or("no tool");
        return Some(format!("its tools {} do not cover `{tool}`", hook.tools));
    }
    if mode.only.is_some_and(|only| only != hook.name) {
        return Some("another hook was asked for".to_owned());
    }
    (mode.spare_observers && event.phase.kind() == Kind::Observer).then(|| "observer".to_owned())
}

/// Puts the hooks that did not run into their places among those that did.
fn complete<'a>(plan: Vec<Planned<'a>>, ran: Vec<HookRun<'a>>, dry_run: bool) -> Vec<HookRun<'a>> {
    let decider = ran.last().map(|run| run.name.clone());
    let mut ran = ran.into_iter().peekable();
    plan.into_iter()
        .map(|Planned { hook, skip }| match skip {
            Some(why) => HookRun::idle(hook, Status::Skipped, Some(why)),
            None if dry_run => HookRun::idle(hook, Status::WouldRun, None),
            None => ran.next_if(|run| run.name == hook.name).unwrap_or_else(|| {
                let behind = decider.as_deref().map_or(Cow::Borrowed("the chain did not start"), |decider| {
                    Cow::Owned(format!("the chain ended with `{decider}`"))
                });
                HookRun::idle(hook, Status::Skipped, Some(behind.into_owned()))
            }),
        })
        .collect()
}

/// A saved event, decoded.
#[derive(Debug)]
pub struct Decoded<'a> {
    /// The event.
    pub event: Event<'a>,
    /// The host that sent it, and what the host calls it.
    sent: Option<(&'static Host, &'static HostEvent)>,
}

impl Decoded<'_> {
    /// Settles in an outcome what the host that sent the event cannot carry, as in a live run.
    fn settle(&self, outcome: &mut Outcome<'_>) {
        if let Some((host, kind)) = self.sent {
            drop(host.answer(outcome, Asked { kind, event: Some(&self.event) }));
        }
    }
}

/// Decodes a saved event, of a host or in the neutral form.
///
/// # Errors
///
/// The phase, where it is known all the same, and a sentence that says what is wrong.
pub fn decode(entry: &Entry) -> Result<Decoded<'_>, (Option<Phase>, String)> {
    if let Some(host) = entry.host {
        return match host.decode(&entry.event, entry.host_event.as_deref()) {
            Ok((kind, event)) => Ok(Decoded { event, sent: Some((host, kind)) }),
            Err(Refused::Faulty(kind, message) | Refused::Disagrees(kind, message)) => {
                Err((Some(kind.phase), message))
            }
            Err(Refused::Unreadable(message)) => Err((entry.phase, message)),
            Err(Refused::NoPhase(name)) => {
                Err((None, format!("the event `{name}` of {} has no phase", host.title)))
            }
        };
    }
    let Some(phase) = entry.phase else {
        let message = "it names no phase: an event needs `event`, as \"event\": \"pre_tool\"";
        return Err((None, message.to_owned()));
    };
    match Event::decode_neutral(&entry.event, phase) {
        Ok(event) => Ok(Decoded { event, sent: None }),
        Err(message) => Err((Some(phase), message)),
    }
}
