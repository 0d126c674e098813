//! The file of a record: reading, writing, resuming.

use super::difference::{differences, may_differ};
use super::{FORMAT, GameRecord, Header};
use anyhow::{Context, Result, bail, ensure};
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet_files::{JsonLines, json_line, read_bytes};
use serde::Serialize;
use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

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
    read_content(path, &read_bytes(path)?)
}

/// As [`read`], with the content of the file, which has been read.
pub(super) fn read_content(path: &Path, content: &[u8]) -> Result<Records> {
    let (records, _) = read_lines(content).with_context(|| format!("record {}", path.display()))?;
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

/// A record that is open for writing.
#[derive(Debug)]
pub struct RecordFile {
    lines: JsonLines,
}

impl RecordFile {
    /// Creates a record; fails if the file exists.
    pub fn create(path: &Path, header: &Header) -> Result<RecordFile> {
        let mut lines = JsonLines::create(path)?;
        lines.append(header)?;
        Ok(RecordFile { lines })
    }

    /// Resumes a record, or creates it if there is none; returns the games in it. Fails if it was started with other
    /// settings or openings. Only the number of games may differ; the header gets the greater one.
    pub fn resume(path: &Path, header: &Header) -> Result<(RecordFile, Vec<GameRecord>)> {
        let Some(mut lines) = JsonLines::open(path)? else { return Ok((Self::create(path, header)?, Vec::new())) };
        let about = || format!("record {}", path.display());
        let (records, tail) = read_lines(BufReader::new(lines.content())).with_context(about)?;
        let Some(records) = records else {
            // The run was killed while the header was written. Any other file is not overwritten.
            let is_torn = json_line(header)?.starts_with(strip_byte_order_mark(&tail));
            ensure!(is_torn, "{} does not begin as the record of this match, so it was not changed", path.display());
            lines.truncate(0)?;
            lines.append(header)?;
            return Ok((RecordFile { lines }, Vec::new()));
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
        lines.truncate(records.whole)?;
        if records.header != *header {
            lines = lines.with_first_line(header, records.head).with_context(about)?;
        }
        Ok((RecordFile { lines }, records.games))
    }

    /// Appends a line.
    pub fn append(&mut self, line: &impl Serialize) -> Result<()> {
        self.lines.append(line)
    }

    /// Removes a record, which must not have any games.
    pub fn discard(self) -> Result<()> {
        self.lines.discard()
    }
}
