//! Finding one member of an object in a text that is known to be JSON, as fast as its quotes can be found.
//!
//! What an event holds was read once, when the event was. Where a large value has to be looked into again, that it is
//! well formed need not be found out a second time.

/// The text of a member's value, where the text is an object that has that member once.
pub fn member<'t>(json: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = json.trim_ascii_start().strip_prefix('{')?.trim_ascii_start();
    let mut found = None;
    while rest.starts_with('"') {
        let (key, behind) = split(rest)?;
        let (value, behind) = split(behind.trim_ascii_start().strip_prefix(':')?.trim_ascii_start())?;
        if is_name(key, name) && found.replace(value).is_some() {
            return None;
        }
        let behind = behind.trim_ascii_start();
        rest = behind.strip_prefix(',').unwrap_or(behind).trim_ascii_start();
    }
    found
}

/// Whether a key, in its quotes, is that name, escapes resolved.
fn is_name(key: &str, name: &str) -> bool {
    if key.contains('\\') {
        return serde_json::from_str::<String>(key).is_ok_and(|key| key == name);
    }
    key.get(1..key.len() - 1) == Some(name)
}

/// Splits a text behind the value that it begins with.
fn split(text: &str) -> Option<(&str, &str)> {
    let end = match text.as_bytes().first()? {
        b'"' => end_of_string(text)?,
        b'{' | b'[' => end_of_nested(text)?,
        _ => text.find([',', '}', ']', ' ', '\t', '\r', '\n']).unwrap_or(text.len()),
    };
    Some(text.split_at(end))
}

/// How long the string is that a text begins with. A quote behind an odd number of backslashes does not end it.
fn end_of_string(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text[at..].find('"')?;
        let escapes = text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        at += 1;
        if escapes % 2 == 0 {
            return Some(at);
        }
    }
}

/// How long the object or array is that a text begins with.
fn end_of_nested(text: &str) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        match text.as_bytes().get(at)? {
            b'"' => {
                at += end_of_string(&text[at..])?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_found_whatever_is_around_it() {
        for (json, found) in [
            (r#"{"command":"ls"}"#, Some(r#""ls""#)),
            (r#" { "a" : {"command":[1,"]}"]} , "command" : "a\\" , "b":-1e5 } "#, Some(r#""a\\""#)),
            (r#"{"a":"\"command\":1\\\"","comm\u0061nd":null}"#, Some("null")),
            (r#"{"command":[{"é":"}"}],"x":true}"#, Some(r#"[{"é":"}"}]"#)),
            (r#"{"command":1,"comm\u0061nd":2}"#, None),
            (r#"{"\ud800":1,"a":"command"}"#, None),
            ("{ }", None),
            (r#"["command"]"#, None),
            (r#""command""#, None),
        ] {
            assert_eq!(member(json, "command"), found, "{json}");
        }
    }

    #[test]
    fn a_text_that_ends_too_early_has_no_member() {
        let json = r#"{"a":["\\"],"command":"ls"}"#;
        for end in 0..json.len() - 2 {
            assert_eq!(member(&json[..end], "command"), None, "{end}");
        }
    }
}
