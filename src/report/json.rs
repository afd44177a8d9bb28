//! The report as one JSON array.

use serde::Serialize;

use super::{Finding, Report, level};

#[derive(Serialize)]
struct FindingWire<'r> {
    severity: &'static str,
    code: &'static str,
    message: &'r str,
    file: String,
    line: usize,
    column: usize,
    help: Option<&'r str>,
}

/// Renders a report.
pub fn render(report: Report<'_>) -> String {
    let findings: Vec<_> = report.findings().map(|finding| wire(&finding)).collect();
    let mut text = serde_json::to_string_pretty(&findings).expect("no map has keys that are no strings");
    text.push('\n');
    text
}

fn wire<'r>(finding: &Finding<'r>) -> FindingWire<'r> {
    let Finding { source, problem, start, .. } = finding;
    FindingWire {
        severity: level(problem.code.severity()),
        code: problem.code.name(),
        message: &problem.message,
        file: source.path.to_string_lossy().into_owned(),
        line: start.line,
        column: start.column,
        help: problem.help.as_deref(),
    }
}
