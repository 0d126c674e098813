//! The file of finished games (`--out`), from which an interrupted analysis resumes: a header with the settings, and
//! one line of JSON for each game.

use crate::report::GameReport;
use crate::settings::Settings;
use anyhow::{Context, Result, bail, ensure};
use quartet::byte_order_mark::strip_byte_order_mark;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
    file: File,
    path: PathBuf,
    /// The length of the complete lines in bytes.
    whole: u64,
}

impl Journal {
    /// Creates a journal; fails if the file exists.
    pub fn create(path: &Path, settings: &Settings) -> Result<Journal> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow::anyhow!("{} exists; use --resume to resume it", path.display()),
            _ => anyhow::Error::new(error).context(format!("cannot write {}", path.display())),
        })?;
        let mut journal = Journal { file, path: path.into(), whole: 0 };
        journal.append(&Header { quartet_analysis: FORMAT, settings: settings.clone() })?;
        Ok(journal)
    }

    /// Resumes a journal, or creates it if there is none; returns the games in it. Drops an incomplete last line. Fails
    /// and changes nothing if the file is not a journal or has other settings.
    pub fn resume(path: &Path, settings: &Settings) -> Result<(Journal, Vec<GameReport>)> {
        let mut file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok((Self::create(path, settings)?, Vec::new()));
            }
            Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
        };
        // Reading a device might never end.
        ensure!(file.metadata()?.is_file(), "{} is not a regular file", path.display());
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
        let mut journal = Journal { file, path: path.into(), whole: 0 };
        let header = Header { quartet_analysis: FORMAT, settings: settings.clone() };
        let (reports, whole) = parse(&bytes, &header).with_context(|| path.display().to_string())?;
        journal.whole = whole as u64;
        journal.cut().with_context(|| format!("cannot write {}", path.display()))?;
        if whole == 0 {
            journal.append(&header)?;
        }
        Ok((journal, reports))
    }

    /// Appends a line.
    fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        if let Err(error) = self.file.write_all(&text).and_then(|()| self.file.flush()) {
            // The incomplete line is removed; if that fails, it is dropped when the journal is read.
            let _ = self.cut();
            return Err(error).with_context(|| format!("cannot write {}", self.path.display()));
        }
        self.whole += text.len() as u64;
        Ok(())
    }

    /// Appends a finished game.
    pub fn add(&mut self, report: &GameReport) -> Result<()> {
        self.append(report)
    }

    /// Drops everything after the complete lines.
    fn cut(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::Start(self.whole)).map(drop)
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
