//! The file of finished games (`--out`), from which an interrupted analysis resumes: a header with the settings, and
//! one line of JSON for each game.

use crate::report::GameReport;
use crate::settings::Settings;
use anyhow::{Context, Result, bail, ensure};
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet_files::JsonLines;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;

/// The version of the format.
const FORMAT: u32 = 1;

/// The first line.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Header {
    quartet_analysis: u32,
    settings: Settings,
}

/// A file of finished games that is open for writing.
#[derive(Debug)]
pub struct Journal {
    lines: JsonLines,
}

impl Journal {
    /// Creates a journal; fails if the file exists.
    pub fn create(path: &Path, settings: &Settings) -> Result<Journal> {
        let mut lines = JsonLines::create(path)?;
        lines.append(&Header { quartet_analysis: FORMAT, settings: settings.clone() })?;
        Ok(Journal { lines })
    }

    /// Resumes a journal, or creates it if there is none; returns the games in it. Drops an incomplete last line. Fails
    /// and changes nothing if the file is not a journal, has other settings, or is being written by another process.
    pub fn resume(path: &Path, settings: &Settings) -> Result<(Journal, Vec<GameReport>)> {
        let Some(mut lines) = JsonLines::open(path)? else {
            return Ok((Self::create(path, settings)?, Vec::new()));
        };
        let mut bytes = Vec::new();
        lines.content().read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
        let header = Header { quartet_analysis: FORMAT, settings: settings.clone() };
        let (reports, whole) = parse(&bytes, &header).with_context(|| path.display().to_string())?;
        lines.truncate(whole as u64)?;
        if whole == 0 {
            lines.append(&header)?;
        }
        Ok((Journal { lines }, reports))
    }

    /// Appends a finished game.
    pub fn add(&mut self, report: &GameReport) -> Result<()> {
        self.lines.append(report)
    }
}

/// The games of a journal and the length of its complete lines. A last line without a line end is incomplete.
fn parse(bytes: &[u8], expected: &Header) -> Result<(Vec<GameReport>, usize)> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let tail = &bytes[whole..];
    let mut lines = strip_byte_order_mark(&bytes[..whole]).split_inclusive(|&byte| byte == b'\n');
    let Some(first) = lines.next() else {
        let is_torn = serde_json::to_vec(expected)?.starts_with(tail);
        ensure!(is_torn, "it does not begin as the output of this analysis, so it was not changed");
        return Ok((Vec::new(), 0));
    };
    let foreign = "it is not the output of an analysis, so it was not changed";
    let header: Header = serde_json::from_slice(first).context(foreign)?;
    if header != *expected {
        bail!("it was started with other settings, {}", serde_json::to_string(&header.settings)?);
    }
    ensure!(tail.is_empty() || tail.starts_with(b"{"), foreign);
    let read = |(index, line): (usize, &[u8])| serde_json::from_slice(line).context(format!("line {}", index + 2));
    let reports = lines.enumerate().map(read).collect::<Result<_>>()?;
    Ok((reports, whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;
    use crate::settings::Limit;

    fn settings(depth: u64) -> Settings {
        Settings { limit: Limit::Depth(depth), exact_empties: 24, threads: 1, hash: 16 }
    }

    #[test]
    fn an_interrupted_analysis_resumes_with_its_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.jsonl");
        let report = example(["a", "b"]);
        let (mut journal, games) = Journal::resume(&path, &settings(8)).expect("a new journal");
        assert!(games.is_empty() && Journal::create(&path, &settings(8)).is_err());
        journal.add(&report).expect("written");
        drop(journal);
        let mut torn = std::fs::read(&path).expect("content");
        torn.extend(b"{\"file\": \"gam");
        std::fs::write(&path, &torn).expect("written");
        let (mut journal, games) = Journal::resume(&path, &settings(8)).expect("a journal");
        assert_eq!(games, std::slice::from_ref(&report));
        journal.add(&report).expect("written");
        drop(journal);
        let (_, games) = Journal::resume(&path, &settings(8)).expect("a journal");
        assert_eq!(games.len(), 2);
        let error = format!("{:#}", Journal::resume(&path, &settings(9)).expect_err("other settings"));
        assert!(error.contains("other settings"), "{error}");
    }

    #[test]
    fn a_torn_header_is_written_again_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.jsonl");
        std::fs::write(&path, b"{\"quartet_ana").expect("written");
        Journal::resume(&path, &settings(8)).expect("a journal");
        for foreign in ["f5d6c3", "f5d6c3\n", "{\"quartet_arena\": 1}\n", "[]"] {
            std::fs::write(&path, foreign).expect("written");
            assert!(Journal::resume(&path, &settings(8)).is_err(), "{foreign}");
            assert_eq!(std::fs::read_to_string(&path).expect("text"), foreign);
        }
    }
}
