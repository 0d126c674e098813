//! The lines of a record, as far as they have been written.

use super::index::Place;
use crate::record::{FORMAT, Header, StartLine, is_start};
use crate::verify::WrongGame;
use anyhow::{Context, Result, ensure};
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet::file_identity::FileIdentity;
use quartet::shard::Shard;
use quartet_rules::GameResult;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What all games have, without what only a report needs. To read it takes a fraction of the time and no memory.
#[derive(Deserialize)]
#[allow(dead_code, reason = "the fields have to be there")]
struct Outline {
    id: u64,
    pair: u64,
    opening: IgnoredAny,
    variant: IgnoredAny,
    options: IgnoredAny,
    first: IgnoredAny,
    second: IgnoredAny,
    result: GameResult,
    reason: IgnoredAny,
    moves: IgnoredAny,
    final_position: IgnoredAny,
    started: IgnoredAny,
    seconds: IgnoredAny,
}

/// A line that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Damage {
    path: PathBuf,
    line: u64,
    byte: u64,
    what: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { path, line, byte, what } = self;
        write!(f, "{}, line {line}, byte {byte}: {what}", path.display())
    }
}

/// A line that was read.
pub(super) enum Line {
    /// A game with its number.
    Game(u64, Place),
    /// A line that cannot be used.
    Damaged(Damage),
    /// A game of another shard.
    Wrong(WrongGame),
    /// The header or a start.
    Other,
}

/// Reads a record from where it has been read before.
#[derive(Debug)]
pub(super) struct Reader {
    path: PathBuf,
    /// The index of the file in [`Place`]s.
    file: u32,
    header: Option<Header>,
    identity: Option<FileIdentity>,
    /// The length of the complete lines that were read, in bytes.
    offset: u64,
    /// The number of these lines.
    lines: u64,
    /// The attempt of the last start.
    attempt: u64,
    /// The bytes after the last complete line.
    torn: u64,
}

impl Reader {
    pub(super) fn new(path: PathBuf, file: u32) -> Self {
        Reader { path, file, header: None, identity: None, offset: 0, lines: 0, attempt: 0, torn: 0 }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The header, if its line is complete.
    pub(super) fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The shard; all of the match by default.
    pub(super) fn shard(&self) -> Shard {
        self.header.as_ref().map(Header::shard).unwrap_or_default()
    }

    /// Whether the file ends with an incomplete line.
    pub(super) fn is_torn(&self) -> bool {
        self.torn > 0
    }

    /// Whether the file is another one than before, as when its header was replaced.
    pub(super) fn has_changed(&self) -> bool {
        let identity = FileIdentity::of_path(&self.path);
        let length = std::fs::metadata(&self.path).map_or(0, |data| data.len());
        self.offset > 0 && (identity != self.identity || length < self.offset)
    }

    /// Reads the complete lines that were added since the last time. Fails if it is not the record of a match.
    pub(super) fn read(&mut self, mut each: impl FnMut(Line)) -> Result<()> {
        let path = self.path.clone();
        let cannot_read = || format!("cannot read {}", path.display());
        let mut file = File::open(&path).with_context(cannot_read)?;
        let data = file.metadata().with_context(cannot_read)?;
        ensure!(data.is_file(), "{} is not a regular file", path.display());
        if data.len() == self.offset + self.torn && self.offset > 0 {
            return Ok(());
        }
        self.identity = FileIdentity::of_path(&path);
        file.seek(SeekFrom::Start(self.offset)).with_context(cannot_read)?;
        let (mut source, mut line) = (BufReader::with_capacity(1 << 18, file), Vec::new());
        loop {
            line.clear();
            source.read_until(b'\n', &mut line).with_context(cannot_read)?;
            self.torn = line.len() as u64;
            if !line.ends_with(b"\n") {
                return Ok(());
            }
            self.lines += 1;
            each(self.line(&line)?);
            self.offset += self.torn;
            self.torn = 0;
        }
    }

    /// The line after the ones that were read, which cannot be used.
    fn damaged(&self, what: String) -> Result<Line> {
        Ok(Line::Damaged(Damage { path: self.path.clone(), line: self.lines, byte: self.offset, what }))
    }

    /// What the line after the ones that were read is.
    fn line(&mut self, line: &[u8]) -> Result<Line> {
        if self.header.is_none() {
            let about = || format!("{} is not the record of a match", self.path.display());
            let header: Header = serde_json::from_slice(strip_byte_order_mark(line)).with_context(about)?;
            ensure!(header.quartet_arena == FORMAT, "{}: format {}, expected {FORMAT}", about(), header.quartet_arena);
            self.header = Some(header);
            return Ok(Line::Other);
        }
        if is_start(line) {
            return match serde_json::from_slice::<StartLine>(line) {
                Ok(StartLine { start }) => {
                    self.attempt = start.attempt;
                    Ok(Line::Other)
                }
                Err(error) => self.damaged(error.to_string()),
            };
        }
        let Outline { id, .. } = match serde_json::from_slice(line) {
            Ok(outline) => outline,
            Err(error) => return self.damaged(error.to_string()),
        };
        let narrow = |number: u64| u32::try_from(number).ok();
        let (Some(line_number), Some(length)) = (narrow(self.lines), narrow(line.len() as u64)) else {
            return self.damaged("beyond four billion lines or bytes".into());
        };
        if !self.shard().contains(id / 2) {
            let (file, what) = (self.path.display().to_string(), format!("it is not one of shard {}", self.shard()));
            return Ok(Line::Wrong(WrongGame { file, line: self.lines, game: id, what }));
        }
        let attempt = narrow(self.attempt).unwrap_or(u32::MAX);
        let place = Place { attempt, file: self.file, line: line_number, length, offset: self.offset };
        Ok(Line::Game(id, place))
    }
}
