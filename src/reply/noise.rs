//! Looks for a verdict that is hidden in plain text, as behind a line that a shell's profile printed.

use serde::Deserialize;

use crate::json::{self, Fields};

/// The keys that make an object in the middle of text a verdict, and not a line of a log.
const VERDICT_KEYS: &[&str] =
    &["decision", "mutated", "continue", "hookSpecificOutput", "permissionDecision", "updatedInput"];

/// How many objects that cannot be read are looked at, so that no text takes long.
const PATIENCE: usize = 64;

/// Says why a text that is no reply may hide a verdict: a JSON object that starts a line has one of the keys
/// that decide, or is torn after it named one.
pub fn hidden_verdict(text: &str) -> Option<String> {
    if !VERDICT_KEYS.iter().any(|key| text.contains(key)) {
        return None;
    }
    let mut unreadable = 0;
    let mut at = 0;
    while let Some(start) = next_object(text, at) {
        let mut objects = serde_json::Deserializer::from_str(&text[start..]);
        match Fields::deserialize(&mut objects) {
            Ok(fields) => {
                let decides = |key: &&&str| fields.get(key).is_some_and(|value| !json::is_null(value));
                if let Some(key) = VERDICT_KEYS.iter().find(decides) {
                    return Some(format!(
                        "there is text around an object with `{key}`: print the object alone"
                    ));
                }
                at = start + fields_end(&text[start..]);
            }
            Err(error) => {
                let torn = read_part(&text[start..], &error);
                if let Some(key) = VERDICT_KEYS.iter().find(|key| torn.contains(&format!("\"{key}\""))) {
                    return Some(format!("there is text around a torn object that names `{key}`"));
                }
                unreadable += 1;
                if unreadable == PATIENCE {
                    return Some("its text holds more torn objects than hookctl looks at".to_owned());
                }
                at = start + 1;
            }
        }
    }
    None
}

/// Where the next `{` stands that is the first non-blank character of its line.
fn next_object(text: &str, from: usize) -> Option<usize> {
    let starts_line = |at: usize| {
        let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        text[line_start..at].trim_ascii().is_empty()
    };
    text[from..].match_indices('{').map(|(at, _)| from + at).find(|at| starts_line(*at))
}

/// The length of the object at the start of a text that is known to hold one.
fn fields_end(text: &str) -> usize {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde::de::IgnoredAny>();
    values.next();
    values.byte_offset().max(1)
}

/// The part of a text that a reader got through before it failed.
fn read_part<'t>(text: &'t str, error: &serde_json::Error) -> &'t str {
    let line_start = text
        .match_indices('\n')
        .map(|(end, _)| end + 1)
        .nth(error.line().saturating_sub(2))
        .filter(|_| error.line() > 1)
        .unwrap_or(0);
    text.get(..line_start + error.column()).unwrap_or(text)
}
