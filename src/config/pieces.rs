//! A faultless hooks.toml read piece by piece, without keeping where anything stands.
//!
//! A run needs the places in a file only to say what is wrong with it. To hold the tokens, the events and the tree of a
//! thousand hooks at the same time costs more than to parse them; a few hooks after the others fit in memory that is
//! used again.

use toml::de::DeTable;

use super::written::{self, Written};

/// The least size of a piece, in bytes: about twenty hooks.
pub const SIZE: usize = 2 << 10;

/// The line that a hook begins with, as it is usually written.
const HEADER: &str = "[[hooks]]";

/// Reads a text, or nothing where it may have a fault: then only the whole of it tells what is wrong. Places in what is
/// read count from the piece that they are in.
///
/// A piece that ends inside of a string or an array is faulty, so that a line in there is never taken for a header.
pub fn read(text: &str, size: usize) -> Option<Written<'_>> {
    let mut all = Written::default();
    let (mut rest, mut has_defaults) = (text, false);
    while !rest.is_empty() {
        let starts_with_hook = rest.starts_with(HEADER);
        // What stands before the first hook is a piece of its own.
        let (piece, behind) = split(rest, if starts_with_hook { size } else { 0 });
        rest = behind;
        let table = DeTable::parse(piece).ok()?;
        let has = |key: &str| table.get_ref().contains_key(key);
        // These faults show only where pieces meet: a table that is there twice, and a list of hooks beside headers.
        let defaults_here = has("defaults");
        let is_list = has("hooks") && !starts_with_hook;
        if (defaults_here && has_defaults) || (is_list && !behind.is_empty()) {
            return None;
        }
        let (written, problems) = written::of_table(table);
        if !problems.is_empty() {
            return None;
        }
        all.hooks.extend(written.hooks);
        if defaults_here {
            (all.defaults, has_defaults) = (written.defaults, true);
        }
    }
    Some(all)
}

/// Splits a text before the first header behind so many bytes.
fn split(text: &str, least: usize) -> (&str, &str) {
    let from = (least..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let mut headers = text[from..].match_indices(HEADER).map(|(at, _)| from + at);
    text.split_at(headers.find(|at| text[..*at].ends_with('\n')).unwrap_or(text.len()))
}

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod tests {
    use super::*;

    const HOOK: &str = "[[hooks]]\nevent = \"stop\"\ncommand = \"é\"\n";

    const LIST: &str = "hooks = [{ event = \"stop\", command = \"true\" }]\n";

    /// What was read, without the places in it.
    pub fn said(written: &Written<'_>) -> String {
        let debug = format!("{written:?}");
        let mut parts = debug.split("span: ");
        let first = parts.next().unwrap_or_default().to_owned();
        first + &parts.map(|part| part.split_once(',').map_or(part, |(_, behind)| behind)).collect::<String>()
    }

    #[test]
    fn pieces_say_what_the_whole_says() {
        for text in [
            String::new(),
            HOOK.repeat(3),
            format!("# Ours.\n[defaults]\nstdin = \"raw\"\n{HOOK}# A line.\n{HOOK}"),
            format!("{HOOK}{HOOK}[defaults]\ntimeout_secs = 2\n"),
            format!(" {HOOK}"),
            LIST.to_owned(),
        ] {
            let (whole, problems) = written::read(&text);
            assert!(problems.is_empty(), "{text}");
            for size in [0, 1, 30, 50, SIZE] {
                let pieces = read(&text, size).map(|written| said(&written));
                assert_eq!(pieces, Some(said(&whole)), "{size}: {text}");
            }
        }
    }

    #[test]
    fn what_pieces_cannot_say_for_certain_is_left_to_the_whole() {
        let within = format!("[[hooks]]\nevent = \"stop\"\ncommand = '''\n{HOOK}'''\n");
        for text in [
            format!("{LIST}{HOOK}"),
            format!(" {HOOK}{HOOK}"),
            format!("[defaults]\n{HOOK}[defaults]\n"),
            format!("defaults.stdin = \"raw\"\n{HOOK}[defaults]\n"),
            format!("{HOOK}[hooks]\n"),
            format!("{HOOK}more = 1\n{HOOK}"),
            format!("{HOOK}tools = [\n[[hooks]]\n]\n"),
            within.clone(),
        ] {
            assert!(read(&text, 0).is_none(), "{text}");
        }
        assert_eq!(read(&within, SIZE).map(|written| written.hooks.len()), Some(1));
    }
}
