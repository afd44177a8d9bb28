//! The `tools` filter of a hook: exact names, globs with `*` and `?`, or classes behind an `@`.

use std::borrow::Cow;
use std::fmt;

use wildmatch::WildMatch;

use super::suggest;
use crate::host::tools::Class;

/// What the name of a class begins with.
const CLASS: char = '@';

/// Which tools a hook fires for. Empty: for every tool.
#[derive(Debug, Default)]
pub struct ToolFilter<'s>(Vec<Cow<'s, str>>);

impl<'s> ToolFilter<'s> {
    /// A filter of patterns that [`fault`] has no objection to.
    pub fn new(patterns: Vec<Cow<'s, str>>) -> Self {
        Self(patterns)
    }

    /// Whether the filter lets a tool of that class through.
    pub fn matches(&self, tool: Option<&str>, class: Option<Class>) -> bool {
        self.0.is_empty()
            || tool.is_some_and(|tool| self.0.iter().any(|pattern| matches(pattern, tool, class)))
    }
}

impl fmt::Display for ToolFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}

/// Whether one pattern covers a tool's name or its class; case counts.
fn matches(pattern: &str, tool: &str, class: Option<Class>) -> bool {
    if let Some(name) = pattern.strip_prefix(CLASS) {
        return class.is_some_and(|class| class.name() == name);
    }
    if is_glob(pattern) { WildMatch::new(pattern).matches(tool) } else { pattern == tool }
}

/// Whether an entry is more than one name.
pub fn is_glob(pattern: &str) -> bool {
    pattern.contains(['*', '?'])
}

/// Why an entry can never match as its author meant: what is wrong, and what to write instead.
pub fn fault(entry: &str) -> Option<(String, String)> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !entry.is_empty() && entry.bytes().all(is_plain) {
        return None;
    }
    let wrong =
        |what: &str, instead: String| Some((format!("the entry `{entry}` of `tools` {what}"), instead));
    if entry.trim().is_empty() {
        return wrong("is blank", "write a tool's name, or leave `tools` out for every tool".to_owned());
    }
    if entry.contains('|') {
        let names: Vec<_> = entry.split('|').map(|name| format!("\"{}\"", plain(name))).collect();
        return wrong(
            "is a list in one string",
            format!("entries are names or globs: write [{}]", names.join(", ")),
        );
    }
    if entry.contains(',') {
        let names: Vec<_> = entry.split(',').map(|name| format!("\"{}\"", plain(name))).collect();
        return wrong(
            "is a list in one string",
            format!("give each name a string of its own: [{}]", names.join(", ")),
        );
    }
    if let Some((name, _)) = entry.split_once('(') {
        return wrong(
            "is a permission rule or a regular expression",
            format!(
                "entries are names or globs: write \"{}\", and look at the input in the hook",
                plain(name)
            ),
        );
    }
    if entry.contains(char::is_whitespace) {
        return wrong("holds a blank", "no tool's name has one".to_owned());
    }
    if entry.starts_with('!') {
        return wrong("is a negation", "there is none: list the tools that the hook is for".to_owned());
    }
    let regex = [".*", ".+", ".?"].iter().any(|part| entry.contains(part))
        || entry.contains(['^', '$', '[', ']', ')', '{', '}', '+', '\\']);
    if regex {
        let glob = plain(&entry.replace(".*", "*").replace(".+", "*"));
        return wrong("is a regular expression", format!("entries are names or globs: write \"{glob}\""));
    }
    if let Some(name) = entry.strip_prefix(CLASS)
        && Class::from_name(name).is_none()
    {
        let names = Class::ALL.map(Class::name);
        let help = suggest::nearest(name, &names).map_or_else(
            || format!("the classes are {}", names.map(|name| format!("{CLASS}{name}")).join(", ")),
            |near| format!("did you mean \"{CLASS}{near}\"?"),
        );
        return wrong("is no class of tools", help);
    }
    None
}

/// An entry without the signs of other pattern languages.
fn plain(entry: &str) -> String {
    entry.trim().chars().filter(|c| !"^$()[]{}+\\".contains(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_matches_itself_alone_and_a_glob_what_it_covers() {
        for (pattern, tool, expected) in [
            ("Edit", "Edit", true),
            ("Edit", "NotebookEdit", false),
            ("Edit", "edit", false),
            ("mcp__memory__*", "mcp__memory__create", true),
            ("mcp__memory__*", "mcp__memory__", true),
            ("mcp__memory__*", "mcp__memory_x", false),
            ("?ead", "Read", true),
            ("?ead", "ead", false),
            ("*", "anything", true),
            ("*Edit", "NotebookEdit", true),
            ("a.b", "axb", false),
        ] {
            let filter = ToolFilter::new(vec![pattern.into()]);
            assert_eq!(filter.matches(Some(tool), None), expected, "{pattern} {tool}");
        }
    }

    #[test]
    fn an_empty_filter_lets_every_tool_through() {
        assert!(ToolFilter::default().matches(Some("any"), None));
        assert!(ToolFilter::default().matches(None, None));
    }

    #[test]
    fn a_class_covers_the_tools_that_are_of_it() {
        let filter = ToolFilter::new(vec!["@shell".into(), "Read".into()]);
        assert!(filter.matches(Some("Execute"), Some(Class::Shell)));
        assert!(filter.matches(Some("Read"), Some(Class::Read)));
        assert!(!filter.matches(Some("view"), Some(Class::Read)));
        assert!(!filter.matches(Some("shell"), None));
        assert!(!filter.matches(Some("@shell"), None));
        for class in Class::ALL {
            assert_eq!(fault(&format!("@{}", class.name())), None);
        }
    }

    #[test]
    fn a_class_that_there_is_not_is_told_the_nearest_one() {
        for (entry, help) in [
            ("@shel", "did you mean \"@shell\"?"),
            ("@Shell", "did you mean \"@shell\"?"),
            ("@edits", "did you mean \"@edit\"?"),
            ("@mcp*", "did you mean \"@mcp\"?"),
            ("@", "@shell, @edit, @read, @web, @mcp, @agent"),
            ("@all", "the classes are"),
            ("@shell|@edit", r#"["@shell", "@edit"]"#),
        ] {
            let (message, told) = fault(entry).expect(entry);
            assert!(message.contains(entry) && told.contains(help), "{entry}: {message}: {told}");
        }
    }

    #[test]
    fn names_and_globs_have_no_fault() {
        for entry in ["Bash", "mcp__github__*", "mcp__code-search__run", "a.b", "?", "*", "ns/tool", "Tool:2"]
        {
            assert_eq!(fault(entry), None);
        }
    }

    #[test]
    fn a_pattern_of_another_language_is_told_how_to_become_a_glob() {
        for (entry, instead) in [
            ("Edit|Write", r#"["Edit", "Write"]"#),
            ("^Bash$", r#""Bash""#),
            ("mcp__.*", r#""mcp__*""#),
            ("Edit, Write", r#"["Edit", "Write"]"#),
            ("Bash(git *)", r#""Bash""#),
            ("Bash Edit", "no tool's name"),
            ("!Bash", "list the tools"),
            (" ", "leave `tools` out"),
        ] {
            let (_, help) = fault(entry).expect(entry);
            assert!(help.contains(instead), "{entry}: {help}");
        }
    }
}
