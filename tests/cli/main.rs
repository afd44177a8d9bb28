//! The command line as a person meets it: its help, and its completions in the shells themselves.

#[path = "../support/mod.rs"]
mod support;

mod completions;
mod help;
mod hook_names;
