//! The report as a SARIF 2.1.0 log, which code scanning services read.
//!
//! The form: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::{Finding, Report, level};
use crate::config::problem::Code;

/// Where the form is described for programs.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Renders a report.
pub fn render(report: Report<'_>) -> String {
    let rules: Vec<_> = Code::ALL.iter().map(|code| rule(*code)).collect();
    let results: Vec<_> = report.findings().map(|finding| result(&finding)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": env!("CARGO_PKG_NAME"),
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("no map has keys that are no strings");
    text.push('\n');
    text
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": { "text": code.meaning() },
        "defaultConfiguration": { "level": level(code.severity()) },
    })
}

fn result(finding: &Finding<'_>) -> Value {
    let Finding { source, problem, start, end } = finding;
    let help = problem.help.as_deref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    json!({
        "ruleId": problem.code.name(),
        "ruleIndex": Code::ALL.iter().position(|code| *code == problem.code),
        "level": level(problem.code.severity()),
        "message": { "text": format!("{}{help}", problem.message) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&source.path) },
                "region": {
                    "startLine": start.line,
                    "startColumn": start.column,
                    "endLine": end.line,
                    "endColumn": end.column,
                }
            }
        }],
    })
}

/// A path as a URI reference: relative paths stay relative.
fn uri(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = text.strip_prefix("./").unwrap_or(&text);
    let mut uri = String::with_capacity(text.len());
    if text.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
