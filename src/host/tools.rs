//! Classes of tools: what a tool is for, whatever a host calls it.

use super::{ALL, Host};

/// What a tool is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Runs a command line, which is the `command` of its input.
    Shell,
    /// Writes files.
    Edit,
    /// Looks at files and folders.
    Read,
    /// Fetches from the web, or searches it.
    Web,
    /// A tool of an MCP server.
    Mcp,
    /// Starts another agent.
    Agent,
}

/// What the names of a host's MCP tools have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum McpNames {
    /// They begin with this.
    Prefix(&'static str),
    /// This stands between the server and the tool.
    Between(&'static str),
    /// The same, but other names may have it as well: it tells nothing of a tool of nobody knows which host.
    Hyphen,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 6] = [Self::Shell, Self::Edit, Self::Read, Self::Web, Self::Mcp, Self::Agent];

    /// Its name, in a payload and, behind an `@`, in `tools`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shell => "shell",
            Self::Edit => "edit",
            Self::Read => "read",
            Self::Web => "web",
            Self::Mcp => "mcp",
            Self::Agent => "agent",
        }
    }

    /// The class of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// The class of a tool that may be any host's.
    pub fn of_any(tool: &str) -> Option<Self> {
        let own = ALL.into_iter().find_map(|host| host.own_class(tool));
        let is_mcp = || ALL.into_iter().any(|host| host.mcp != McpNames::Hyphen && host.mcp.cover(tool));
        own.or_else(|| is_mcp().then_some(Self::Mcp))
    }

    /// The class that a list of names spells out: tools of one class of several hosts, or all that one host has
    /// of it.
    pub fn spelt_out(names: &[&str]) -> Option<Self> {
        let (first, rest) = names.split_first()?;
        let class = Self::of_any(first).filter(|class| *class != Self::Mcp)?;
        if rest.is_empty() || rest.iter().any(|name| Self::of_any(name) != Some(class)) {
            return None;
        }
        let knows_all = |host: &&Host| names.iter().all(|name| host.own_class(name).is_some());
        let is_all_of = |host: &Host| host.of_class(class).all(|tool| names.contains(&tool));
        let mut hosts = ALL.into_iter().filter(knows_all).peekable();
        (hosts.peek().is_none() || hosts.any(is_all_of)).then_some(class)
    }
}

/// Every tool of every host.
pub fn all() -> impl Iterator<Item = &'static str> {
    ALL.into_iter().flat_map(|host| host.tools).map(|(tool, _)| *tool)
}

impl McpNames {
    /// Whether a name is one of these.
    pub fn cover(self, tool: &str) -> bool {
        match self {
            Self::Prefix(prefix) => tool.starts_with(prefix),
            Self::Between(sign) => tool.contains(sign),
            Self::Hyphen => tool.contains('-'),
        }
    }

    /// The name of an MCP tool of nobody.
    pub fn sample(self) -> String {
        match self {
            Self::Prefix(prefix) => format!("{prefix}server__tool"),
            Self::Between(sign) => format!("server{sign}tool"),
            Self::Hyphen => "server-tool".to_owned(),
        }
    }
}

impl Host {
    /// The class of a tool of this host, where it is known.
    pub fn class(&self, tool: &str) -> Option<Class> {
        self.own_class(tool).or_else(|| self.mcp.cover(tool).then_some(Class::Mcp))
    }

    /// Its own tools of a class.
    pub fn of_class(&self, class: Class) -> impl Iterator<Item = &'static str> {
        self.tools.iter().filter(move |(_, other)| *other == Some(class)).map(|(tool, _)| *tool)
    }

    fn own_class(&self, tool: &str) -> Option<Class> {
        self.tools.iter().find(|(name, _)| *name == tool).and_then(|(_, class)| *class)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_name_is_of_the_same_class_on_every_host_that_has_it() {
        let mut classes = BTreeMap::new();
        for (tool, class) in ALL.into_iter().flat_map(|host| host.tools) {
            assert_eq!(classes.entry(tool).or_insert(class), &class, "{tool}");
        }
    }

    #[test]
    fn every_host_has_a_tool_of_the_classes_that_guards_are_for() {
        for host in ALL {
            for class in [Class::Shell, Class::Edit, Class::Read, Class::Agent] {
                assert!(host.of_class(class).next().is_some(), "{} {class:?}", host.name);
            }
        }
    }

    #[test]
    fn a_tool_of_a_server_is_known_by_its_name() {
        for (host, tool, class) in [
            ("claude", "mcp__memo__create", Some(Class::Mcp)),
            ("codex", "mcp__memo__create", Some(Class::Mcp)),
            ("gemini", "mcp_memo_create", Some(Class::Mcp)),
            ("qwen", "mcp__memo__create", Some(Class::Mcp)),
            ("copilot", "memo-create_note", Some(Class::Mcp)),
            ("droid", "memo___create_note", Some(Class::Mcp)),
            ("copilot", "read_bash", None),
            ("claude", "my-tool", None),
            ("gemini", "glob", Some(Class::Read)),
        ] {
            assert_eq!(Host::named(host).expect(host).class(tool), class, "{host} {tool}");
        }
    }

    #[test]
    fn a_tool_of_nobody_knows_which_host_has_the_class_that_it_has_anywhere() {
        for (tool, class) in [
            ("Execute", Some(Class::Shell)),
            ("run_shell_command", Some(Class::Shell)),
            ("apply_patch", Some(Class::Edit)),
            ("google_web_search", Some(Class::Web)),
            ("memo___create_note", Some(Class::Mcp)),
            ("mcp_memo_create", Some(Class::Mcp)),
            // Only one host calls its tools so, and a script may do it as well.
            ("db-drop", None),
            ("bash2", None),
            ("TodoWrite", None),
        ] {
            assert_eq!(Class::of_any(tool), class, "{tool}");
        }
    }

    #[test]
    fn a_list_that_is_a_class_is_one_of_several_hosts_or_all_that_one_host_has() {
        for (names, class) in [
            (&["Bash", "run_shell_command"][..], Some(Class::Shell)),
            (&["Bash", "PowerShell"], Some(Class::Shell)),
            (&["Write", "Edit", "MultiEdit", "NotebookEdit"], Some(Class::Edit)),
            (&["write_file", "apply_patch", "Create"], Some(Class::Edit)),
            (&["WebFetch", "WebSearch"], Some(Class::Web)),
            (&["Bash"], None),
            (&["Edit", "Write"], None),
            (&["Bash", "Edit"], None),
            (&["Bash", "bsh"], None),
            (&[], None),
        ] {
            assert_eq!(Class::spelt_out(names), class, "{names:?}");
        }
    }
}
