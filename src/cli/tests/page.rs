//! One man page, from the texts of the help.

use clap::builder::StyledStr;
use roff::{Inline, Roff, bold, italic, roman};

/// The day of the last change of the texts. A fixed one, so that a page is the same wherever it is made.
const DATE: &str = "2026-11-30";

/// A page that is being written.
pub struct Page {
    roff: Roff,
    /// Whether something stands below the last heading, from which a paragraph has to be set off.
    set_off: bool,
}

impl Page {
    /// A page with its name and a line about it.
    pub fn new(name: &str, section: &str, about: &str) -> Self {
        let mut roff = Roff::new();
        let source = concat!("hookctl ", env!("CARGO_PKG_VERSION"));
        roff.control("TH", [name.to_uppercase().as_str(), section, DATE, source, "hookctl manual"]);
        let mut page = Self { roff, set_off: false };
        page.section("NAME");
        page.roff.text([roman(format!("{name} - {about}"))]);
        page
    }

    /// A heading.
    pub fn section(&mut self, title: &str) {
        self.roff.control("SH", [title]);
        self.set_off = false;
    }

    /// A paragraph; what is in backticks is bold.
    pub fn paragraph(&mut self, text: &str) {
        self.set_off();
        self.roff.text(inlines(text));
    }

    /// Lines as they are.
    pub fn verbatim<'t>(&mut self, lines: impl IntoIterator<Item = &'t str>) {
        self.set_off();
        self.roff.control("RS", ["4"]).control("nf", []);
        for line in lines {
            self.roff.text([roman(line)]);
        }
        self.roff.control("fi", []).control("RE", []);
    }

    /// A term and what it means.
    pub fn item(&mut self, term: impl Into<Vec<Inline>>, text: &str) {
        self.roff.control("TP", []).text(term).text(inlines(text));
        self.set_off = true;
    }

    /// More about the last term, in a paragraph of its own.
    pub fn of_item(&mut self, text: &str) {
        self.roff.control("IP", []).text(inlines(text));
    }

    /// Terms below the last one.
    pub fn items_of_item(&mut self, items: impl IntoIterator<Item = (String, String)>) {
        self.roff.control("RS", []);
        for (term, text) in items {
            self.item([bold(term)], &text);
        }
        self.roff.control("RE", []);
    }

    /// A text of the help: headings, paragraphs, lists of terms and examples.
    pub fn text(&mut self, text: &str) {
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if line.starts_with('\x1b') {
                let title = StyledStr::from(line.to_owned()).to_string();
                self.section(&title.trim_end_matches(':').to_uppercase());
            } else if !line.is_empty() {
                let mut block = vec![line];
                while let Some(line) = lines.next_if(|line| !line.is_empty() && !line.starts_with('\x1b')) {
                    block.push(line);
                }
                self.block(&block);
            }
        }
    }

    fn block(&mut self, lines: &[&str]) {
        if !lines[0].starts_with("  ") {
            return self.paragraph(&lines.join(" "));
        }
        let lines = lines.iter().map(|line| &line[2..]);
        let mut items: Vec<(&str, String)> = Vec::new();
        for line in lines.clone() {
            match (line.trim_start().split_once("  "), items.last_mut()) {
                (Some((term, text)), _) if !line.starts_with(' ') => {
                    items.push((term, text.trim_start().to_owned()));
                }
                (None, Some((_, text))) if line.starts_with(' ') => {
                    text.push(' ');
                    text.push_str(line.trim_start());
                }
                _ => return self.verbatim(lines),
            }
        }
        for (term, text) in items {
            self.item([bold(term)], &text);
        }
    }

    /// The other pages, as names with their sections.
    pub fn see_also(&mut self, pages: &[(String, &str)]) {
        self.section("SEE ALSO");
        let last = pages.len() - 1;
        for (index, (name, section)) in pages.iter().enumerate() {
            let end = if index == last { "" } else { "," };
            self.roff.text([bold(name), roman(format!("({section}){end}"))]);
        }
    }

    /// How a program is called: its name and what follows.
    pub fn synopsis(&mut self, usage: &str) {
        self.section("SYNOPSIS");
        let options = usage.find(['[', '<']).unwrap_or(usage.len());
        let (name, rest) = usage.split_at(options);
        self.roff.text([bold(name.trim_end()), roman(" "), italic(rest)]);
    }

    /// The finished page.
    pub fn render(&self) -> Vec<u8> {
        self.roff.render().into_bytes()
    }

    fn set_off(&mut self) {
        if self.set_off {
            self.roff.control("PP", []);
        }
        self.set_off = true;
    }
}

/// A text in which backticks stand around what is bold.
fn inlines(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    parts.map(|(index, part)| if index % 2 == 1 { bold(part) } else { roman(part) }).collect()
}
