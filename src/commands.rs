//! The commands: the only place where the config, the event, the chain and the answer meet.

pub mod check;
pub mod init;
pub mod replay;
pub mod run;
pub mod schema;
pub mod trust;
