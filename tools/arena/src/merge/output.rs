//! The file that is written.

use crate::record::Header;
use anyhow::{Context, Result, bail, ensure};
use quartet_files::{Unwritable, is_same_file, json_line};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The longest header that is read, in bytes.
const LONGEST: u64 = 1 << 26;

/// A merged record that is being written: beside its place, where it is put in one piece when it is complete. A pipe or
/// a device is written directly.
pub(super) struct MergedFile {
    file: BufWriter<File>,
    path: PathBuf,
    /// The file that is renamed in the end.
    temporary: Option<PathBuf>,
    bytes: u64,
}

impl MergedFile {
    /// Fails if a file is there that is one of the inputs, or not an earlier merge of the same match.
    pub(super) fn check(path: &Path, header: &Header, inputs: &[PathBuf]) -> Result<()> {
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => bail!("{} is a folder, expected a file", path.display()),
            Ok(data) if data.is_file() => check_own(path, header, inputs),
            _ => Ok(()),
        }
    }

    /// Begins a file, which has been checked, with its header.
    pub(super) fn create(path: &Path, header: &Header) -> Result<Self> {
        // The target of a link is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let unwritable = || Unwritable::new(&path);
        let mut options = OpenOptions::new();
        let (file, temporary) = match fs::metadata(&path) {
            Ok(data) if !data.is_file() => (options.write(true).open(&path), None),
            _ => {
                let mut temporary = path.clone().into_os_string();
                temporary.push(format!(".{}", std::process::id()));
                (options.write(true).create_new(true).open(&temporary), Some(PathBuf::from(temporary)))
            }
        };
        let file = BufWriter::with_capacity(1 << 20, file.with_context(unwritable)?);
        let mut merged = MergedFile { file, path, temporary, bytes: 0 };
        merged.append(&json_line(header)?)?;
        Ok(merged)
    }

    /// Appends a line.
    pub(super) fn append(&mut self, line: &[u8]) -> Result<()> {
        self.bytes += line.len() as u64;
        self.file.write_all(line).with_context(|| Unwritable::new(&self.path))
    }

    /// Puts the file in its place; returns its length in bytes.
    pub(super) fn finish(mut self) -> Result<u64> {
        let unwritable = || Unwritable::new(&self.path);
        self.file.flush().with_context(unwritable)?;
        if let Some(temporary) = &self.temporary {
            self.file.get_ref().sync_all().with_context(unwritable)?;
            fs::rename(temporary, &self.path).with_context(unwritable)?;
            self.temporary = None;
        }
        Ok(self.bytes)
    }
}

impl Drop for MergedFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Fails unless the file is empty or an earlier merge of the same match.
fn check_own(path: &Path, header: &Header, inputs: &[PathBuf]) -> Result<()> {
    if let Some(input) = inputs.iter().find(|input| is_same_file(path, input)) {
        bail!("cannot write {}: that is {}, which is being read", path.display(), input.display());
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut line = Vec::new();
    BufReader::new(file.take(LONGEST)).read_until(b'\n', &mut line)?;
    let known: Option<Header> = serde_json::from_slice(&line).ok();
    let is_own = match &known {
        Some(known) if known.merged => known.differences_between_parts(header)?.is_empty(),
        _ => line.is_empty(),
    };
    ensure!(is_own, "{} exists and is no earlier merge of this match", path.display());
    Ok(())
}
