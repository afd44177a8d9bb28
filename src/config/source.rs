//! The text of one hooks.toml, and where a byte of it lies.

use std::cell::OnceCell;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::layers::Layer;
use crate::guarded::{self, Flaw};

/// The largest file, in bytes.
const LARGEST: u64 = 16 << 20;

/// One hooks.toml as it was read: without a byte-order mark, with `\n` line ends.
#[derive(Debug)]
pub struct Source {
    /// The file, as it was named.
    pub path: PathBuf,
    /// The absolute folder of the file, where its hooks run by default.
    pub dir: PathBuf,
    /// Why it is read.
    pub layer: Layer,
    /// The text that is parsed.
    pub text: String,
    /// Where each line starts, from the first question after a place on.
    lines: OnceCell<Vec<usize>>,
    /// Whether the group of the file may write it.
    pub group_writes: bool,
    /// What was read, where the text is not the same.
    raw: Option<Vec<u8>>,
}

/// Why a file could not be made into a [`Source`].
#[derive(Debug)]
pub enum Unreadable {
    /// The file could not be read.
    Io(PathBuf, io::Error),
    /// The file is not UTF-8; the number is the first line that is not.
    NotUtf8(PathBuf, usize),
    /// Somebody else may have written the file.
    Refused(PathBuf, Flaw),
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
    /// Reads a file that a person named. What was looked at for its owner is what is read.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read, is not UTF-8, or may have been written by somebody else.
    pub fn read(path: &Path) -> Result<Self, Unreadable> {
        Self::read_in(Layer::Named, path, None)
    }

    /// Reads a file of a layer. Its absolute folder with every link resolved is asked for only where it is
    /// not known.
    ///
    /// # Errors
    ///
    /// As for [`Source::read`].
    pub fn read_in(layer: Layer, path: &Path, dir: Option<&Path>) -> Result<Self, Unreadable> {
        let failed = |error| Unreadable::Io(path.to_owned(), error);
        let open = if layer == Layer::Named { guarded::open_named } else { guarded::open };
        let (file, metadata) = open(path).map_err(failed)?;
        let dir = dir.map_or_else(|| folder_of(path), |dir| Ok(dir.to_owned())).map_err(failed)?;
        let flaw = match guarded::flaw(&metadata) {
            Some(flaw) => Some(flaw),
            None => guarded::folder_flaw(&dir).map_err(failed)?,
        };
        if let Some(flaw) = flaw {
            return Err(Unreadable::Refused(path.to_owned(), flaw));
        }
        let bytes = guarded::contents(&file, &metadata, LARGEST).map_err(failed)?;
        let group_writes = guarded::group_writes(&metadata);
        Ok(Self { layer, group_writes, ..Self::from_bytes(path, dir, bytes)? })
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
        let (text, raw) = normalise(text);
        Ok(Self {
            path: path.to_owned(),
            dir,
            layer: Layer::Named,
            text,
            group_writes: false,
            raw,
            lines: OnceCell::new(),
        })
    }

    /// The bytes that were read.
    pub fn raw(&self) -> &[u8] {
        self.raw.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// The absolute path of the file: its folder with every link resolved, and its name.
    pub fn full_path(&self) -> PathBuf {
        self.path.file_name().map_or_else(|| self.dir.clone(), |name| self.dir.join(name))
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
            Self::Refused(path, flaw) => {
                write!(f, "{} is refused: it {flaw}", path.display())
            }
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

/// The text without a byte-order mark and carriage returns, and the bytes that it was made of if it had any.
fn normalise(text: String) -> (String, Option<Vec<u8>>) {
    if !text.starts_with('\u{feff}') && !text.contains('\r') {
        return (text, None);
    }
    let normal = text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n");
    (normal, Some(text.into_bytes()))
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
        let source = source("\u{feff}a = 1\r\nb = 2\r\n");
        assert_eq!(source.text, "a = 1\nb = 2\n");
        assert_eq!(source.raw(), "\u{feff}a = 1\r\nb = 2\r\n".as_bytes());
    }

    #[test]
    fn the_first_line_that_is_not_utf8_is_named() {
        let error = Source::from_bytes(Path::new("h"), PathBuf::new(), b"a\nb\xff\n".to_vec())
            .expect_err("not UTF-8");
        assert_eq!(error.to_string(), "h:2: the file is not UTF-8 text");
    }
}
