//! `hookctl run`, from outside: real processes, in the neutral form.

#[path = "../support/mod.rs"]
mod support;

mod chain;
mod config;
mod environment;
mod event;
mod panic;
mod payload;
mod process;
mod replies;
mod signals;
mod streams;
mod usage;
mod verdicts;
