//! `hookctl run`, from outside: real processes, in the neutral form.

#[path = "../support/mod.rs"]
mod support;

mod chain;
mod config;
mod panic;
mod replies;
mod streams;
mod usage;
mod verdicts;
