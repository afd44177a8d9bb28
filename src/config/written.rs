//! hooks.toml as it was written: each key read into its type, with its place, and every problem collected.
//!
//! The TOML is walked by hand and not through serde, because serde stops at the first error, and because a
//! file of a thousand hooks is read on every call: strings stay slices of the text.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::{Code, Problem};
use super::{source, suggest, tools};
use crate::phase::Phase;

/// The keys of `[defaults]`.
pub const DEFAULTS_KEYS: &[&str] = &["shell", "timeout_secs", "deadline_secs", "cwd", "stdin"];

/// The keys of one `[[hooks]]` entry.
pub const HOOK_KEYS: &[&str] = &[
    "event",
    "command",
    "name",
    "tools",
    "timeout_secs",
    "on_failure",
    "enabled",
    "shell",
    "cwd",
    "stdin",
    "approves",
];

/// The longest time that a hook or a chain may be given: a day.
pub const LONGEST: Duration = Duration::from_secs(86_400);

/// One file.
#[derive(Debug, Default)]
pub struct Written<'s> {
    /// `[defaults]`.
    pub defaults: Defaults<'s>,
    /// The `[[hooks]]` entries, in file order.
    pub hooks: Vec<HookEntry<'s>>,
}

/// `[defaults]`: what holds for every hook of the file that does not say otherwise.
#[derive(Debug, Default)]
pub struct Defaults<'s> {
    /// The shell of commands that are strings.
    pub shell: Option<Spanned<Cow<'s, str>>>,
    /// The limit of each hook.
    pub timeout: Option<Spanned<Duration>>,
    /// The limit of the whole chain.
    pub deadline: Option<Spanned<Duration>>,
    /// Where hooks run.
    pub cwd: Option<Spanned<Cow<'s, str>>>,
    /// What hooks read.
    pub stdin: Option<Stdin>,
}

/// One `[[hooks]]` entry.
#[derive(Debug, Default)]
pub struct HookEntry<'s> {
    /// The phase.
    pub event: Option<Spanned<Phase>>,
    /// What runs.
    pub command: Option<Spanned<Command<'s>>>,
    /// What it is called in outcomes.
    pub name: Option<Spanned<Cow<'s, str>>>,
    /// The tools that it fires for.
    pub tools: Option<Spanned<Vec<Spanned<Cow<'s, str>>>>>,
    /// Its limit.
    pub timeout: Option<Spanned<Duration>>,
    /// What a failure means.
    pub on_failure: Option<Spanned<OnFailure>>,
    /// Whether it runs at all.
    pub enabled: Option<bool>,
    /// Its shell.
    pub shell: Option<Spanned<Cow<'s, str>>>,
    /// Where it runs.
    pub cwd: Option<Spanned<Cow<'s, str>>>,
    /// What it reads.
    pub stdin: Option<Stdin>,
    /// Whether its explicit "allow" is passed to the host.
    pub approves: Option<bool>,
}

/// What a hook runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'s> {
    /// A line for a shell.
    Line(Cow<'s, str>),
    /// A program and its arguments, started directly.
    Array(Vec<Cow<'s, str>>),
}

/// What a failed hook means for its chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnFailure {
    /// The same as a deny.
    Deny,
    /// A warning.
    Allow,
}

/// The form in which a hook reads the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stdin {
    /// hookctl's own form.
    #[default]
    Event,
    /// The host's bytes.
    Raw,
}

/// Reads a text, as far as it can be read, and says everything that is wrong with it, in file order.
pub fn read(text: &str) -> (Written<'_>, Vec<Problem>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { problems: Vec::new() };
    let written = reader.file(table);
    let mut problems = reader.problems;
    if !errors.is_empty() {
        let starts = source::line_starts(text);
        let line = |span: &Range<usize>| starts.partition_point(|start| *start <= span.start);
        let faulty: HashSet<_> = errors.iter().map(|error| line(&error.span().unwrap_or(0..0))).collect();
        problems.retain(|problem| {
            // What the parser made up to go on is not the author's mistake.
            !matches!(problem.code, Code::MissingKey | Code::EmptyCommand)
                && !faulty.contains(&line(&problem.span))
        });
        problems.extend(errors.iter().map(|error| syntax_problem(text, error)));
    }
    problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
    (written, problems)
}

fn syntax_problem(text: &str, error: &toml::de::Error) -> Problem {
    let span = error.span().unwrap_or(text.len()..text.len());
    let problem = Problem::new(Code::Syntax, span, format!("this is not valid TOML: {}", error.message()));
    problem.help("write each key as `key = value` on a line of its own, with text in closed quotes")
}

struct Reader {
    problems: Vec<Problem>,
}

impl Reader {
    fn file<'s>(&mut self, table: Spanned<DeTable<'s>>) -> Written<'s> {
        let mut written = Written::default();
        for (key, value) in table.into_inner() {
            let key_span = key.span();
            match key.get_ref().as_ref() {
                "defaults" => match value.into_inner() {
                    DeValue::Table(table) => written.defaults = self.defaults(table),
                    other => self.push(
                        Problem::new(
                            Code::WrongType,
                            key_span,
                            format!("`defaults` must be a table, not {}", article(&other)),
                        )
                        .help("write [defaults]"),
                    ),
                },
                "hooks" => written.hooks = self.hooks(key_span, value),
                other => {
                    let problem =
                        Problem::new(Code::UnknownKey, key_span, format!("hooks.toml has no `{other}`"));
                    self.push(match suggest::top_key(other) {
                        Some(help) => problem.help(help),
                        None => problem.help("it has [defaults] and [[hooks]]"),
                    });
                }
            }
        }
        written
    }

    fn defaults<'s>(&mut self, table: DeTable<'s>) -> Defaults<'s> {
        let mut defaults = Defaults::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "shell" => defaults.shell = self.shell("shell", value),
                "timeout_secs" => defaults.timeout = self.seconds("timeout_secs", &value),
                "deadline_secs" => defaults.deadline = self.seconds("deadline_secs", &value),
                "cwd" => defaults.cwd = self.shell("cwd", value),
                "stdin" => defaults.stdin = self.stdin(&value),
                _ => self.unknown_key(&key, "[defaults]", DEFAULTS_KEYS),
            }
        }
        defaults
    }

    fn hooks<'s>(&mut self, key: Range<usize>, value: Spanned<DeValue<'s>>) -> Vec<HookEntry<'s>> {
        match value.into_inner() {
            DeValue::Array(entries) => entries.into_iter().filter_map(|entry| self.entry(entry)).collect(),
            other => {
                let problem = Problem::new(
                    Code::WrongType,
                    key,
                    format!("`hooks` must be a list of tables, not {}", article(&other)),
                );
                self.push(problem.help("write [[hooks]], with two brackets, for each hook"));
                Vec::new()
            }
        }
    }

    fn entry<'s>(&mut self, entry: Spanned<DeValue<'s>>) -> Option<HookEntry<'s>> {
        let span = entry.span();
        match entry.into_inner() {
            DeValue::Table(table) => Some(self.hook(span, table)),
            other => {
                self.push(
                    Problem::new(
                        Code::WrongType,
                        span,
                        format!("a hook must be a table, not {}", article(&other)),
                    )
                    .help("write [[hooks]] and its keys below it"),
                );
                None
            }
        }
    }

    fn hook<'s>(&mut self, span: Range<usize>, table: DeTable<'s>) -> HookEntry<'s> {
        let has = |name| table.iter().any(|(key, _)| key.get_ref() == name);
        let (has_event, has_command) = (has("event"), has("command"));
        let mut hook = HookEntry::default();
        let mut meant = Vec::new();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "event" => hook.event = self.event(value),
                "command" => hook.command = self.command(value),
                "name" => hook.name = self.name(value),
                "tools" => hook.tools = self.tools(value),
                "timeout_secs" => hook.timeout = self.seconds("timeout_secs", &value),
                "on_failure" => hook.on_failure = self.on_failure(&value),
                "enabled" => hook.enabled = self.boolean("enabled", &value),
                "shell" => hook.shell = self.shell("shell", value),
                "cwd" => hook.cwd = self.shell("cwd", value),
                "stdin" => hook.stdin = self.stdin(&value),
                "approves" => hook.approves = self.boolean("approves", &value),
                other => {
                    meant.extend(suggest::key(other, HOOK_KEYS));
                    self.unknown_key(&key, "[[hooks]]", HOOK_KEYS);
                }
            }
        }
        // A misspelt key is reported once, as what it is, and not a second time as the one that is missing.
        if !has_event && !meant.contains(&"event") {
            self.push(
                Problem::new(Code::MissingKey, span.clone(), "this hook has no `event`")
                    .help("name the phase at which it runs, as event = \"pre_tool\""),
            );
        }
        if !has_command && !meant.contains(&"command") {
            self.push(
                Problem::new(Code::MissingKey, span, "this hook has no `command`")
                    .help("say what runs, as command = \"./policy/guard.sh\""),
            );
        }
        hook
    }

    fn event(&mut self, value: Spanned<DeValue<'_>>) -> Option<Spanned<Phase>> {
        let name = self.string("event", value)?;
        if let Some(phase) = Phase::from_name(name.get_ref()) {
            return Some(Spanned::new(name.span(), phase));
        }
        let problem =
            Problem::new(Code::UnknownEvent, name.span(), format!("there is no phase `{}`", name.get_ref()));
        self.push(match suggest::phase(name.get_ref()) {
            Some(phase) => problem.help(format!("did you mean \"{phase}\"?")),
            None => problem.help(format!("the phases are {}", Phase::ALL.map(Phase::name).join(", "))),
        });
        None
    }

    fn command<'s>(&mut self, value: Spanned<DeValue<'s>>) -> Option<Spanned<Command<'s>>> {
        let span = value.span();
        match value.into_inner() {
            DeValue::String(line) => {
                if is_blank_command(&line) {
                    let what =
                        if line.trim().is_empty() { "is empty" } else { "is only a comment, so it is empty" };
                    self.push(empty_command(span, &format!("`command` {what}")));
                    return None;
                }
                Some(Spanned::new(span, Command::Line(line)))
            }
            DeValue::Array(items) => {
                let mut words = Vec::with_capacity(items.len());
                for item in items {
                    words.push(self.string("command", item)?.into_inner());
                }
                if words.first().is_none_or(|program| program.trim().is_empty()) {
                    self.push(empty_command(span, "`command` is an array without a program, so it is empty"));
                    return None;
                }
                Some(Spanned::new(span, Command::Array(words)))
            }
            other => {
                let problem = Problem::new(
                    Code::WrongType,
                    span,
                    format!("`command` must be a string or an array of strings, not {}", article(&other)),
                );
                self.push(problem.help("write a line for the shell, or [\"program\", \"argument\"]"));
                None
            }
        }
    }

    fn name<'s>(&mut self, value: Spanned<DeValue<'s>>) -> Option<Spanned<Cow<'s, str>>> {
        let name = self.string("name", value)?;
        if name.get_ref().trim().is_empty() {
            self.push(
                Problem::new(Code::EmptyName, name.span(), "`name` is blank")
                    .help("leave it out: the hook is then called after its phase and its place in it"),
            );
            return None;
        }
        Some(name)
    }

    fn tools<'s>(&mut self, value: Spanned<DeValue<'s>>) -> Option<Spanned<Vec<Spanned<Cow<'s, str>>>>> {
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(items) => {
                let mut patterns = Vec::with_capacity(items.len());
                for item in items {
                    let pattern = self.string("tools", item)?;
                    match tools::fault(pattern.get_ref()) {
                        Some((message, help)) => {
                            self.push(Problem::new(Code::ToolPattern, pattern.span(), message).help(help));
                        }
                        None => patterns.push(pattern),
                    }
                }
                Some(Spanned::new(span, patterns))
            }
            DeValue::String(name) => {
                let problem =
                    Problem::new(Code::WrongType, span, "`tools` must be a list of names, not a string");
                let help =
                    tools::fault(&name).map_or_else(|| format!("write [\"{name}\"]"), |(_, help)| help);
                self.push(problem.help(help));
                None
            }
            other => {
                self.wrong_type("tools", "a list of names", span, &other);
                None
            }
        }
    }

    fn on_failure(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Spanned<OnFailure>> {
        let words = [("deny", OnFailure::Deny), ("allow", OnFailure::Allow)];
        self.word("on_failure", value, &words).map(|word| Spanned::new(value.span(), word))
    }

    fn stdin(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Stdin> {
        self.word("stdin", value, &[("event", Stdin::Event), ("raw", Stdin::Raw)])
    }

    /// A key that takes one of a few words.
    fn word<T: Copy>(&mut self, key: &str, value: &Spanned<DeValue<'_>>, words: &[(&str, T)]) -> Option<T> {
        let listed = words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(key, &listed, value.span(), value.get_ref());
            return None;
        };
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
        if found.is_none() {
            let problem = Problem::new(
                Code::WrongType,
                value.span(),
                format!("`{key}` must be {listed}, not \"{text}\""),
            );
            let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            self.push(match suggest::nearest(text, &known) {
                Some(near) => problem.help(format!("did you mean \"{near}\"?")),
                None => problem,
            });
        }
        found
    }

    /// A key that takes any text but a blank one: a shell or a directory.
    fn shell<'s>(&mut self, key: &str, value: Spanned<DeValue<'s>>) -> Option<Spanned<Cow<'s, str>>> {
        let text = self.string(key, value)?;
        if text.get_ref().trim().is_empty() || text.get_ref().contains('\0') {
            self.push(
                Problem::new(Code::WrongType, text.span(), format!("`{key}` is blank"))
                    .help("leave it out for the default"),
            );
            return None;
        }
        Some(text)
    }

    fn string<'s>(&mut self, key: &str, value: Spanned<DeValue<'s>>) -> Option<Spanned<Cow<'s, str>>> {
        let span = value.span();
        match value.into_inner() {
            DeValue::String(text) => Some(Spanned::new(span, text)),
            other => {
                let wanted =
                    if matches!(key, "command" | "tools") { "a list of strings" } else { "a string" };
                self.wrong_type(key, wanted, span, &other);
                None
            }
        }
    }

    fn boolean(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            self.wrong_type(key, "true or false", value.span(), value.get_ref());
        }
        found
    }

    fn seconds(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Spanned<Duration>> {
        let (written, number) = match value.get_ref() {
            DeValue::Integer(whole) => {
                let number = i64::from_str_radix(whole.as_str(), whole.radix());
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "a time anywhere near 2^52 seconds is refused"
                )]
                (whole.to_string(), number.map_or(f64::INFINITY, |number| number as f64))
            }
            DeValue::Float(float) => (float.to_string(), float.as_str().parse().unwrap_or(f64::NAN)),
            other => {
                self.wrong_type(key, "a number of seconds", value.span(), other);
                return None;
            }
        };
        let time =
            Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero() && *time <= LONGEST);
        if time.is_none() {
            self.push(
                Problem::new(
                    Code::BadTimeout,
                    value.span(),
                    format!("`{key}` must be a number of seconds above 0 and at most a day, not {written}"),
                )
                .help("write seconds, as 10 or 0.5"),
            );
        }
        time.map(|time| Spanned::new(value.span(), time))
    }

    fn wrong_type(&mut self, key: &str, wanted: &str, span: Range<usize>, found: &DeValue<'_>) {
        let problem =
            Problem::new(Code::WrongType, span, format!("`{key}` must be {wanted}, not {}", article(found)));
        self.push(match (found, wanted) {
            (DeValue::String(text), "a number of seconds") => {
                let number: String = text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                let number = if number.is_empty() { "10".to_owned() } else { number };
                problem.help(format!("\"{text}\" is text: write seconds as a number, {key} = {number}"))
            }
            (DeValue::String(text), "true or false") if matches!(text.as_ref(), "true" | "false") => {
                problem.help(format!("write {key} = {text}, without quotes"))
            }
            _ => problem,
        });
    }

    fn unknown_key(&mut self, key: &Spanned<Cow<'_, str>>, table: &str, known: &[&'static str]) {
        let problem =
            Problem::new(Code::UnknownKey, key.span(), format!("{table} has no key `{}`", key.get_ref()));
        self.push(match suggest::key(key.get_ref(), known) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("its keys are {}", known.join(", "))),
        });
    }

    fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

fn empty_command(span: Range<usize>, message: &str) -> Problem {
    Problem::new(Code::EmptyCommand, span, message)
        .help("write what the hook runs; to keep the hook and not run it, set enabled = false")
}

/// Whether a shell would find nothing to do in a command.
fn is_blank_command(command: &str) -> bool {
    command.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}

/// What a value is, with its article.
fn article(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
