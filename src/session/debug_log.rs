//! The debug log: a copy of all input and output (option `Debug Log File`).

use crate::engine::options::{Options, names};
use crate::file_identity::FileIdentity;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// The log file, if one is open.
#[derive(Default)]
pub(super) struct DebugLog {
    open: Option<(File, Instant)>,
    /// The file that the input comes from, if it comes from one.
    pub input: Option<FileIdentity>,
    /// The file of option `Book File`, if there is one.
    book: Option<FileIdentity>,
}

impl DebugLog {
    /// From now on refuses to log into the file of option `Book File`.
    pub(super) fn guard_book(&mut self, options: &Options) {
        let path = options.text(names::BOOK_FILE).filter(|path| !path.is_empty());
        self.book = path.and_then(|path| FileIdentity::of_path(Path::new(&path)));
    }

    /// Logs to the end of the file at `path` from now on; an empty path closes the log.
    pub(super) fn open(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() {
            self.open = None;
            return Ok(());
        }
        let found = FileIdentity::of_path(Path::new(path));
        if found.is_some() && found == self.input {
            return Err(format!("log file '{path}' is what the input is read from, expected another"));
        }
        if found.is_some() && found == self.book {
            return Err(format!("log file '{path}' is the book, expected another"));
        }
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            // Opening a pipe would wait for its reader.
            return Err(format!("log file '{path}' is no regular file, expected one"));
        }
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|error| format!("cannot write log file '{path}': {error}"))?;
        self.open = Some((file, Instant::now()));
        Ok(())
    }

    /// Logs one line, `>>` for input or `<<` for output, with the seconds since the file was opened. After an error the
    /// log is closed.
    pub(super) fn write(&mut self, direction: &str, line: &[u8]) -> Result<(), String> {
        let Some((file, opened)) = &mut self.open else { return Ok(()) };
        let stamp = format!("{:.6} {direction} ", opened.elapsed().as_secs_f64());
        let whole = [stamp.as_bytes(), line, b"\n"].concat();
        file.write_all(&whole).map_err(|error| {
            self.open = None;
            format!("the log file can no longer be written and is closed: {error}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A temporary file for one test.
    fn scratch(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("quartet-debug_log-{name}-{}", std::process::id()));
        std::fs::write(&path, "text").expect("a file");
        path
    }

    #[test]
    fn a_log_that_can_no_longer_be_written_is_reported_once() {
        let path = scratch("unwritable");
        // Open for reading only: every write fails.
        let file = File::open(&path).expect("the file");
        let mut debug_log = DebugLog { open: Some((file, Instant::now())), ..DebugLog::default() };
        assert!(debug_log.write(">>", b"isready").is_err_and(|error| error.contains("no longer")));
        assert_eq!(debug_log.write(">>", b"isready"), Ok(()));
        std::fs::remove_file(path).expect("the file goes");
    }

    #[test]
    fn the_input_file_is_refused_by_whatever_name() {
        let path = scratch("input");
        let link = path.with_extension("link");
        std::fs::hard_link(&path, &link).expect("a link");
        let mut debug_log = DebugLog { input: FileIdentity::of_path(&path), ..DebugLog::default() };
        for name in [&path, &link] {
            assert!(debug_log.open(name.to_str().expect("a path")).is_err_and(|error| error.contains("input")));
        }
        let other = scratch("other");
        assert_eq!(debug_log.open(other.to_str().expect("a path")), Ok(()));
        for path in [path, link, other] {
            std::fs::remove_file(path).expect("the file goes");
        }
    }
}
