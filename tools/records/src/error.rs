//! Faults in files of games.

use crate::game::Game;
use std::fmt;

/// Why a game of a file cannot be read.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadError {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The line of the fault, from 1; `None` in binary formats.
    pub line: Option<usize>,
    /// The offset of the fault in the file in bytes, from 0.
    pub byte: usize,
    /// What is wrong, and what was expected, in one line.
    pub message: String,
    /// The game up to the fault, if it has at least a valid first position. If only variations have faults, it is the
    /// whole game without what follows the faults.
    pub partial: Option<Box<Game>>,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, ", self.game)?;
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "byte {}: {}", self.byte, self.message)
    }
}

impl std::error::Error for ReadError {}

/// The number of the line, from 1, that holds the byte at this offset. A line ends with `\n`, `\r\n` or `\r`.
pub fn line_of(bytes: &[u8], offset: usize) -> usize {
    let before = &bytes[..offset.min(bytes.len())];
    let breaks = before.iter().enumerate().filter(|&(index, &byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(index + 1) != Some(&b'\n'),
        _ => false,
    });
    1 + breaks.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let bytes = b"a\nb\r\nc\rd";
        let lines: Vec<usize> = (0..=bytes.len()).map(|offset| line_of(bytes, offset)).collect();
        assert_eq!(lines, [1, 1, 2, 2, 2, 3, 3, 4, 4]);
        assert_eq!(line_of(b"", 9), 1);
    }
}
