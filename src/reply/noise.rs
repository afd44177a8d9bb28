//! A verdict must not get lost in noise: a reply behind a line that a shell profile printed is no reply any
//! more, and to take it for text would allow what it denies.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::json;

/// The keys that make an object in the middle of text a verdict, and not a line of a log.
const VERDICT_KEYS: &[&str] = &[
    "decision",
    "mutated",
    "continue",
    "hookSpecificOutput",
    "permissionDecision",
    "updatedInput",
    "updated_input",
    "modifiedArgs",
    "modifiedPrompt",
    "permission",
    "behavior",
];

/// Those of them that lines of a log have as well: only the word of a verdict makes one of them.
const COMMON_KEYS: &[&str] = &["permission", "behavior"];

/// The words of a verdict, as JSON strings.
const VERDICT_WORDS: &[&str] = &["\"allow\"", "\"deny\"", "\"ask\"", "\"block\""];

/// How many bytes of objects that cannot be read are looked at, so that no text takes long.
const PATIENCE: usize = 4 << 20;

/// Says why a text that is no reply may hide a verdict: a JSON object that starts a line has one of the keys
/// that decide, or is torn after it named one.
pub fn hidden_verdict(text: &str) -> Option<String> {
    // Without the NULs also UTF-16 can be searched.
    let text = if text.contains('\0') { Cow::Owned(text.replace('\0', "")) } else { Cow::Borrowed(text) };
    if !VERDICT_KEYS.iter().any(|key| text.contains(key)) && !text.contains("\\u") {
        return None;
    }
    let mut patience = PATIENCE;
    let mut at = 0;
    while let Some(start) = next_object(&text, at) {
        let rest = &text[start..];
        let mut objects = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
        match objects.next() {
            Some(Ok(object)) => {
                if let Some(key) = Keys::of(object.get()).decides {
                    return Some(format!(
                        "there is text around an object with `{key}`: print the object alone"
                    ));
                }
                // What follows it on its line counts like the start of one.
                at = start + object.get().len();
            }
            Some(Err(error)) => {
                let keys = Keys::of(rest);
                if let Some(key) = keys.decides.or(keys.torn) {
                    return Some(format!("there is text around a torn object that names `{key}`"));
                }
                let Some(left) = patience.checked_sub(read_before(rest, &error)) else {
                    return Some("its text holds more torn objects than hookctl looks at".to_owned());
                };
                patience = left;
                at = start + line_end(rest)?;
            }
            None => return None,
        }
    }
    None
}

/// Where the next `{` stands that is the first of its line that can be seen. `from` is the start of a line.
fn next_object(text: &str, mut from: usize) -> Option<usize> {
    loop {
        let seen = text[from..].trim_start_matches(is_unseen);
        from = text.len() - seen.len();
        if seen.starts_with('{') {
            return Some(from);
        }
        from += line_end(seen)?;
    }
}

/// Blanks, and what a terminal does not show.
fn is_unseen(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{fffd}')
}

/// Where the line that a text starts with ends. A progress bar ends its lines with a carriage return.
fn line_end(text: &str) -> Option<usize> {
    text.find(['\n', '\r'])
}

/// How much of a text a reader got through before it failed.
fn read_before(text: &str, error: &serde_json::Error) -> usize {
    let lines = error.line().saturating_sub(1);
    let line_start = lines
        .checked_sub(1)
        .and_then(|last| text.match_indices('\n').nth(last))
        .map_or(0, |(end, _)| end + 1);
    line_start + error.column()
}

/// What the keys of one object say, however little of it can be read: a key that is given twice or holds half a
/// surrogate pair is no reason to look away.
#[derive(Default)]
struct Keys {
    /// The first key that decides and has a value.
    decides: Option<&'static str>,
    /// The key that decides and whose value cannot be read.
    torn: Option<&'static str>,
}

impl Keys {
    fn of(object: &str) -> Self {
        let mut keys = Self::default();
        // Where it cannot be read to its end, what was read so far counts.
        let _ = serde_json::Deserializer::from_str(object).deserialize_map(&mut keys);
        keys
    }
}

impl<'de> Visitor<'de> for &mut Keys {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(key) = map.next_key_seed(VerdictKey)? {
            self.torn = key;
            let value: &RawValue = map.next_value()?;
            self.torn = None;
            let means_nothing = |key: &&str| {
                json::is_null(value) || COMMON_KEYS.contains(key) && !VERDICT_WORDS.contains(&value.get())
            };
            self.decides = self.decides.or(key.filter(|key| !means_nothing(key)));
        }
        Ok(())
    }
}

/// A key, read as bytes, which any text is.
struct VerdictKey;

impl<'de> DeserializeSeed<'de> for VerdictKey {
    type Value = Option<&'static str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_bytes(self)
    }
}

impl Visitor<'_> for VerdictKey {
    type Value = Option<&'static str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_bytes<E>(self, name: &[u8]) -> Result<Self::Value, E> {
        Ok(VERDICT_KEYS.iter().copied().find(|key| key.as_bytes() == name))
    }
}
