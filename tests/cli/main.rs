//! The command line as a person meets it.

#[path = "../support/mod.rs"]
mod support;

mod help;
