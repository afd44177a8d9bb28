//! How each host is told to call hookctl: its settings files and, for each event, what an entry must hold.
//!
//! One row per host, one line per event. The facts are those of the version that stands in the row.

use crate::host::{claude, codex, copilot, droid, gemini, qwen};
use crate::phase::{Kind, Phase};

/// How one host is wired.
#[derive(Debug)]
pub struct Wiring {
    /// What `--host` calls it.
    pub host: &'static str,
    /// What its makers call it.
    pub title: &'static str,
    /// Its program, as it is found on PATH.
    pub program: &'static str,
    /// The version that it is known to work with.
    pub version: &'static str,
    /// Its folder below the home.
    pub folder: &'static str,
    /// The variable that moves this folder.
    pub moved_by: Option<Moved>,
    /// The file for every project, in that folder.
    pub user_file: &'static str,
    /// The file for one project, in the project's folder.
    pub project_file: &'static str,
    /// Where in a file the events stand.
    pub shape: Shape,
    /// Whether it reads comments in the file; where it does not, a comment makes it ignore all of the file.
    pub comments: bool,
    /// The key of an entry that holds its limit.
    pub timeout_key: &'static str,
    /// What that limit is counted in.
    pub unit: Unit,
    /// What makes a gate of the host block where an entry fails; most have no such thing.
    pub block: Option<(&'static str, &'static str)>,
    /// Whether an entry is given a name, by which the host shows and disables it.
    pub named: bool,
    /// Its events.
    pub events: &'static [Wired],
    /// What a person has to do so that the host runs the entries of each scope.
    pub notes: Notes,
}

/// A variable that moves the folder of a host.
#[derive(Debug, Clone, Copy)]
pub enum Moved {
    /// Its value is the folder itself.
    Folder(&'static str),
    /// Its value stands for the home.
    Home(&'static str),
}

/// Where in a settings file the events stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Below `hooks`, as lists of groups that hold entries.
    Groups,
    /// At the top level, as lists of groups: a `hooks` key makes Droid ignore the file.
    TopLevel,
    /// Below `hooks`, as lists of entries, in a file with a `version` that may be hookctl's alone.
    Flat,
}

/// What a host counts a limit in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Millis,
    /// Seconds below 1000, milliseconds from there on.
    Either,
}

/// One event of a host.
#[derive(Debug)]
pub struct Wired {
    /// What the host calls it.
    pub event: &'static str,
    /// The phase whose hooks run on it.
    pub phase: Phase,
    /// The limit that its entry gets, in seconds.
    pub timeout: u32,
    /// The limit of a chain in milliseconds where the command line names none.
    pub deadline_ms: u32,
    /// The limit of a chain in seconds that the command line names, where the entry's limit leaves more room
    /// than the host's own default.
    pub names_deadline: Option<u32>,
    /// The matcher of its group.
    pub matcher: Option<&'static str>,
}

/// What a person has to do besides.
#[derive(Debug)]
pub struct Notes {
    /// After wiring every project.
    pub user: Option<&'static str>,
    /// After wiring one project.
    pub project: Option<&'static str>,
    /// In either case, where one of these events is wired.
    pub on: Option<(&'static str, &'static str)>,
}

impl Wiring {
    /// The events that have to be wired for hooks of a phase to run.
    pub fn of(&self, phase: Phase) -> impl Iterator<Item = &'static Wired> {
        self.events.iter().filter(move |wired| wired.phase == phase)
    }

    /// An event by the host's name for it.
    pub fn event(&self, name: &str) -> Option<&'static Wired> {
        self.events.iter().find(|wired| wired.event == name)
    }
}

impl Wired {
    const fn new(event: &'static str, phase: Phase, timeout: u32, deadline_ms: u32) -> Self {
        Self { event, phase, timeout, deadline_ms, names_deadline: None, matcher: None }
    }

    /// The same event, with room for a chain of 590 s.
    const fn with_room(self) -> Self {
        Self { timeout: 600, names_deadline: Some(590), ..self }
    }

    /// The same event, for every tool.
    const fn every_tool(self) -> Self {
        Self { matcher: Some("*"), ..self }
    }

    /// Whether nothing may go ahead where the entry fails.
    pub fn is_gate(&self) -> bool {
        self.phase.kind() == Kind::Gate
    }
}

impl Unit {
    /// A limit as the host writes it.
    pub fn written(self, seconds: u32) -> String {
        match self {
            Self::Seconds | Self::Either => seconds.to_string(),
            Self::Millis => (u64::from(seconds) * 1000).to_string(),
        }
    }

    /// A limit that is written, in seconds.
    pub fn seconds(self, written: f64) -> f64 {
        match self {
            Self::Seconds => written,
            Self::Either if written < 1000.0 => written,
            Self::Millis | Self::Either => written / 1000.0,
        }
    }
}

/// The wiring of the host of that name.
pub fn named(host: &str) -> Option<&'static Wiring> {
    ALL.into_iter().find(|wiring| wiring.host == host)
}

/// Every host that can be wired.
pub static ALL: [&Wiring; 6] = [&CLAUDE, &CODEX, &GEMINI, &QWEN, &COPILOT, &DROID];

/// Claude Code: `WorktreeCreate` is left out, because an entry there replaces the host's own work. It was
/// measured that a comment or a trailing comma makes it ignore the whole file.
static CLAUDE: Wiring = Wiring {
    host: "claude",
    title: claude::HOST.title,
    program: "claude",
    version: "2.1.332",
    folder: ".claude",
    moved_by: Some(Moved::Folder("CLAUDE_CONFIG_DIR")),
    user_file: "settings.json",
    project_file: ".claude/settings.json",
    shape: Shape::Groups,
    comments: false,
    timeout_key: "timeout",
    unit: Unit::Seconds,
    block: Some(("onFailure", "block")),
    named: false,
    events: &[
        Wired::new("PreToolUse", Phase::PreTool, 600, 590_000),
        Wired::new("PreSkillShellCommand", Phase::PreTool, 600, 590_000),
        Wired::new("PermissionRequest", Phase::PermissionRequest, 600, 590_000),
        Wired::new("UserPromptSubmit", Phase::PromptSubmit, 30, 25_000),
        Wired::new("UserPromptExpansion", Phase::PromptSubmit, 30, 25_000),
        Wired::new("PostToolUse", Phase::PostTool, 600, 590_000),
        Wired::new("PostToolUseFailure", Phase::PostTool, 600, 590_000),
        Wired::new("Stop", Phase::Stop, 600, 590_000),
        Wired::new("SubagentStop", Phase::SubagentStop, 600, 590_000),
        Wired::new("PreCompact", Phase::PreCompact, 600, 590_000),
        Wired::new("PostCompact", Phase::PostCompact, 600, 590_000),
        Wired::new("SessionStart", Phase::SessionStart, 600, 590_000),
        Wired::new("SubagentStart", Phase::SubagentStart, 600, 590_000),
        Wired::new("Notification", Phase::Notification, 600, 590_000),
        Wired::new("SessionEnd", Phase::SessionEnd, 5, 800),
    ],
    notes: Notes { user: None, project: None, on: None },
};

static CODEX: Wiring = Wiring {
    host: "codex",
    title: codex::HOST.title,
    program: "codex",
    version: "0.171.0",
    folder: ".codex",
    moved_by: Some(Moved::Folder("CODEX_HOME")),
    user_file: "hooks.json",
    project_file: ".codex/hooks.json",
    shape: Shape::Groups,
    comments: false,
    timeout_key: "timeout",
    unit: Unit::Seconds,
    block: None,
    named: false,
    events: &[
        Wired::new("PreToolUse", Phase::PreTool, 600, 590_000),
        Wired::new("PermissionRequest", Phase::PermissionRequest, 600, 590_000),
        Wired::new("UserPromptSubmit", Phase::PromptSubmit, 600, 590_000),
        Wired::new("PostToolUse", Phase::PostTool, 600, 590_000),
        Wired::new("Stop", Phase::Stop, 600, 590_000),
        Wired::new("SubagentStop", Phase::SubagentStop, 600, 590_000),
        Wired::new("PreCompact", Phase::PreCompact, 600, 590_000),
        Wired::new("PostCompact", Phase::PostCompact, 600, 590_000),
        Wired::new("SessionStart", Phase::SessionStart, 600, 590_000),
        Wired::new("SubagentStart", Phase::SubagentStart, 600, 590_000),
        Wired::new("SessionEnd", Phase::SessionEnd, 3, 300),
    ],
    notes: Notes { user: Some(CODEX_TRUST), project: Some(CODEX_TRUST), on: None },
};

const CODEX_TRUST: &str = "trust the entries with /hooks in Codex: `codex exec` skips one that is not trusted, \
                           or was edited since, without a word";

/// Gemini CLI: `PreCompress` is left out, because it fires before every request to the model and can deny
/// nothing.
static GEMINI: Wiring = Wiring {
    host: "gemini",
    title: gemini::HOST.title,
    program: "gemini",
    version: "0.61.0",
    folder: ".gemini",
    moved_by: Some(Moved::Home("GEMINI_CLI_HOME")),
    user_file: "settings.json",
    project_file: ".gemini/settings.json",
    shape: Shape::Groups,
    comments: true,
    timeout_key: "timeout",
    unit: Unit::Millis,
    block: None,
    named: true,
    events: &[
        Wired::new("BeforeTool", Phase::PreTool, 600, 55_000).with_room(),
        Wired::new("AfterTool", Phase::PostTool, 600, 55_000).with_room(),
        Wired::new("BeforeAgent", Phase::PromptSubmit, 60, 55_000),
        Wired::new("AfterAgent", Phase::Stop, 600, 55_000).with_room(),
        Wired::new("SessionStart", Phase::SessionStart, 60, 55_000),
        Wired::new("SessionEnd", Phase::SessionEnd, 5, 4_000),
        Wired::new("Notification", Phase::Notification, 5, 4_000),
    ],
    notes: Notes {
        user: None,
        project: Some("Gemini CLI runs the hooks of a project only in a folder that it was told to trust"),
        on: None,
    },
};

/// Qwen Code: whatever an entry says, the gate opens after 60 s.
static QWEN: Wiring = Wiring {
    host: "qwen",
    title: qwen::HOST.title,
    program: "qwen",
    version: "0.24.4",
    folder: ".qwen",
    moved_by: None,
    user_file: "settings.json",
    project_file: ".qwen/settings.json",
    shape: Shape::Groups,
    comments: true,
    timeout_key: "timeout",
    unit: Unit::Either,
    block: None,
    named: true,
    events: &[
        Wired::new("PreToolUse", Phase::PreTool, 59, 50_000),
        Wired::new("PermissionRequest", Phase::PermissionRequest, 59, 50_000),
        Wired::new("PostToolUse", Phase::PostTool, 59, 50_000),
        Wired::new("PostToolUseFailure", Phase::PostTool, 59, 50_000),
        Wired::new("UserPromptSubmit", Phase::PromptSubmit, 59, 25_000),
        Wired::new("Stop", Phase::Stop, 59, 50_000),
        Wired::new("SubagentStart", Phase::SubagentStart, 59, 50_000),
        Wired::new("SubagentStop", Phase::SubagentStop, 59, 50_000),
        Wired::new("SessionStart", Phase::SessionStart, 59, 50_000),
        Wired::new("SessionEnd", Phase::SessionEnd, 59, 50_000),
        Wired::new("PreCompact", Phase::PreCompact, 59, 50_000),
        Wired::new("Notification", Phase::Notification, 59, 50_000),
    ],
    notes: Notes {
        user: None,
        project: Some("Qwen Code runs the hooks of a project only in a folder that it was told to trust"),
        on: None,
    },
};

/// Copilot CLI reads every file of its hooks folder, so hookctl has one of its own there. Its payload does
/// not name the event, so the command line does.
static COPILOT: Wiring = Wiring {
    host: "copilot",
    title: copilot::HOST.title,
    program: "copilot",
    version: "1.0.102",
    folder: ".copilot",
    moved_by: Some(Moved::Folder("COPILOT_HOME")),
    user_file: "hooks/hookctl.json",
    project_file: ".github/hooks/hookctl.json",
    shape: Shape::Flat,
    comments: false,
    timeout_key: "timeoutSec",
    unit: Unit::Seconds,
    block: None,
    named: false,
    events: &[
        Wired::new("preToolUse", Phase::PreTool, 600, 25_000).with_room(),
        Wired::new("permissionRequest", Phase::PermissionRequest, 600, 25_000).with_room(),
        Wired::new("postToolUse", Phase::PostTool, 600, 25_000).with_room(),
        Wired::new("postToolUseFailure", Phase::PostTool, 600, 25_000).with_room(),
        Wired::new("userPromptSubmitted", Phase::PromptSubmit, 30, 25_000),
        Wired::new("agentStop", Phase::Stop, 600, 25_000).with_room(),
        Wired::new("subagentStart", Phase::SubagentStart, 30, 25_000),
        Wired::new("subagentStop", Phase::SubagentStop, 600, 25_000).with_room(),
        Wired::new("sessionStart", Phase::SessionStart, 30, 25_000),
        Wired::new("sessionEnd", Phase::SessionEnd, 5, 4_000),
        Wired::new("preCompact", Phase::PreCompact, 30, 25_000),
        Wired::new("notification", Phase::Notification, 5, 4_000),
    ],
    notes: Notes {
        user: None,
        project: Some(
            "Copilot CLI runs the hooks of a project only in a trusted folder; with -p it needs --trust-folder, \
             COPILOT_ALLOW_ALL=true or GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS=true",
        ),
        on: None,
    },
};

/// Droid: `preserveRiskLevel`, by which a rewritten command keeps the risk level that the model gave to the
/// old one, is for the author of a policy to add.
static DROID: Wiring = Wiring {
    host: "droid",
    title: droid::HOST.title,
    program: "droid",
    version: "0.225.2",
    folder: ".factory",
    moved_by: None,
    user_file: "hooks.json",
    project_file: ".factory/hooks.json",
    shape: Shape::TopLevel,
    comments: false,
    timeout_key: "timeout",
    unit: Unit::Seconds,
    block: None,
    named: false,
    events: &[
        Wired::new("PreToolUse", Phase::PreTool, 600, 55_000).with_room().every_tool(),
        Wired::new("PostToolUse", Phase::PostTool, 600, 55_000).with_room().every_tool(),
        Wired::new("UserPromptSubmit", Phase::PromptSubmit, 60, 55_000),
        Wired::new("Stop", Phase::Stop, 600, 55_000).with_room(),
        Wired::new("SubagentStop", Phase::SubagentStop, 60, 55_000),
        Wired::new("PreCompact", Phase::PreCompact, 60, 55_000),
        Wired::new("SessionStart", Phase::SessionStart, 60, 8_000),
        Wired::new("SessionEnd", Phase::SessionEnd, 5, 4_000),
        Wired::new("Notification", Phase::Notification, 5, 4_000),
    ],
    notes: Notes {
        user: None,
        project: None,
        on: Some((
            "PreToolUse",
            "a rewritten command loses the risk level that the model gave to it, so `droid exec` may refuse it; \
             `\"preserveRiskLevel\": true` on the PreToolUse entry keeps the level of the old command",
        )),
    },
};
