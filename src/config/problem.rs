//! What can be wrong with a hooks.toml: one table of codes, and one finding.

use std::ops::Range;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The file runs nothing.
    Error,
    /// The file runs, but probably not as its author meant.
    Warning,
}

/// Defines [`Code`] from one table: variant, severity, stable name and what it means.
macro_rules! codes {
    ($($variant:ident $severity:ident $name:literal $meaning:literal;)+) => {
        /// The kind of a finding. Its name is stable: scripts and suppressions may rely on it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $variant,)+
        }

        impl Code {
            /// Every kind, the errors first.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable name, in kebab case.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// Whether findings of this kind keep a file from running.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)+ }
            }

            /// What it means, as a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)+ }
            }
        }
    };
}

codes! {
    Syntax Error "syntax" "The file is not valid TOML.";
    UnknownKey Error "unknown-key" "A key or table that hooks.toml does not have.";
    WrongType Error "wrong-type" "A value of the wrong type, or a word that the key does not take.";
    MissingKey Error "missing-key" "A hook without `event` or `command`.";
    UnknownEvent Error "unknown-event" "An `event` that is no phase.";
    EmptyCommand Error "empty-command" "A `command` that is blank, only a comment, or an empty array.";
    EmptyName Error "empty-name" "A `name` that is blank.";
    DuplicateName Error "duplicate-name" "Two hooks of the same name.";
    ToolsWithoutTool Error "tools-without-tool" "A `tools` filter on a phase whose events name no tool.";
    ToolPattern Error "tool-pattern" "An entry of `tools` that is neither a name nor a glob.";
    BadTimeout Error "bad-timeout" "A time that is not above 0 and at most a day.";
    TimeoutAboveDeadline Error "timeout-above-deadline" "A `timeout_secs` above the file's own `deadline_secs`.";
    ShellNotFound Error "shell-not-found" "A `shell` that does not exist on this machine or cannot be executed.";
    CommandSyntax Error "command-syntax" "A `command` that its shell cannot parse.";
    GateFailsOpen Warning "gate-fails-open" "`on_failure = \"allow\"` on a gate.";
    ProgramNotFound Warning "program-not-found" "A program that is not on PATH.";
    FileNotFound Warning "file-not-found" "A file that a command runs, or the folder that it runs in, does not exist.";
    NotExecutable Warning "not-executable" "A file that a command starts and that has no execute bit.";
    CrlfShebang Warning "crlf-shebang" "A script whose `#!` line ends in CRLF.";
    UnsetVariable Warning "unset-variable" "A variable in a command that nothing sets.";
    QuotedTilde Warning "quoted-tilde" "A `~` in quotes, where it is not the home folder.";
    VerdictLost Warning "verdict-lost" "A line that ends well whatever its guard says: `|| true`, `; exit 0`, `| tee`.";
    RelativeToEvent Warning "relative-to-event" "A relative program with `cwd = \"event\"`: the agent chooses what runs.";
    McpServer Warning "mcp-server-without-tool" "An entry of `tools` that names an MCP server and no tool.";
    ToolCase Warning "tool-case" "An entry of `tools` that differs from a tool of a host only in case.";
    LongTimeout Warning "long-timeout" "A `timeout_secs` above 600 s: probably meant in milliseconds.";
    ClassSpeltOut Warning "class-spelt-out" "Names in `tools` that are a class of tools: one word covers it on every host.";
    TimeoutAboveHost Warning "timeout-above-host" "A `timeout_secs` above what a chain gets on the host by default.";
    NeverOnHost Warning "never-on-host" "A hook for a phase or for tools that the host does not have.";
    HostLimit Warning "host-limit" "A verdict of a hook that the host has no way to carry out: a deny, or an approval.";
    NotWired Warning "not-wired" "A hook of a phase on whose events the host, which calls hookctl on others, does not call it.";
    GroupWritable Warning "group-writable" "A file that its group may write.";
}

/// The table of all kinds, a line each: name, weight and meaning.
pub fn table() -> String {
    let width = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or_default();
    let line = |code: &Code| {
        let severity = match code.severity() {
            Severity::Error => "error  ",
            Severity::Warning => "warning",
        };
        format!("{:width$}  {severity}  {}\n", code.name(), code.meaning())
    };
    Code::ALL.iter().map(line).collect()
}

/// One finding, at a place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Its kind.
    pub code: Code,
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Problem {
    /// A finding without advice.
    pub fn new(code: Code, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { code, span, message: message.into(), help: None }
    }

    /// The same finding, with what to write instead.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
