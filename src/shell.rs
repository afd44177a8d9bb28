//! Shell commands as text: the signs of the language, and the two readers that make something of them.
//!
//! `script` takes a command apart for a lint, which must rather stay silent than be wrong. `words` finds whatever
//! a command may name, for trust, which must rather find too much than too little. Neither runs anything.

pub mod script;
mod sign;
pub mod words;
