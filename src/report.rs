//! What was found in the files of a configuration, in the forms that people and programs read.

pub mod github;
pub mod human;
pub mod json;
pub mod sarif;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::config::Located;
use crate::config::problem::{Problem, Severity};
use crate::config::source::{Position, Source};
use crate::config::written::Written;
use crate::phase::Phase;

/// Everything that was found in the files of a configuration.
#[derive(Debug, Clone, Copy)]
pub struct Report<'r> {
    /// The files.
    pub sources: &'r [Source],
    /// The same files as they are written.
    pub layers: &'r [Written<'r>],
    /// What was found, in file order.
    pub found: &'r [Located],
}

/// One finding with its place.
#[derive(Debug)]
pub struct Finding<'r> {
    /// The file.
    pub source: &'r Source,
    /// What is wrong.
    pub problem: &'r Problem,
    /// Where it begins.
    pub start: Position,
    /// Where it ends: the place after its last character.
    pub end: Position,
}

impl<'r> Report<'r> {
    /// Every finding, in file order.
    pub fn findings(self) -> impl Iterator<Item = Finding<'r>> {
        self.found.iter().map(move |Located { layer, problem }| {
            let source = &self.sources[*layer];
            let (start, end) = (source.position(problem.span.start), source.position(problem.span.end));
            Finding { source, problem, start, end }
        })
    }

    /// How many findings are of that weight.
    pub fn count(self, severity: Severity) -> usize {
        self.found.iter().filter(|located| located.problem.code.severity() == severity).count()
    }

    /// For each file in which nothing was found, one line that names it and says what it holds.
    pub fn good_files(self) -> impl Iterator<Item = String> {
        let good = move |layer: &usize| self.found.iter().all(|located| located.layer != *layer);
        (0..self.sources.len()).filter(good).map(move |layer| {
            format!("{}: ok, {}", self.sources[layer].path.display(), inventory(&self.layers[layer]))
        })
    }
}

/// How many hooks of which phases a file holds.
fn inventory(written: &Written<'_>) -> String {
    let mut counts = BTreeMap::new();
    let mut disabled = 0;
    for entry in &written.hooks {
        disabled += usize::from(entry.enabled == Some(false));
        if let Some(phase) = &entry.event {
            *counts.entry(*phase.get_ref() as usize).or_insert(0) += 1;
        }
    }
    if counts.is_empty() {
        return "no hooks: everything is allowed".to_owned();
    }
    let phases: Vec<_> =
        counts.iter().map(|(phase, count)| format!("{count} {}", Phase::ALL[*phase].name())).collect();
    let mut text = format!("{} ({})", counted(counts.values().sum(), "hook"), phases.join(", "));
    if disabled > 0 {
        let _ = write!(text, ", {disabled} of them disabled");
    }
    text
}

/// A number and its noun.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// What programs call a weight.
fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

#[cfg(test)]
mod tests;
