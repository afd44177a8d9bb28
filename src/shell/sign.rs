//! The signs that words are made of: quotes, escapes, and what the shell fills in.

/// The characters that end a word outside of quotes.
const ENDS: &[char] = &[' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>'];

/// What stands at one place of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign<'t> {
    /// Text without quotes, in which `~`, `*` and others may act.
    Bare(&'t str),
    /// Text that stands for itself: in single quotes, or a character that was escaped.
    Quoted(&'t str),
    /// `$'...'` with what stands between the quotes, escapes and all.
    Escapes(&'t str),
    /// A line end that was escaped: the next line goes on with the word.
    Continued,
    /// A quote or an escape that never ends, with what there is of it.
    Cut(&'t str),
    /// `"`, which opens or closes.
    DoubleQuote,
    /// `$"`, with the quote still to come.
    Translated,
    /// `` ` ``, which opens or closes.
    Backquote,
    /// `$(`
    Command,
    /// `${`
    Braces,
    /// `$NAME`
    Variable(&'t str),
    /// `$1`, `$@` and the like, without the dollar.
    Parameter(&'t str),
}

/// What a place stands in, which decides what is a sign there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// A word, which a blank or an operator ends.
    Word,
    /// Double quotes.
    Quotes,
    /// `${...}` outside of double quotes.
    Braces,
    /// `${...}` inside of them.
    QuotedBraces,
}

impl Within {
    /// What `${...}` at such a place is.
    pub fn in_braces(self) -> Self {
        if self.is_quoted() { Self::QuotedBraces } else { Self::Braces }
    }

    fn is_quoted(self) -> bool {
        matches!(self, Self::Quotes | Self::QuotedBraces)
    }
}

/// The sign at the start of a text, and how many bytes it is long; nothing at the end of the text, of the word, or
/// where one of the `stops` is.
pub fn at_start<'t>(text: &'t str, within: Within, stops: &[char]) -> Option<(Sign<'t>, usize)> {
    let ends = |c: char| stops.contains(&c) || within == Within::Word && ENDS.contains(&c);
    let first = text.chars().next().filter(|c| !ends(*c))?;
    Some(match first {
        '"' => (Sign::DoubleQuote, 1),
        '`' => (Sign::Backquote, 1),
        '\\' => escape(text, within),
        '\'' if !within.is_quoted() => match text[1..].split_once('\'') {
            Some((quoted, _)) => (Sign::Quoted(quoted), quoted.len() + 2),
            None => (Sign::Cut(&text[1..]), text.len()),
        },
        '$' => dollar(text, within),
        _ => {
            let acts = |c: char| matches!(c, '"' | '`' | '\\' | '$') || c == '\'' && !within.is_quoted();
            let bare = &text[..text.find(|c| acts(c) || ends(c)).unwrap_or(text.len())];
            (Sign::Bare(bare), bare.len())
        }
    })
}

/// `\` and what it takes the meaning from.
fn escape(text: &str, within: Within) -> (Sign<'_>, usize) {
    let Some(escaped) = text[1..].chars().next() else { return (Sign::Cut(""), 1) };
    let length = 1 + escaped.len_utf8();
    let sign = match escaped {
        '\n' => Sign::Continued,
        _ if within == Within::Quotes && !matches!(escaped, '\\' | '"' | '$' | '`') => {
            Sign::Quoted(&text[..length])
        }
        _ => Sign::Quoted(&text[1..length]),
    };
    (sign, length)
}

fn dollar(text: &str, within: Within) -> (Sign<'_>, usize) {
    let rest = &text[1..];
    let name = name(rest);
    if !name.is_empty() {
        return (Sign::Variable(name), 1 + name.len());
    }
    match rest.chars().next() {
        Some('(') => (Sign::Command, 2),
        Some('{') => (Sign::Braces, 2),
        Some('0'..='9' | '@' | '*' | '#' | '?' | '-' | '$' | '!') => (Sign::Parameter(&rest[..1]), 2),
        Some('\'') if !within.is_quoted() => escapes(text),
        Some('"') if !within.is_quoted() => (Sign::Translated, 1),
        _ => (Sign::Bare("$"), 1),
    }
}

/// `$'...'`, in which a backslash keeps a quote from closing it.
fn escapes(text: &str) -> (Sign<'_>, usize) {
    let written = &text[2..];
    let mut escaped = false;
    for (at, c) in written.char_indices() {
        match c {
            '\'' if !escaped => return (Sign::Escapes(&written[..at]), at + 3),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    (Sign::Cut(written), text.len())
}

/// The name of a variable at the start of a text, or nothing.
pub fn name(text: &str) -> &str {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return "";
    }
    &text[..text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The variable of an assignment (`NAME=`, `NAME+=`, `NAME[INDEX]=`) at the start of a text, and where its value
/// begins.
pub fn assignment(text: &str) -> Option<(&str, usize)> {
    let name = name(text);
    let mut after = text.get(name.len()..).filter(|_| !name.is_empty())?;
    if let Some(index) = after.strip_prefix('[') {
        after = index.get(index.find(']')? + 1..)?;
    }
    let value = after.strip_prefix("+=").or_else(|| after.strip_prefix('='))?;
    Some((name, text.len() - value.len()))
}

/// The lines of a here-document at the start of a text, and how many bytes it takes with the line that ends it;
/// nothing where no line does. Tabs before that line do not count where the document is `indented`.
pub fn here_document<'t>(text: &'t str, delimiter: &str, indented: bool) -> Option<(&'t str, usize)> {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        let bare = if indented { bare.trim_start_matches('\t') } else { bare };
        if bare == delimiter {
            return Some((&text[..length], length + line.len()));
        }
        length += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The signs of a text up to where it ends, by their debug form.
    fn signs(text: &str, within: Within) -> Vec<Sign<'_>> {
        let mut rest = text;
        std::iter::from_fn(|| {
            let (sign, length) = at_start(rest, within, &[])?;
            rest = &rest[length..];
            Some(sign)
        })
        .collect()
    }

    #[test]
    fn a_word_is_told_apart_by_what_its_quotes_do() {
        use Sign::{
            Backquote, Bare, Braces, Command, Continued, DoubleQuote, Escapes, Parameter, Quoted, Translated,
            Variable,
        };
        for (text, expected) in [
            ("a'b c'\\ d;e", &[Bare("a"), Quoted("b c"), Quoted(" "), Bare("d")][..]),
            ("x\\\ny", &[Bare("x"), Continued, Bare("y")]),
            ("$a_1-$2$$ $b", &[Variable("a_1"), Bare("-"), Parameter("2"), Parameter("$")]),
            ("$'it\\'s'x", &[Escapes("it\\'s"), Bare("x")]),
            ("$'\\\\'", &[Escapes("\\\\")]),
            ("${$(`", &[Braces, Command, Backquote]),
            ("$\"a\"", &[Translated, DoubleQuote, Bare("a"), DoubleQuote]),
            ("a$", &[Bare("a"), Bare("$")]),
        ] {
            assert_eq!(signs(text, Within::Word), expected, "{text}");
        }
        let quoted = signs("it's $'\\n\\$\\\n ;", Within::Quotes);
        assert_eq!(
            quoted,
            [Bare("it's "), Bare("$"), Bare("'"), Quoted("\\n"), Quoted("$"), Continued, Bare(" ;")]
        );
    }

    #[test]
    fn what_never_ends_is_cut() {
        for (text, rest) in [("'a b", "a b"), ("$'a\\'", "a\\'"), ("\\", "")] {
            assert_eq!(signs(text, Within::Word), [Sign::Cut(rest)], "{text}");
        }
        assert_eq!(here_document("a\nb", "E", false), None);
    }

    #[test]
    fn a_here_document_ends_at_a_line_that_is_its_delimiter() {
        assert_eq!(here_document("a\n\tE\nE\nb", "E", false), Some(("a\n\tE\n", 7)));
        assert_eq!(here_document("a\n\tE\nE\nb", "E", true), Some(("a\n", 5)));
        assert_eq!(here_document("E", "E", false), Some(("", 1)));
    }

    #[test]
    fn an_assignment_begins_with_a_name() {
        for (text, expected) in [
            ("A=1", Some(("A", 2))),
            ("_a1+=1", Some(("_a1", 5))),
            ("a[x]=1", Some(("a", 5))),
            ("=1", None),
            ("1a=2", None),
            ("a-b=2", None),
            ("a", None),
        ] {
            assert_eq!(assignment(text), expected, "{text}");
        }
    }
}
