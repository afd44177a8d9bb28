//! Trust: a project's hooks.toml runs only as a person has seen it, together with the files that it names.

pub mod agent;
pub mod fingerprint;
pub mod pins;
pub mod record;
pub mod store;
pub mod verdict;
