//! The debug log: a copy of all input and output (option `Debug Log File`).

use crate::engine::options::{CERTIFICATE_FOLDER, Options, names};
use crate::file_identity::FileIdentity;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The log file, if one is open.
#[derive(Default)]
pub(super) struct DebugLog {
    open: Option<(File, Instant)>,
    /// The file that the input comes from, if it comes from one.
    pub input: Option<FileIdentity>,
    /// The files that the engine reads: that of option `Book File`, and those of option `Certificate Folder`.
    read: Vec<FileIdentity>,
}

impl DebugLog {
    /// From now on refuses to log into the files that the options name.
    pub(super) fn guard_files(&mut self, options: &Options) {
        let named = |option| options.text(option).filter(|path| !path.is_empty());
        let folder = named(CERTIFICATE_FOLDER).and_then(|folder| std::fs::read_dir(folder).ok());
        let files = folder.into_iter().flatten().flatten().map(|file| file.path());
        let paths = named(names::BOOK_FILE).map(PathBuf::from).into_iter().chain(files);
        self.read = paths.filter_map(|path| FileIdentity::of_path(&path)).collect();
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
        if found.is_some_and(|found| self.read.contains(&found)) {
            return Err(format!("log file '{path}' is one that the engine reads, expected another"));
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
    use crate::engine::engines::{Engines, create_engine};

    /// A temporary file for one test.
    fn scratch(name: &str) -> PathBuf {
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

    #[test]
    fn files_that_the_options_name_are_refused() {
        let mut debug_log = DebugLog::default();
        let mut engines = Engines::new(create_engine).expect("memory for the engines");
        let mut refuses = |option: &str, value: &str, file: &str| {
            engines.set_option(option, Some(value)).expect("an option");
            debug_log.guard_files(engines.options());
            debug_log.open(file).is_err_and(|error| error.contains("reads"))
        };
        let [book, folder] = ["tests/othello.book", "tools/prove/freestyle-15"].map(|name| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
            path.to_str().expect("a path").to_string()
        });
        assert!(refuses(names::BOOK_FILE, &book, &book));
        assert!(refuses(CERTIFICATE_FOLDER, &folder, &format!("{folder}/MANIFEST")));
        let other = scratch("free");
        assert!(!refuses(names::BOOK_FILE, "", other.to_str().expect("a path")));
        std::fs::remove_file(other).expect("the file goes");
    }
}
