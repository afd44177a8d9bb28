//! `hookctl run`, from outside: real processes, in the neutral form.

#[path = "../support/mod.rs"]
mod support;

mod chain;
mod config;
mod streams;
mod verdicts;
