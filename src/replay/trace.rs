//! The trace of one event for a person: who ran, for how long, what it printed, and who decided.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::AnsiColor;

use crate::explain::decider;
use crate::outcome::{Cause, Decision, HookRun, Outcome, Status};
use crate::paint::Paint;
use crate::text::{first, visible, visible_name};

/// The width of the time bar.
const BAR: usize = 16;

/// The widest that a hook's name may be.
const WIDEST: usize = 24;

/// How many lines of a hook's output are shown.
const MOST_LINES: usize = 20;

/// The trace of an outcome.
pub fn trace(label: &str, outcome: &Outcome<'_>, dry_run: bool, paint: Paint) -> String {
    let mut out = String::new();
    let tool = outcome.tool.as_deref().map(|tool| format!("  {}", visible_name(tool))).unwrap_or_default();
    let _ = writeln!(out, "{}{tool}  {}", paint.bold(outcome.phase.name()), paint.dim(&visible_name(label)));
    let width = outcome.hooks.iter().map(|hook| hook.name.chars().count()).max().unwrap_or(0).min(WIDEST);
    for hook in &outcome.hooks {
        line(&mut out, hook, width, outcome.duration, paint);
    }
    if outcome.hooks.is_empty() {
        let _ = writeln!(out, "  no hook is for this phase");
    }
    for warning in &outcome.warnings {
        let _ = writeln!(out, "  {} {}", paint.in_color("warning:", AnsiColor::Yellow), visible(warning));
    }
    if !dry_run {
        verdict(&mut out, outcome, paint);
    }
    out
}

fn line(out: &mut String, hook: &HookRun<'_>, width: usize, whole: Duration, paint: Paint) {
    let (word, color) = match hook.status {
        Status::Allow => ("allow", Some(AnsiColor::Green)),
        Status::Ask => ("ask", Some(AnsiColor::Yellow)),
        Status::Deny => ("deny", Some(AnsiColor::Red)),
        Status::Failed => ("failed", Some(AnsiColor::Red)),
        Status::WouldRun => ("would run", None),
        Status::Skipped => ("skipped", None),
    };
    let status = format!("{word:9}");
    let status = color.map_or_else(|| paint.dim(&status), |color| paint.in_color(&status, color));
    let name = visible_name(&hook.name);
    let _ = write!(out, "  {status}  ");
    let Some(duration) = hook.duration else {
        let _ = match hook.why.as_deref() {
            Some(why) => writeln!(out, "{:width$}  {}", first(&name, WIDEST), paint.dim(&visible_name(why))),
            None => writeln!(out, "{}", first(&name, WIDEST)),
        };
        return;
    };
    let _ = write!(out, "{:width$}", first(&name, WIDEST));
    let end = match (hook.exit_code, hook.signal, hook.timed_out) {
        (Some(code), ..) => format!("exit {code}"),
        (_, Some(signal), _) => format!("signal {signal}"),
        (.., true) => "timeout".to_owned(),
        _ => "-".to_owned(),
    };
    let _ = writeln!(
        out,
        "  {end:9}  {:>9}  {}",
        shown(duration),
        paint.dim(&bar(hook.started, duration, whole))
    );
    for (stream, text) in [("error", &hook.error), ("out", &hook.stdout), ("err", &hook.stderr)] {
        let text = text.as_deref().unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            if number == MOST_LINES {
                let _ = writeln!(out, "      {:>5} | ({} more lines)", "", text.lines().count() - MOST_LINES);
                break;
            }
            let mark = if number == 0 { stream } else { "" };
            let _ = writeln!(out, "      {mark:>5} | {}", visible(line));
        }
    }
}

/// Where a hook ran in the time of the whole chain.
fn bar(started: Duration, duration: Duration, whole: Duration) -> String {
    let cell = |time: Duration| {
        let cells = time.as_nanos() * BAR as u128 / whole.as_nanos().max(1);
        usize::try_from(cells).unwrap_or(BAR).min(BAR)
    };
    let from = cell(started).min(BAR - 1);
    let to = cell(started + duration).max(from + 1);
    format!("[{}{}{}]", " ".repeat(from), "=".repeat(to - from), " ".repeat(BAR - to))
}

fn shown(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1e3;
    if millis < 1e4 { format!("{millis:.1} ms") } else { format!("{:.1} s", millis / 1e3) }
}

fn verdict(out: &mut String, outcome: &Outcome<'_>, paint: Paint) {
    let (word, color) = match outcome.decision {
        Decision::Allow => ("allow", AnsiColor::Green),
        Decision::Ask => ("ask", AnsiColor::Yellow),
        Decision::Deny => ("deny", AnsiColor::Red),
    };
    let by = decider(outcome).map(|hook| format!(" by `{}`", visible(hook))).unwrap_or_default();
    let why = outcome
        .reason
        .as_deref()
        .map(|reason| format!(": {}", visible(reason).replace('\n', "\n    ")))
        .unwrap_or_default();
    let _ = writeln!(out, "  {}{by}{why}", paint.in_color(word, color));
    let advice = match outcome.cause {
        None => return,
        Some(Cause::Hook) => "the hook said so; run it alone with --only NAME",
        Some(Cause::Exit | Cause::Signal | Cause::Spawn | Cause::Reply) => {
            "the hook failed and a gate fails closed; mend the hook, or set on_failure"
        }
        Some(Cause::Timeout) => "the hook took too long; make it faster, or raise its timeout_secs",
        Some(Cause::Deadline) => "the chain took too long; make it faster, or raise deadline_secs",
        Some(Cause::Event) => "the event itself is at fault; look at what the caller sends",
        Some(Cause::Config) => "the config is at fault; see hookctl check",
        Some(Cause::Trust) => "a person settles this in a terminal of their own; see hookctl trust",
        Some(Cause::Interrupted | Cause::Internal) => "hookctl could not decide; try again",
    };
    let _ = writeln!(out, "  {}", paint.dim(advice));
}
