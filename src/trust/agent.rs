//! Signs that an agent, and not a person, is calling: variables that agents and hookctl set for what they
//! start.

use std::env;

/// Each is set for the shells or the hooks of an agent, and not by a person. Variables with which a person
/// configures an agent (`CLAUDE_CODE_USE_BEDROCK`, `CODEX_HOME`, any `..._API_KEY`) are not among them: a
/// person may have them everywhere.
pub const SIGNS: &[(&str, &str)] = &[
    ("HOOKCTL_DEPTH", "a hook of hookctl"),
    ("CLAUDECODE", "Claude Code"),
    ("CLAUDE_CODE_ENTRYPOINT", "Claude Code"),
    ("CLAUDE_CODE_SESSION_ID", "Claude Code"),
    ("CLAUDE_ENV_FILE", "Claude Code"),
    ("CLAUDE_PROJECT_DIR", "a hook of an agent"),
    ("CODEX_SANDBOX", "Codex"),
    ("CODEX_SANDBOX_NETWORK_DISABLED", "Codex"),
    ("CODEX_THREAD_ID", "Codex"),
    ("CODEX_CI", "Codex"),
    ("GEMINI_CLI", "Gemini CLI"),
    ("GEMINI_PROJECT_DIR", "Gemini CLI"),
    ("GEMINI_SESSION_ID", "Gemini CLI"),
    ("QWEN_CODE", "Qwen Code"),
    ("QWEN_PROJECT_DIR", "Qwen Code"),
    ("COPILOT_CLI", "Copilot CLI"),
    ("COPILOT_PROJECT_DIR", "Copilot CLI"),
    ("COPILOT_HOOK_DIR", "Copilot CLI"),
    ("FACTORY_PROJECT_DIR", "Factory Droid"),
    ("DROID_PROJECT_DIR", "Factory Droid"),
    ("DROID_PLUGIN_ROOT", "Factory Droid"),
    ("CURSOR_AGENT", "Cursor"),
    ("AUGMENT_AGENT", "Augment"),
    ("CLINE_ACTIVE", "Cline"),
    ("OPENCODE", "opencode"),
    ("VSCODE_AGENT", "an agent of VS Code"),
    ("GOOSE_TERMINAL", "Goose"),
    ("AGENT", "an agent"),
    ("AI_AGENT", "an agent"),
];

/// The variable that says that an agent or a hook is calling, and whose it is. Its value does not matter: to
/// set it to nothing is no way to become a person.
pub fn sign() -> Option<(&'static str, &'static str)> {
    SIGNS.iter().find(|(name, _)| env::var_os(name).is_some()).copied()
}
