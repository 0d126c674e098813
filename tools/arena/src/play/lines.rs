//! Lines from a person or a pipe, whatever bytes come.
//!
//! Must not know: commands, games.

use anyhow::Result;
use quartet_files::without_mark;
use std::io::{BufRead, Read};

/// More bytes than this in a line are nobody's command.
pub const LONGEST: usize = 4096;

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A line without its end.
    Line(String),
    /// A line that is no text in UTF-8.
    NotText,
    /// A line longer than [`LONGEST`].
    TooLong,
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The end of the input: Ctrl-D, or the end of a pipe.
    End,
    /// A signal asks the program to end.
    Ended,
}

/// Where lines come from.
pub trait Lines {
    /// The next line; `words` are what could be typed, for completion.
    fn read(&mut self, prompt: &str, words: &[String]) -> Result<Said>;
    /// Whether it is a person who edits lines at a terminal, and sees the prompt by it.
    fn is_terminal(&self) -> bool;
}

/// Lines from a pipe, a file, or a terminal that cannot do more.
pub struct Piped<R> {
    input: R,
    first: bool,
}

impl<R: BufRead> Piped<R> {
    /// Lines of this input; a byte order mark at its beginning is skipped.
    pub fn new(input: R) -> Self {
        Piped { input, first: true }
    }
}

impl<R: BufRead> Lines for Piped<R> {
    fn read(&mut self, _prompt: &str, _words: &[String]) -> Result<Said> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Said::End);
        }
        let is_first = std::mem::take(&mut self.first);
        if bytes.len() > LONGEST && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            return Ok(Said::TooLong);
        }
        Ok(text_of(if is_first { without_mark(&bytes) } else { &bytes }))
    }

    fn is_terminal(&self) -> bool {
        false
    }
}

/// A line from its bytes.
fn text_of(bytes: &[u8]) -> Said {
    std::str::from_utf8(bytes).map_or(Said::NotText, |text| Said::Line(text.trim_end_matches(['\r', '\n']).to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_bytes_come() {
        let long = "x".repeat(3 * LONGEST);
        let input = [b"\xef\xbb\xbff5\r\n\xe9\n", long.as_bytes(), b"\nd6\n\nlast"].concat();
        let mut lines = Piped::new(&input[..]);
        let mut next = || lines.read("", &[]).expect("bytes");
        let line = |text: &str| Said::Line(text.into());
        assert_eq!([next(), next(), next()], [line("f5"), Said::NotText, Said::TooLong]);
        assert_eq!([next(), next(), next(), next()], [line("d6"), line(""), line("last"), Said::End]);
    }

    #[test]
    fn a_line_just_short_enough() {
        let text = "x".repeat(LONGEST);
        let mut lines = Piped::new(text.as_bytes());
        assert_eq!(lines.read("", &[]).expect("bytes"), Said::Line(text.clone()));
        let input = format!("{text}\nd6\n");
        let mut lines = Piped::new(input.as_bytes());
        assert_eq!(lines.read("", &[]).expect("bytes"), Said::Line(text.clone()));
        assert_eq!(lines.read("", &[]).expect("bytes"), Said::Line("d6".into()));
    }
}
