//! Words: quotes, escapes and expansions.

use std::borrow::Cow;

use super::super::sign::{self, Sign, Within};
use super::parser::{DEEPEST, Parser};
use super::{Piece, Word};

/// How a variable is named in braces so that it need not be set.
const WITH_DEFAULT: [char; 5] = [':', '-', '=', '?', '+'];

impl<'c> Parser<'c> {
    /// A word, which must be there.
    pub(super) fn word(&mut self) -> Option<Word<'c>> {
        let start = self.at;
        let mut pieces = Vec::new();
        if matches!(self.peek(), Some(b'<' | b'>')) && self.rest()[1..].starts_with('(') {
            self.at += 2;
            pieces.push(Piece::Substitution(self.closed_by(")")?));
        }
        while let Some((sign, length)) = sign::at_start(self.rest(), Within::Word, &[]) {
            self.sign(sign, length, Within::Word, &mut pieces)?;
        }
        self.last = self.at;
        (self.at > start).then_some(Word { pieces, span: start..self.at })
    }

    /// What one sign begins, to its end.
    fn sign(
        &mut self,
        sign: Sign<'c>,
        length: usize,
        within: Within,
        pieces: &mut Vec<Piece<'c>>,
    ) -> Option<()> {
        let start = self.at;
        self.at += length;
        pieces.push(match sign {
            Sign::Continued => return Some(()),
            Sign::DoubleQuote => return self.double_quoted(pieces),
            Sign::Cut(_) => return None,
            Sign::Bare(text) => Piece::Bare(text),
            Sign::Quoted(text) => Piece::Quoted(Cow::Borrowed(text)),
            Sign::Command if self.rest().starts_with('(') && self.arithmetic_end(self.at + 1).is_some() => {
                self.at -= 1;
                Piece::Arithmetic(self.arithmetic("((")?)
            }
            Sign::Command => Piece::Substitution(self.closed_by(")")?),
            Sign::Braces => self.braces(start, within)?,
            Sign::Backquote => self.backquoted()?,
            Sign::Variable(name) => Piece::Variable { name, span: start..self.at },
            Sign::Parameter(_) | Sign::Escapes(_) | Sign::Translated => Piece::Opaque,
        });
        Some(())
    }

    /// What is left of a double-quoted text, to its end.
    fn double_quoted(&mut self, pieces: &mut Vec<Piece<'c>>) -> Option<()> {
        let mut text = Cow::Borrowed("");
        loop {
            let (sign, length) = sign::at_start(self.rest(), Within::Quotes, &[])?;
            match sign {
                Sign::DoubleQuote => {
                    self.at += length;
                    pieces.push(Piece::Quoted(text));
                    return Some(());
                }
                Sign::Bare(plain) | Sign::Quoted(plain) => {
                    self.at += length;
                    text += plain;
                }
                _ => {
                    if !text.is_empty() {
                        pieces.push(Piece::Quoted(std::mem::take(&mut text)));
                    }
                    self.sign(sign, length, Within::Quotes, pieces)?;
                }
            }
        }
    }

    /// What is left of `${...}`.
    fn braces(&mut self, start: usize, within: Within) -> Option<Piece<'c>> {
        let asked = matches!(self.peek(), Some(b'#' | b'!')) && !sign::name(&self.rest()[1..]).is_empty();
        self.at += usize::from(asked);
        let name = sign::name(self.rest());
        self.at += name.len();
        let operator = self.rest();
        let substring = operator.strip_prefix(':').is_some_and(|after| !after.starts_with(WITH_DEFAULT));
        let has_default = operator.starts_with(WITH_DEFAULT) && !substring;
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.skip_braces(within.in_braces())?;
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
    fn skip_braces(&mut self, within: Within) -> Option<()> {
        let mut inside = Vec::new();
        while let Some((sign, length)) = sign::at_start(self.rest(), within, &['}']) {
            self.sign(sign, length, within, &mut inside)?;
        }
        self.take("}").then_some(())
    }

    /// What is left of a command in backquotes.
    fn backquoted(&mut self) -> Option<Piece<'c>> {
        let start = self.at;
        self.skip_to('`')?;
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
    fn skip_to(&mut self, sign: char) -> Option<()> {
        loop {
            let c = self.rest().chars().next()?;
            self.at += c.len_utf8();
            if c == '\\' {
                self.at += self.rest().chars().next()?.len_utf8();
            } else if c == sign {
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
