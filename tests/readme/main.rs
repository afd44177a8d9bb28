//! What README.md and the pages of docs/ tell to type works, and says what they show.
//!
//! Every fenced block is looked at, by its language:
//!
//! * `console`: the lines behind `$ ` are one session of sh, and each must print the lines below it. Durations may
//!   differ, `[..]` stands for any part of a line, and the reader's folder is shown as /home/you/project.
//! * `sh`: is run, and must end with status 0.
//! * `toml`: is a hooks.toml without an error.
//!
//! A comment on the line above a block says more:
//!
//! * `<!-- file: NAME -->`: the block is that file of the reader, of whatever language it is.
//! * `<!-- faulty file: NAME -->`: the same, of a hooks.toml in which `hookctl check` finds an error.
//! * `<!-- prints: COMMAND -->`: the block is exactly what the command prints on stdout.
//! * `<!-- run by: FILE -->`: that file of the project has each line of the block.
//! * `<!-- not run: WHY -->`: the block is not run as a whole; of a workflow its calls of hookctl are.
//!
//! Any other block is an error. `<!-- given: COMMAND -->` on a line of its own is what the reader did unseen. A reader has a new home and a new folder under each heading of the second level,
//! and goes through the blocks below it in their order. `HOOKCTL_REWRITE=1` writes down what came in place of what was
//! shown.

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod example;
mod markdown;
mod normal;
mod pictures;
mod reader;
mod verdicts;

use std::fs;
use std::path::Path;

use markdown::{Block, Marker, Page};
use reader::Reader;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Set to rewrite what is shown and not to compare it.
const REWRITE: &str = "HOOKCTL_REWRITE";

/// The pages of the project for its users.
fn pages() -> Vec<Page> {
    let docs = fs::read_dir(format!("{ROOT}/docs")).expect("docs");
    let mut names: Vec<_> = docs
        .filter_map(|entry| entry.expect("readable").file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    names.sort();
    names.insert(0, "README.md".to_owned());
    names.into_iter().map(|name| Page::read(&name)).collect()
}

/// Goes through a page as its readers do, and gives what each block would have to be.
fn follow(page: &Page, problems: &mut Vec<String>) -> Vec<String> {
    let mut reader = Reader::new();
    let mut section = "";
    let mut texts = Vec::new();
    for block in &page.blocks {
        if block.section != section {
            reader = Reader::new();
            section = &block.section;
        }
        match follow_block(block, &reader) {
            Ok(text) => texts.push(text),
            Err(problem) => {
                problems.push(format!("{}:{}: {problem}", page.name, block.line));
                texts.push(block.text.clone());
            }
        }
    }
    texts
}

/// What a block would have to be, where it is not as it should be; or what is wrong with it.
fn follow_block(block: &Block, reader: &Reader) -> Result<String, String> {
    match (&block.marker, block.language.as_str()) {
        (Some(Marker::File(name)), _) => {
            reader.write(name, &block.text);
            if Path::new(name).extension().is_some_and(|extension| extension == "toml") {
                reader.checks(name)?;
            }
        }
        (Some(Marker::FaultyFile(name)), _) => {
            reader.write(name, &block.text);
            if reader.checks(name).is_ok() {
                return Err(format!("{name} holds no error"));
            }
        }
        (Some(Marker::Prints(command)), _) => return Ok(reader.prints(command)),
        (Some(Marker::RunBy(file)), _) => {
            let text = fs::read_to_string(format!("{ROOT}/{file}")).map_err(|e| format!("{file}: {e}"))?;
            if let Some(line) = block.text.lines().find(|line| !text.lines().any(|other| other == *line)) {
                return Err(format!("{file} does not run `{line}`"));
            }
        }
        (Some(Marker::Given(command)), _) => reader.runs(command)?,
        (Some(Marker::NotRun), "yaml") => {
            block.steps().into_iter().try_for_each(|step| reader.runs(step))?;
        }
        (Some(Marker::NotRun), _) => {}
        (None, "console") => return reader.session(&block.text),
        (None, "sh") => reader.runs(&block.text)?,
        (None, "toml") => {
            reader.write("shown.toml", &block.text);
            reader.checks("shown.toml")?;
        }
        (None, language) => {
            return Err(format!("nothing runs this block of `{language}`, and no comment says why"));
        }
    }
    Ok(block.text.clone())
}

#[test]
fn every_block_of_every_page_works_and_its_shown_output_is_current() {
    let mut problems = Vec::new();
    for page in pages() {
        let texts = follow(&page, &mut problems);
        if std::env::var_os(REWRITE).is_some() {
            page.rewrite(&texts);
            continue;
        }
        for (block, text) in page.blocks.iter().zip(&texts).filter(|(block, text)| block.text != **text) {
            let diff = similar::TextDiff::from_lines(&block.text, text);
            let diff = diff.unified_diff().to_string();
            problems.push(format!("{}:{}: it prints something else:\n{diff}", page.name, block.line));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_link_within_the_project_leads_somewhere() {
    let mut broken = Vec::new();
    let pages = pages();
    for page in &pages {
        for link in page.links() {
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let folder = Path::new(&page.name).parent().unwrap_or(Path::new(""));
            let path =
                if file.is_empty() { page.name.clone() } else { folder.join(file).display().to_string() };
            let text = fs::read_to_string(format!("{ROOT}/{path}")).unwrap_or_default();
            if text.is_empty() || !place.is_empty() && !markdown::anchors(&text).iter().any(|a| a == place) {
                broken.push(format!("{}: {link}", page.name));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}
