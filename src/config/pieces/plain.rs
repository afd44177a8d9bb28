//! Hooks that are written plainly: each key on a line of its own, with a value that ends on it and holds no escapes.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeArray, DeValue};

use crate::config::written::{self, HookEntry};

/// A key with its value.
type Member<'s> = (Spanned<Cow<'s, str>>, Spanned<DeValue<'s>>);

/// The most members that a hook can have without a fault.
const MOST: usize = written::HOOK_KEYS.len();

/// What stands between the words of a line.
const BLANKS: [char; 2] = [' ', '\t'];

/// Appends the hooks of a piece to others. Where a line is not plain, or has a fault, none is appended, and the answer is
/// no.
pub fn read<'s>(piece: &'s str, hooks: &mut Vec<HookEntry<'s>>) -> bool {
    let before = hooks.len();
    let is_plain = append(piece, hooks).is_some();
    if !is_plain {
        hooks.truncate(before);
    }
    is_plain
}

fn append<'s>(piece: &'s str, hooks: &mut Vec<HookEntry<'s>>) -> Option<()> {
    let mut members: Vec<Member<'_>> = Vec::with_capacity(MOST);
    let mut is_in_hook = false;
    for line in piece.split('\n') {
        let line = line.trim_matches(BLANKS);
        if line.is_empty() || is_comment(line) {
            continue;
        }
        if line == super::HEADER {
            if is_in_hook {
                hooks.push(written::of_hook(members.drain(..))?);
            }
            is_in_hook = true;
            continue;
        }
        let (key, value) = line.split_once('=')?;
        let key = key.trim_end_matches(BLANKS);
        let is_known = written::HOOK_KEYS.contains(&key);
        let is_twice = members.iter().any(|(other, _)| other.get_ref() == key);
        if !is_in_hook || !is_known || is_twice {
            return None;
        }
        members
            .push((placeless(Cow::Borrowed(key)), placeless(self::value(value.trim_start_matches(BLANKS))?)));
    }
    if is_in_hook {
        hooks.push(written::of_hook(members)?);
    }
    Some(())
}

fn placeless<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

fn is_comment(line: &str) -> bool {
    line.starts_with('#') && !has_control(line)
}

/// A value that goes to the end of its line.
fn value(text: &str) -> Option<DeValue<'_>> {
    match text.as_bytes().first()? {
        b'"' | b'\'' => string(text).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value),
        b'[' => array(&text[1..]),
        b't' | b'f' => text.parse().ok().map(DeValue::Boolean),
        b'0'..=b'9' => DeValue::parse(text).ok().map(Spanned::into_inner),
        _ => None,
    }
}

/// A string that a text begins with, and what is behind it. One that is empty may begin a string of several lines.
fn string(text: &str) -> Option<(DeValue<'_>, &str)> {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let (content, rest) = text[1..].split_once(quote)?;
    let has_escapes = quote == '"' && content.contains('\\');
    let is_plain = !content.is_empty() && !has_escapes && !has_control(content);
    is_plain.then_some((DeValue::String(Cow::Borrowed(content)), rest))
}

/// An array of strings, behind its bracket.
fn array(text: &str) -> Option<DeValue<'_>> {
    let mut items = DeArray::new();
    let mut rest = text.trim_start_matches(BLANKS);
    while rest != "]" {
        let (item, behind) = string(rest)?;
        items.push(placeless(item));
        let behind = behind.trim_start_matches(BLANKS);
        rest = match behind.strip_prefix(',') {
            Some(behind) => behind.trim_start_matches(BLANKS),
            None => Some(behind).filter(|behind| *behind == "]")?,
        };
    }
    Some(DeValue::Array(items))
}

/// Whether a text has a character that TOML may not allow there.
fn has_control(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(piece: &str) -> Option<usize> {
        let mut hooks = Vec::new();
        read(piece, &mut hooks).then_some(hooks.len())
    }

    const HOOK: &str = "[[hooks]]\nevent = \"stop\"\ncommand = 'a \"b\"'\n";

    #[test]
    fn a_plain_piece_is_read() {
        let every = format!("{HOOK}tools=[\"Bash\" , 'a',]\ntimeout_secs\t= 1.5\n  enabled = true\n")
            .replace("stop", "pre_tool");
        for (piece, hooks) in [
            ("", 0),
            ("# é\n \n", 0),
            (HOOK, 1),
            (&HOOK.repeat(3), 3),
            (&every, 1),
            (&every.replace('\n', " \n"), 1),
        ] {
            assert_eq!(count(piece), Some(hooks), "{piece}");
        }
    }

    #[test]
    fn what_needs_a_parser_or_has_a_fault_is_not_plain() {
        for line in [
            "name = \"a\\n\"",
            "name = \"\"\"a\"\"\"",
            "name = ''",
            "name = \"a\" # A comment.",
            "name = \"a",
            "name = \"a\u{1}\"",
            "name = \"a\tb\"",
            "\"name\" = \"a\"",
            "tools = [\"a\" \"b\"]",
            "tools = [,]",
            "tools = [[\"a\"]]",
            "tools = [",
            "enabled = truer",
            "timeout_secs = 0",
            "timeout_secs = 1 2",
            "timeout_secs = +1",
            "event = \"stop\"",
            "naem = \"a\"",
            "a.b = 1",
            "# \u{7f}",
            "name",
            "[defaults]",
            "[[hooks]]",
            "\r",
        ] {
            assert_eq!(count(&format!("{HOOK}{line}\n")), None, "{line}");
        }
        assert_eq!(count("event = \"stop\"\n"), None);
        let mut hooks = Vec::new();
        let faulty_at_the_end = format!("{HOOK}{HOOK}a\n");
        assert!(!read(&faulty_at_the_end, &mut hooks) && hooks.is_empty());
    }
}
