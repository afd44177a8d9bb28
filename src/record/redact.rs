//! Replaces the values of a document that look like secrets by what their keys say.

/// What stands for a value that was taken out.
const MARK: &str = "\"[redacted]\"";

/// What the key of a secret holds, without case, blanks, hyphens and underscores.
const SECRETS: &[&str] = &["token", "secret", "password", "passwd", "authorization", "apikey", "privatekey"];

/// The document with every string whose key looks like one of a secret replaced, and how many there were. It is
/// read token by token, at any depth; what is no JSON stays as it is.
pub fn redact(document: &str) -> (String, usize) {
    let mut out = String::with_capacity(document.len());
    let mut count = 0;
    let mut secret = false;
    let mut at = 0;
    while let Some(quote) = document[at..].find('"').map(|found| at + found) {
        let between = &document[at..quote];
        out.push_str(between);
        let end = end_of_string(document, quote);
        let literal = &document[quote..end];
        let is_key = document[end..].trim_start().starts_with(':');
        // A key's own value follows after a colon alone; anything else in between is another value.
        let follows = between.trim() == ":";
        if is_key {
            secret = looks_secret(literal);
            out.push_str(literal);
        } else if secret && follows {
            out.push_str(MARK);
            count += 1;
            secret = false;
        } else {
            out.push_str(literal);
        }
        at = end;
    }
    out.push_str(&document[at..]);
    (out, count)
}

/// Where the string that begins at a quote ends.
fn end_of_string(document: &str, quote: usize) -> usize {
    let mut escaped = false;
    for (offset, byte) in document.bytes().enumerate().skip(quote + 1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return offset + 1,
            _ => {}
        }
    }
    document.len()
}

fn looks_secret(literal: &str) -> bool {
    let key: String = serde_json::from_str(literal).unwrap_or_default();
    let folded: String =
        key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    SECRETS.iter().any(|secret| folded.contains(secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_below_a_key_of_a_secret_is_replaced_at_any_depth() {
        for (document, redacted, count) in [
            (r#"{"token":"a"}"#, r#"{"token":"[redacted]"}"#, 1),
            (r#"{"a":{"api_key" : "x\"y", "b":"c"}}"#, r#"{"a":{"api_key" : "[redacted]", "b":"c"}}"#, 1),
            (
                r#"[{"Authorization":"Bearer z"},{"password":""}]"#,
                r#"[{"Authorization":"[redacted]"},{"password":"[redacted]"}]"#,
                2,
            ),
            (r#"{"\u0074oken":"a"}"#, r#"{"\u0074oken":"[redacted]"}"#, 1),
            (
                r#"{"token":5,"a":"token","b":["secret","x"]}"#,
                r#"{"token":5,"a":"token","b":["secret","x"]}"#,
                0,
            ),
            (r#"{"max_tokens":{"a":"b"}}"#, r#"{"max_tokens":{"a":"b"}}"#, 0),
            (r#"{"token":"torn"#, r#"{"token":"[redacted]""#, 1),
        ] {
            assert_eq!(redact(document), (redacted.to_owned(), count), "{document}");
        }
    }
}
