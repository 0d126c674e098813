//! Progress bars and the log of a run.

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A progress bar of `steps` steps.
pub(crate) fn progress_bar(name: &str, steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:30} {bar:30} {pos}/{len}, {eta} to go");
    ProgressBar::new(steps)
        .with_prefix(name.to_string())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Log of a run, printed and appended to the file `log.txt` in the folder of the run.
pub(crate) struct Log {
    file: PathBuf,
}

impl Log {
    /// Opens the log of a folder, which is created if needed.
    pub(crate) fn open(folder: &Path) -> Result<Log> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Log { file: folder.join("log.txt") })
    }

    /// Prints a line and appends it to the file.
    pub(crate) fn write_line(&self, text: &str) -> Result<()> {
        // A closed stdout, as by `head`, does not end the run.
        let _ = writeln!(std::io::stdout(), "{text}");
        append(&self.file, text).with_context(|| format!("cannot write {}", self.file.display()))
    }
}

fn append(file: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    writeln!(file, "{text}")
}
