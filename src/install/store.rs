//! A settings file on disk: read, and written so that there is never half of it.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, fchown};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use rustix::fs::OFlags;

use super::place::Place;

/// The largest settings file, in bytes.
const LARGEST: u64 = 16 << 20;

/// What the name of a backup ends in.
const BACKUP: &str = ".hookctl-backup";

/// What some editors put at the start of a file.
const MARK: &str = "\u{feff}";

/// A settings file as it was read.
#[derive(Debug)]
pub struct Stored {
    /// The file itself, with its links resolved.
    pub path: PathBuf,
    /// Its text without a byte-order mark; absent where there is no file.
    pub text: Option<String>,
    base: PathBuf,
    mark: bool,
    metadata: Option<Metadata>,
}

impl Stored {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Where it is there but cannot be read as text, or is a link that leads nowhere.
    pub fn read(place: &Place) -> Result<Self> {
        let Place { file, base } = place;
        let absent =
            || Self { path: file.clone(), text: None, base: base.clone(), mark: false, metadata: None };
        let path = match file.canonicalize() {
            Ok(path) => path,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if file.symlink_metadata().is_ok() {
                    bail!("{} is a link to a file that is not there", file.display());
                }
                return Ok(absent());
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        };
        let (text, metadata) = read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mark = text.starts_with(MARK);
        let text = if mark { text[MARK.len()..].to_owned() } else { text };
        Ok(Self { path, text: Some(text), base: base.clone(), mark, metadata: Some(metadata) })
    }

    /// The text; a file that is not there has none.
    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Where the backup is.
    pub fn backup(&self) -> PathBuf {
        let mut name = OsString::from(&self.path);
        name.push(BACKUP);
        name.into()
    }

    /// The text of the backup, where there is one that has the same mark at its start.
    pub fn backed_up(&self) -> Option<String> {
        let (text, _) = read(&self.backup()).ok()?;
        let marked = text.strip_prefix(MARK);
        if self.mark { marked.map(str::to_owned) } else { marked.is_none().then_some(text) }
    }

    /// Puts another text in its place, all at once. What was there is kept beside it; its mode and owner stay.
    /// Returns where the backup is.
    ///
    /// # Errors
    ///
    /// Where something cannot be written, or the file is no longer what was read.
    pub fn replace(&self, text: &str) -> Result<Option<PathBuf>> {
        self.is_unchanged()?;
        let folder = self.folder();
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let backup = self.text.is_some().then(|| self.backup());
        if let Some(backup) = &backup {
            self.put(backup, self.text())?;
        }
        self.put(&self.path, text)?;
        Ok(backup)
    }

    /// Removes the file, its backup, and the folders that hold nothing else.
    ///
    /// # Errors
    ///
    /// Where the file cannot be removed, or is no longer what was read.
    pub fn remove(&self) -> Result<()> {
        self.is_unchanged()?;
        fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))?;
        let mut folder = self.folder();
        // A folder that holds something else is not removed, and that is the end.
        while folder != self.base && folder.starts_with(&self.base) && fs::remove_dir(folder).is_ok() {
            let Some(parent) = folder.parent() else { break };
            folder = parent;
        }
        Ok(())
    }

    /// Removes the backup.
    ///
    /// # Errors
    ///
    /// Where it cannot be removed.
    pub fn forget_backup(&self) -> Result<()> {
        let backup = self.backup();
        fs::remove_file(&backup).with_context(|| format!("cannot remove {}", backup.display()))
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.base)
    }

    /// A host, too, writes its settings: what it wrote in the meantime must not get lost.
    fn is_unchanged(&self) -> Result<()> {
        let now = match read(&self.path) {
            Ok((text, _)) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", self.path.display()));
            }
        };
        let read = self.text.as_ref().map(|text| self.marked(text));
        if now != read {
            bail!("{} was changed in the meantime, so nothing is written: try again", self.path.display());
        }
        Ok(())
    }

    fn marked(&self, text: &str) -> String {
        if self.mark { format!("{MARK}{text}") } else { text.to_owned() }
    }

    fn put(&self, path: &Path, text: &str) -> Result<()> {
        self.put_file(path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    fn put_file(&self, path: &Path, text: &str) -> io::Result<()> {
        let folder = self.folder();
        // A new file gets the mode that the umask leaves, as from an editor.
        let mode = umasked();
        let mut file = tempfile::Builder::new().prefix(".hookctl-").permissions(mode).tempfile_in(folder)?;
        file.write_all(self.marked(text).as_bytes())?;
        if let Some(old) = &self.metadata {
            let new = file.as_file().metadata()?;
            if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                fchown(file.as_file(), Some(old.uid()), Some(old.gid()))?;
            }
            file.as_file().set_permissions(old.permissions())?;
        }
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        File::open(folder)?.sync_all()
    }
}

/// The mode of a new file before the umask.
fn umasked() -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

fn read(path: &Path) -> io::Result<(String, Metadata)> {
    use std::os::unix::fs::OpenOptionsExt as _;
    // A FIFO in its place must not keep hookctl waiting.
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = fs::OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("it is larger than {} MiB", LARGEST >> 20)));
    }
    let text = String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))?;
    Ok((text, metadata))
}
