//! Signs that an agent, and not a person, is calling: variables that agents and hookctl set for what they
//! start.

use std::env;

/// Each is set for the shells or the hooks of an agent. Variables with which a person configures an agent
/// (`CODEX_HOME`, `CLAUDE_CONFIG_DIR`) are not among them.
const SIGNS: &[(&str, &str)] = &[
    ("HOOKCTL_DEPTH", "a hook of hookctl"),
    ("CLAUDECODE", "Claude Code"),
    ("CLAUDE_PROJECT_DIR", "a hook of an agent"),
    ("CODEX_SANDBOX", "Codex"),
    ("CODEX_THREAD_ID", "Codex"),
    ("GEMINI_CLI", "Gemini CLI"),
    ("GEMINI_PROJECT_DIR", "Gemini CLI"),
    ("QWEN_CODE", "Qwen Code"),
    ("QWEN_PROJECT_DIR", "Qwen Code"),
    ("COPILOT_CLI", "Copilot CLI"),
    ("COPILOT_PROJECT_DIR", "Copilot CLI"),
    ("FACTORY_PROJECT_DIR", "Droid"),
    ("DROID_PROJECT_DIR", "Droid"),
];

/// The variable that says that an agent or a hook is calling, and whose it is. Its value does not matter: to
/// set it to nothing is no way to become a person.
pub fn sign() -> Option<(&'static str, &'static str)> {
    SIGNS.iter().find(|(name, _)| env::var_os(name).is_some()).copied()
}
