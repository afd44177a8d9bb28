//! `hookctl check`: everything that is wrong with the files that `run` would read.

use std::io;

use crate::answer::Answer;
use crate::check;
use crate::check::machine::Machine;
use crate::cli::{CheckArgs, Format};
use crate::config::problem::{self, Severity};
use crate::config::{self, Missing};
use crate::exit::Exit;
use crate::host::Host;
use crate::install::place::{Place, Scope};
use crate::install::store::Stored;
use crate::install::{self, elsewhere, wiring};
use crate::paint::Paint;
use crate::report::{Report, github, human, json, sarif};
use crate::text::visible;

/// Checks the files of a configuration; none of their hooks starts.
pub fn check(args: &CheckArgs) -> Answer {
    if args.list_codes {
        return Answer { stdout: problem::table().into_bytes(), ..Answer::default() };
    }
    let files = config::find(&args.config, super::project_folder(args.host).as_deref());
    if !files.missing.is_empty() {
        let line = |missing: &Missing| format!("hookctl: cannot check: {}\n", visible(&missing.to_string()));
        let stderr = files.missing.iter().map(line).collect();
        return Answer { stderr, exit: Exit::Denied, ..Answer::default() };
    }
    let sources = &files.sources;
    let (layers, mut found) = config::validate(sources);
    check::check(sources, &layers, &mut found, &mut Machine::of_environment(), args.host);
    if let Some(host) = args.host {
        check::wiring::check(&layers, host, &called(host), &mut found);
    }
    let report = Report { sources, layers: &layers, found: &found };
    let text = match args.format {
        Format::Human => human::render(report, Paint::choose(args.color, &io::stdout())),
        Format::Json => json::render(report),
        Format::Github => github::render(report),
        Format::Sarif => sarif::render(report),
    };
    let failed = report.count(Severity::Error) > 0 || args.strict && report.count(Severity::Warning) > 0;
    let exit = if failed { Exit::Failed } else { Exit::Allowed };
    let stderr = files.warning().map(|warning| format!("hookctl: {warning}\n")).unwrap_or_default();
    Answer { stdout: text.into_bytes(), stderr, exit, ..Answer::default() }
}

/// The events on which a host's settings call hookctl, as far as they can be read.
fn called(host: &Host) -> Vec<String> {
    let Some(wiring) = wiring::named(host.name) else { return Vec::new() };
    let text = |scope: Scope| Stored::read(&Place::of(wiring, scope).ok()?).ok()?.text;
    let settings: Vec<_> = Scope::ALL.into_iter().filter_map(text).collect();
    let mut called = install::called(wiring, &settings.iter().map(String::as_str).collect::<Vec<_>>());
    called.extend(elsewhere::called(wiring));
    called
}
