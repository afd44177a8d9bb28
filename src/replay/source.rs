//! Where saved events come from: files, folders of them, lines of a `.jsonl`, stdin. One is held at a time.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

use super::entry::Entry;

/// What stands for stdin.
const STDIN: &str = "-";

/// What a text may begin with, and is no part of it.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The saved events of a file; each was read, or could not be.
pub type Entries = Box<dyn Iterator<Item = Result<Entry, Unreadable>>>;

/// A saved event that could not be read.
#[derive(Debug)]
pub struct Unreadable {
    /// Where it stands.
    pub label: String,
    /// Why, as a sentence.
    pub why: String,
}

/// The files that a list of paths means: a folder is all `*.json` and `*.jsonl` below it, sorted.
///
/// # Errors
///
/// The path that is not there, or the folder that cannot be read or holds no event.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Unreadable> {
    let mut files = Vec::new();
    for path in paths {
        let failed =
            |error: io::Error| Unreadable { label: path.display().to_string(), why: error.to_string() };
        if path.as_os_str() == STDIN || !fs::metadata(path).map_err(failed)?.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        walk(path, &mut files).map_err(failed)?;
        if files.len() == before {
            let why = "there is no *.json and no *.jsonl in this folder".to_owned();
            return Err(Unreadable { label: path.display().to_string(), why });
        }
        files[before..].sort();
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // A link to a folder is not followed: it may lead back.
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), files)?;
        } else if has_extension(&entry.path(), &["json", "jsonl"]) {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn has_extension(path: &Path, wanted: &[&str]) -> bool {
    path.extension().is_some_and(|extension| wanted.iter().any(|wanted| extension == *wanted))
}

/// The saved events of a file, one at a time.
///
/// # Errors
///
/// Where the file cannot be opened or read.
pub fn entries(path: &Path) -> Result<Entries, Unreadable> {
    let label = path.display().to_string();
    let failed = |error: io::Error| Unreadable { label: label.clone(), why: error.to_string() };
    if path.as_os_str() == STDIN {
        let mut stdin = BufReader::new(io::stdin());
        if stdin.fill_buf().map_err(failed)?.starts_with(MARK) {
            stdin.consume(MARK.len());
        }
        return Ok(Box::new(documents(label, stdin)));
    }
    let file = File::open(path).map_err(failed)?;
    if has_extension(path, &["jsonl"]) {
        return Ok(Box::new(lines(label, BufReader::new(file))));
    }
    let mut bytes = Vec::new();
    let mut file = file;
    file.read_to_end(&mut bytes).map_err(failed)?;
    let bytes = match bytes.strip_prefix(MARK) {
        Some(rest) => rest.to_vec(),
        None => bytes,
    };
    Ok(Box::new(documents(label, io::Cursor::new(bytes))))
}

/// A line each; one that cannot be read does not hide the others.
fn lines(label: String, mut file: impl BufRead + 'static) -> impl Iterator<Item = Result<Entry, Unreadable>> {
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            let mut line = Vec::new();
            number += 1;
            let label = format!("{label}:{number}");
            match file.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => {
                    let line = String::from_utf8_lossy(&line);
                    return Some(
                        Entry::read(label.clone(), line.trim()).map_err(|why| Unreadable { label, why }),
                    );
                }
                Err(error) => return Some(Err(Unreadable { label, why: error.to_string() })),
            }
        }
    })
}

/// One JSON document after the other, however they are laid out.
fn documents(name: String, from: impl Read + 'static) -> impl Iterator<Item = Result<Entry, Unreadable>> {
    let mut values =
        serde_json::Deserializer::from_reader(BufReader::new(from)).into_iter::<Box<RawValue>>().peekable();
    let mut number = 0;
    std::iter::from_fn(move || {
        let value = match (values.next(), number) {
            (Some(value), _) => value,
            (None, 0) => {
                number = 1;
                return Some(Err(Unreadable { label: name.clone(), why: "it holds no event".to_owned() }));
            }
            (None, _) => return None,
        };
        number += 1;
        let several = number > 1 || values.peek().is_some();
        let label = if several { format!("{name}:{number}") } else { name.clone() };
        let read = value.map_err(|error| format!("it is not JSON: {error}"));
        Some(
            read.and_then(|value| Entry::read(label.clone(), value.get()))
                .map_err(|why| Unreadable { label, why }),
        )
    })
}
