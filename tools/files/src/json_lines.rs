//! Files of JSON lines that a run appends to, and from which a killed run resumes.

use crate::Unwritable;
use crate::lock::try_lock;
use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The shortest time between two writes to the disk: waiting for it after every line would slow down short games.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file of JSON lines that is open for writing. Each line is written in one piece, so a killed run leaves at most one
/// incomplete line. Lines are on the disk a second after they were written if others follow, and after
/// [`JsonLines::sync`]; a machine that fails loses the later ones. No other run can write the file at the same time:
/// the system releases the lock when the process ends.
#[derive(Debug)]
pub struct JsonLines {
    file: File,
    path: PathBuf,
    /// The length of the complete lines in bytes.
    whole: u64,
    /// When the lines were last known to be on the disk.
    synced: Instant,
    /// Whether a line was written since.
    is_dirty: bool,
    /// The file that this one has replaced, kept open for its lock: another process that has opened it must not write.
    _replaced: Option<File>,
}

impl JsonLines {
    /// Creates a file; fails if it exists.
    pub fn create(path: &Path) -> Result<JsonLines> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow!("{} exists; use --resume to resume it", path.display()),
            _ => anyhow::Error::new(error).context(Unwritable::new(path)),
        })?;
        Self::locked(file, path)
    }

    /// Opens a file without changing it; `None` if there is none. Its lines are those of [`JsonLines::content`]; before
    /// the first line is appended, [`JsonLines::truncate`] drops what follows the complete ones. Fails if it is not a
    /// regular file, or if another process is writing it.
    pub fn open(path: &Path) -> Result<Option<JsonLines>> {
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).context(Unwritable::new(path)),
        };
        // Reading a device might never end.
        ensure!(file.metadata()?.is_file(), "{} is not a regular file", path.display());
        Self::locked(file, path).map(Some)
    }

    fn locked(file: File, path: &Path) -> Result<JsonLines> {
        match try_lock(&file) {
            Ok(true) => {}
            Ok(false) => bail!("{} is being written by another process", path.display()),
            // Some network file systems do not support locks, which must not prevent a run.
            Err(error) if error.kind() == ErrorKind::Unsupported => {}
            Err(error) => return Err(error).with_context(|| format!("cannot lock {}", path.display())),
        }
        let synced = Instant::now();
        Ok(JsonLines { file, path: path.to_path_buf(), whole: 0, synced, is_dirty: false, _replaced: None })
    }

    /// The path by which it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The content of an opened file, to be read once.
    pub fn content(&self) -> &File {
        &self.file
    }

    /// Drops everything after this number of bytes, the length of the complete lines.
    pub fn truncate(&mut self, whole: u64) -> Result<()> {
        self.whole = whole;
        self.cut().with_context(|| Unwritable::new(&self.path))
    }

    /// Appends a line in one write. If that fails, the error has the context [`Unwritable`].
    pub fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let text = json_line(line)?;
        if let Err(error) = self.file.write_all(&text).and_then(|()| self.file.flush()) {
            // The incomplete line is removed; if that fails, it is dropped when the file is read.
            let _ = self.cut();
            return Err(error).with_context(|| Unwritable::new(&self.path));
        }
        self.whole += text.len() as u64;
        self.is_dirty = true;
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Waits until all lines are on the disk.
    pub fn sync(&mut self) -> Result<()> {
        if self.is_dirty {
            self.file.sync_data().with_context(|| Unwritable::new(&self.path))?;
            self.is_dirty = false;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Replaces the first line, which has this number of bytes: writes a new file beside the old one and renames it, so
    /// that a killed run leaves either of them.
    pub fn replace_first_line(&mut self, line: &impl Serialize, bytes: u64) -> Result<()> {
        // The target of a link is replaced, not the link.
        let path = std::fs::canonicalize(&self.path)?;
        let mut temporary = path.clone().into_os_string();
        temporary.push(format!(".{}", std::process::id()));
        let temporary = PathBuf::from(temporary);
        let mut replacement = JsonLines::create(&temporary)?;
        let copied = (|| {
            replacement.append(line)?;
            self.file.seek(SeekFrom::Start(bytes))?;
            replacement.whole += std::io::copy(&mut self.file, &mut replacement.file)?;
            replacement.file.set_permissions(self.file.metadata()?.permissions())?;
            replacement.file.sync_all()?;
            anyhow::Ok(std::fs::rename(&temporary, &path)?)
        })();
        if copied.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        copied.with_context(|| Unwritable::new(&self.path))?;
        self._replaced = Some(std::mem::replace(&mut self.file, replacement.file));
        self.whole = replacement.whole;
        Ok(())
    }

    /// Removes the file.
    pub fn discard(self) -> Result<()> {
        std::fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))
    }

    fn cut(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::Start(self.whole)).map(drop)
    }
}

/// A value as a line of such a file.
pub fn json_line(value: &impl Serialize) -> Result<Vec<u8>> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn text(path: &Path) -> String {
        std::fs::read_to_string(path).expect("text")
    }

    #[test]
    fn lines_are_appended_after_the_complete_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines");
        assert!(JsonLines::open(&path).expect("no file").is_none());
        let mut lines = JsonLines::create(&path).expect("a new file");
        lines.append(&1).expect("written");
        lines.append(&[2]).expect("written");
        drop(lines);
        assert!(JsonLines::create(&path).expect_err("a file").to_string().contains("--resume"));
        std::fs::write(&path, "1\n[2]\n[3").expect("written");
        let mut lines = JsonLines::open(&path).expect("readable").expect("a file");
        let mut content = String::new();
        lines.content().read_to_string(&mut content).expect("text");
        assert_eq!((content.as_str(), text(&path).as_str()), ("1\n[2]\n[3", "1\n[2]\n[3"));
        lines.truncate(6).expect("cut");
        lines.append(&4).expect("written");
        lines.replace_first_line(&"one", 2).expect("replaced");
        lines.append(&5).expect("written");
        lines.sync().expect("on the disk");
        assert_eq!(text(&path), "\"one\"\n[2]\n4\n5\n");
        lines.discard().expect("removed");
        assert!(!path.exists() && JsonLines::open(folder.path()).is_err());
    }
}
