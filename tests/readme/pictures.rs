//! The pictures of a terminal, drawn from what hookctl prints there, in its colours, about what README.md shows.

use std::env;
use std::fs;

use anstyle::RgbColor;
use anstyle_svg::Term;

use crate::markdown::{Marker, Page};
use crate::normal::durations_for_a_picture;
use crate::reader::Reader;
use crate::{REWRITE, ROOT};

/// The sixteen colours of a terminal, to be read on a dark ground.
const COLORS: [RgbColor; 16] = [
    RgbColor(0x48, 0x4f, 0x58),
    RgbColor(0xff, 0x7b, 0x72),
    RgbColor(0x3f, 0xb9, 0x50),
    RgbColor(0xd2, 0x99, 0x22),
    RgbColor(0x58, 0xa6, 0xff),
    RgbColor(0xbc, 0x8c, 0xff),
    RgbColor(0x39, 0xc5, 0xcf),
    RgbColor(0xb1, 0xba, 0xc4),
    RgbColor(0x6e, 0x76, 0x81),
    RgbColor(0xff, 0xa1, 0x98),
    RgbColor(0x56, 0xd3, 0x64),
    RgbColor(0xe3, 0xb3, 0x41),
    RgbColor(0x79, 0xc0, 0xff),
    RgbColor(0xd2, 0xa8, 0xff),
    RgbColor(0x56, 0xd4, 0xdd),
    RgbColor(0xf0, 0xf6, 0xfc),
];

/// The width of the pictures in characters; a longer line goes on in the next one.
const COLUMNS: usize = 100;

/// The picture of a command below a heading of README.md, as it is typed with the files above it.
fn picture(section: &str, shown: &str, typed: &str) -> String {
    let page = Page::read("README.md");
    let reader = Reader::new();
    for block in page.blocks.iter().filter(|block| block.section == section) {
        match &block.marker {
            // Further down the same file is another one.
            Some(Marker::File(name) | Marker::FaultyFile(name)) if !reader.has(name) => {
                reader.write(name, &block.text);
            }
            Some(Marker::Given(command)) => reader.runs(command).expect("what is given"),
            _ => {}
        }
    }
    let printed = durations_for_a_picture(&reader.prints(typed));
    let prompt = format!("\u{1b}[2m$\u{1b}[0m \u{1b}[1m{shown}\u{1b}[0m\n");
    let folded: String = printed.split_inclusive('\n').map(fold).collect();
    let (text, ground) = (RgbColor(0xe6, 0xed, 0xf3), RgbColor(0x0d, 0x11, 0x17));
    let term = Term::new().palette(COLORS.into()).fg_color(text.into()).bg_color(ground.into());
    let picture = term.render_svg(format!("{prompt}{folded}").trim_end());
    // No opacity is drawn of a part of a line.
    assert!(picture.contains(" opacity: 0.4"), "the style of what matters less");
    picture.replace(" opacity: 0.4", " fill-opacity: 0.65")
}

/// A line in the width of the pictures. What is in colour takes no room.
fn fold(line: &str) -> String {
    let (mut out, mut width, mut in_sign) = (String::new(), 0, false);
    for c in line.chars() {
        in_sign |= c == '\u{1b}';
        if !in_sign && c != '\n' {
            if width == COLUMNS {
                out.push('\n');
                width = 0;
            }
            width += 1;
        }
        in_sign &= c != 'm';
        out.push(c);
    }
    out
}

fn is_current(file: &str, picture: &str) {
    let path = format!("{ROOT}/docs/{file}");
    if env::var_os(REWRITE).is_some() {
        fs::write(&path, picture).expect("a picture");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "docs/{file} is not what is printed: run {REWRITE}=1 cargo test current");
}

#[test]
fn the_picture_of_a_check_is_current() {
    let typed = "hookctl check --color always";
    is_current("check.svg", &picture("A policy that CI checks", "hookctl check", typed));
}

#[test]
fn the_picture_of_a_trace_is_current() {
    let typed = "hookctl replay blocked.json --explain --color always 2>&1 >/dev/null";
    is_current(
        "explain.svg",
        &picture("Why was it blocked?", "hookctl replay blocked.json --explain >/dev/null", typed),
    );
}

#[test]
fn the_picture_of_the_flow_has_each_phase_below_its_kind() {
    let picture = fs::read_to_string(format!("{ROOT}/docs/flow.svg")).expect("a picture");
    let page = Page::read("README.md");
    for row in &page.table("## Phases")[1..] {
        let card = picture.split(&format!("class=\"card {}\"", row[1])).nth(1).expect("a card");
        let card = card.split("<rect").next().unwrap_or_default();
        for phase in row[0].split(", ") {
            assert!(card.contains(&format!(">{}</text>", phase.trim_matches('`'))), "{phase}");
        }
    }
}

#[test]
fn a_line_is_folded_by_what_is_seen_of_it() {
    let long = format!("\u{1b}[31m{}\u{1b}[0m\n", "a".repeat(COLUMNS));
    assert_eq!(fold(&long), long);
    assert_eq!(fold(&format!("{}b\n", "a".repeat(COLUMNS))), format!("{}\nb\n", "a".repeat(COLUMNS)));
}
