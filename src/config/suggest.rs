//! What was probably meant: names from other tools, and the nearest of the known ones.

use crate::phase::Phase;

/// Keys of other hook configurations, and ours of the same meaning.
const KEY_ALIASES: &[(&str, &str)] = &[
    ("matcher", "tools"),
    ("matchers", "tools"),
    ("tool", "tools"),
    ("timeout", "timeout_secs"),
    ("timeoutms", "timeout_secs"),
    ("timeoutmillis", "timeout_secs"),
    ("timeoutsec", "timeout_secs"),
    ("timeoutsecs", "timeout_secs"),
    ("timeoutseconds", "timeout_secs"),
    ("deadline", "deadline_secs"),
    ("deadlinems", "deadline_secs"),
    ("run", "command"),
    ("cmd", "command"),
    ("exec", "command"),
    ("script", "command"),
    ("phase", "event"),
    ("on", "event"),
    ("hook", "event"),
    ("id", "name"),
    ("onfailure", "on_failure"),
    ("onerror", "on_failure"),
    ("disabled", "enabled"),
    ("dir", "cwd"),
    ("workdir", "cwd"),
    ("input", "stdin"),
    ("approve", "approves"),
];

/// Events of hosts, folded, and the phase that they are.
const HOST_EVENTS: &[(&str, Phase)] = &[
    ("pretooluse", Phase::PreTool),
    ("beforetool", Phase::PreTool),
    ("beforetooluse", Phase::PreTool),
    ("beforeshellexecution", Phase::PreTool),
    ("preskillshellcommand", Phase::PreTool),
    ("userpromptsubmit", Phase::PromptSubmit),
    ("userpromptsubmitted", Phase::PromptSubmit),
    ("userpromptexpansion", Phase::PromptSubmit),
    ("beforeagent", Phase::PromptSubmit),
    ("beforesubmitprompt", Phase::PromptSubmit),
    ("posttooluse", Phase::PostTool),
    ("posttoolusefailure", Phase::PostTool),
    ("aftertool", Phase::PostTool),
    ("afterfileedit", Phase::PostTool),
    ("afteragent", Phase::Stop),
    ("agentstop", Phase::Stop),
    ("precompress", Phase::PreCompact),
    ("notify", Phase::Notification),
];

/// How alike two words must be, from 0 to 1, for one to be suggested for the other.
const ALIKE: f64 = 0.8;

/// The phase that a wrong `event` probably means.
pub fn phase(written: &str) -> Option<Phase> {
    let folded = fold(written);
    let same = Phase::ALL.into_iter().find(|phase| fold(phase.name()) == folded);
    let host = || HOST_EVENTS.iter().find(|(event, _)| *event == folded).map(|(_, phase)| *phase);
    same.or_else(host).or_else(|| nearest(written, &Phase::ALL.map(Phase::name)).and_then(Phase::from_name))
}

/// The key that a wrong key probably means.
pub fn key(written: &str, known: &[&'static str]) -> Option<&'static str> {
    let folded = fold(written);
    let same = known.iter().copied().find(|key| fold(key) == folded);
    let alias = || {
        KEY_ALIASES.iter().find(|(alias, key)| *alias == folded && known.contains(key)).map(|(_, key)| *key)
    };
    same.or_else(alias).or_else(|| nearest(written, known))
}

/// What to write for a wrong key at the top of the file.
pub fn top_key(written: &str) -> Option<String> {
    let folded = fold(written);
    if matches!(folded.as_str(), "hook" | "hooks" | "hooksentry")
        || strsim::jaro_winkler(&folded, "hooks") >= 0.9
    {
        return Some("did you mean [[hooks]]?".to_owned());
    }
    if phase(written).is_some_and(|phase| fold(phase.name()) == folded)
        || HOST_EVENTS.iter().any(|(event, _)| *event == folded)
    {
        let phase = phase(written)?;
        return Some(format!("write [[hooks]] with event = \"{phase}\""));
    }
    if matches!(folded.as_str(), "default" | "settings" | "config" | "options")
        || nearest(written, &["defaults"]).is_some()
    {
        return Some("did you mean [defaults]?".to_owned());
    }
    if let Some(key) = key(written, super::written::DEFAULTS_KEYS) {
        return Some(format!("did you mean `{key}`? It belongs below [defaults]"));
    }
    key(written, super::written::HOOK_KEYS)
        .map(|key| format!("did you mean `{key}`? It belongs below [[hooks]]"))
}

/// The known word that is most like a written one, if any is near.
pub fn nearest<'k>(written: &str, known: &[&'k str]) -> Option<&'k str> {
    let likeness = |word: &str| strsim::jaro_winkler(&written.to_lowercase(), &word.to_lowercase());
    known
        .iter()
        .map(|word| (likeness(word), *word))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word)
}

/// A word without case, blanks, hyphens and underscores.
fn fold(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::written::HOOK_KEYS;
    use super::*;

    #[test]
    fn a_host_event_or_a_misspelling_suggests_the_phase() {
        for (written, expected) in [
            ("PreToolUse", Some(Phase::PreTool)),
            ("pre-tool", Some(Phase::PreTool)),
            ("pre_tol", Some(Phase::PreTool)),
            ("PostToolUseFailure", Some(Phase::PostTool)),
            ("SubagentStop", Some(Phase::SubagentStop)),
            ("AfterAgent", Some(Phase::Stop)),
            ("userPromptSubmitted", Some(Phase::PromptSubmit)),
            ("sesion_end", Some(Phase::SessionEnd)),
            ("nope", None),
        ] {
            assert_eq!(phase(written), expected, "{written}");
        }
    }

    #[test]
    fn a_foreign_or_misspelt_key_suggests_ours() {
        for (written, expected) in [
            ("matcher", Some("tools")),
            ("timeout", Some("timeout_secs")),
            ("timeoutMs", Some("timeout_secs")),
            ("timeout_ms", Some("timeout_secs")),
            ("run", Some("command")),
            ("cmd", Some("command")),
            ("comand", Some("command")),
            ("onFailure", Some("on_failure")),
            ("colour", None),
        ] {
            assert_eq!(key(written, HOOK_KEYS), expected, "{written}");
        }
    }

    #[test]
    fn a_wrong_table_suggests_the_right_one() {
        for (written, expected) in [
            ("hook", "[[hooks]]"),
            ("Hooks", "[[hooks]]"),
            ("default", "[defaults]"),
            ("PreToolUse", "event = \"pre_tool\""),
            ("timeout", "below [defaults]"),
            ("command", "below [[hooks]]"),
        ] {
            let help = top_key(written).expect(written);
            assert!(help.contains(expected), "{written}: {help}");
        }
        assert_eq!(top_key("zzz"), None);
    }
}
