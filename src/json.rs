//! Reading one JSON object into its fields without building a tree.
//!
//! Values stay slices of the text, so numbers of any size, key order and escapes survive, and no depth of
//! nesting uses up the stack: `serde_json` skips a raw value iteratively.

pub mod skim;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of one JSON object, in their order. A key that is given twice (escapes resolved) is an
/// error.
#[derive(Debug, Default)]
pub struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Fields<'a> {
    /// Reads a text that is one JSON object and nothing else.
    pub fn parse(text: &'a str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// The raw value of a member.
    pub fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// All members, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), *value))
    }

    /// All members, in their order, with their names.
    pub fn into_members(self) -> impl Iterator<Item = (Cow<'a, str>, &'a RawValue)> {
        self.0.into_iter()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut fields = Vec::with_capacity(16);
                while let Some(key) = map.next_key_seed(Key)? {
                    if fields.len() < FEW && fields.iter().any(|(name, _)| *name == key) {
                        return Err(given_twice(&key));
                    }
                    fields.push((key, map.next_value()?));
                }
                match repeated(&fields) {
                    Some(key) => Err(given_twice(key)),
                    None => Ok(Fields(fields)),
                }
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// How many keys are compared with each other as they come.
const FEW: usize = 32;

/// A key that is given twice, where there are more than a few.
fn repeated<'f>(fields: &'f [(Cow<'_, str>, &RawValue)]) -> Option<&'f str> {
    if fields.len() <= FEW {
        return None;
    }
    let mut keys: Vec<&str> = fields.iter().map(|(key, _)| key.as_ref()).collect();
    keys.sort_unstable();
    keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

fn given_twice<E: serde::de::Error>(key: &str) -> E {
    E::custom(format_args!("the key `{key}` is given twice"))
}

/// A key, borrowed from the text unless it holds escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Cow<'de, str>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(text))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(text.to_owned()))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// The text of a value that is a JSON string, or nothing if it is another type or holds a lone surrogate.
pub fn as_str(value: &RawValue) -> Option<Cow<'_, str>> {
    Key.deserialize(&mut serde_json::Deserializer::from_str(value.get())).ok()
}

/// The text of a value that is a JSON string, with U+FFFD for a lone surrogate; nothing for another type.
pub fn as_lossy_str(value: &RawValue) -> Option<Cow<'_, str>> {
    as_str(value).or_else(|| {
        let mended = mend_surrogates(value.get());
        let text: Option<String> = serde_json::from_str(&mended).ok();
        text.map(Cow::Owned)
    })
}

/// Replaces every escape of a surrogate that is half of no pair by the escape of U+FFFD.
fn mend_surrogates(literal: &str) -> String {
    let unit = |at: usize| {
        let digits = literal.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut mended = String::with_capacity(literal.len());
    let mut at = 0;
    while let Some(found) = literal[at..].find('\\') {
        mended.push_str(&literal[at..at + found]);
        at += found;
        let length = match (unit(at), unit(at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                mended.push_str("\\ufffd");
                at += 6;
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        mended.push_str(&literal[at..at + length]);
        at += length;
    }
    mended.push_str(&literal[at..]);
    mended
}

/// A value as JSON text without the blanks between its tokens.
pub fn compact(value: &RawValue) -> String {
    let mut text = String::with_capacity(value.get().len());
    let (mut in_string, mut escaped) = (false, false);
    for c in value.get().chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => in_string = !in_string,
            ' ' | '\t' | '\r' | '\n' if !in_string => continue,
            _ => {}
        }
        text.push(c);
    }
    text
}

/// A value on one line: without the blanks between its tokens, where one of them is a line end.
pub fn on_one_line(value: Box<RawValue>) -> Box<RawValue> {
    if !value.get().contains(['\n', '\r']) {
        return value;
    }
    RawValue::from_string(compact(&value)).expect("dropping blanks between tokens keeps JSON valid")
}

/// What a value is, as a word with its article for an error message.
pub fn type_name(value: &RawValue) -> &'static str {
    match value.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// Whether a value is the literal `null`.
pub fn is_null(value: &RawValue) -> bool {
    value.get() == "null"
}

/// The JSON string of a rewritten prompt, `{"prompt": "..."}`.
pub fn prompt_of(rewrite: &RawValue) -> Option<&RawValue> {
    Fields::parse(rewrite.get()).ok()?.get("prompt")
}

/// Where a raw value, borrowed from `document`, lies in it.
pub fn span_in(document: &str, value: &RawValue) -> Range<usize> {
    let start = value.get().as_ptr() as usize - document.as_ptr() as usize;
    start..start + value.get().len()
}

/// Appends a JSON string, quoted and escaped.
pub fn push_string(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("writing a string to memory cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_byte_for_byte() {
        let text = r#" {"a": 1e400 , "b":{"z" : [1 ,2]}, "c":"\ud800"} "#;
        let fields = Fields::parse(text).expect("valid");
        let raw: Vec<_> = fields.iter().map(|(key, value)| (key, value.get())).collect();
        assert_eq!(raw, [("a", "1e400"), ("b", r#"{"z" : [1 ,2]}"#), ("c", r#""\ud800""#)]);
    }

    #[test]
    fn a_key_given_twice_is_an_error_however_it_is_spelt() {
        for text in [r#"{"tool":1,"tool":2}"#, r#"{"tool":1,"\u0074ool":2}"#] {
            let error = Fields::parse(text).expect_err("duplicate").to_string();
            assert!(error.contains("`tool` is given twice"), "{error}");
        }
    }

    #[test]
    fn a_key_given_twice_among_many_is_an_error() {
        let many: Vec<String> = (0..100).map(|n| format!(r#""k{n}":{n}"#)).collect();
        assert_eq!(Fields::parse(&format!("{{{}}}", many.join(","))).expect("valid").iter().count(), 100);
        for repeated in ["k0", "k31", "k32", "k33", "k99"] {
            let text = format!(r#"{{{},"{repeated}":0}}"#, many.join(","));
            assert!(Fields::parse(&text).is_err(), "{repeated}");
        }
    }

    #[test]
    fn a_deep_value_uses_no_stack() {
        let text = format!(r#"{{"a":{}1{}}}"#, "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert_eq!(Fields::parse(&text).expect("valid").iter().count(), 1);
    }

    #[test]
    fn a_lone_surrogate_becomes_the_replacement_character() {
        for (literal, text) in [
            (r#""a\ud800b""#, "a\u{FFFD}b"),
            (r#""\ud83d\ude00""#, "\u{1F600}"),
            (r#""\ud800\ud83d\ude00\\ud800""#, "\u{FFFD}\u{1F600}\\ud800"),
            (r#""\udc00""#, "\u{FFFD}"),
        ] {
            let value: &RawValue = serde_json::from_str(literal).expect("a string");
            assert_eq!(as_lossy_str(value).as_deref(), Some(text), "{literal}");
        }
    }

    #[test]
    fn compact_drops_blanks_between_tokens_alone() {
        let value: &RawValue = serde_json::from_str(r#"{ "a b" : [1 , "\" \\"] }"#).expect("valid");
        assert_eq!(compact(value), r#"{"a b":[1,"\" \\"]}"#);
    }

    #[test]
    fn a_span_points_at_the_value() {
        let text = r#"{"a" : "x" }"#;
        let fields = Fields::parse(text).expect("valid");
        assert_eq!(&text[span_in(text, fields.get("a").expect("a"))], r#""x""#);
    }
}
