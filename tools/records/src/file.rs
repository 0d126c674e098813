//! Files of games.

use crate::format::{Format, Games, Hints, read};
use crate::formats::wthor::Names;
use anyhow::{Context, Result};
use quartet_files::read_bytes;
use std::path::{Path, PathBuf};

/// A file of games, whose content has been read.
#[derive(Clone, Debug)]
pub struct GameFile {
    content: Vec<u8>,
    paths: Vec<PathBuf>,
    format: Format,
    hints: Hints,
}

impl GameFile {
    /// Reads a file in this format, by default in the one that is detected, with what the files beside it say. Fails
    /// if it cannot be read, or if its format is not known; the error names the file.
    pub fn open(path: &Path, format: Option<Format>, hints: &Hints) -> Result<GameFile> {
        Self::with_content(path, read_bytes(path)?, format, hints)
    }

    /// As [`GameFile::open`], with the content of the file, which has been read.
    pub fn with_content(path: &Path, content: Vec<u8>, format: Option<Format>, hints: &Hints) -> Result<GameFile> {
        let format = format
            .or_else(|| Format::detect(path, &content))
            .with_context(|| format!("{}: unknown format, expected one of {}", path.display(), Format::names()))?;
        let mut paths = vec![path.to_path_buf()];
        if format == Format::Wthor {
            paths.extend(Names::files_beside(path)?);
        }
        Ok(GameFile { content, paths, format, hints: hints.for_file(format, path)? })
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The content.
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// The files that were read: this one, and for WTHOR those with the names of players and tournaments.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The games, each as far as it can be read.
    pub fn games(&self) -> Games<'_> {
        read(self.format, &self.content, &self.hints)
    }
}
