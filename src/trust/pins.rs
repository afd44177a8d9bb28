//! Which files a command names: those that are watched together with the hooks.toml that names them.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Component, Path, PathBuf};

use crate::config::hook::{Cwd, Hook, Run};
use crate::shell::words::{self, Lead, Word};

/// How the names of files end that are programs for an interpreter. A word that ends so counts even while
/// there is no such file.
const SCRIPTS: &[&str] = &[
    "sh", "bash", "zsh", "fish", "py", "js", "mjs", "cjs", "ts", "rb", "pl", "php", "lua", "awk", "jq",
    "rego",
];

/// What the commands of a file name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Paths below the folder of hooks.toml. A file that is not there yet is among them.
    pub paths: BTreeSet<String>,
    /// Words that look like paths and that only a shell knows, each with the name of its hook.
    pub unknown: BTreeMap<String, String>,
}

/// What the commands of these hooks name below the folder of their hooks.toml. Hooks that are switched off run
/// nothing, and to switch them on is a change of hooks.toml.
pub fn of<'h, 's: 'h>(hooks: impl Iterator<Item = &'h Hook<'s>>) -> Names {
    let mut names = Names::default();
    for hook in hooks.filter(|hook| hook.enabled) {
        let mut folders = vec![hook.dir.to_owned()];
        // Where the event decides, nobody can say before where a relative word leads.
        if let Cwd::Path(path) = &hook.cwd {
            folders.insert(0, path.clone());
        }
        let found = match &hook.run {
            Run::Shell { shell, line } => {
                if shell.contains('/') {
                    names.paths.extend(below(hook.dir, &hook.dir.join(shell.as_ref())));
                }
                words::of_script(line)
            }
            Run::Direct(items) => words::of_array(items.iter().map(AsRef::as_ref)),
        };
        for word in found {
            names.word(hook, &folders, &word);
        }
    }
    names
}

impl Names {
    fn word(&mut self, hook: &Hook<'_>, folders: &[PathBuf], word: &Word) {
        if word.open {
            if word.text.contains('/') {
                self.unknown.insert(as_written(word), hook.name.clone().into_owned());
            }
            return;
        }
        match &word.lead {
            None => {
                self.path(hook.dir, folders, word, &word.text);
                // The value of --config=policy.json, and of GUARD=./guard.sh before a command.
                if let Some((_, value)) = word.text.split_once('=') {
                    self.path(hook.dir, folders, word, value);
                }
            }
            Some(Lead::Folder) => {
                if let Some(rest) = word.text.strip_prefix('/') {
                    self.path(hook.dir, folders, &Word { below: None, ..word.clone() }, &format!("./{rest}"));
                }
            }
            Some(Lead::Home) => {
                if let Some(home) = env::var_os("HOME") {
                    let path = PathBuf::from(home).join(word.text.trim_start_matches('/'));
                    self.paths.extend(below(hook.dir, &path));
                }
            }
            Some(Lead::Other(_)) => {
                let Some(rest) = word.text.strip_prefix('/') else { return };
                // It may be the folder by another name.
                let guess = hook.dir.join(rest);
                match below(hook.dir, &guess).filter(|_| guess.is_file()) {
                    Some(name) => _ = self.paths.insert(name),
                    None => _ = self.unknown.insert(as_written(word), hook.name.clone().into_owned()),
                }
            }
        }
    }

    /// Takes a word that is written out. It is watched where it names a file; where there is none in any of the
    /// folders it may be meant for, each of those is watched for it to appear, if it can only be a path.
    fn path(&mut self, dir: &Path, folders: &[PathBuf], word: &Word, text: &str) {
        if text.is_empty() || text.len() > 4096 || text.contains('\0') {
            return;
        }
        let mut paths: Vec<_> = folders.iter().map(|folder| folder.join(text)).collect();
        if let Some(other) = &word.below {
            paths.extend(folders.iter().map(|folder| folder.join(other).join(text)));
        }
        let there: Vec<_> = paths.iter().filter(|path| path.is_file() || is_dangling(path)).collect();
        if !there.is_empty() {
            self.paths.extend(there.into_iter().filter_map(|path| below(dir, path)));
        } else if can_only_be_a_path(text) {
            self.paths.extend(paths.iter().filter_map(|path| below(dir, path)));
        }
    }
}

/// Whether a word counts as a path although there is no such file.
fn can_only_be_a_path(text: &str) -> bool {
    let is_one_word = !text.contains(|c: char| c.is_whitespace() || c == '=') && !text.starts_with('-');
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str());
    let is_script = extension.is_some_and(|extension| SCRIPTS.contains(&extension));
    is_one_word && !text.ends_with('/') && !text.contains("://") && (text.contains('/') || is_script)
}

fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

/// The path from the folder to a file below it, as it is written: a link on the way is followed when the file
/// is opened.
fn below(dir: &Path, path: &Path) -> Option<String> {
    let relative = match path.strip_prefix(dir) {
        Ok(relative) => relative.to_owned(),
        // The folder may have been named through a link.
        Err(_) => {
            path.parent()?.canonicalize().ok()?.join(path.file_name()?).strip_prefix(dir).ok()?.to_owned()
        }
    };
    let mut depth = 0_usize;
    for component in relative.components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::ParentDir => depth = depth.checked_sub(1)?,
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    let clean: PathBuf = relative.components().filter(|component| *component != Component::CurDir).collect();
    (depth > 0).then(|| clean.to_str().map(str::to_owned)).flatten()
}

fn as_written(word: &Word) -> String {
    match &word.lead {
        None => word.text.clone(),
        Some(Lead::Folder) => format!("$PWD{}", word.text),
        Some(Lead::Home) => format!("~{}", word.text),
        Some(Lead::Other(written)) if written.contains(' ') => format!("$({written}){}", word.text),
        Some(Lead::Other(written)) => format!("${written}{}", word.text),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::{self, source::Source};

    /// A folder with `guard.sh`, `policy/rules.json`, `data` and a link to a file outside.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["guard.sh", "policy/rules.json", "policy/a.sh", "data"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs::write(path, name).expect("written");
        }
        std::os::unix::fs::symlink("/bin/sh", folder.path().join("link")).expect("linked");
        folder
    }

    fn names_in(folder: &Path, hook: &str) -> Names {
        let text = format!("[[hooks]]\nevent = \"stop\"\n{hook}\n");
        let dir = folder.canonicalize().expect("there");
        let source = [Source::from_bytes(Path::new("hooks.toml"), dir, text.into_bytes()).expect("UTF-8")];
        let (config, located) = config::read(&source);
        assert!(located.is_empty(), "{located:?}");
        of(config.hooks.iter())
    }

    #[test]
    fn a_word_that_names_a_file_below_the_folder_is_pinned() {
        let folder = folder();
        let here = folder.path().canonicalize().expect("there");
        let here = here.display();
        for (hook, paths) in [
            ("command = './guard.sh --strict'".to_owned(), &["guard.sh"][..]),
            ("command = 'python3 guard.sh policy/../data'".to_owned(), &["guard.sh", "policy/../data"]),
            ("command = ['policy/a.sh', '-c', 'data']".to_owned(), &["data", "policy/a.sh"]),
            ("command = 'true'".to_owned(), &[]),
            ("command = './later.sh; sh later.py; echo later'".to_owned(), &["later.py", "later.sh"]),
            (
                "command = 'jq -f policy/rules.json --x=policy/a.sh'".to_owned(),
                &["policy/a.sh", "policy/rules.json"],
            ),
            ("command = 'cd policy && sh a.sh'".to_owned(), &["policy/a.sh"]),
            ("command = 'sh a.sh'\ncwd = 'policy'".to_owned(), &["policy/a.sh"]),
            (
                "command = '\"$PWD/guard.sh\" \"${HOOKCTL_CONFIG_DIR}/data\" $CLAUDE_PROJECT_DIR/x'"
                    .to_owned(),
                &["data", "guard.sh", "x"],
            ),
            ("command = 'bash -c \"exec ./guard.sh\" > log/out'".to_owned(), &["guard.sh"]),
            ("command = '$ROOT/guard.sh $ROOT/none'".to_owned(), &["guard.sh"]),
            ("command = 'true'\nshell = './policy/a.sh'".to_owned(), &["policy/a.sh"]),
            ("command = 'link /bin/sh ../outside.sh policy https://a/b'".to_owned(), &["link"]),
            (format!("command = '{here}/guard.sh'"), &["guard.sh"]),
            ("command = './guard.sh'\nenabled = false".to_owned(), &[]),
        ] {
            let names = names_in(folder.path(), &hook);
            assert_eq!(names.paths.iter().collect::<Vec<_>>(), paths, "{hook}");
        }
    }

    #[test]
    fn what_only_a_shell_knows_is_named() {
        let folder = folder();
        let names = names_in(folder.path(), "command = 'cat policy/*.json \"$DIR/x\" *.txt'");
        assert_eq!(names.unknown.keys().collect::<Vec<_>>(), ["$DIR/x", "policy/*.json"]);
    }
}
