//! Lints of the file itself.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::Findings;
use crate::config::problem::{Code, Problem};
use crate::config::source::Source;

/// What lets the group of a file write it.
const GROUP_WRITES: u32 = 0o020;

/// Looks at who may change a policy.
pub(super) fn lint(source: &Source, findings: &mut Findings<'_>) {
    let Ok(metadata) = fs::metadata(&source.path) else { return };
    if metadata.permissions().mode() & GROUP_WRITES != 0 {
        let message = "everybody in the group of this file may change what the hooks do";
        let problem = Problem::new(Code::GroupWritable, 0..0, message);
        findings.push(problem.help(format!("run: chmod g-w {}", source.path.display())));
    }
}
