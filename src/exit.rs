//! The three exit statuses of hookctl.

use std::process::ExitCode;

/// How a command of hookctl ends.
///
/// Hosts take every status but 2 for "go on", so nothing else may ever leave the process: a gate that
/// could not decide ends in [`Exit::Denied`], like one that said no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Exit {
    /// 0: allowed, or an observer phase whatever its hooks did; a check without errors.
    #[default]
    Allowed = 0,
    /// 1: hookctl itself failed in a phase that is not a gate and blocks nothing; a check with findings.
    Failed = 1,
    /// 2: denied, asked, undecided on a gate, or wrong usage; a check that could not be made.
    Denied = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
