//! The log of a match: one file with every line between the runner and its engines, each with its time and the
//! engine's name.
//!
//! It is a logger of the `log` crate, so it contains all messages of this program.

use super::progress::printable;
use anyhow::{Context, Result, bail};
use log::{LevelFilter, Log, Metadata, Record};
use quartet_interrupt::print_to_stderr;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The first line of every log, which identifies the format.
const HEAD: &str = "# log of quartet-arena\n";

/// Creates a log, or appends to an existing one. Fails if the file is anything else.
pub(super) fn open(path: &Path) -> Result<()> {
    let file = writable(path).with_context(|| format!("log {}", path.display()))?;
    let log = LogFile { path: path.to_path_buf(), file: Mutex::new(Some(file)) };
    log::set_boxed_logger(Box::new(log)).context("there is a log already")?;
    log::set_max_level(LevelFilter::Trace);
    Ok(())
}

/// Opens the file for appending.
fn writable(path: &Path) -> Result<File> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_file() => {
            let mut begin = String::new();
            let read = File::open(path)?.take(HEAD.len() as u64).read_to_string(&mut begin);
            if !matches!(read, Ok(0)) && begin != HEAD {
                bail!("exists and is not a log of quartet-arena, so it was not changed");
            }
        }
        // A terminal or a null device. Opening a pipe without a reader would wait forever.
        Ok(data) if is_device(&data) => {}
        Ok(_) => bail!("is not a regular file"),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    if file.metadata()?.len() == 0 {
        file.write_all(HEAD.as_bytes())?;
    }
    Ok(file)
}

#[cfg(unix)]
fn is_device(data: &std::fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&data.file_type())
}

#[cfg(not(unix))]
fn is_device(_data: &std::fs::Metadata) -> bool {
    false
}

/// A log that is being written.
struct LogFile {
    path: PathBuf,
    /// `None` once it can no longer be written.
    file: Mutex<Option<File>>,
}

impl Log for LogFile {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with(module_path!().split("::").next().unwrap_or_default())
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let text = printable(&record.args().to_string());
        let mut held = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = &mut *held else { return };
        // The time is taken under the lock, so that times are in order.
        let line = format!("{} {text}\n", humantime::format_rfc3339_micros(SystemTime::now()));
        if let Err(error) = file.write_all(line.as_bytes()) {
            print_to_stderr(&format!(
                "cannot write {}: {error}; the log ends here, but the match continues",
                self.path.display()
            ));
            *held = None;
        }
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_log_is_appended_to() {
        let path = std::env::temp_dir().join(format!("arena-log-{}", std::process::id()));
        for foreign in [
            "{\"quartet_arena\":1}\n",
            "# log of quartet",
            "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}",
        ] {
            std::fs::write(&path, foreign).expect("a file");
            let error = writable(&path).expect_err("not a log").to_string();
            assert!(error.contains("is not a log of quartet-arena"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), foreign);
        }
        std::fs::write(&path, "").expect("a file");
        for lines in 1..3 {
            writable(&path).expect("a log").write_all(b"line\n").expect("written");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), HEAD.to_string() + &"line\n".repeat(lines));
        }
        std::fs::remove_file(&path).expect("a file");
        assert!(writable(&std::env::temp_dir()).is_err());
        #[cfg(unix)]
        writable(Path::new("/dev/null")).expect("a device");
    }
}
