//! Words: quotes, escapes and expansions.

use std::borrow::Cow;

use super::parser::{DEEPEST, Parser, name_length};
use super::{Piece, Word};

/// The signs that end a word.
const ENDS: &[u8] = b" \t\n;&|()<>";

/// How a variable is named in braces so that it need not be set.
const WITH_DEFAULT: [char; 5] = [':', '-', '=', '?', '+'];

impl<'c> Parser<'c> {
    /// A word, which must be there.
    pub(super) fn word(&mut self) -> Option<Word<'c>> {
        let start = self.at;
        let mut pieces = Vec::new();
        while let Some(byte) = self.peek() {
            match byte {
                b'<' | b'>' if self.at == start && self.rest()[1..].starts_with('(') => {
                    self.at += 2;
                    pieces.push(Piece::Substitution(self.closed_by(")")?));
                }
                _ if ENDS.contains(&byte) => break,
                b'\'' => {
                    self.at += 1;
                    let rest = self.rest();
                    let text = &rest[..rest.find('\'')?];
                    self.at += text.len() + 1;
                    pieces.push(Piece::Quoted(Cow::Borrowed(text)));
                }
                b'"' => {
                    self.at += 1;
                    self.double_quoted(&mut pieces)?;
                }
                b'\\' => {
                    self.at += 1;
                    let escaped = self.rest().chars().next()?;
                    let text = &self.rest()[..escaped.len_utf8()];
                    self.at += text.len();
                    if escaped != '\n' {
                        pieces.push(Piece::Quoted(Cow::Borrowed(text)));
                    }
                }
                b'$' => pieces.push(self.dollar(false)?),
                b'`' => pieces.push(self.backquoted()?),
                _ => {
                    let rest = self.rest();
                    let special =
                        |c: char| "'\"\\$`".contains(c) || c.is_ascii() && ENDS.contains(&(c as u8));
                    let text = &rest[..rest.find(special).unwrap_or(rest.len())];
                    self.at += text.len();
                    pieces.push(Piece::Bare(text));
                }
            }
        }
        self.last = self.at;
        (self.at > start).then_some(Word { pieces, span: start..self.at })
    }

    /// What is left of a double-quoted text, to its end.
    fn double_quoted(&mut self, pieces: &mut Vec<Piece<'c>>) -> Option<()> {
        let mut text = Cow::Borrowed("");
        loop {
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    pieces.push(Piece::Quoted(text));
                    return Some(());
                }
                b'\\' => {
                    let rest = &self.rest()[1..];
                    let escaped = rest.chars().next()?;
                    self.at += 1 + escaped.len_utf8();
                    if !matches!(escaped, '\\' | '"' | '$' | '`' | '\n') {
                        text.to_mut().push('\\');
                    }
                    if escaped != '\n' {
                        text.to_mut().push(escaped);
                    }
                }
                sign @ (b'$' | b'`') => {
                    if !text.is_empty() {
                        pieces.push(Piece::Quoted(std::mem::take(&mut text)));
                    }
                    pieces.push(if sign == b'$' { self.dollar(true)? } else { self.backquoted()? });
                }
                _ => {
                    let rest = self.rest();
                    let plain = &rest[..rest.find(['"', '\\', '$', '`'])?];
                    self.at += plain.len();
                    text += plain;
                }
            }
        }
    }

    /// What `$` begins.
    fn dollar(&mut self, quoted: bool) -> Option<Piece<'c>> {
        let start = self.at;
        self.at += 1;
        if self.rest().starts_with("((") && self.arithmetic_end(self.at + 2).is_some() {
            return Some(Piece::Arithmetic(self.arithmetic("((")?));
        }
        if self.take("(") {
            return Some(Piece::Substitution(self.closed_by(")")?));
        }
        if self.take("{") {
            return self.braces(start, quoted);
        }
        let rest = self.rest();
        let length = name_length(rest);
        if length > 0 {
            self.at += length;
            return Some(Piece::Variable { name: &rest[..length], span: start..self.at });
        }
        match self.peek() {
            Some(b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') => {
                self.at += 1;
                Some(Piece::Opaque)
            }
            Some(b'\'') if !quoted => {
                self.at += 1;
                self.skip_to(b'\'')?;
                Some(Piece::Opaque)
            }
            // `$"..."`: the quotes are next.
            Some(b'"') if !quoted => Some(Piece::Opaque),
            _ => Some(Piece::Bare("$")),
        }
    }

    /// What is left of `${...}`.
    fn braces(&mut self, start: usize, quoted: bool) -> Option<Piece<'c>> {
        let asked = matches!(self.peek(), Some(b'#' | b'!')) && name_length(&self.rest()[1..]) > 0;
        self.at += usize::from(asked);
        let rest = self.rest();
        let name = &rest[..name_length(rest)];
        self.at += name.len();
        let operator = self.rest();
        let substring = operator.strip_prefix(':').is_some_and(|after| !after.starts_with(WITH_DEFAULT));
        let has_default = operator.starts_with(WITH_DEFAULT) && !substring;
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.skip_braces(quoted)?;
        self.depth -= 1;
        Some(if name.is_empty() {
            Piece::Opaque
        } else if asked || has_default {
            Piece::Asked(name)
        } else {
            Piece::Variable { name, span: start..self.at }
        })
    }

    /// Steps over the rest of an expansion in braces, whatever is nested in it.
    fn skip_braces(&mut self, quoted: bool) -> Option<()> {
        loop {
            match self.peek()? {
                b'}' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => {
                    self.at += 1;
                    self.at += self.rest().chars().next()?.len_utf8();
                }
                b'\'' if !quoted => {
                    self.at += 1;
                    let rest = self.rest();
                    self.at += rest.find('\'')? + 1;
                }
                b'"' => {
                    self.at += 1;
                    self.double_quoted(&mut Vec::new())?;
                }
                b'$' => {
                    self.dollar(quoted)?;
                }
                b'`' => {
                    self.backquoted()?;
                }
                _ => self.at += self.rest().chars().next()?.len_utf8(),
            }
        }
    }

    fn backquoted(&mut self) -> Option<Piece<'c>> {
        self.at += 1;
        let start = self.at;
        self.skip_to(b'`')?;
        let (after, end) = (self.at, self.end);
        let inner = self.text.get(start..after - 1)?;
        if inner.contains('\\') {
            return Some(Piece::Opaque);
        }
        (self.at, self.end) = (start, after - 1);
        let script = self.list()?;
        let whole = self.at == self.end;
        (self.at, self.end) = (after, end);
        whole.then_some(Piece::Substitution(script))
    }

    /// Steps over a text to the sign that ends it; a backslash takes the meaning from the sign after it.
    fn skip_to(&mut self, sign: u8) -> Option<()> {
        loop {
            let c = self.rest().chars().next()?;
            self.at += c.len_utf8();
            if c == '\\' {
                self.at += self.rest().chars().next()?.len_utf8();
            } else if c == char::from(sign) {
                return Some(());
            }
        }
    }

    /// Where an arithmetic expression that starts there ends, if `))` ends it.
    pub(super) fn arithmetic_end(&self, start: usize) -> Option<usize> {
        let mut open = 0_usize;
        let text = self.text.get(start..self.end)?;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'(' => open += 1,
                b')' if open > 0 => open -= 1,
                b')' => return text[at..].starts_with("))").then_some(start + at),
                _ => {}
            }
        }
        None
    }

    /// An arithmetic expression, from its first to its last sign.
    pub(super) fn arithmetic(&mut self, open: &str) -> Option<&'c str> {
        let start = self.at + open.len();
        let end = self.arithmetic_end(start)?;
        self.at = end + 2;
        self.last = self.at;
        self.text.get(start..end)
    }
}
