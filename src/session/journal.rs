//! The mirror of everything that goes in and out, for whoever debugs a connection.

use std::fs::File;
use std::io::Write;
use std::time::Instant;

/// Where lines are mirrored to, if anywhere.
#[derive(Default)]
pub struct Journal(Option<(File, Instant)>);

impl Journal {
    /// Mirrors to the end of the file at `path` from now on; an empty path ends it.
    pub fn open(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() {
            self.0 = None;
            return Ok(());
        }
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            // Opening a pipe would wait for its reader.
            return Err(format!("log file '{path}' is no regular file, expected one"));
        }
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|error| format!("cannot write log file '{path}': {error}"))?;
        self.0 = Some((file, Instant::now()));
        Ok(())
    }

    /// Mirrors one line, `>>` in or `<<` out, with the seconds since the file was opened.
    pub fn note(&mut self, direction: &str, line: &[u8]) {
        let Some((file, opened)) = &mut self.0 else { return };
        let stamp = format!("{:.6} {direction} ", opened.elapsed().as_secs_f64());
        let whole = [stamp.as_bytes(), line, b"\n"].concat();
        if let Err(error) = file.write_all(&whole) {
            log::warn!("the log file is given up: {error}");
            self.0 = None;
        }
    }
}
