//! The report as workflow commands, which GitHub Actions turns into annotations of a change.
//!
//! The form and its escapes: <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>
//! and the runner's `ActionCommand`.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{Finding, Report, level};

/// Renders a report: one command a line.
pub fn render(report: Report<'_>) -> String {
    let mut text = String::new();
    for finding in report.findings() {
        let Finding { source, problem, start, end } = &finding;
        let _ = write!(
            text,
            "::{} file={},line={},endLine={}",
            level(problem.code.severity()),
            property(&source.path.to_string_lossy()),
            start.line,
            end.line,
        );
        // Columns of several lines would be refused.
        if start.line == end.line {
            let _ = write!(text, ",col={},endColumn={}", start.column, end.column);
        }
        let help = problem.help.as_deref().map(|help| format!(" ({help})")).unwrap_or_default();
        let message = format!("{}{help}", problem.message);
        let _ = writeln!(text, ",title={}::{}", property(problem.code.name()), data(&message));
    }
    text
}

/// A message: without what would end the line or look like an escape.
fn data(text: &str) -> Cow<'_, str> {
    if text.contains(['%', '\r', '\n']) {
        Cow::Owned(text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A"))
    } else {
        Cow::Borrowed(text)
    }
}

/// A value before the message: also without what would end it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
