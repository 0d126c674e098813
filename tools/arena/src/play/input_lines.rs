//! Input lines from a human or a pipe, with any bytes.

use anyhow::Result;
use quartet::byte_order_mark::strip_byte_order_mark;
use std::io::{BufRead, Read};

/// The longest line in bytes.
pub(super) const LONGEST: usize = 4096;

/// A line, or the reason why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum InputEvent {
    /// A line without its end.
    Line(String),
    /// A line that is not valid UTF-8.
    NotText,
    /// A line longer than [`LONGEST`].
    TooLong,
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The end of the input: Ctrl-D, or the end of a pipe.
    EndOfInput,
    /// A signal that ends the program.
    Signalled,
}

/// A source of lines.
pub(super) trait LineSource {
    /// The next line; `words` are candidates for completion.
    fn read(&mut self, prompt: &str, words: &[String]) -> Result<InputEvent>;
    /// Whether lines are edited at a terminal, where the source shows the prompt.
    fn is_terminal(&self) -> bool;
}

/// Lines from a pipe, a file, or a terminal without line editing.
pub(super) struct Piped<R> {
    input: R,
    first: bool,
}

impl<R: BufRead> Piped<R> {
    /// Lines of this input; a byte order mark at its beginning is skipped.
    pub(super) fn new(input: R) -> Self {
        Piped { input, first: true }
    }
}

impl<R: BufRead> LineSource for Piped<R> {
    fn read(&mut self, _prompt: &str, _words: &[String]) -> Result<InputEvent> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(InputEvent::EndOfInput);
        }
        let is_first = std::mem::take(&mut self.first);
        if bytes.len() > LONGEST && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            return Ok(InputEvent::TooLong);
        }
        Ok(text_of(if is_first { strip_byte_order_mark(&bytes) } else { &bytes }))
    }

    fn is_terminal(&self) -> bool {
        false
    }
}

/// A line from its bytes.
fn text_of(bytes: &[u8]) -> InputEvent {
    std::str::from_utf8(bytes)
        .map_or(InputEvent::NotText, |text| InputEvent::Line(text.trim_end_matches(['\r', '\n']).to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_read() {
        let long = "x".repeat(3 * LONGEST);
        let input = [b"\xef\xbb\xbff5\r\n\xe9\n", long.as_bytes(), b"\nd6\n\nlast"].concat();
        let mut lines = Piped::new(&input[..]);
        let mut next = || lines.read("", &[]).expect("bytes");
        let line = |text: &str| InputEvent::Line(text.into());
        assert_eq!([next(), next(), next()], [line("f5"), InputEvent::NotText, InputEvent::TooLong]);
        assert_eq!([next(), next(), next(), next()], [line("d6"), line(""), line("last"), InputEvent::EndOfInput]);
    }

    #[test]
    fn a_line_just_short_enough() {
        let text = "x".repeat(LONGEST);
        let mut lines = Piped::new(text.as_bytes());
        assert_eq!(lines.read("", &[]).expect("bytes"), InputEvent::Line(text.clone()));
        let input = format!("{text}\nd6\n");
        let mut lines = Piped::new(input.as_bytes());
        assert_eq!(lines.read("", &[]).expect("bytes"), InputEvent::Line(text.clone()));
        assert_eq!(lines.read("", &[]).expect("bytes"), InputEvent::Line("d6".into()));
    }
}
