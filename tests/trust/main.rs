//! Layers and trust, with real processes: what finds its way into a run, and what is kept out.

mod attacks;
mod command;
mod guard;
mod layers;
mod store;
mod support;
