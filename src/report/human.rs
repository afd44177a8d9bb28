//! The report for a person: what is wrong, the line of the file with a caret under it, and what to write.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Finding, Report, counted};
use crate::config::problem::Severity;
use crate::paint::Paint;
use crate::text::visible;

/// The longest excerpt that is shown, in bytes: a longer line says nothing to a person.
const LONGEST_EXCERPT: usize = 4 << 10;

/// Renders a report, with a summary at its end.
pub fn render(report: Report<'_>, paint: Paint) -> String {
    let renderer = if paint.is_on() { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for finding in report.findings() {
        let _ = writeln!(text, "{}\n", excerpt(&renderer, &finding));
    }
    for line in report.good_files() {
        let _ = writeln!(text, "{}", visible(&line));
    }
    if !report.found.is_empty() {
        let errors = counted(report.count(Severity::Error), "error");
        let _ = writeln!(text, "{errors}, {}", counted(report.count(Severity::Warning), "warning"));
    }
    text
}

fn excerpt(renderer: &Renderer, finding: &Finding<'_>) -> String {
    let Finding { source, problem, start, .. } = finding;
    let level = match problem.code.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let path = source.path.display().to_string();
    let title = level.primary_title(visible(&problem.message)).id(problem.code.name());
    let mut group = Group::with_title(title);
    let lines = source.lines_around(&problem.span);
    if let Some(text) = source.text.get(lines.clone()).filter(|text| text.len() <= LONGEST_EXCERPT) {
        let end = problem.span.end.max(problem.span.start).min(lines.end);
        let span = problem.span.start.clamp(lines.start, end) - lines.start..end - lines.start;
        group = group.element(
            Snippet::source(harmless(text))
                .line_start(start.line)
                .path(visible(&path))
                .annotation(AnnotationKind::Primary.span(span)),
        );
    } else {
        let origin = Origin::path(visible(&path));
        group = group.element(origin.line(start.line).char_column(start.column));
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    renderer.render(&[group])
}

/// A text without the control characters that the renderer lets through; every byte keeps its place.
fn harmless(text: &str) -> String {
    text.chars().map(|c| if ('\u{80}'..='\u{9f}').contains(&c) { '\u{bf}' } else { c }).collect()
}
