//! The closed set of lifecycle phases and what is fixed for each of them.

use std::fmt;

use clap::ValueEnum;
use serde::ser::{Serialize, Serializer};

/// A point in a host's life at which hooks run.
///
/// The names are exact: they are what `event` in hooks.toml and the command line accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Phase {
    /// Before a tool runs
    PreTool,
    /// When the host would ask the person for a permission
    PermissionRequest,
    /// When the person submits a prompt
    PromptSubmit,
    /// When the agent is about to end its turn
    Stop,
    /// When a subagent is about to end
    SubagentStop,
    /// Before the conversation is compacted
    PreCompact,
    /// After a tool ran
    PostTool,
    /// When a session starts
    SessionStart,
    /// When a subagent starts
    SubagentStart,
    /// After the conversation was compacted
    PostCompact,
    /// When the host notifies the person
    Notification,
    /// When a session ends
    SessionEnd,
}

/// How much weight a phase gives to its hooks, and to their failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Fails closed: whatever goes wrong is a deny.
    Gate,
    /// May deny, but fails open: a broken hook must not keep an agent running for ever.
    Brake,
    /// Cannot deny; failures are warnings.
    Observer,
}

/// What a `mutated` of a reply replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewrite {
    /// The whole `input` of a tool.
    Input,
    /// The prompt, given as `{"prompt": "..."}`.
    Prompt,
}

impl Phase {
    /// Every phase, in the order of the contract.
    pub const ALL: [Self; 12] = [
        Self::PreTool,
        Self::PermissionRequest,
        Self::PromptSubmit,
        Self::Stop,
        Self::SubagentStop,
        Self::PreCompact,
        Self::PostTool,
        Self::SessionStart,
        Self::SubagentStart,
        Self::PostCompact,
        Self::Notification,
        Self::SessionEnd,
    ];

    /// The name in hooks.toml, on the command line and in an event.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PreTool => "pre_tool",
            Self::PermissionRequest => "permission_request",
            Self::PromptSubmit => "prompt_submit",
            Self::Stop => "stop",
            Self::SubagentStop => "subagent_stop",
            Self::PreCompact => "pre_compact",
            Self::PostTool => "post_tool",
            Self::SessionStart => "session_start",
            Self::SubagentStart => "subagent_start",
            Self::PostCompact => "post_compact",
            Self::Notification => "notification",
            Self::SessionEnd => "session_end",
        }
    }

    /// The phase of that exact name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.name() == name)
    }

    /// Whether the phase is a gate, a brake or an observer.
    pub const fn kind(self) -> Kind {
        match self {
            Self::PreTool | Self::PermissionRequest | Self::PromptSubmit => Kind::Gate,
            Self::Stop | Self::SubagentStop | Self::PreCompact => Kind::Brake,
            Self::PostTool
            | Self::SessionStart
            | Self::SubagentStart
            | Self::PostCompact
            | Self::Notification
            | Self::SessionEnd => Kind::Observer,
        }
    }

    /// Whether events of this phase name a tool, so that `tools` can filter them.
    pub const fn has_tool(self) -> bool {
        matches!(self, Self::PreTool | Self::PermissionRequest | Self::PostTool)
    }

    /// What a hook of this phase may rewrite.
    pub const fn rewrite(self) -> Option<Rewrite> {
        match self {
            Self::PreTool | Self::PermissionRequest => Some(Rewrite::Input),
            Self::PromptSubmit => Some(Rewrite::Prompt),
            _ => None,
        }
    }

    /// Whether the model can be given additional context in this phase.
    pub const fn takes_context(self) -> bool {
        matches!(
            self,
            Self::PreTool | Self::PromptSubmit | Self::PostTool | Self::SessionStart | Self::SubagentStart
        )
    }

    /// Whether the phase ends an agent, so that `continue: false` in a reply lets it end.
    pub const fn ends_agent(self) -> bool {
        matches!(self, Self::Stop | Self::SubagentStop)
    }
}

impl Serialize for Phase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_and_the_config_use_the_same_names() {
        for phase in Phase::ALL {
            let value = phase.to_possible_value().map(|value| value.get_name().to_owned());
            assert_eq!(value.as_deref(), Some(phase.name()));
            assert_eq!(Phase::from_name(phase.name()), Some(phase));
        }
        assert_eq!(Phase::ALL.len(), Phase::value_variants().len());
    }
}
