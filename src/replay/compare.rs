//! What was decided, beside what is decided now: the differences, told in one form.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::outcome::Decision;
use crate::paint::Paint;
use crate::text::{first, visible, visible_name};

/// The widest that the name of an event may be in the table.
const WIDEST: usize = 40;

/// One event whose decision is another now.
#[derive(Debug)]
pub struct Difference {
    /// Where the event stands.
    pub label: String,
    /// Its tool, if it has one.
    pub tool: Option<String>,
    /// What was decided, or should be.
    pub was: Decision,
    /// What is decided now.
    pub is: Decision,
    /// The hook that decided, then or now.
    pub decided_by: Option<String>,
}

impl Difference {
    /// Whether something that was denied would now pass without a word.
    pub fn opens(&self) -> bool {
        self.is == Decision::Allow
    }
}

/// What a comparison came to.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The differences, in the order of the events.
    pub differences: Vec<Difference>,
    /// How many events were decided in the same way.
    pub same: usize,
    /// Which events could not be compared, and why.
    pub incomparable: Vec<(String, String)>,
}

impl Comparison {
    /// The table of the differences, the dangerous ones first, and a summary.
    pub fn table(&self, paint: Paint) -> String {
        let mut rows: Vec<_> = self.differences.iter().collect();
        rows.sort_by_key(|difference| !difference.opens());
        let label = |difference: &Difference| visible_name(&difference.label);
        let tool = |difference: &Difference| difference.tool.as_deref().map_or("-".to_owned(), visible_name);
        let width = |of: &dyn Fn(&Difference) -> String, head: &str| {
            rows.iter().map(|row| of(row).chars().count()).chain([head.len()]).max().unwrap_or(0).min(WIDEST)
        };
        let (labels, tools) = (width(&label, "event"), width(&tool, "tool"));
        let mut out = String::new();
        if !rows.is_empty() {
            let _ = writeln!(
                out,
                "{}",
                paint
                    .bold(&format!("{:labels$}  {:tools$}  {:14}  decided by", "event", "tool", "was -> is"))
            );
        }
        for row in &rows {
            let change = format!("{:14}", format!("{} -> {}", row.was.name(), row.is.name()));
            let change = if row.opens() {
                paint.in_style(&change, Style::new().bold().fg_color(Some(AnsiColor::Red.into())))
            } else {
                change
            };
            let by = row.decided_by.as_deref().unwrap_or("-");
            let _ = writeln!(
                out,
                "{:labels$}  {:tools$}  {change}  {}",
                tail(&label(row), WIDEST),
                first(&tool(row), WIDEST),
                visible(by)
            );
        }
        for (label, why) in &self.incomparable {
            let _ = writeln!(out, "{}: cannot be compared: {}", visible(label), visible(why));
        }
        let opened = self.differences.iter().filter(|difference| difference.opens()).count();
        let _ = writeln!(
            out,
            "{} the same, {} different ({opened} now allowed), {} not compared",
            self.same,
            self.differences.len(),
            self.incomparable.len()
        );
        out
    }
}

/// The last characters of a text: of a long path, its end tells more.
fn tail(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        text.to_owned()
    } else {
        format!("...{}", text.chars().skip(count + 3 - most).collect::<String>())
    }
}
