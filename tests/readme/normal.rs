//! What differs from run to run, made the same.

use wildmatch::WildMatchPattern;

/// A pattern whose signs no output has.
type Line = WildMatchPattern<'\u{1}', '\u{2}'>;

/// Whether printed lines are the shown ones, but for durations and what `[..]` stands for.
pub fn is_shown(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (durations(shown), durations(printed));
    let same = |(shown, printed): (&str, &str)| {
        shown == printed || Line::new(&shown.replace("[..]", "\u{1}")).matches(printed)
    };
    shown.lines().count() == printed.lines().count() && shown.lines().zip(printed.lines()).all(same)
}

/// A text whose durations are all the same: those of an outcome, and those of a trace with the bars behind them.
pub fn durations(text: &str) -> String {
    text.split_inclusive('\n').map(|line| in_trace(&in_outcome(line), "0.0", |_| "=".to_owned())).collect()
}

/// The same for a picture: durations that could be, and bars as if each hook had taken as long as the others.
pub fn durations_for_a_picture(text: &str) -> String {
    let ran = text.matches(" ms").count().max(1);
    let mut hooks = 0;
    let mut bar = |width: usize| {
        let (from, to) = (hooks * width / ran, (hooks + 1) * width / ran);
        hooks += 1;
        format!("{}{}{}", " ".repeat(from), "=".repeat(to - from), " ".repeat(width - to))
    };
    text.split_inclusive('\n').map(|line| in_trace(line, "2.4", &mut bar)).collect()
}

fn in_outcome(line: &str) -> String {
    const KEY: &str = "\"duration_ms\":";
    let mut parts = line.split(KEY);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += KEY;
        out += "0";
        out += part.trim_start_matches(|c: char| c == '.' || c == ' ' || c.is_ascii_digit());
    }
    out
}

/// A line of a trace ends with a duration and a bar: `  2.4 ms  [===== ]`, the bar in colour or not.
fn in_trace(line: &str, duration: &str, bar: impl FnOnce(usize) -> String) -> String {
    let parts = || {
        let (before, after) = line.split_once(" ms  ")?;
        let number = before.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
        let width = before.len() - number.trim_end().len();
        let start = after.find("[=").or(after.find("[ "))?;
        let end = start + after[start..].find(']')?;
        Some((number.trim_end(), width, &after[..=start], end - start - 1, &after[end..]))
    };
    let Some((before, width, open, cells, close)) = parts() else { return line.to_owned() };
    format!("{before}{duration:>width$} ms  {open}{}{close}", bar(cells))
}

#[test]
fn durations_are_the_same_and_nothing_else_is() {
    let trace = "  deny  guard  exit 2       15.9 ms  [=============== ]\n";
    assert_eq!(durations(trace), "  deny  guard  exit 2        0.0 ms  [=]\n");
    let coloured = "  deny  guard  exit 2        5.9 ms  \u{1b}[2m[ ===      ]\u{1b}[0m\n";
    assert_eq!(durations(coloured), "  deny  guard  exit 2        0.0 ms  \u{1b}[2m[=]\u{1b}[0m\n");
    let outcome = r#"{"duration_ms":19.106,"exit_code":2,"hooks":[{"duration_ms": 1}]}"#;
    assert_eq!(durations(outcome), r#"{"duration_ms":0,"exit_code":2,"hooks":[{"duration_ms":0}]}"#);
    assert_eq!(durations("it took 5 ms  and [a b]\n"), "it took 5 ms  and [a b]\n");
}

#[test]
fn a_line_may_be_shown_in_part() {
    assert!(is_shown("a [..] c\nd\n", "a b c\nd\n"));
    assert!(!is_shown("a [..] c\n", "a b d\n"));
    assert!(!is_shown("a\n", "a\nb\n"));
    assert!(!is_shown("a?*\n", "abc\n"));
}
