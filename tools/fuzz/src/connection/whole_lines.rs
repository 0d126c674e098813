//! Output taken apart into lines.

use std::io::{Result, Write};

/// A sink that hands each whole line, without its end, to a function.
pub struct WholeLines<F> {
    take: F,
    partial: Vec<u8>,
}

impl<F: FnMut(String) -> Result<()>> WholeLines<F> {
    /// A sink whose lines `take` gets. An error of `take` is one of writing.
    pub fn new(take: F) -> WholeLines<F> {
        WholeLines { take, partial: Vec::new() }
    }
}

impl<F: FnMut(String) -> Result<()>> Write for WholeLines<F> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.partial.extend_from_slice(part);
            if let Some(line) = self.partial.strip_suffix(b"\n") {
                let line = String::from_utf8_lossy(line).into_owned();
                self.partial.clear();
                (self.take)(line)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
