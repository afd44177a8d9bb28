//! A settings file as text: parsed for where things stand, and changed by cutting and pasting, so that all the
//! rest stays byte for byte what it was.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;

/// What is wrong with a settings file, and where, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    line: usize,
    column: usize,
    message: String,
}

impl Fault {
    /// A fault at a byte of a text.
    pub fn at(text: &str, at: usize, message: impl Into<String>) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let (line, column) = (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count());
        Self { line, column, message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Parses a text that must be one object without a key that is given twice. Whether it may have comments is
/// the host's to say: one that does not know them ignores the whole file.
///
/// # Errors
///
/// The first fault.
pub fn parse(text: &str, comments: bool) -> Result<Object<'_>, Fault> {
    if !comments && let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        let message = error.to_string();
        // The place is in front, where every error of a file has it.
        let message = message.split(" at line ").next().unwrap_or(&message);
        let message = format!("it is not JSON: {message}");
        return Err(Fault { line: error.line(), column: error.column(), message });
    }
    let options = ParseOptions {
        allow_comments: comments,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options)
        .map_err(|error| Fault::at(text, error.range().start, format!("it is not JSON: {}", error.kind())))?;
    match parsed.value {
        Some(Value::Object(root)) => {
            no_key_twice(text, &root)?;
            Ok(root)
        }
        Some(value) => Err(Fault::at(text, value.start(), "it is not a JSON object")),
        None => Err(Fault::at(text, text.len(), "it holds no JSON object")),
    }
}

/// Of a key that is given twice each program reads another one, so what is wired could not be told.
fn no_key_twice(text: &str, object: &Object<'_>) -> Result<(), Fault> {
    let mut seen = BTreeSet::new();
    for property in &object.properties {
        if !seen.insert(property.name.as_str()) {
            let message = format!("the key `{}` is given twice", property.name.as_str());
            return Err(Fault::at(text, property.start(), message));
        }
        no_key_twice_in(text, &property.value)?;
    }
    Ok(())
}

fn no_key_twice_in(text: &str, value: &Value<'_>) -> Result<(), Fault> {
    match value {
        Value::Object(object) => no_key_twice(text, object),
        Value::Array(array) => array.elements.iter().try_for_each(|value| no_key_twice_in(text, value)),
        _ => Ok(()),
    }
}

/// An object or a list: where it stands, with its brackets, and where its members do.
#[derive(Debug)]
pub struct Container {
    outer: Range<usize>,
    members: Vec<Range<usize>>,
}

impl From<&Object<'_>> for Container {
    fn from(object: &Object<'_>) -> Self {
        Self { outer: span(object), members: object.properties.iter().map(span).collect() }
    }
}

impl From<&Array<'_>> for Container {
    fn from(array: &Array<'_>) -> Self {
        Self { outer: span(array), members: array.elements.iter().map(span).collect() }
    }
}

/// Where something stands.
pub fn span(ranged: &impl Ranged) -> Range<usize> {
    let range = ranged.range();
    range.start..range.end
}

/// How a file is laid out.
#[derive(Debug)]
pub struct Layout {
    newline: &'static str,
    unit: String,
    lines: bool,
    spaced: bool,
}

impl Layout {
    /// The layout of a text, as far as it shows one.
    pub fn of(text: &str, root: &Object<'_>) -> Self {
        let first = root.properties.first().map(|property| indent_before(text, property.start()));
        let lines = text.trim().contains('\n') || root.properties.is_empty();
        Self {
            newline: if text.contains("\r\n") { "\r\n" } else { "\n" },
            unit: first.flatten().filter(|indent| !indent.is_empty()).unwrap_or("  ").to_owned(),
            lines,
            spaced: lines || text.contains("\": ") || text.contains(", \""),
        }
    }

    /// What stands between a key and its value.
    pub fn colon(&self) -> &'static str {
        if self.spaced { ": " } else { ":" }
    }

    /// What stands between two members on one line.
    pub fn comma(&self) -> &'static str {
        if self.spaced { ", " } else { "," }
    }

    /// Puts a new member at the end of a container.
    pub fn append(&self, text: &str, container: &Container, member: &str) -> String {
        let Container { outer, members } = container;
        let Some(last) = members.last() else { return self.fill(text, outer, member) };
        if !text[outer.start..members[0].start].contains('\n') {
            return splice(text, last.end..last.end, &format!("{}{member}", self.comma()));
        }
        let indent = indent_before(text, last.start).or_else(|| indent_before(text, members[0].start));
        let new = format!("{}{}{member}", self.newline, indent.unwrap_or_default());
        let end = end_of_line_comments(text, last.end);
        splice(&splice(text, end..end, &new), last.end..last.end, ",")
    }

    /// Puts the first member into an empty container.
    fn fill(&self, text: &str, outer: &Range<usize>, member: &str) -> String {
        let at = outer.start + 1;
        if !self.lines {
            return splice(text, at..at, member);
        }
        let indent = indent_of_line(text, outer.start);
        let mut new = format!("{}{indent}{}{member}", self.newline, self.unit);
        if !text[outer.clone()].contains('\n') {
            new += self.newline;
            new += indent;
        }
        splice(text, at..at, &new)
    }
}

/// Takes a member out of a container, with the comma and the blanks that belong to it. Comments stay.
pub fn remove(text: &str, container: &Container, index: usize) -> String {
    let Container { outer, members } = container;
    let member = members[index].clone();
    if index == 0 && members.len() > 1 {
        let comma = comma_after(text, member.end);
        let end = comma + 1;
        let blanks = text[end..].len() - text[end..].trim_start().len();
        // A comment between the two may belong to the one that stays.
        let between = text[member.end..comma].trim().to_owned();
        return splice(text, member.start..end + blanks, &between);
    }
    let start = start_of_blanks(text, member.start);
    if index > 0 {
        let comma = comma_after(text, members[index - 1].end);
        let start = if ends_line(text, start, member.end) { start.max(comma + 1) } else { member.start };
        return splice(&splice(text, start..member.end, ""), comma..=comma, "");
    }
    let rest = text[member.end..outer.end - 1].trim();
    if rest.is_empty() && text[outer.start + 1..member.start].trim().is_empty() {
        return splice(text, outer.start + 1..outer.end - 1, "");
    }
    let start = if ends_line(text, start, member.end) { start } else { member.start };
    splice(text, start..member.end, "")
}

/// Puts a text in the place of a range.
pub fn splice(text: &str, range: impl std::ops::RangeBounds<usize>, new: &str) -> String {
    let mut changed = text.to_owned();
    changed.replace_range(range, new);
    changed
}

/// Whether blanks before a member can go with it: a line comment in front of them ends only with its line.
fn ends_line(text: &str, start: usize, end: usize) -> bool {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    !text[line..start].contains("//") || text[end..].trim_start_matches([' ', '\t', '\r']).starts_with('\n')
}

fn start_of_blanks(text: &str, at: usize) -> usize {
    text[..at].trim_end().len()
}

/// The blanks before a byte, where nothing else stands before it on its line.
fn indent_before(text: &str, at: usize) -> Option<&str> {
    let line = text[..at].rfind('\n')? + 1;
    let indent = &text[line..at];
    indent.trim().is_empty().then_some(indent)
}

/// The blanks with which the line of a byte begins.
fn indent_of_line(text: &str, at: usize) -> &str {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let rest = &text[line..at];
    &rest[..rest.len() - rest.trim_start().len()]
}

/// The end of the comments that stand behind a byte on its line.
fn end_of_line_comments(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        let rest = &text[end..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let comment = &rest[blanks..];
        if comment.starts_with("//") {
            let line = comment.find('\n').unwrap_or(comment.len());
            return end + blanks + comment[..line].trim_end_matches('\r').len();
        }
        match comment.strip_prefix("/*").and_then(|inner| inner.find("*/")) {
            Some(length) if !comment[..length].contains('\n') => end += blanks + length + 4,
            _ => return end,
        }
    }
}

/// The comma behind a member. There is one: another member follows.
fn comma_after(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        let rest = &text[end..];
        let blanks = rest.len() - rest.trim_start().len();
        let next = &rest[blanks..];
        let length = if next.starts_with("//") {
            next.find('\n').unwrap_or(next.len())
        } else if next.starts_with("/*") {
            next.find("*/").map_or(next.len(), |end| end + 2)
        } else {
            return end + blanks;
        };
        end += blanks + length;
    }
}
