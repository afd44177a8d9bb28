//! What a config can ask of a host: its phases and its tools.

use super::Host;
use crate::config::suggest;
use crate::config::tools::ToolFilter;
use crate::phase::Phase;

impl Host {
    /// Whether the host ever sends an event of that phase.
    pub fn delivers(&self, phase: Phase) -> bool {
        self.events.iter().any(|event| event.phase == phase)
    }

    /// Whether any of its events of that phase carries out a deny.
    pub fn can_deny(&self, phase: Phase) -> bool {
        self.events.iter().any(|event| event.phase == phase && event.takes.verdict.is_some())
    }

    /// Whether any of its events of that phase takes an approval.
    pub fn can_approve(&self, phase: Phase) -> bool {
        self.events.iter().any(|event| event.phase == phase && event.takes.approval)
    }

    /// Whether an entry of `tools`, a name or a glob, can mean a tool of this host.
    pub fn has_tool(&self, entry: &str) -> bool {
        let mcp = self.mcp.sample();
        let filter = ToolFilter::new(vec![entry.into()]);
        let names = self.tools.iter().map(|(tool, _)| *tool).chain([mcp.as_str()]);
        self.mcp.cover(entry) || names.into_iter().any(|tool| filter.matches(Some(tool), self.class(tool)))
    }

    /// The tool of this host that an entry of `tools` probably means.
    pub fn nearest_tool(&self, entry: &str) -> Option<&'static str> {
        suggest::nearest(entry, &self.tools.iter().map(|(tool, _)| *tool).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{claude, codex};
    use super::*;

    #[test]
    fn a_phase_without_an_event_is_never_delivered() {
        assert!(Phase::ALL.into_iter().all(|phase| claude::HOST.delivers(phase)));
        let missing: Vec<_> = Phase::ALL.into_iter().filter(|phase| !codex::HOST.delivers(*phase)).collect();
        assert_eq!(missing, [Phase::Notification]);
    }

    #[test]
    fn an_entry_of_tools_is_known_by_name_by_glob_and_as_an_mcp_tool() {
        for entry in ["Bash", "*Edit", "*", "mcp__github", "mcp__github__*", "mcp*", "*__tool"] {
            assert!(claude::HOST.has_tool(entry), "{entry}");
        }
        for entry in ["bash", "Write", "Edit", "apply", "github__*", "shell"] {
            assert!(!codex::HOST.has_tool(entry), "{entry}");
        }
    }

    #[test]
    fn a_tool_of_another_host_or_a_misspelling_has_a_nearest_one() {
        assert_eq!(claude::HOST.nearest_tool("bash"), Some("Bash"));
        assert_eq!(claude::HOST.nearest_tool("NotebokEdit"), Some("NotebookEdit"));
        assert_eq!(codex::HOST.nearest_tool("applypatch"), Some("apply_patch"));
        assert_eq!(codex::HOST.nearest_tool("WebFetch"), None);
    }

    #[test]
    fn a_host_that_cannot_carry_out_a_deny_or_an_approval_says_so() {
        let [droid, gemini] = ["droid", "gemini"].map(|name| Host::named(name).expect(name));
        assert!(droid.can_deny(Phase::Stop) && !droid.can_deny(Phase::SubagentStop));
        assert!(droid.can_approve(Phase::PreTool) && !gemini.can_approve(Phase::PreTool));
        assert!(claude::HOST.can_deny(Phase::PreCompact) && !gemini.can_deny(Phase::PreCompact));
    }

    #[test]
    fn a_class_is_known_where_the_host_has_a_tool_of_it() {
        for name in ["claude", "codex", "gemini", "qwen", "copilot", "droid"] {
            let host = Host::named(name).expect(name);
            for entry in ["@shell", "@edit", "@read", "@mcp", "@agent"] {
                assert!(host.has_tool(entry), "{name} {entry}");
            }
        }
        assert!(!codex::HOST.has_tool("@web"));
    }

    #[test]
    fn a_deadline_is_the_phase_s_own_or_the_host_s() {
        let millis = |host: &Host, phase| host.deadline(phase).as_millis();
        assert_eq!(millis(&claude::HOST, Phase::PreTool), 590_000);
        assert_eq!(millis(&claude::HOST, Phase::PromptSubmit), 25_000);
        assert_eq!(millis(&claude::HOST, Phase::SessionEnd), 800);
        assert_eq!(millis(&codex::HOST, Phase::PromptSubmit), 590_000);
        assert_eq!(millis(&codex::HOST, Phase::SessionEnd), 300);
    }
}
