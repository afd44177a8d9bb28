//! The other places from which a host reads hooks: `install` writes to none of them, but what calls hookctl
//! there counts as well.
//!
//! The places are those of the versions that stand in the wiring of each host.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::entry::Call;
use super::merge::is_bare;
use super::place::{Place, Scope};
use super::store::Stored;
use super::wiring::{self, Shape, Wiring};

/// A place besides the one that is written to.
struct Other {
    scope: Scope,
    /// From the host's folder, or from the project's.
    path: &'static str,
    kind: Kind,
}

enum Kind {
    Json,
    Toml,
    /// A folder, of which every `*.json` is read.
    Folder,
    /// Settings of another host, which this one reads as well.
    OfHost(&'static str),
}

const fn other(scope: Scope, path: &'static str, kind: Kind) -> Other {
    Other { scope, path, kind }
}

/// Claude Code adds up the settings of a project that are shared and those that are not.
static CLAUDE: [Other; 1] = [other(Scope::Project, ".claude/settings.local.json", Kind::Json)];

static CODEX: [Other; 2] =
    [other(Scope::User, "config.toml", Kind::Toml), other(Scope::Project, ".codex/config.toml", Kind::Toml)];

/// It was measured that Copilot CLI runs what a trusted project's settings for Claude Code hold, too.
static COPILOT: [Other; 4] = [
    other(Scope::User, "settings.json", Kind::Json),
    other(Scope::User, "hooks", Kind::Folder),
    other(Scope::Project, ".github/hooks", Kind::Folder),
    other(Scope::Project, ".claude/settings.json", Kind::OfHost("claude")),
];

static DROID: [Other; 2] = [
    other(Scope::User, "settings.json", Kind::Json),
    other(Scope::Project, ".factory/settings.json", Kind::Json),
];

fn others(wiring: &Wiring) -> &'static [Other] {
    match wiring.host {
        "claude" => &CLAUDE,
        "codex" => &CODEX,
        "copilot" => &COPILOT,
        "droid" => &DROID,
        _ => &[],
    }
}

/// A file in one of these places that calls hookctl, or of which that cannot be told.
#[derive(Debug)]
pub struct Seen {
    /// For whom.
    pub scope: Scope,
    /// The file, with its links resolved.
    pub path: PathBuf,
    /// The calls, or why they cannot be told.
    pub calls: Result<Vec<Called>, String>,
}

/// A call of hookctl there.
#[derive(Debug, PartialEq)]
pub struct Called {
    /// The host's event; where the settings are another host's, that of the same phase.
    pub event: String,
    /// The line.
    pub command: String,
    /// What it says.
    pub call: Call,
}

/// Looks into every other place of a host. What is not there, is not read there, or does not call hookctl is left out.
pub fn look(wiring: &'static Wiring) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::new();
    for other in others(wiring) {
        let Some((folder, own)) = folder(wiring, other.scope) else { continue };
        if wiring.shape == Shape::TopLevel
            && fs::read_to_string(&own).is_ok_and(|text| !is_bare(&text, wiring))
        {
            // Beside a file of that form that has hooks the settings' own are not read.
            continue;
        }
        let path = folder.join(other.path);
        let files = match other.kind {
            Kind::Folder => json_files(&path),
            _ => vec![path],
        };
        for file in files {
            let stored = match Stored::read(&Place { file: file.clone(), base: folder.clone() }) {
                Ok(stored) if stored.text.is_none() || is_same(&stored.path, &own) => continue,
                Ok(stored) => stored,
                Err(error) => {
                    seen.push(Seen { scope: other.scope, path: file, calls: Err(format!("{error:#}")) });
                    continue;
                }
            };
            let calls = calls(stored.text(), &other.kind, wiring);
            let says_nothing = calls.as_ref().is_ok_and(Vec::is_empty);
            if !says_nothing && seen.iter().all(|before| before.path != stored.path) {
                seen.push(Seen { scope: other.scope, path: stored.path, calls });
            }
        }
    }
    seen
}

/// The events on which a host calls hookctl from one of these places.
pub fn called(wiring: &'static Wiring) -> Vec<String> {
    let calls = look(wiring).into_iter().filter_map(|seen| seen.calls.ok()).flatten();
    // What is meant for another host is not this one's wiring.
    calls.filter(|called| called.is_for(wiring)).map(|called| called.event).collect()
}

impl Called {
    /// Whether it is meant for this host.
    pub fn is_for(&self, wiring: &Wiring) -> bool {
        self.call.host.as_deref() == Some(wiring.host)
    }
}

/// The folder from which the other places of a scope are named, and the file that `install` writes.
fn folder(wiring: &Wiring, scope: Scope) -> Option<(PathBuf, PathBuf)> {
    let Place { file, base } = Place::of(wiring, scope).ok()?;
    let folder = match scope {
        Scope::Project => base,
        Scope::User => file.ancestors().nth(Path::new(wiring.user_file).components().count())?.to_owned(),
    };
    Some((folder, file))
}

fn is_same(path: &Path, own: &Path) -> bool {
    own.canonicalize().is_ok_and(|own| own == path)
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect();
    files.sort();
    files
}

/// The calls of hookctl in a text. What is no entry as the host knows it is passed over.
fn calls(text: &str, kind: &Kind, wiring: &'static Wiring) -> Result<Vec<Called>, String> {
    let root: Value = match kind {
        Kind::Toml => toml::from_str(text).map_err(|error| format!("it is not TOML: {}", error.message()))?,
        _ => serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?,
    };
    let mut calls = Vec::new();
    for (event, members) in root["hooks"].as_object().into_iter().flatten() {
        let event = match kind {
            Kind::OfHost(host) => match same_event(event, host, wiring) {
                Some(event) => event,
                None => continue,
            },
            _ => event,
        };
        for member in members.as_array().into_iter().flatten() {
            let entries = member["hooks"].as_array().map_or(std::slice::from_ref(member), Vec::as_slice);
            for command in entries.iter().filter_map(|entry| entry["command"].as_str()) {
                if let Some(call) = Call::read(command) {
                    calls.push(Called { event: event.to_owned(), command: command.to_owned(), call });
                }
            }
        }
    }
    Ok(calls)
}

/// What a host calls the event of another one.
fn same_event(event: &str, host: &str, wiring: &'static Wiring) -> Option<&'static str> {
    let phase = wiring::named(host)?.event(event)?.phase;
    wiring.of(phase).next().map(|wired| wired.event)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str, kind: &Kind, host: &str) -> Result<Vec<String>, String> {
        let calls = calls(text, kind, wiring::named(host).expect("a host"))?;
        Ok(calls.into_iter().map(|called| called.event).collect())
    }

    #[test]
    fn a_call_is_found_in_each_form() {
        let toml = "model = \"m\"\n[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\n\
                    type = \"command\"\ncommand = \"hookctl run --host codex\"\n";
        assert_eq!(events(toml, &Kind::Toml, "codex"), Ok(vec!["PreToolUse".to_owned()]));
        let groups = r#"{"hooks": {"Stop": [{"hooks": [{"command": "x"}, {"command": "hookctl run"}]}]}}"#;
        assert_eq!(events(groups, &Kind::Json, "droid"), Ok(vec!["Stop".to_owned()]));
        let flat = r#"{"version": 1, "hooks": {"preToolUse": [{"command": "hookctl run --host copilot"}]}}"#;
        assert_eq!(events(flat, &Kind::Json, "copilot"), Ok(vec!["preToolUse".to_owned()]));
    }

    #[test]
    fn an_event_of_another_host_is_the_one_of_the_same_phase() {
        let text = r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "hookctl run --host claude"}]}],
                                 "WorktreeCreate": [{"hooks": [{"command": "hookctl run"}]}]}}"#;
        assert_eq!(events(text, &Kind::OfHost("claude"), "copilot"), Ok(vec!["preToolUse".to_owned()]));
    }

    #[test]
    fn what_calls_nothing_or_is_none_of_the_form_holds_no_call() {
        for text in ["{}", "[]", r#"{"hooks": 1}"#, r#"{"hooks": {"Stop": 1, "a": [1, {"hooks": [{}]}]}}"#] {
            assert_eq!(events(text, &Kind::Json, "droid"), Ok(Vec::new()), "{text}");
        }
        assert!(events("{", &Kind::Json, "droid").is_err_and(|why| why.starts_with("it is not JSON: ")));
        assert!(events("a", &Kind::Toml, "codex").is_err_and(|why| why.starts_with("it is not TOML: ")));
    }
}
