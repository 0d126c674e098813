//! The file of a record: reading, writing, resuming.

use super::difference::{differences, may_differ};
use super::lock::try_lock;
use super::{FORMAT, GameRecord, Header};
use anyhow::{Context, Result, bail, ensure};
use quartet::byte_order_mark::strip_byte_order_mark;
use serde::Serialize;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The contents of a record.
#[derive(Clone, Debug)]
pub struct Records {
    /// The header.
    pub header: Header,
    /// The games in the order of their ends.
    pub games: Vec<GameRecord>,
    /// The length of the header's line in bytes.
    head: u64,
    /// The length up to the end of the last complete line, in bytes.
    whole: u64,
}

/// Reads a record; an incomplete last line is left out.
pub fn read(path: &Path) -> Result<Records> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (records, _) = read_lines(BufReader::new(file)).with_context(|| format!("record {}", path.display()))?;
    records.with_context(|| format!("record {}: it has no header", path.display()))
}

/// Reads the complete lines, and returns the rest after the last one; no records if the header is incomplete.
fn read_lines(mut source: impl BufRead) -> Result<(Option<Records>, Vec<u8>)> {
    let mut line = Vec::new();
    let mut records: Option<Records> = None;
    let mut seen = HashSet::new();
    for number in 1.. {
        line.clear();
        source.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        let here = || format!("line {number}");
        match &mut records {
            None => {
                let header: Header = serde_json::from_slice(strip_byte_order_mark(&line)).with_context(here)?;
                ensure!(header.quartet_arena == FORMAT, "format {}, expected {FORMAT}", header.quartet_arena);
                let head = line.len() as u64;
                records = Some(Records { header, games: Vec::new(), head, whole: head });
            }
            Some(records) => {
                let game: GameRecord = serde_json::from_slice(&line).with_context(here)?;
                ensure!(seen.insert(game.id), "line {number}: game {} for the second time", game.id);
                records.games.push(game);
                records.whole += line.len() as u64;
            }
        }
    }
    Ok((records, line))
}

/// Whether this is the line of a game or the beginning of one.
fn is_torn_game(tail: &[u8]) -> bool {
    const START: &[u8] = b"{\"id\":";
    let begins = tail.starts_with(START) || START.starts_with(tail);
    begins && serde_json::from_slice::<GameRecord>(tail).map_or_else(|error| error.is_eof(), |_| true)
}

/// An object as a line of the file.
fn written(line: &impl Serialize) -> Result<Vec<u8>> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    Ok(text)
}

/// A record that is open for writing. No other run can write it at the same time: the system releases the lock when
/// the process ends.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    /// The length of the complete lines in bytes.
    whole: u64,
    /// The file that this one has replaced, kept open for its lock: another process that has opened it must not write.
    _replaced: Option<File>,
}

impl RecordFile {
    /// Creates a record; fails if the file exists.
    pub fn create(path: &Path, header: &Header) -> Result<RecordFile> {
        let options = OpenOptions::new().write(true).create_new(true).open(path);
        let file = options.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                anyhow::anyhow!("{} exists; use --resume to resume it", path.display())
            }
            _ => anyhow::Error::new(error).context(format!("cannot write {}", path.display())),
        })?;
        lock(&file, path)?;
        let mut record = RecordFile { file, path: path.to_path_buf(), whole: 0, _replaced: None };
        record.append(header)?;
        Ok(record)
    }

    /// Resumes a record, or creates it if there is none; returns the games in it. Fails if it was started with other
    /// settings or openings. Only the number of games may differ; the header gets the greater one.
    pub fn resume(path: &Path, header: &Header) -> Result<(RecordFile, Vec<GameRecord>)> {
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((Self::create(path, header)?, Vec::new())),
            Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
        };
        // Reading a device might never end.
        ensure!(file.metadata()?.is_file(), "{} is not a regular file", path.display());
        lock(&file, path)?;
        let about = || format!("record {}", path.display());
        let (records, tail) = read_lines(BufReader::new(&file)).with_context(about)?;
        let mut record = RecordFile { file, path: path.to_path_buf(), whole: 0, _replaced: None };
        let Some(records) = records else {
            // The run was killed while the header was written. Any other file is not overwritten.
            let is_torn = written(header)?.starts_with(strip_byte_order_mark(&tail));
            ensure!(is_torn, "{} does not begin as the record of this match, so it was not changed", path.display());
            record.cut().with_context(about)?;
            record.append(header)?;
            return Ok((record, Vec::new()));
        };
        let mut previous = records.header.clone();
        if header.experiment.is_none() {
            previous.settings.games = previous.settings.games.max(header.settings.games);
        }
        if previous != *header {
            let found = differences(&previous, header)?.join("; ");
            bail!("{} was started with other settings: {found} ({})", path.display(), may_differ(header));
        }
        ensure!(is_torn_game(&tail), "{} does not end with a game, so it was not changed", path.display());
        record.whole = records.whole;
        record.cut().with_context(about)?;
        if records.header != *header {
            record = record.with_header(header, records.head).with_context(about)?;
        }
        Ok((record, records.games))
    }

    /// Replaces the header: writes a new file next to the record and renames it, so that a killed run leaves either the
    /// old or the new file. `head` is the length of the old header's line.
    fn with_header(mut self, header: &Header, head: u64) -> Result<RecordFile> {
        // The target of a link is replaced, not the link.
        let path = std::fs::canonicalize(&self.path)?;
        let mut temporary = path.clone().into_os_string();
        temporary.push(format!(".{}", std::process::id()));
        let temporary = PathBuf::from(temporary);
        let mut replacement = RecordFile::create(&temporary, header)?;
        let copied = (|| {
            self.file.seek(SeekFrom::Start(head))?;
            replacement.whole += std::io::copy(&mut self.file, &mut replacement.file)?;
            replacement.file.set_permissions(self.file.metadata()?.permissions())?;
            replacement.file.sync_all()?;
            std::fs::rename(&temporary, &path)
        })();
        if copied.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        copied?;
        Ok(RecordFile { path: self.path, _replaced: Some(self.file), ..replacement })
    }

    /// Appends a line.
    pub fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let text = written(line)?;
        if let Err(error) = self.file.write_all(&text).and_then(|()| self.file.flush()) {
            // The incomplete line is removed; if that fails, it is dropped when the record is read.
            let _ = self.cut();
            return Err(error).with_context(|| format!("cannot write {}", self.path.display()));
        }
        self.whole += text.len() as u64;
        Ok(())
    }

    /// Removes a record, which must not have any games.
    pub fn discard(self) -> Result<()> {
        std::fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))
    }

    /// Drops an incomplete last line.
    fn cut(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::Start(self.whole)).map(drop)
    }
}

/// Locks a record against other runs; fails at once if another run holds the lock.
fn lock(file: &File, path: &Path) -> Result<()> {
    match try_lock(file) {
        Ok(true) => Ok(()),
        Ok(false) => bail!("{} is being written by another match", path.display()),
        // Some network file systems do not support locks, which must not prevent a match.
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}
