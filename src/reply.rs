//! What a hook printed on stdout, as a reply: hookctl's own keys, and the dialects of the hosts.
//!
//! Hooks written for a host deny in JSON with exit 0, so looking at the status alone would allow every one
//! of them. The dialects are those of the shipped programs (Claude Code 2.1.332, Codex 0.171.0, Gemini CLI
//! 0.61.0, Qwen Code 0.24.4, Copilot CLI 1.0.102, Factory Droid 0.225.2), and of the documentation of Cursor.

mod cursor;
mod noise;

use serde_json::value::RawValue;

use crate::json::{self, Fields};
use crate::phase::{Phase, Rewrite};
use crate::text;

/// What a hook said beside its exit status.
#[derive(Debug)]
pub enum Output {
    /// Nothing.
    Silent,
    /// Plain text, trimmed.
    Text(String),
    /// A reply.
    Reply(Reply),
    /// Something that was meant as a reply, or may hide one, and cannot be read. The sentence says why.
    Unreadable(String),
}

/// A reply, whatever its dialect.
#[derive(Debug, Default)]
pub struct Reply {
    /// The strictest verdict in it, with the reason that was given for it.
    pub verdict: Option<Verdict>,
    /// A reason, even without a verdict.
    pub reason: Option<String>,
    /// Shown to the person.
    pub message: Option<String>,
    /// Added to what the model sees.
    pub context: Option<String>,
    /// The whole new subject.
    pub mutated: Option<Box<RawValue>>,
    /// What is odd about it.
    pub warnings: Vec<String>,
}

/// What a reply decides. Ordered by strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// An explicit "allow".
    Allow,
    /// A person has to agree.
    Ask,
    /// No.
    Deny,
}

/// Keys of hosts' dialects that mean something there and that hookctl does not carry.
const NOT_CARRIED: &[&str] = &[
    "updatedToolOutput",
    "updatedMCPToolOutput",
    "updatedPermissions",
    "sessionTitle",
    "initialUserMessage",
    "watchPaths",
    "worktreePath",
    "interrupt",
    "retry",
    "async",
    "asyncTimeout",
    "terminalSequence",
    "reloadSkills",
    "action",
    "content",
    "modifiedResult",
    "tailToolCallRequest",
    "clearContext",
    "llm_request",
    "llm_response",
    "toolConfig",
    "followup_message",
    "env",
];

/// Reads a hook's stdout. `cut` says that the hook printed more than was kept.
pub fn read(stdout: &[u8], cut: bool, phase: Phase) -> Output {
    let stdout = stdout.strip_prefix(b"\xef\xbb\xbf").unwrap_or(stdout);
    if !stdout.trim_ascii_start().starts_with(b"{") {
        let text = String::from_utf8_lossy(stdout);
        let text = text.trim();
        return match noise::hidden_verdict(text) {
            Some(why) => Output::Unreadable(why),
            None if text.is_empty() => Output::Silent,
            None => Output::Text(text.to_owned()),
        };
    }
    if cut {
        return Output::Unreadable("it is longer than what hookctl keeps, so its end is missing".to_owned());
    }
    let parsed = std::str::from_utf8(stdout)
        .map_err(|_| "it is not UTF-8".to_owned())
        .and_then(|text| Fields::parse(text).map_err(|error| format!("it is not one JSON object: {error}")))
        .and_then(|fields| Reader::new(phase).object(&fields));
    match parsed {
        Ok(reply) => Output::Reply(reply),
        Err(why) => Output::Unreadable(why),
    }
}

/// Collects a reply from the keys of every dialect.
struct Reader {
    phase: Phase,
    reply: Reply,
    /// Every verdict, with the reason of its own dialect.
    verdicts: Vec<(Verdict, Option<String>)>,
    /// Whether it says `continue: false`.
    halts: bool,
    stop_reason: Option<String>,
    /// A reason of a dialect that gives no verdict: an exit status may.
    spare_reason: Option<String>,
    unknown: Vec<String>,
    not_carried: Vec<String>,
}

impl Reader {
    fn new(phase: Phase) -> Self {
        Self {
            phase,
            reply: Reply::default(),
            verdicts: Vec::new(),
            halts: false,
            stop_reason: None,
            spare_reason: None,
            unknown: Vec::new(),
            not_carried: Vec::new(),
        }
    }

    fn object(mut self, fields: &Fields<'_>) -> Result<Reply, String> {
        let reason = text_of(fields, "reason")?;
        self.stop_reason = text_of(fields, "stopReason")?;
        let behaves = fields.get("behavior").is_some_and(|value| !json::is_null(value));
        for (key, value) in present(fields) {
            match key {
                "decision" => self.verdict(key, value, reason.clone())?,
                "continue" if value.get() == "false" => self.halts = true,
                "continue" if value.get() == "true" => {}
                "continue" => return Err(wrong_type(key, "true or false", value)),
                "behavior" => self.verdict(key, value, text_of(fields, "message")?)?,
                // Beside a `behavior` it is the reason.
                "message" if behaves => {}
                "message" | "systemMessage" => self.message(key, value)?,
                "context" | "additional_context" => self.context(key, value)?,
                "mutated" | "modifiedArgs" | "updated_input" => self.mutated(key, value)?,
                "modifiedPrompt" => self.prompt(key, value)?,
                "hookSpecificOutput" => {
                    let nested = nested(key, value)?;
                    self.permission_keys(&nested)?;
                    self.nested(&nested)?;
                }
                "reason" | "stopReason" | "suppressOutput" => {}
                _ if is_permission_key(key) || cursor::is_key(key) => {}
                _ => self.other(key, key),
            }
        }
        self.permission_keys(fields)?;
        self.cursor(fields)?;
        self.reply.reason = reason;
        Ok(self.settle())
    }

    /// The keys that stand at the top level or below `hookSpecificOutput` with the same meaning.
    fn permission_keys(&mut self, fields: &Fields<'_>) -> Result<(), String> {
        let reason = text_of(fields, "permissionDecisionReason")?;
        let verdicts = self.verdicts.len();
        for (key, value) in present(fields) {
            match key {
                "permissionDecision" => self.verdict(key, value, reason.clone())?,
                "additionalContext" => self.context(key, value)?,
                "updatedInput" => self.mutated(key, value)?,
                _ => {}
            }
        }
        self.spare(verdicts, reason);
        Ok(())
    }

    /// The keys that stand below `hookSpecificOutput` alone.
    fn nested(&mut self, fields: &Fields<'_>) -> Result<(), String> {
        for (key, value) in present(fields) {
            match key {
                "hookEventName" => {}
                "tool_input" => self.mutated(key, value)?,
                "decision" => {
                    let decision = nested("hookSpecificOutput.decision", value)?;
                    let reason = text_of(&decision, "message")?;
                    let verdicts = self.verdicts.len();
                    for (key, value) in present(&decision) {
                        match key {
                            "behavior" => self.verdict(key, value, reason.clone())?,
                            "updatedInput" => self.mutated(key, value)?,
                            "message" => {}
                            _ => self.other(key, &format!("hookSpecificOutput.decision.{key}")),
                        }
                    }
                    self.spare(verdicts, reason);
                }
                _ if is_permission_key(key) => {}
                _ => self.other(key, &format!("hookSpecificOutput.{key}")),
            }
        }
        Ok(())
    }

    fn verdict(&mut self, key: &str, value: &RawValue, reason: Option<String>) -> Result<(), String> {
        let word = json::as_str(value).ok_or_else(|| wrong_type(key, "a string", value))?;
        let verdict = match word.as_ref() {
            "allow" | "approve" => Verdict::Allow,
            "ask" | "defer" => Verdict::Ask,
            "deny" | "block" => Verdict::Deny,
            other => return Err(format!("its `{key}` is \"{other}\", which is none of allow, ask and deny")),
        };
        self.verdicts.push((verdict, reason));
        Ok(())
    }

    /// Keeps the reason of a dialect that added nothing to so many verdicts.
    fn spare(&mut self, verdicts: usize, reason: Option<String>) {
        if self.verdicts.len() == verdicts && self.spare_reason.is_none() {
            self.spare_reason = reason;
        }
    }

    fn message(&mut self, key: &str, value: &RawValue) -> Result<(), String> {
        let message = string(key, value)?;
        if !message.trim().is_empty() {
            text::join_line(&mut self.reply.message, message);
        }
        Ok(())
    }

    fn context(&mut self, key: &str, value: &RawValue) -> Result<(), String> {
        let context = string(key, value)?;
        if !context.trim().is_empty() {
            text::join_line(&mut self.reply.context, context);
        }
        Ok(())
    }

    fn mutated(&mut self, key: &str, value: &RawValue) -> Result<(), String> {
        let fields = nested(key, value)?;
        if self.phase.rewrite() == Some(Rewrite::Prompt)
            && !fields.get("prompt").is_some_and(|prompt| prompt.get().starts_with('"'))
        {
            return Err(format!("its `{key}` must hold the new prompt, as {{\"prompt\": \"...\"}}"));
        }
        let mutated = on_one_line(value);
        match &self.reply.mutated {
            Some(other) if other.get() != mutated.get() => {
                Err("it rewrites the input twice, in two ways".to_owned())
            }
            _ => {
                self.reply.mutated = Some(mutated);
                Ok(())
            }
        }
    }

    /// A rewrite of a prompt as the prompt itself.
    fn prompt(&mut self, key: &str, value: &RawValue) -> Result<(), String> {
        if !value.get().starts_with('"') {
            return Err(wrong_type(key, "a string", value));
        }
        if self.phase.rewrite() == Some(Rewrite::Input) {
            return Err(format!("its `{key}` is a prompt, and {} has none", self.phase));
        }
        let rewrite = RawValue::from_string(format!("{{\"prompt\":{}}}", value.get()));
        self.mutated(key, &rewrite.expect("a string in an object is JSON"))
    }

    fn other(&mut self, key: &str, path: &str) {
        let list = if NOT_CARRIED.contains(&key) { &mut self.not_carried } else { &mut self.unknown };
        list.push(format!("`{}`", text::first(path, 100)));
    }

    /// Weighs the verdicts: the strictest counts, with its own reason before any other.
    fn settle(mut self) -> Reply {
        if self.halts {
            let stop_reason = self.stop_reason.take();
            if self.phase.ends_agent() {
                // There it is the opposite of a deny: the agent ends, whatever else the reply says.
                self.verdicts = vec![(Verdict::Allow, None)];
                if let Some(stop_reason) = stop_reason {
                    text::join_line(&mut self.reply.message, stop_reason);
                }
            } else {
                self.verdicts.push((Verdict::Deny, stop_reason));
            }
        }
        let strictest = self.verdicts.iter().map(|(verdict, _)| *verdict).max();
        let mut reasons = self.verdicts.into_iter();
        let own = reasons.by_ref().find(|(verdict, reason)| Some(*verdict) == strictest && reason.is_some());
        if let Some((_, reason)) = own {
            self.reply.reason = reason;
        }
        self.reply.reason = self.reply.reason.take().or(self.spare_reason).or(self.stop_reason);
        self.reply.verdict = strictest;
        for (keys, what) in
            [(self.unknown, "a reply has no key"), (self.not_carried, "hookctl does not carry")]
        {
            if !keys.is_empty() {
                self.reply.warnings.push(format!("{what} {}", keys[..keys.len().min(20)].join(", ")));
            }
        }
        self.reply
    }
}

fn is_permission_key(key: &str) -> bool {
    matches!(key, "permissionDecision" | "permissionDecisionReason" | "additionalContext" | "updatedInput")
}

/// The members that are there: a `null` is an absent key.
fn present<'f, 'a>(fields: &'f Fields<'a>) -> impl Iterator<Item = (&'f str, &'a RawValue)> {
    fields.iter().filter(|(_, value)| !json::is_null(value))
}

/// A text of a reply; a blank one is as good as none.
fn text_of(fields: &Fields<'_>, key: &str) -> Result<Option<String>, String> {
    match fields.get(key).filter(|value| !json::is_null(value)) {
        Some(value) => Ok(Some(string(key, value)?).filter(|text| !text.trim().is_empty())),
        None => Ok(None),
    }
}

/// A value as it came, or without its line ends: an answer is one line.
fn on_one_line(value: &RawValue) -> Box<RawValue> {
    if !value.get().contains(['\n', '\r']) {
        return value.to_owned();
    }
    RawValue::from_string(json::compact(value)).expect("JSON without the blanks between its tokens is JSON")
}

fn string(key: &str, value: &RawValue) -> Result<String, String> {
    json::as_lossy_str(value).map(Into::into).ok_or_else(|| wrong_type(key, "a string", value))
}

fn nested<'a>(key: &str, value: &'a RawValue) -> Result<Fields<'a>, String> {
    if !value.get().starts_with('{') {
        return Err(wrong_type(key, "an object", value));
    }
    Fields::parse(value.get()).map_err(|error| format!("its `{key}` cannot be read: {error}"))
}

fn wrong_type(key: &str, wanted: &str, value: &RawValue) -> String {
    format!("its `{key}` must be {wanted}, not {}", json::type_name(value))
}

#[cfg(test)]
mod tests;
