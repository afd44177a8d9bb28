//! The parts of a page that can be run: its fenced blocks, its spans of code, its links.

use std::fs;
use std::ops::Range;

use crate::ROOT;

/// A page of Markdown.
#[derive(Debug)]
pub struct Page {
    /// Its path in the project.
    pub name: String,
    /// Its fenced blocks, in their order.
    pub blocks: Vec<Block>,
    text: String,
}

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// The line of its fence, counted from 1.
    pub line: usize,
    /// The heading of the second level above it.
    pub section: String,
    /// What stands behind the fence.
    pub language: String,
    /// What the comment above it says.
    pub marker: Option<Marker>,
    /// What is in it.
    pub text: String,
    place: Range<usize>,
}

/// What the comment above a block says of it.
#[derive(Debug)]
pub enum Marker {
    /// It is this file of the reader.
    File(String),
    /// The same, with an error in it.
    FaultyFile(String),
    /// It is what this command prints.
    Prints(String),
    /// This file of the project runs it.
    RunBy(String),
    /// There is no block: the reader did this unseen.
    Given(String),
    /// It is not run, for a reason that is given.
    NotRun,
}

impl Page {
    /// Reads a page of the project.
    pub fn read(name: &str) -> Self {
        let text =
            fs::read_to_string(format!("{ROOT}/{name}")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        let (mut section, mut above, mut offset) = (String::new(), "", 0);
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let start = offset;
            offset += line.len();
            let line = line.trim_end();
            match (line.strip_prefix("```"), open.take()) {
                (Some(_), Some(mut block)) => {
                    block.place.end = start;
                    text[block.place.clone()].clone_into(&mut block.text);
                    blocks.push(block);
                }
                (None, Some(block)) => open = Some(block),
                (Some(language), None) => {
                    open = Some(Block::new(number + 1, &section, language, Marker::read(above), offset));
                }
                (None, None) if line.starts_with("<!-- given: ") => {
                    blocks.push(Block::new(number + 1, &section, "", Marker::read(line), offset));
                }
                (None, None) => {
                    if let Some(heading) = line.strip_prefix("## ") {
                        heading.clone_into(&mut section);
                    }
                }
            }
            above = line;
        }
        assert!(open.is_none(), "{name}: a block has no end");
        Self { name: name.to_owned(), blocks, text }
    }

    /// Writes the page anew, with these texts in its blocks.
    pub fn rewrite(&self, texts: &[String]) {
        let (mut page, mut end) = (String::new(), 0);
        for (block, text) in self.blocks.iter().zip(texts) {
            page += &self.text[end..block.place.start];
            page += text;
            end = block.place.end;
        }
        page += &self.text[end..];
        if page != self.text {
            // Other tests read it at the same time.
            let path = format!("{ROOT}/{}", self.name);
            fs::write(format!("{path}.new"), page).expect("a page");
            fs::rename(format!("{path}.new"), path).expect("a page");
        }
    }

    /// The page without its blocks.
    pub fn prose(&self) -> String {
        let (mut prose, mut end) = (String::new(), 0);
        for block in &self.blocks {
            prose += &self.text[end..block.place.start];
            end = block.place.end;
        }
        prose + &self.text[end..]
    }

    /// The spans of code in its prose.
    pub fn spans(&self) -> Vec<String> {
        let prose = self.prose().replace("```", "");
        let lines = prose.split("\n\n");
        lines
            .flat_map(|part| part.split('`').skip(1).step_by(2))
            .map(|span| span.replace('\n', " "))
            .collect()
    }

    /// The targets of its links within the project.
    pub fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        targets.map(|(target, _)| target.to_owned()).filter(|target| !target.contains("://")).collect()
    }

    /// The rows of the table below a heading, as cells; the row of headings is the first.
    pub fn table(&self, heading: &str) -> Vec<Vec<String>> {
        let (_, below) = self.text.split_once(&format!("\n{heading}\n")).expect(heading);
        let rows =
            below.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
        let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        rows.filter(|row| !row.starts_with("| ---")).map(cells).collect()
    }
}

impl Block {
    fn new(line: usize, section: &str, language: &str, marker: Option<Marker>, at: usize) -> Self {
        let (section, language) = (section.to_owned(), language.to_owned());
        Self { line, section, language, marker, text: String::new(), place: at..at }
    }

    /// The calls of hookctl in a workflow.
    pub fn steps(&self) -> Vec<&str> {
        let values =
            self.text.lines().filter_map(|line| line.split_once("run: ").or(line.split_once("entry: ")));
        values.map(|(_, command)| command).filter(|command| command.starts_with("hookctl")).collect()
    }
}

impl Marker {
    /// What a line says of the block below it.
    fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?.split_once(": ")?;
        let rest = rest.trim().to_owned();
        match word {
            "file" => Some(Self::File(rest)),
            "faulty file" => Some(Self::FaultyFile(rest)),
            "prints" => Some(Self::Prints(rest)),
            "given" => Some(Self::Given(rest)),
            "run by" => Some(Self::RunBy(rest)),
            "not run" if rest.split(' ').count() > 2 => Some(Self::NotRun),
            _ => panic!("`{line}` says nothing of a block"),
        }
    }
}

/// The names by which the headings of a page can be linked to.
pub fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#'));
    let name = |heading: &str| {
        let kept = heading.trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(name).collect()
}
