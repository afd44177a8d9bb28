//! Lints of the file itself.

use super::Findings;
use crate::config::problem::{Code, Problem};
use crate::config::source::Source;

/// Looks at who may change a policy.
pub(super) fn lint(source: &Source, findings: &mut Findings<'_>) {
    if source.group_writes {
        let message = "everybody in the group of this file may change what the hooks do";
        let problem = Problem::new(Code::GroupWritable, 0..0, message);
        findings.push(problem.help(format!("run: chmod g-w {}", source.path.display())));
    }
}
