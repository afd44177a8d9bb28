//! Text of hooks as it may be shown: bounded, and without characters that act on a terminal.

use std::borrow::Cow;

/// The most characters that a reason, a message or a context may have.
pub const LONGEST: usize = 10_000;

/// What stands at the end of a text that was cut.
const MARK: &str = "\n[cut]";

/// Cuts a text to [`LONGEST`] characters, the mark that says so included.
pub fn cut(mut text: String) -> String {
    if text.len() <= LONGEST || text.chars().nth(LONGEST).is_none() {
        return text;
    }
    text.truncate(first(&text, LONGEST - MARK.len()).len());
    text.push_str(MARK);
    text
}

/// The first `count` characters of a text.
pub fn first(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(end, _)| &text[..end])
}

/// Whether a character shows nothing and changes how others are shown: those that turn the direction of
/// writing, and those without width.
const fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// A text with its control characters and hidden ones made visible, line ends and tabs aside.
pub fn visible(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() && c != '\n' && c != '\t' || is_hidden(c);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if acts(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// A name as it may be shown on one line: like [`visible`], and without line ends and tabs.
pub fn visible_name(name: &str) -> String {
    visible(name).replace('\n', "\\n").replace('\t', "\\t")
}

/// A word as a shell would read it again.
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@%,:=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', "'\\''")))
}

/// Appends `more` to a text on a line of its own.
pub fn join_line(text: &mut Option<String>, more: String) {
    match text {
        Some(text) => {
            text.push('\n');
            text.push_str(&more);
        }
        None => *text = Some(more),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_a_character_boundary_with_its_mark_included() {
        let short = "é".repeat(LONGEST);
        assert_eq!(cut(short.clone()), short);
        let long = cut("é".repeat(LONGEST + 1));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.ends_with("é\n[cut]"));
    }

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(visible("\u{1b}[31mred\n\ttab"), "\\u{1b}[31mred\n\ttab");
        assert_eq!(visible("a\u{202e}b\u{200b}"), "a\\u{202e}b\\u{200b}");
        assert!(matches!(visible("plain 👩\u{200d}🚒"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_word_is_quoted_where_a_shell_would_read_more_than_a_word() {
        assert_eq!(shell_word("/a/b-c.toml"), "/a/b-c.toml");
        assert_eq!(shell_word("/a b/$(c)/it's"), "'/a b/$(c)/it'\\''s'");
        assert_eq!(shell_word(""), "''");
    }
}
