//! What was expected against what came.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use wildmatch::WildMatch;

/// What any outcome has, so that an expectation may leave it out.
const OF_ANY_OUTCOME: &[&str] = &["phase", "tool", "duration_ms", "hooks"];

/// What any hook of an outcome has.
const OF_ANY_HOOK: &[&str] = &["name", "command", "duration_ms"];

/// Notes how an outcome differs from what was expected.
pub fn compare_outcome(expected: &Value, got: &Value, problems: &mut Vec<String>) {
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            compare_object("", expected, got, OF_ANY_OUTCOME, problems);
        }
        _ => problems.push("an outcome is an object".to_owned()),
    }
}

/// Notes how a text differs from what was expected, which may be a glob.
pub fn compare_text(what: &str, expected: &str, got: &str, problems: &mut Vec<String>) {
    if expected != got && !WildMatch::new(expected).matches(got) {
        problems.push(format!("{what} is {got:?}, not {expected:?}"));
    }
}

/// The stderr that goes with an outcome in the neutral form.
pub fn stderr(outcome: &Value) -> String {
    let text = |key: &str| outcome[key].as_str().unwrap_or_default();
    let warnings = outcome["warnings"].as_array().into_iter().flatten();
    let mut lines = String::new();
    for warning in warnings {
        let _ = writeln!(lines, "hookctl: warning: {}", warning.as_str().unwrap_or("?"));
    }
    let verb = match text("decision") {
        "deny" => "is denied",
        "ask" => "is to be asked about",
        _ => return visible(&lines),
    };
    let by = outcome["decided_by"].as_str().map(|hook| format!(" by hook `{hook}`"));
    let by = by.filter(|by| !text("reason").contains(&by[" by ".len()..])).unwrap_or_default();
    let _ = writeln!(lines, "hookctl: {} {verb}{by}: {}", text("phase"), text("reason"));
    visible(&lines)
}

fn visible(text: &str) -> String {
    let show = |c: char| match c {
        '\n' | '\t' => c.to_string(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(show).collect()
}

fn compare(path: &str, expected: &Value, got: &Value, problems: &mut Vec<String>) {
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            let optional = if path.starts_with("hooks[") { OF_ANY_HOOK } else { &[] };
            compare_object(path, expected, got, optional, problems);
        }
        (Value::Array(expected), Value::Array(got)) if expected.len() == got.len() => {
            for (index, (expected, got)) in expected.iter().zip(got).enumerate() {
                compare(&format!("{path}[{index}]"), expected, got, problems);
            }
        }
        (Value::String(expected), Value::String(got)) => compare_text(path, expected, got, problems),
        _ if expected == got => {}
        _ => problems.push(format!("{path} is {got}, not {expected}")),
    }
}

fn compare_object(
    path: &str,
    expected: &Map<String, Value>,
    got: &Map<String, Value>,
    optional: &[&str],
    problems: &mut Vec<String>,
) {
    let place = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    for (key, expected) in expected {
        match got.get(key) {
            Some(got) => compare(&place(key), expected, got, problems),
            None => problems.push(format!("{} is missing", place(key))),
        }
    }
    for (key, got) in got {
        if !expected.contains_key(key) && !optional.contains(&key.as_str()) {
            problems.push(format!("{} is {got}, and was not expected", place(key)));
        }
    }
}
