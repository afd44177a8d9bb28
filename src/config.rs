//! hooks.toml: found, read, and turned from what was written into what is meant.

pub mod hook;
pub mod layers;
mod pieces;
pub mod problem;
#[cfg(test)]
pub mod schema;
pub mod source;
pub mod suggest;
pub mod tools;
pub mod written;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use toml::Spanned;

use self::hook::{Cwd, Hook, Run};
pub use self::layers::{Found, Missing, find};
use self::problem::{Code, Problem, Severity};
use self::source::{Position, Source};
use self::tools::ToolFilter;
use self::written::{Command, Defaults, HookEntry, OnFailure, Written};
use crate::event::Event;
use crate::phase::{Kind, Phase};

/// The name of the file.
pub const FILE_NAME: &str = "hooks.toml";

/// The shell of a command that is a string.
pub const DEFAULT_SHELL: &str = "/bin/sh";

/// The limit of one hook.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// Every layer as it is meant. It borrows from the texts of the files.
#[derive(Debug, Default)]
pub struct Config<'s> {
    /// The hooks of all layers, in the order in which they run.
    pub hooks: Vec<Hook<'s>>,
    /// The limit of a whole chain: the smallest that a layer asks for.
    pub deadline: Option<Duration>,
}

impl Config<'_> {
    /// Leaves out the hooks of each file that has an error: such a file runs nothing.
    pub fn leave_out_faulty(&mut self, sources: &[Source], located: &[Located]) {
        let errors = || located.iter().filter(|located| located.problem.code.severity() == Severity::Error);
        self.hooks
            .retain(|hook| !errors().any(|error| std::ptr::eq(&raw const sources[error.layer], hook.source)));
    }
}

/// A finding, and which of the files it is about.
#[derive(Debug)]
pub struct Located {
    /// The index of the file among the sources.
    pub layer: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// Finds and reads the files of a configuration for a person who wants all of it: see [`find`].
///
/// # Errors
///
/// Where there is no file, or one cannot be read.
pub fn read_sources(named: &[PathBuf]) -> Result<Vec<Source>, Missing> {
    let mut found = find(named, None);
    if found.missing.is_empty() { Ok(found.sources) } else { Err(found.missing.remove(0)) }
}

/// Reads every layer as it is meant, and says everything that is wrong with it, in file order.
pub fn read(sources: &[Source]) -> (Config<'_>, Vec<Located>) {
    let (layers, located) = validate(sources);
    (Config::mean(sources, layers, None), located)
}

/// The same for one event: its chain. The hooks that do not match it are left out, and cost no more than to be
/// read.
pub fn read_for<'s>(sources: &'s [Source], event: &Event<'_>) -> (Config<'s>, Vec<Located>) {
    let (layers, located) = quickly(sources).map_or_else(|| validate(sources), |layers| (layers, Vec::new()));
    (Config::mean(sources, layers, Some(event)), located)
}

/// Reads every layer as it is written, and says everything that is wrong with it, in file order.
pub fn validate(sources: &[Source]) -> (Vec<Written<'_>>, Vec<Located>) {
    let mut located = Vec::new();
    let mut layers = Vec::with_capacity(sources.len());
    for (layer, source) in sources.iter().enumerate() {
        let (written, problems) = written::read(&source.text);
        located.extend(problems.into_iter().map(|problem| Located { layer, problem }));
        layers.push(written);
    }
    located.extend(Validation::of(sources, &layers));
    sort(&mut located);
    (layers, located)
}

/// Reads every layer as it is written, without a place of anything; nothing where there is something to say of it.
fn quickly(sources: &[Source]) -> Option<Vec<Written<'_>>> {
    let layers: Vec<_> =
        sources.iter().map(|source| pieces::read(&source.text, pieces::SIZE)).collect::<Option<_>>()?;
    Validation::of(sources, &layers).is_empty().then_some(layers)
}

/// Puts findings in the order of the files and of the places in them.
pub fn sort(located: &mut [Located]) {
    located.sort_by_key(|located| (located.layer, located.problem.span.start));
}

/// All errors of a configuration as one text: a line each, as `file:line:column: message`.
pub fn describe(sources: &[Source], located: &[Located]) -> String {
    let lines = located.iter().map(|Located { layer, problem }| {
        let source = &sources[*layer];
        let Position { line, column } = source.position(problem.span.start);
        let help = problem.help.as_deref().map(|help| format!(" ({help})")).unwrap_or_default();
        let code = problem.code.name();
        format!("{}:{line}:{column}: {}{help} [{code}]", source.path.display(), problem.message)
    });
    format!("{FILE_NAME} is faulty, so nothing in it runs: {}", lines.collect::<Vec<_>>().join("\n"))
}

/// Whether any finding keeps the configuration from running.
pub fn has_error(located: &[Located]) -> bool {
    located.iter().any(|located| located.problem.code.severity() == Severity::Error)
}

/// How many hooks each phase has so far, over all layers.
#[derive(Debug, Default)]
pub struct Counts([usize; Phase::ALL.len()]);

impl Counts {
    /// Counts a hook and says its number in its phase, from 1.
    pub fn next(&mut self, phase: Phase) -> usize {
        self.0[phase as usize] += 1;
        self.0[phase as usize]
    }
}

/// What a hook without a name is called.
pub fn default_name(phase: Phase, number: usize) -> String {
    format!("{phase}#{number}")
}

/// What a layer says beyond what each of its values says alone.
#[derive(Default)]
struct Validation<'w> {
    located: Vec<Located>,
    /// Where each written name was first given: its layer and place.
    names: BTreeMap<&'w str, (usize, Range<usize>)>,
}

impl<'w> Validation<'w> {
    /// All of it, layer by layer.
    fn of(sources: &[Source], layers: &'w [Written<'_>]) -> Vec<Located> {
        let mut validation = Self::default();
        for (layer, written) in layers.iter().enumerate() {
            validation.layer(layer, sources, written);
        }
        validation.default_names(layers);
        validation.located
    }

    fn layer(&mut self, layer: usize, sources: &[Source], written: &'w Written<'_>) {
        if let Some(timeout) = &written.defaults.timeout {
            self.timeout_fits(layer, timeout, &written.defaults);
        }
        for entry in &written.hooks {
            self.name(layer, sources, entry);
            if let Some(timeout) = &entry.timeout {
                self.timeout_fits(layer, timeout, &written.defaults);
            }
            self.tools_apply(layer, entry);
        }
    }

    fn name(&mut self, layer: usize, sources: &[Source], entry: &'w HookEntry<'_>) {
        let Some(name) = &entry.name else { return };
        match self.names.get(name.get_ref().as_ref()) {
            Some((other_layer, at)) => {
                let other = &sources[*other_layer];
                let line = other.position(at.start).line;
                let place = if *other_layer == layer {
                    format!("on line {line}")
                } else {
                    format!("on line {line} of {}", other.path.display())
                };
                let message = format!("the name `{}` is already taken by the hook {place}", name.get_ref());
                let problem = Problem::new(Code::DuplicateName, name.span(), message)
                    .help("give each hook a name of its own: an outcome says by it who decided");
                self.located.push(Located { layer, problem });
            }
            None => {
                self.names.insert(name.get_ref(), (layer, name.span()));
            }
        }
    }

    /// A written name may look like a default one, but not be the one that another hook got.
    fn default_names(&mut self, layers: &[Written<'_>]) {
        if !self.names.keys().any(|name| name.contains('#')) {
            return;
        }
        let mut counts = Counts::default();
        for entry in layers.iter().flat_map(|written| &written.hooks) {
            let Some(phase) = &entry.event else { continue };
            let number = counts.next(*phase.get_ref());
            if entry.name.is_some() {
                continue;
            }
            let name = default_name(*phase.get_ref(), number);
            if let Some((layer, span)) = self.names.get(name.as_str()) {
                let message = format!("the name `{name}` is the default name of another hook");
                let problem =
                    Problem::new(Code::DuplicateName, span.clone(), message).help("choose another name");
                self.located.push(Located { layer: *layer, problem });
            }
        }
    }

    /// A filter by tool does nothing where events name none.
    fn tools_apply(&mut self, layer: usize, entry: &HookEntry<'_>) {
        if let (Some(phase), Some(tools)) = (&entry.event, &entry.tools)
            && !phase.get_ref().has_tool()
        {
            let problem = Problem::new(
                Code::ToolsWithoutTool,
                tools.span(),
                format!("`tools` does nothing on {}: its events name no tool", phase.get_ref()),
            );
            self.located.push(Located { layer, problem: problem.help("leave `tools` out") });
        }
    }

    /// A written timeout above the written deadline of the same file could never be reached.
    fn timeout_fits(&mut self, layer: usize, timeout: &Spanned<Duration>, defaults: &Defaults<'_>) {
        let Some(deadline) = &defaults.deadline else { return };
        if timeout.get_ref() > deadline.get_ref() {
            let message = format!(
                "`timeout_secs` of {} s is above the `deadline_secs` of {} s, so it can never be reached",
                timeout.get_ref().as_secs_f64(),
                deadline.get_ref().as_secs_f64()
            );
            let problem = Problem::new(Code::TimeoutAboveDeadline, timeout.span(), message)
                .help("lower the timeout, or raise deadline_secs below [defaults]");
            self.located.push(Located { layer, problem });
        }
    }
}

impl<'s> Config<'s> {
    /// The layers as they are meant. What has no meaning, because it is faulty, is left out, and so are hooks that
    /// do not match the event, where there is one.
    fn mean(sources: &'s [Source], layers: Vec<Written<'s>>, event: Option<&Event<'_>>) -> Self {
        let mut config = Self::default();
        let mut counts = Counts::default();
        for (source, written) in sources.iter().zip(layers) {
            if let Some(deadline) = written.defaults.deadline.as_ref().map(|deadline| *deadline.get_ref()) {
                config.deadline = Some(config.deadline.map_or(deadline, |other| other.min(deadline)));
            }
            let defaults = written.defaults;
            let hooks = written.hooks.into_iter();
            config.hooks.extend(hooks.filter_map(|entry| hook(source, &defaults, entry, &mut counts, event)));
        }
        config
    }
}

fn hook<'s>(
    source: &'s Source,
    defaults: &Defaults<'s>,
    entry: HookEntry<'s>,
    counts: &mut Counts,
    event: Option<&Event<'_>>,
) -> Option<Hook<'s>> {
    let phase = entry.event?.into_inner();
    let number = counts.next(phase);
    let enabled = entry.enabled.unwrap_or(true);
    if event.is_some_and(|event| !enabled || event.phase != phase) {
        return None;
    }
    let tools = entry.tools.map(Spanned::into_inner).into_iter().flatten();
    let tools = ToolFilter::new(tools.map(Spanned::into_inner).collect());
    if event.is_some_and(|event| !tools.matches(event.tool.as_deref(), event.class)) {
        return None;
    }
    let command = entry.command?.into_inner();
    let timeout = entry.timeout.as_ref().or(defaults.timeout.as_ref());
    let cwd = entry.cwd.as_ref().or(defaults.cwd.as_ref());
    Some(Hook {
        name: match entry.name {
            Some(name) => name.into_inner(),
            None => Cow::Owned(default_name(phase, number)),
        },
        phase,
        run: match command {
            Command::Array(words) => Run::Direct(words),
            Command::Line(line) => {
                let shell = entry.shell.or_else(|| defaults.shell.clone()).map(Spanned::into_inner);
                Run::Shell { shell: shell.unwrap_or(Cow::Borrowed(DEFAULT_SHELL)), line }
            }
        },
        tools,
        timeout: timeout.map_or(DEFAULT_TIMEOUT, |timeout| *timeout.get_ref()),
        on_failure: entry.on_failure.map_or_else(|| default_on_failure(phase), Spanned::into_inner),
        enabled,
        cwd: Cwd::meant(cwd.map(|cwd| cwd.get_ref().as_ref()), &source.dir),
        stdin: entry.stdin.or(defaults.stdin).unwrap_or_default(),
        approves: entry.approves.unwrap_or(false),
        dir: &source.dir,
        source,
    })
}

/// What a failure means where a hook does not say.
fn default_on_failure(phase: Phase) -> OnFailure {
    match phase.kind() {
        Kind::Gate => OnFailure::Deny,
        Kind::Brake | Kind::Observer => OnFailure::Allow,
    }
}

#[cfg(test)]
mod tests;
