//! The values of hooks.toml: each read into its type, or told what it should have been.

use std::borrow::Cow;
use std::ops::Range;
use std::time::Duration;

use toml::Spanned;
use toml::de::DeValue;

use super::table::Reader;
use super::{Command, LONGEST, OnFailure, Stdin};
use crate::config::problem::{Code, Problem};
use crate::config::{suggest, tools};
use crate::phase::Phase;

impl Reader {
    pub fn event(&mut self, value: Spanned<DeValue<'_>>) -> Option<Spanned<Phase>> {
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

    pub fn command<'s>(&mut self, value: Spanned<DeValue<'s>>) -> Option<Spanned<Command<'s>>> {
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

    pub fn name<'s>(&mut self, value: Spanned<DeValue<'s>>) -> Option<Spanned<Cow<'s, str>>> {
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

    pub fn tools<'s>(&mut self, value: Spanned<DeValue<'s>>) -> Option<Spanned<Vec<Spanned<Cow<'s, str>>>>> {
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

    pub fn on_failure(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Spanned<OnFailure>> {
        let words = [("deny", OnFailure::Deny), ("allow", OnFailure::Allow)];
        self.word("on_failure", value, &words).map(|word| Spanned::new(value.span(), word))
    }

    pub fn stdin(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Stdin> {
        self.word("stdin", value, &[("event", Stdin::Event), ("raw", Stdin::Raw)])
    }

    /// A key that takes one of a few words.
    fn word<T: Copy>(&mut self, key: &str, value: &Spanned<DeValue<'_>>, words: &[(&str, T)]) -> Option<T> {
        let listed = || words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(key, &listed(), value.span(), value.get_ref());
            return None;
        };
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
        if found.is_none() {
            let problem = Problem::new(
                Code::WrongType,
                value.span(),
                format!("`{key}` must be {}, not \"{text}\"", listed()),
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
    pub fn text<'s>(&mut self, key: &str, value: Spanned<DeValue<'s>>) -> Option<Spanned<Cow<'s, str>>> {
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

    pub fn boolean(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            self.wrong_type(key, "true or false", value.span(), value.get_ref());
        }
        found
    }

    pub fn seconds(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Spanned<Duration>> {
        let number = match value.get_ref() {
            DeValue::Integer(whole) => {
                let number = i64::from_str_radix(whole.as_str(), whole.radix());
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "a time anywhere near 2^52 seconds is refused"
                )]
                number.map_or(f64::INFINITY, |number| number as f64)
            }
            DeValue::Float(float) => float.as_str().parse().unwrap_or(f64::NAN),
            other => {
                self.wrong_type(key, "a number of seconds", value.span(), other);
                return None;
            }
        };
        let time =
            Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero() && *time <= LONGEST);
        if time.is_none() {
            let written = match value.get_ref() {
                DeValue::Integer(whole) => whole.to_string(),
                other => other.as_float().map(ToString::to_string).unwrap_or_default(),
            };
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
pub fn article(value: &DeValue<'_>) -> &'static str {
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
