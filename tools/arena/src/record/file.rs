//! The file of a record: reading, writing, resuming.

use super::difference::may_differ;
use super::{FORMAT, GameRecord, Header, Start, StartLine, is_start};
use anyhow::{Context, Result, ensure};
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet_files::{JsonLines, json_line, read_bytes};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The contents of a record.
#[derive(Clone, Debug)]
pub struct Records {
    /// The header.
    pub header: Header,
    /// The starts, without those of records of older versions.
    pub starts: Vec<Start>,
    /// The games in the order of their ends.
    pub games: Vec<GameRecord>,
    /// The line of each game, from 1.
    lines: Vec<u64>,
    /// The length of the header's line in bytes.
    head: u64,
    /// The length up to the end of the last complete line, in bytes.
    whole: u64,
    /// The lines that cannot be used, with the reasons.
    damaged: Vec<String>,
}

impl Records {
    /// The record of which this is the first line.
    fn of_header(line: &[u8]) -> Result<Self> {
        let header: Header = serde_json::from_slice(strip_byte_order_mark(line))?;
        ensure!(header.quartet_arena == FORMAT, "format {}, expected {FORMAT}", header.quartet_arena);
        let head = line.len() as u64;
        let (starts, games, lines, damaged) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Records { header, starts, games, lines, head, whole: head, damaged })
    }

    /// The games in the order of their ends, each with its line, from 1.
    pub fn into_lines(self) -> Vec<(u64, GameRecord)> {
        self.lines.into_iter().zip(self.games).collect()
    }
}

/// Reads a record; an incomplete last line is left out.
pub fn read(path: &Path) -> Result<Records> {
    read_content(path, &read_bytes(path)?)
}

/// As [`read`], with the content of the file, which has been read.
pub(crate) fn read_content(path: &Path, content: &[u8]) -> Result<Records> {
    let (records, _) = read_lines(content, false).with_context(|| format!("record {}", path.display()))?;
    records.with_context(|| format!("record {}: it has no header", path.display()))
}

/// Reads the complete lines, and returns the rest after the last one; no records if the header is incomplete. A damaged
/// line is an error, or, if `are_gaps`, a gap in the record of a shard, as in its merge with the others.
fn read_lines(mut source: impl BufRead, are_gaps: bool) -> Result<(Option<Records>, Vec<u8>)> {
    let mut line = Vec::new();
    let mut records: Option<Records> = None;
    for number in 1.. {
        line.clear();
        source.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        let here = || format!("line {number}");
        let Some(records) = &mut records else {
            records = Some(Records::of_header(&line).with_context(here)?);
            continue;
        };
        let added = if is_start(&line) {
            serde_json::from_slice(&line).map(|StartLine { start }| records.starts.push(start))
        } else {
            serde_json::from_slice(&line).map(|game: GameRecord| {
                records.games.push(game);
                records.lines.push(number);
            })
        };
        match added {
            Err(error) if are_gaps && records.header.shard.is_some() => {
                records.damaged.push(format!("line {number}, byte {}: {error}", records.whole));
            }
            added => added.with_context(here)?,
        }
        records.whole += line.len() as u64;
    }
    Ok((records, line))
}

/// Whether this is a line of a game or a start without its end, or the beginning of one.
fn is_torn_line(tail: &[u8]) -> bool {
    fn is_torn<T: DeserializeOwned>(tail: &[u8], start: &[u8]) -> bool {
        let begins = tail.starts_with(start) || start.starts_with(tail);
        begins && serde_json::from_slice::<T>(tail).map_or_else(|error| error.is_eof(), |_| true)
    }
    let tail = without_zeros(tail);
    is_torn::<GameRecord>(tail, b"{\"id\":") || is_torn::<StartLine>(tail, b"{\"start\":")
}

/// A record that is open for writing.
#[derive(Debug)]
pub struct RecordFile {
    lines: JsonLines,
    /// The header in the file, with the length of its line in bytes; `None` before the first start.
    header: Option<(Header, u64)>,
    /// The number of starts.
    starts: u64,
    /// The lines that cannot be used, with the reasons.
    damaged: Vec<String>,
}

impl RecordFile {
    /// Creates an empty record, so that no other run takes the file; fails if it exists.
    pub fn create(path: &Path) -> Result<RecordFile> {
        Ok(RecordFile { lines: JsonLines::create(path)?, header: None, starts: 0, damaged: Vec::new() })
    }

    /// Resumes a record, or creates it if there is none; returns the games in it, each with its line. Fails if it was
    /// started with other settings, openings or programs. Only the number of games, or of rounds, may have grown. A
    /// damaged line in the record of a shard is a gap, in any other record an error. The file is not changed before
    /// [`RecordFile::start`], except that an incomplete last line is dropped.
    pub fn resume(path: &Path, header: &Header) -> Result<(RecordFile, Vec<(u64, GameRecord)>)> {
        let Some(mut lines) = JsonLines::open(path)? else { return Ok((Self::create(path)?, Vec::new())) };
        let about = || format!("record {}", path.display());
        let (records, tail) = read_lines(BufReader::new(lines.content()), true).with_context(about)?;
        let Some(records) = records else {
            // The run was killed while the header was written. Any other file is not overwritten.
            let is_torn = is_torn_header(header, strip_byte_order_mark(&tail))?;
            ensure!(is_torn, "{} does not begin as the record of this match, so it was not changed", path.display());
            lines.truncate(0)?;
            return Ok((RecordFile { lines, header: None, starts: 0, damaged: Vec::new() }, Vec::new()));
        };
        check_same(path, &records.header, header)?;
        ensure!(is_torn_line(&tail), "{} does not end with a game, so it was not changed", path.display());
        lines.truncate(records.whole)?;
        let starts = records.starts.len() as u64;
        let (header, damaged) = (Some((records.header.clone(), records.head)), records.damaged.clone());
        Ok((RecordFile { lines, header, starts, damaged }, records.into_lines()))
    }

    /// The warning about damaged lines, whose games are gaps; `None` if there are none.
    pub fn damage(&self) -> Option<String> {
        let first = self.damaged.first()?;
        let more = match self.damaged.len() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        Some(format!("{}, {first}{more}: damaged, what is missing is played again", self.lines.path().display()))
    }

    /// Begins a run: writes the header, unless the file has it already, and the line of the start. Fails if the header
    /// is that of another match.
    pub fn start(&mut self, header: &Header) -> Result<()> {
        match &mut self.header {
            None => self.lines.append(header)?,
            Some((known, length)) => {
                check_same(self.lines.path(), known, header)?;
                let mut header = header.clone();
                header.learn(known);
                if *known != header {
                    self.lines.replace_first_line(&header, *length)?;
                }
            }
        }
        self.lines.append(&StartLine { start: Start::now(self.starts) })
    }

    /// Appends a line.
    pub fn append(&mut self, line: &impl Serialize) -> Result<()> {
        self.lines.append(line)
    }

    /// Waits until all lines are on the disk.
    pub fn sync(&mut self) -> Result<()> {
        self.lines.sync()
    }

    /// Removes the record if it was created and not started. Otherwise it would only block the next attempt.
    pub fn discard_if_new(self) -> Result<()> {
        if self.header.is_none() { self.lines.discard() } else { Ok(()) }
    }
}

/// The beginning of a line, as a killed run leaves it. A machine that fails may leave zeros after it.
fn without_zeros(tail: &[u8]) -> &[u8] {
    let end = tail.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    tail.get(..end).unwrap_or_default()
}

/// Whether this is the beginning of the header's line. The programs of the engines, at its end, may be other ones.
fn is_torn_header(header: &Header, tail: &[u8]) -> Result<bool> {
    let mut known = json_line(&Header { engines: Vec::new(), ..header.clone() })?;
    known.truncate(known.len().saturating_sub(b"}\n".len()));
    let tail = without_zeros(tail);
    Ok(known.starts_with(tail) || tail.starts_with(&known))
}

/// Fails if two headers are not those of the same match. Only the number of games, or of rounds, may have grown.
fn check_same(path: &Path, known: &Header, header: &Header) -> Result<()> {
    let mut known = known.clone();
    if header.experiment.is_none() {
        known.settings.grow_to(&header.settings);
    }
    let found = known.differences(header)?.join("; ");
    ensure!(found.is_empty(), "{} was started with other settings: {found} ({})", path.display(), may_differ(header));
    Ok(())
}
