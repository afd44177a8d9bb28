//! hooks.toml: found, read, and turned from what was written into what is meant.

pub mod hook;
pub mod problem;
pub mod source;
pub mod suggest;
pub mod tools;
pub mod written;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;

use self::hook::{Cwd, Hook, Run};
use self::problem::{Code, Problem, Severity};
use self::source::{Position, Source, Unreadable};
use self::tools::ToolFilter;
use self::written::{Command, Defaults, HookEntry, OnFailure};
use crate::event::Event;
use crate::phase::{Kind, Phase};

/// The name of the file.
pub const FILE_NAME: &str = "hooks.toml";

/// The shell of a command that is a string.
const DEFAULT_SHELL: &str = "/bin/sh";

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

impl<'s> Config<'s> {
    /// The chain of an event: the hooks of its phase that cover its tool, in order.
    pub fn chain(&self, event: &Event<'_>) -> Vec<&Hook<'s>> {
        let matches = |hook: &&Hook<'_>| hook.matches(event.phase, event.tool.as_deref(), event.class);
        self.hooks.iter().filter(matches).collect()
    }
}

/// Why there is no file to read.
#[derive(Debug)]
pub enum Missing {
    /// No file was named, and there is none where hookctl looks.
    Nowhere(PathBuf),
    /// A file is there but cannot be read.
    Unreadable(Unreadable),
}

/// A finding, and which of the files it is about.
#[derive(Debug)]
pub struct Located {
    /// The index of the file among the sources.
    pub layer: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// Finds and reads the files of a configuration: the named ones, or `./hooks.toml`.
///
/// # Errors
///
/// Where there is no file, or one cannot be read: a policy that vanished must not look like one that agreed.
pub fn read_sources(named: &[PathBuf]) -> Result<Vec<Source>, Missing> {
    if named.is_empty() {
        let path = Path::new(FILE_NAME);
        return match Source::read(path) {
            Ok(source) => Ok(vec![source]),
            Err(Unreadable::Io(_, error)) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(Missing::Nowhere(std::env::current_dir().unwrap_or_default()))
            }
            Err(unreadable) => Err(Missing::Unreadable(unreadable)),
        };
    }
    named.iter().map(|path| Source::read(path).map_err(Missing::Unreadable)).collect()
}

/// Reads every layer and says everything that is wrong with it, in file order.
pub fn read(sources: &[Source]) -> (Config<'_>, Vec<Located>) {
    let mut reading = Reading::default();
    for (layer, source) in sources.iter().enumerate() {
        reading.layer(layer, source);
    }
    reading.default_names();
    reading.located.sort_by_key(|located| (located.layer, located.problem.span.start));
    (reading.config, reading.located)
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
    format!("{FILE_NAME} is faulty, so no hook runs: {}", lines.collect::<Vec<_>>().join("\n"))
}

/// Whether any finding keeps the configuration from running.
pub fn has_error(located: &[Located]) -> bool {
    located.iter().any(|located| located.problem.code.severity() == Severity::Error)
}

#[derive(Default)]
struct Reading<'s> {
    config: Config<'s>,
    located: Vec<Located>,
    /// How many hooks each phase has so far, over all layers.
    counts: [usize; Phase::ALL.len()],
    /// Where each written name was first given: its layer and place.
    names: BTreeMap<Cow<'s, str>, (usize, Range<usize>)>,
}

impl<'s> Reading<'s> {
    fn layer(&mut self, layer: usize, source: &'s Source) {
        let (written, problems) = written::read(&source.text);
        self.located.extend(problems.into_iter().map(|problem| Located { layer, problem }));
        self.deadline(layer, &written.defaults);
        for entry in written.hooks {
            self.names(layer, source, &entry);
            self.hook(layer, source, &written.defaults, entry);
        }
    }

    fn deadline(&mut self, layer: usize, defaults: &Defaults<'s>) {
        if let Some(deadline) = &defaults.deadline {
            let mine = *deadline.get_ref();
            self.config.deadline = Some(self.config.deadline.map_or(mine, |other| other.min(mine)));
        }
        if let Some(timeout) = &defaults.timeout {
            self.timeout_fits(layer, timeout, defaults);
        }
    }

    fn names(&mut self, layer: usize, source: &Source, entry: &HookEntry<'s>) {
        let Some(name) = &entry.name else { return };
        match self.names.get(name.get_ref()) {
            Some((other_layer, at)) => {
                let place = if *other_layer == layer {
                    format!("line {}", source.position(at.start).line)
                } else {
                    "another layer".to_owned()
                };
                let message =
                    format!("the name `{}` is already taken by the hook in {place}", name.get_ref());
                let problem = Problem::new(Code::DuplicateName, name.span(), message)
                    .help("give each hook a name of its own: an outcome says by it who decided");
                self.located.push(Located { layer, problem });
            }
            None => {
                self.names.insert(name.get_ref().clone(), (layer, name.span()));
            }
        }
    }

    /// A written name may look like a default one, but not be the one that another hook got.
    fn default_names(&mut self) {
        for (name, (layer, span)) in self.names.iter().filter(|(name, _)| name.contains('#')) {
            if self.config.hooks.iter().filter(|hook| hook.name == *name).count() > 1 {
                let message = format!("the name `{name}` is the default name of another hook");
                let problem =
                    Problem::new(Code::DuplicateName, span.clone(), message).help("choose another name");
                self.located.push(Located { layer: *layer, problem });
            }
        }
    }

    fn hook(&mut self, layer: usize, source: &'s Source, defaults: &Defaults<'s>, entry: HookEntry<'s>) {
        if let Some(timeout) = &entry.timeout {
            self.timeout_fits(layer, timeout, defaults);
        }
        let Some(phase) = entry.event.map(Spanned::into_inner) else { return };
        self.counts[phase as usize] += 1;
        if let Some(tools) = &entry.tools
            && !phase.has_tool()
        {
            let problem = Problem::new(
                Code::ToolsWithoutTool,
                tools.span(),
                format!("`tools` does nothing on {phase}: its events name no tool"),
            );
            self.located.push(Located { layer, problem: problem.help("leave `tools` out") });
        }
        let Some(command) = entry.command.map(Spanned::into_inner) else { return };
        let timeout = entry.timeout.as_ref().or(defaults.timeout.as_ref());
        let name = match entry.name {
            Some(name) => name.into_inner(),
            None => Cow::Owned(format!("{phase}#{}", self.counts[phase as usize])),
        };
        let cwd = entry.cwd.or_else(|| defaults.cwd.clone()).map(Spanned::into_inner);
        self.config.hooks.push(Hook {
            name,
            phase,
            run: match command {
                Command::Array(words) => Run::Direct(words),
                Command::Line(line) => {
                    let shell = entry.shell.or_else(|| defaults.shell.clone()).map(Spanned::into_inner);
                    Run::Shell { shell: shell.unwrap_or(Cow::Borrowed(DEFAULT_SHELL)), line }
                }
            },
            tools: ToolFilter::new(
                entry.tools.map(Spanned::into_inner).into_iter().flatten().map(Spanned::into_inner).collect(),
            ),
            timeout: timeout.map_or(DEFAULT_TIMEOUT, |timeout| *timeout.get_ref()),
            on_failure: entry.on_failure.map_or_else(|| default_on_failure(phase), Spanned::into_inner),
            enabled: entry.enabled.unwrap_or(true),
            cwd: match cwd.as_deref() {
                None | Some("config") => Cwd::Config,
                Some("event") => Cwd::Event,
                Some(path) => Cwd::Path(source.dir.join(path)),
            },
            stdin: entry.stdin.or(defaults.stdin).unwrap_or_default(),
            approves: entry.approves.unwrap_or(false),
            dir: &source.dir,
        });
    }

    /// A written timeout above the written deadline of the same file could never be reached.
    fn timeout_fits(&mut self, layer: usize, timeout: &Spanned<Duration>, defaults: &Defaults<'s>) {
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

/// What a failure means where a hook does not say.
fn default_on_failure(phase: Phase) -> OnFailure {
    match phase.kind() {
        Kind::Gate => OnFailure::Deny,
        Kind::Brake | Kind::Observer => OnFailure::Allow,
    }
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nowhere(dir) => write!(
                f,
                "there is no {FILE_NAME} in {}: write one there, or name it with --config",
                dir.display()
            ),
            Self::Unreadable(unreadable) => unreadable.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests;
