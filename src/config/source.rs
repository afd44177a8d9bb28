//! The text of one hooks.toml, and where a byte of it lies.

use std::cell::OnceCell;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// One hooks.toml as it was read: without a byte-order mark, with `\n` line ends.
#[derive(Debug)]
pub struct Source {
    /// The file, as it was named.
    pub path: PathBuf,
    /// The absolute folder of the file, where its hooks run by default.
    pub dir: PathBuf,
    /// The text that is parsed.
    pub text: String,
    /// Where each line starts, from the first question after a place on.
    lines: OnceCell<Vec<usize>>,
}

/// Why a file could not be made into a [`Source`].
#[derive(Debug)]
pub enum Unreadable {
    /// The file could not be read.
    Io(PathBuf, io::Error),
    /// The file is not UTF-8; the number is the first line that is not.
    NotUtf8(PathBuf, usize),
}

/// A place in a text, counted from 1. A column is a character, not a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Source {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read, or is not UTF-8.
    pub fn read(path: &Path) -> Result<Self, Unreadable> {
        let failed = |error| Unreadable::Io(path.to_owned(), error);
        let bytes = fs::read(path).map_err(failed)?;
        let dir = folder_of(path).map_err(failed)?;
        Self::from_bytes(path, dir, bytes)
    }

    /// Takes the bytes of a file as they are on disk.
    ///
    /// # Errors
    ///
    /// Where the bytes are not UTF-8.
    pub fn from_bytes(path: &Path, dir: PathBuf, bytes: Vec<u8>) -> Result<Self, Unreadable> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            Unreadable::NotUtf8(path.to_owned(), 1 + String::from_utf8_lossy(good).matches('\n').count())
        })?;
        Ok(Self { path: path.to_owned(), dir, text: normalise(text), lines: OnceCell::new() })
    }

    /// Where a byte of the text lies.
    pub fn position(&self, at: usize) -> Position {
        let line = self.line_of(at);
        let before = self.text.get(self.lines()[line]..at).unwrap_or_default();
        Position { line: line + 1, column: 1 + before.chars().count() }
    }

    /// The bytes of the whole lines that a span lies on, without the last line end.
    pub fn lines_around(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.lines()[self.line_of(span.start)];
        let end = span.end.clamp(start, self.text.len());
        let rest = self.text.get(end..).unwrap_or_default();
        start..end + rest.find('\n').unwrap_or(rest.len())
    }

    /// The line that a byte lies on, counted from 0.
    fn line_of(&self, at: usize) -> usize {
        self.lines().partition_point(|start| *start <= at.min(self.text.len())) - 1
    }

    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| line_starts(&self.text))
    }
}

/// Where each line of a text starts: at its first byte, and after each line end.
pub fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect()
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::NotUtf8(path, line) => write!(f, "{}:{line}: the file is not UTF-8 text", path.display()),
        }
    }
}

/// The absolute folder of a file.
fn folder_of(path: &Path) -> io::Result<PathBuf> {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.canonicalize(),
        _ => std::env::current_dir(),
    }
}

fn normalise(text: String) -> String {
    let text = match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    };
    if text.contains('\r') { text.replace("\r\n", "\n") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::from_bytes(Path::new("hooks.toml"), PathBuf::from("/"), text.as_bytes().to_vec())
            .expect("UTF-8")
    }

    #[test]
    fn a_position_counts_lines_and_characters_from_one() {
        let source = source("é = 1\nb = \"ü\" # x\n");
        let at = |needle| source.position(source.text.find(needle).expect("there"));
        assert_eq!(at("é"), Position { line: 1, column: 1 });
        assert_eq!(at("= 1"), Position { line: 1, column: 3 });
        assert_eq!(at("# x"), Position { line: 2, column: 9 });
        assert_eq!(source.position(source.text.len()), Position { line: 3, column: 1 });
    }

    #[test]
    fn a_byte_order_mark_and_carriage_returns_are_as_if_not_there() {
        assert_eq!(source("\u{feff}a = 1\r\nb = 2\r\n").text, "a = 1\nb = 2\n");
    }

    #[test]
    fn the_first_line_that_is_not_utf8_is_named() {
        let error = Source::from_bytes(Path::new("h"), PathBuf::new(), b"a\nb\xff\n".to_vec())
            .expect_err("not UTF-8");
        assert_eq!(error.to_string(), "h:2: the file is not UTF-8 text");
    }
}
