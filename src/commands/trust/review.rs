//! What a person gets to see before they trust a project's hooks, and what is recorded if they do.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::ptr;

use anyhow::bail;

use crate::config::hook::{Cwd, Hook, Run};
use crate::config::source::Source;
use crate::config::{self, DEFAULT_SHELL, Found, Located};
use crate::text::{visible, visible_name};
use crate::trust::fingerprint::{self, Fingerprint, Pinned};
use crate::trust::pins::{self, Names};
use crate::trust::record::Record;

/// How many hexadecimal digits tell one hook from another: `run` reads past all of them.
const KNOWN_AGAIN: usize = 16;

/// A look at one project.
#[derive(Debug)]
pub struct Review {
    /// What is recorded if it is trusted.
    pub record: Record,
    /// What a person is shown.
    pub text: String,
}

/// How a name relates to what was trusted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    First,
    Same,
    New,
    Changed,
    Gone,
}

impl Review {
    /// Looks at the project among these files, against what is known of it.
    ///
    /// # Errors
    ///
    /// Where it is faulty, or a file that it names must not or cannot be pinned: it could not run anyway.
    pub fn of(found: &Found, known: Option<&Record>) -> anyhow::Result<Self> {
        let sources = &found.sources;
        let Some((layer, source)) = sources
            .iter()
            .enumerate()
            .find(|(_, source)| found.project_source().is_some_and(|own| ptr::eq(own, *source)))
        else {
            bail!("there is no project's file");
        };
        let (config, mut located) = config::read(sources);
        located.retain(|located: &Located| located.layer == layer);
        if config::has_error(&located) {
            bail!("nothing is recorded: {}", config::describe(sources, &located));
        }
        let hooks: Vec<_> = config.hooks.iter().filter(|hook| ptr::eq(hook.source, source)).collect();
        let names = pins::of(hooks.iter().copied());
        let files = look_at(&source.dir, &names)?;
        let blocks: Vec<_> = hooks.iter().map(|hook| (hook, block(hook))).collect();
        let known_again = |block: &str| Fingerprint::of(block.as_bytes()).sha256[..KNOWN_AGAIN].to_owned();
        let fingerprints = blocks.iter().map(|(hook, block)| (hook.name.to_string(), known_again(block)));
        let record = Record { config: Fingerprint::of(source.raw()), files, hooks: fingerprints.collect() };
        let text = shown(source, &blocks, &names, &record, known);
        Ok(Self { record, text })
    }
}

fn look_at(dir: &Path, names: &Names) -> anyhow::Result<BTreeMap<String, Option<Fingerprint>>> {
    let mut files = BTreeMap::new();
    let mut objections = Vec::new();
    for name in &names.paths {
        match fingerprint::look(&dir.join(name), None) {
            Pinned::File(fingerprint) => _ = files.insert(name.clone(), Some(fingerprint)),
            Pinned::Absent => _ = files.insert(name.clone(), None),
            Pinned::Refused(flaw) => objections.push(format!("{name} {flaw}")),
            Pinned::Unreadable(error) => objections.push(format!("{name} cannot be read ({error})")),
        }
    }
    if !objections.is_empty() {
        bail!("it names files that cannot be trusted: {}", objections.join("; "));
    }
    Ok(files)
}

/// A hook as a person sees it.
fn block(hook: &Hook<'_>) -> String {
    let mut block = String::new();
    match &hook.run {
        Run::Shell { shell, line } => {
            for line in line.trim_end().lines() {
                let _ = writeln!(block, "      {}", visible(line));
            }
            if shell != DEFAULT_SHELL {
                let _ = writeln!(block, "      - by the shell {}", visible_name(shell));
            }
        }
        Run::Direct(words) => {
            let words: Vec<_> = words.iter().map(|word| format!("{word:?}")).collect();
            let _ = writeln!(block, "      [{}]", visible(&words.join(", ")));
        }
    }
    match &hook.cwd {
        Cwd::Config => {}
        Cwd::Event => block += "      - in the folder that the event names, which the agent chooses\n",
        Cwd::Path(path) => _ = writeln!(block, "      - in {}", visible_name(&path.to_string_lossy())),
    }
    if hook.approves {
        block += "      - may approve, so that the agent's host does not ask\n";
    }
    if !hook.enabled {
        block += "      - switched off\n";
    }
    block
}

fn shown(
    source: &Source,
    blocks: &[(&&Hook<'_>, String)],
    names: &Names,
    record: &Record,
    known: Option<&Record>,
) -> String {
    let mut text = format!("{}\n", visible_name(&source.full_path().to_string_lossy()));
    match known {
        None => text += "  was never trusted\n",
        Some(known) if known.config == record.config => text += "  is as it was trusted\n",
        Some(_) => text += "  has changed since it was trusted\n",
    }
    text += "It runs:\n";
    for (hook, block) in blocks {
        let name: &str = &hook.name;
        let mark = mark(name, &record.hooks, known.map(|known| &known.hooks));
        let _ =
            write!(text, "  {} {}  {}{}\n{block}", mark.sign(), hook.phase, visible_name(name), mark.word());
    }
    if blocks.is_empty() {
        text += "    nothing\n";
    }
    gone(&mut text, known.map(|known| &known.hooks), &record.hooks);
    text += "Trusted with it, because a command names them:\n";
    for (name, fingerprint) in &record.files {
        let mark = mark(name, &record.files, known.map(|known| &known.files));
        let absent = if fingerprint.is_none() { ", not there yet" } else { "" };
        let _ = writeln!(text, "  {} {}{absent}{}", mark.sign(), visible_name(name), mark.word());
    }
    if record.files.is_empty() {
        text += "    no file\n";
    }
    gone(&mut text, known.map(|known| &known.files), &record.files);
    if !names.unknown.is_empty() {
        text += "NOT watched, because only a shell knows what these words name:\n";
        for (word, hook) in &names.unknown {
            let _ = writeln!(text, "    {} (in {})", visible_name(word), visible_name(hook));
        }
    }
    text
}

/// Lists the names that were trusted and are no longer there.
fn gone<T>(text: &mut String, known: Option<&BTreeMap<String, T>>, now: &BTreeMap<String, T>) {
    for name in known.into_iter().flat_map(BTreeMap::keys).filter(|name| !now.contains_key(*name)) {
        let _ = writeln!(text, "  {} {}{}", Mark::Gone.sign(), visible_name(name), Mark::Gone.word());
    }
}

/// How what has a name now relates to what had it when the project was trusted, if it ever was.
fn mark<T: PartialEq>(name: &str, now: &BTreeMap<String, T>, known: Option<&BTreeMap<String, T>>) -> Mark {
    let Some(known) = known else { return Mark::First };
    match known.get(name) {
        None => Mark::New,
        known if known == now.get(name) => Mark::Same,
        Some(_) => Mark::Changed,
    }
}

impl Mark {
    const fn sign(self) -> char {
        match self {
            Self::First | Self::Same => ' ',
            Self::New => '+',
            Self::Changed => '~',
            Self::Gone => '-',
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::First | Self::Same => "",
            Self::New => "  (new)",
            Self::Changed => "  (changed)",
            Self::Gone => "  (no longer named)",
        }
    }
}
