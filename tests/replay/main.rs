//! `hookctl replay` with real processes: one event, many events, and what differs.

#[path = "../support/mod.rs"]
mod support;

mod compare;
mod depth;
mod dry_run;
mod events;
mod hosts;
mod outcome;
mod record;
mod trace;
