//! What a run tells: progress bars and a log.

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A bar for so many steps of what has this name.
pub(crate) fn bar(name: &str, steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:30} {bar:30} {pos}/{len}, {eta} to go");
    ProgressBar::new(steps)
        .with_prefix(name.to_string())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// What a run has to tell, on the screen and in a file.
pub(crate) struct Log {
    file: PathBuf,
}

impl Log {
    /// The log of a run in this folder, which is made if need be.
    pub(crate) fn begin(folder: &Path) -> Result<Log> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Log { file: folder.join("log.txt") })
    }

    /// Tells a line.
    pub(crate) fn line(&self, text: &str) -> Result<()> {
        println!("{text}");
        append(&self.file, text).with_context(|| format!("cannot write {}", self.file.display()))
    }
}

fn append(file: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    writeln!(file, "{text}")
}
