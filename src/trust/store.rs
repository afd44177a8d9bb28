//! The store of what is trusted: one file of the user, replaced as a whole, under a lock.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use rustix::fs::FlockOperation;
use rustix::io::Errno;
use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::record::Record;
use crate::guarded;
use crate::xdg::{Base, NoHome};

/// The form of the store.
const VERSION: u32 = 1;

/// The largest store, in bytes.
const LARGEST: u64 = 16 << 20;

/// How long another process may hold the lock.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the lock is tried for.
const LOOK: Duration = Duration::from_millis(5);

/// The store: what is trusted of each hooks.toml, by its absolute path.
#[derive(Debug, Default, Serialize)]
pub struct Store {
    version: u32,
    projects: BTreeMap<String, Record>,
}

/// Why the store tells nothing. What it would have told is then not trusted.
#[derive(Debug)]
pub enum Untold {
    /// There is no place for it.
    NoHome(NoHome),
    /// It is there but cannot be read.
    Unreadable(PathBuf, String),
    /// It is there but is no store.
    Damaged(PathBuf, String),
}

/// The path of the store.
///
/// # Errors
///
/// Where there is no place for it.
pub fn path() -> Result<PathBuf, NoHome> {
    Ok(Base::State.folder()?.join("trust.json"))
}

impl Store {
    /// Reads all of the store. One that is not there is empty.
    ///
    /// # Errors
    ///
    /// Where it is there but cannot be read or understood: it is never taken for an empty one.
    pub fn read() -> Result<Self, Untold> {
        Self::read_where(&|_| true)
    }

    /// Reads what the store has about the projects in a folder or above it.
    ///
    /// # Errors
    ///
    /// As for [`Store::read`].
    pub fn read_around(folder: &Path) -> Result<Self, Untold> {
        Self::read_where(&|config| Path::new(config).parent().is_some_and(|dir| folder.starts_with(dir)))
    }

    fn read_where(wanted: &dyn Fn(&str) -> bool) -> Result<Self, Untold> {
        let path = path().map_err(Untold::NoHome)?;
        let unreadable = |why: String| Untold::Unreadable(path.clone(), why);
        let (file, metadata) = match guarded::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self { version: VERSION, ..Self::default() });
            }
            opened => opened.map_err(|error| unreadable(error.to_string()))?,
        };
        if let Some(flaw) = guarded::flaw(&metadata) {
            return Err(unreadable(format!("it {flaw}")));
        }
        if guarded::group_writes(&metadata) {
            return Err(unreadable("its group may write it (chmod 600 settles it)".to_owned()));
        }
        let bytes =
            guarded::contents(&file, &metadata, LARGEST).map_err(|error| unreadable(error.to_string()))?;
        let damaged = |error: serde_json::Error| Untold::Damaged(path.clone(), error.to_string());
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let store = Wanted(wanted).deserialize(&mut json).map_err(damaged)?;
        json.end().map_err(damaged)?;
        if store.version == VERSION {
            Ok(store)
        } else {
            let why = format!("it has version {}, and this hookctl knows version {VERSION}", store.version);
            Err(unreadable(why))
        }
    }

    /// What is trusted of a hooks.toml.
    pub fn get(&self, config: &Path) -> Option<&Record> {
        self.projects.get(config.to_str()?)
    }

    /// Every project: the path of its hooks.toml and what is trusted of it.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Path, &Record)> {
        self.projects.iter().map(|(config, record)| (Path::new(config), record))
    }

    /// Records what is trusted of a hooks.toml, or that it no longer is.
    ///
    /// # Errors
    ///
    /// Where the store cannot be read or written. It is then as it was.
    pub fn update(config: &Path, record: Option<Record>) -> anyhow::Result<()> {
        let Some(name) = config.to_str() else {
            bail!("the path {} is not UTF-8, so it cannot be recorded", config.display());
        };
        let path = path().map_err(|no_home| Untold::NoHome(no_home).error())?;
        let dir = path.parent().expect("the path of the store ends in two names");
        let _lock = Lock::take(dir)?;
        let mut store = Self::read().map_err(|untold| untold.error())?;
        match record {
            Some(record) => _ = store.projects.insert(name.to_owned(), record),
            None => _ = store.projects.remove(name),
        }
        store.write(&path, dir).with_context(|| format!("cannot write the trust store {}", path.display()))
    }

    fn write(&self, path: &Path, dir: &Path) -> anyhow::Result<()> {
        // Only the owner can read or write a temporary file.
        let mut file = tempfile::NamedTempFile::new_in(dir)?;
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        file.write_all(&bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        // Without this a crash of the system could bring the old store back.
        File::open(dir)?.sync_all()?;
        Ok(())
    }
}

/// The lock of the store, held until it is dropped. It is a file of its own, because the store is replaced.
struct Lock {
    _file: File,
}

impl Lock {
    fn take(dir: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("cannot use the folder of the trust store, {}", dir.display());
        if !dir.is_dir() {
            DirBuilder::new().recursive(true).mode(0o700).create(dir).with_context(cannot)?;
        }
        if let Some(flaw) = guarded::folder_flaw(dir).with_context(cannot)? {
            bail!("the trust store {flaw}: {}", dir.display());
        }
        let path = dir.join("trust.lock");
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path)
            .with_context(cannot)?;
        let started = Instant::now();
        loop {
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Self { _file: file }),
                Err(Errno::WOULDBLOCK | Errno::INTR) if started.elapsed() < PATIENCE => {
                    std::thread::sleep(LOOK);
                }
                Err(Errno::WOULDBLOCK) => {
                    bail!("another process has held {} for {} s", path.display(), PATIENCE.as_secs())
                }
                Err(error) => return Err(error).with_context(|| format!("cannot lock {}", path.display())),
            }
        }
    }
}

/// Reads the store and keeps only the projects that are wanted: the file may hold many, and `run` reads it.
struct Wanted<'w>(&'w dyn Fn(&str) -> bool);

impl<'de> DeserializeSeed<'de> for Wanted<'_> {
    type Value = Store;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Store, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Wanted<'_> {
    type Value = Store;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `version` and `projects`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Store, A::Error> {
        let (mut version, mut projects) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "version" => version = Some(map.next_value()?),
                "projects" => projects = Some(map.next_value_seed(Projects(self.0))?),
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        let missing = <A::Error as serde::de::Error>::missing_field;
        Ok(Store {
            version: version.ok_or_else(|| missing("version"))?,
            projects: projects.ok_or_else(|| missing("projects"))?,
        })
    }
}

struct Projects<'w>(&'w dyn Fn(&str) -> bool);

impl<'de> DeserializeSeed<'de> for Projects<'_> {
    type Value = BTreeMap<String, Record>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Projects<'_> {
    type Value = BTreeMap<String, Record>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of projects")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut projects = BTreeMap::new();
        while let Some(config) = map.next_key::<String>()? {
            if (self.0)(&config) {
                projects.insert(config, map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(projects)
    }
}

impl Untold {
    fn error(&self) -> anyhow::Error {
        anyhow::anyhow!("{self}")
    }
}

impl fmt::Display for Untold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHome(no_home) => write!(f, "there is no place for the trust store: {no_home}"),
            Self::Unreadable(path, why) => {
                write!(f, "the trust store {} cannot be used: {why}", path.display())
            }
            Self::Damaged(path, why) => write!(
                f,
                "the trust store {} is damaged ({why}), so it says of nothing that it is trusted: move it away, which forgets all that it said, and trust anew",
                path.display()
            ),
        }
    }
}
