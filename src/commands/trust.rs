//! `hookctl trust`: a person looks at a project's hooks and says that they may run.

mod review;

use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use self::review::Review;
use super::person;
use crate::answer::Answer;
use crate::cli::TrustArgs;
use crate::config::layers::{self, Layer};
use crate::config::source::{Source, Unreadable};
use crate::config::{self, FILE_NAME, Found, Missing};
use crate::exit::Exit;
use crate::text::visible;
use crate::trust::store::Store;
use crate::trust::{agent, verdict};

/// Does what is asked for. A failure is on stderr, with status 2.
pub fn run(args: &TrustArgs) -> Answer {
    act(args).unwrap_or_else(|error| person::failed(&error))
}

fn act(args: &TrustArgs) -> anyhow::Result<Answer> {
    let file = args.file.as_deref();
    // To look is no harm. To revoke is one too: it takes hooks out of the phases that block nothing.
    if args.list {
        return list();
    }
    if args.check {
        return check(file);
    }
    if let Some((variable, whose)) = agent::sign() {
        bail!(
            "nothing is recorded: {variable} is set, so {whose} is calling and not a person. What is trusted is \
             for a person to say, in a terminal of their own"
        );
    }
    if args.revoke { revoke(file) } else { trust(file, args.yes) }
}

fn trust(file: Option<&Path>, yes: bool) -> anyhow::Result<Answer> {
    let found = find(file)?;
    let source = project(&found)?;
    let store = Store::read().map_err(|untold| anyhow::anyhow!("{untold}"))?;
    let path = source.full_path();
    let known = store.get(&path);
    let review = Review::of(&found, known)?;
    if !yes && !person::is_there() {
        return Ok(Answer {
            stdout: review.text.into_bytes(),
            stderr: "hookctl: nothing is recorded: there is no terminal to ask on: give --yes\n".to_owned(),
            exit: Exit::Denied,
            ..Answer::default()
        });
    }
    let mut stdout = String::new();
    if known.is_some_and(|known| known.is_same(&review.record)) {
        let _ = writeln!(stdout, "{}\n{} is trusted as it is", review.text, path.display());
        return Ok(said(&stdout, Exit::Allowed));
    }
    if yes {
        stdout = review.text + "\n";
    } else if !person::agrees(&format!("{}\nTrust these hooks and files as they are now?", review.text))? {
        return Ok(said("Nothing is recorded.\n", Exit::Failed));
    }
    Store::update(&path, Some(review.record))?;
    let _ = writeln!(stdout, "{} is now trusted", path.display());
    if path.file_name().is_none_or(|name| name != FILE_NAME) {
        let _ = writeln!(stdout, "Only a file called {FILE_NAME} is ever found, and asked for trust.");
    }
    Ok(said(&stdout, Exit::Allowed))
}

fn check(file: Option<&Path>) -> anyhow::Result<Answer> {
    let found = find(file)?;
    let refused = |missing: &&Missing| matches!(missing, Missing::Unreadable(Unreadable::Refused(..)));
    if let (None, Some(missing)) = (found.project_source(), found.missing.iter().find(refused)) {
        return Ok(said(&format!("not trusted: {missing}\n"), Exit::Failed));
    }
    let source = project(&found)?;
    let path = source.full_path();
    let why = match Store::read() {
        Err(untold) => Some(untold.to_string()),
        Ok(store) => verdict::objection(&store, source),
    };
    let path = path.display();
    Ok(match why {
        None => said(&format!("trusted: {path}\n"), Exit::Allowed),
        Some(why) => said(&format!("not trusted: {path}: {why}\n"), Exit::Failed),
    })
}

fn list() -> anyhow::Result<Answer> {
    let store = Store::read().map_err(|untold| anyhow::anyhow!("{untold}"))?;
    let mut lines = String::new();
    for (path, record) in store.iter() {
        let state = match Source::read_in(Layer::Project, path, None) {
            Err(_) if path.symlink_metadata().is_err() => "gone",
            Ok(source) if verdict::difference(record, &source).is_none() => "trusted",
            _ => "changed",
        };
        let _ = writeln!(lines, "{state:<7}  {}", path.display());
    }
    let stderr = if lines.is_empty() { "hookctl: nothing is trusted\n" } else { "" };
    Ok(Answer { stderr: stderr.to_owned(), ..said(&lines, Exit::Allowed) })
}

fn revoke(file: Option<&Path>) -> anyhow::Result<Answer> {
    let store = Store::read().map_err(|untold| anyhow::anyhow!("{untold}"))?;
    let path = if let Some(file) = file {
        named(file)?
    } else {
        let here = env::current_dir().context("cannot tell the current folder")?;
        let mut above = here.ancestors().map(|dir| dir.join(FILE_NAME));
        let known = |path: &PathBuf| path.symlink_metadata().is_ok() || store.get(path).is_some();
        above.find(known).with_context(|| format!("there is no {FILE_NAME} here or above: name one"))?
    };
    if store.get(&path).is_none() {
        return Ok(said(&format!("{} was not trusted\n", path.display()), Exit::Allowed));
    }
    Store::update(&path, None)?;
    Ok(said(&format!("{} is no longer trusted\n", path.display()), Exit::Allowed))
}

/// The absolute path under which a file is recorded, also where it is gone.
fn named(file: &Path) -> anyhow::Result<PathBuf> {
    let file = if file.is_dir() { file.join(FILE_NAME) } else { file.to_owned() };
    let absolute = std::path::absolute(&file).with_context(|| format!("{} is no path", file.display()))?;
    let (Some(dir), Some(name)) = (absolute.parent(), absolute.file_name()) else {
        bail!("{} is no path of a file", file.display());
    };
    Ok(dir.canonicalize().unwrap_or_else(|_| dir.to_owned()).join(name))
}

/// The project's file, with the user's before it.
fn find(file: Option<&Path>) -> anyhow::Result<Found> {
    Ok(match file {
        None => config::find(&[], None),
        Some(file) => layers::find_beside_users(&named(file)?),
    })
}

fn project(found: &Found) -> anyhow::Result<&Source> {
    match (found.project_source(), found.missing.first()) {
        (Some(source), _) => Ok(source),
        (None, Some(missing)) => bail!("{missing}"),
        (None, None) => bail!(
            "there is no project's {FILE_NAME} here or above, only the user's own, which needs no trust: name one"
        ),
    }
}

fn said(text: &str, exit: Exit) -> Answer {
    // A path may hold anything.
    Answer { stdout: visible(text).into_owned().into_bytes(), exit, ..Answer::default() }
}
