//! The formats, and the entry points for reading and writing.

use crate::error::ReadError;
use crate::formats::transcript;
use crate::game::Game;
use quartet::games::Variant;
use std::collections::BTreeMap;

/// The games of a file, read one after another; each is a game or the reason why it cannot be read.
pub type Games<'a> = Box<dyn Iterator<Item = Result<Game, ReadError>> + 'a>;

/// What the caller knows about a file that does not say it itself.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The variant, for formats that several variants share.
    pub variant: Option<&'static Variant>,
    /// Options of the rules, for formats that do not state them.
    pub options: BTreeMap<String, String>,
}

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A game in each line: an optional position, then moves, then in Othello optionally Black's margin.
    Transcript,
}

/// What was written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Written {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The indices of the games that the format cannot represent, with the reasons.
    pub left_out: Vec<(usize, String)>,
}

/// Reads the games of a file. The content is that of the file, with its byte order mark if it has one.
pub fn read<'a>(format: Format, content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    match format {
        Format::Transcript => transcript::read(content, hints),
    }
}

/// Writes games.
pub fn write(format: Format, games: &[Game]) -> Written {
    match format {
        Format::Transcript => transcript::write(games),
    }
}
