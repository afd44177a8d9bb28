//! The reply dialect of Cursor, as its documentation has it: hooks that were written for it are widely copied.

use super::{Reader, Verdict, text_of};
use crate::json::{self, Fields};
use crate::text;

/// Its own keys at the top level, in both of the spellings that the texts have.
const KEYS: &[&str] = &["permission", "user_message", "userMessage", "agent_message", "agentMessage"];

/// Whether a key is one of this dialect alone.
pub fn is_key(key: &str) -> bool {
    KEYS.contains(&key)
}

impl Reader {
    /// Reads the verdict and who is told what. The reason of a deny is what the agent is told, or else the
    /// person; without a deny the agent is told it as a context.
    pub(super) fn cursor(&mut self, fields: &Fields<'_>) -> Result<(), String> {
        let agent = text_of(fields, "agent_message")?.or(text_of(fields, "agentMessage")?);
        let user = text_of(fields, "user_message")?.or(text_of(fields, "userMessage")?);
        let reason = agent.as_ref().or(user.as_ref()).cloned();
        let before = self.verdicts.len();
        if let Some(permission) = fields.get("permission").filter(|value| !json::is_null(value)) {
            self.verdict("permission", permission, reason.clone())?;
        }
        let refuses = self.verdicts[before..].iter().any(|(verdict, _)| *verdict != Verdict::Allow);
        let mut message = user;
        if refuses || self.halts {
            if !refuses {
                self.stop_reason = self.stop_reason.take().or(reason);
            }
            message = message.filter(|_| agent.is_some());
        } else {
            self.spare(before, reason);
            if let Some(agent) = agent {
                text::join_line(&mut self.reply.context, agent);
            }
        }
        if let Some(message) = message {
            text::join_line(&mut self.reply.message, message);
        }
        Ok(())
    }
}
