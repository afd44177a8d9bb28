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

/// A text with its control characters made visible, line ends and tabs aside.
pub fn visible(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() && c != '\n' && c != '\t';
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
        assert!(matches!(visible("plain"), Cow::Borrowed("plain")));
    }
}
