//! The tables of hooks.toml and their keys: each key goes to the reader of its value, an unknown one is a problem.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::value::article;
use super::{DEFAULTS_KEYS, Defaults, HOOK_KEYS, HookEntry, Written};
use crate::config::problem::{Code, Problem};
use crate::config::suggest;

/// Reads one file and collects what is wrong with it.
#[derive(Debug, Default)]
pub struct Reader {
    /// Everything wrong so far, in the order in which it was read.
    pub problems: Vec<Problem>,
}

impl Reader {
    /// Reads a whole file.
    pub fn file<'s>(&mut self, table: Spanned<DeTable<'s>>) -> Written<'s> {
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
                "shell" => defaults.shell = self.text("shell", value),
                "timeout_secs" => defaults.timeout = self.seconds("timeout_secs", &value),
                "deadline_secs" => defaults.deadline = self.seconds("deadline_secs", &value),
                "cwd" => defaults.cwd = self.text("cwd", value),
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
        let (mut has_event, mut has_command) = (false, false);
        let mut hook = HookEntry::default();
        let mut meant = Vec::new();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "event" => (hook.event, has_event) = (self.event(value), true),
                "command" => (hook.command, has_command) = (self.command(value), true),
                "name" => hook.name = self.name(value),
                "tools" => hook.tools = self.tools(value),
                "timeout_secs" => hook.timeout = self.seconds("timeout_secs", &value),
                "on_failure" => hook.on_failure = self.on_failure(&value),
                "enabled" => hook.enabled = self.boolean("enabled", &value),
                "shell" => hook.shell = self.text("shell", value),
                "cwd" => hook.cwd = self.text("cwd", value),
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

    fn unknown_key(&mut self, key: &Spanned<Cow<'_, str>>, table: &str, known: &[&'static str]) {
        let problem =
            Problem::new(Code::UnknownKey, key.span(), format!("{table} has no key `{}`", key.get_ref()));
        self.push(match suggest::key(key.get_ref(), known) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("its keys are {}", known.join(", "))),
        });
    }

    /// Notes what is wrong.
    pub fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}
