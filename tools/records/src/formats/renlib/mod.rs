//! Libraries of RenLib, versions 3.0 to 3.4: a tree of renju positions on a board of 15x15.
//!
//! A file has 20 bytes of header (0xFF, `RenLib`, 0xFF, the version's two numbers, and 0xFF ten times; older files
//! begin with the first move h8), then the nodes from the root in the order of a walk that goes through all variations
//! of a move before the next move at the same position. A node has a byte for the point, a byte of flags, and texts.
//! The format was taken from RenLib's sources and compared with Rapfi's.
//!
//! * **Board.** Rows are counted from the top. RenLib shows numbers that are counted from the bottom, so that points in
//!   comments are mirrored.
//! * **Rules.** Renju, unless the caller says otherwise. Moves that are illegal by Quartet's rules are left out with
//!   all that follows them: points that renju forbids to Black, which libraries have as examples, moves after a five,
//!   and passes. They are one error, with the whole rest of the tree.
//! * **Comments.** The first line, which RenLib shows apart, and the others are one comment. Board texts are labels.
//! * **Not kept.** Texts at points without a move, marks, the start position, and what is known of a game besides its
//!   moves.
//! * **Encoding.** That of the computers on which the library was written, so it is guessed. Texts are written in
//!   UTF-8.
//!
//! Tried with: the examples that come with RenLib (I7, D4, VCF), one of all openings with comments in Chinese and
//! Swedish, and a file of a Gomocup engine for another board that only begins like a library.

mod nodes;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;

/// The size of the board.
const SIZE: usize = 15;
/// The beginning of a file since version 3.0.
const SIGNATURE: &[u8] = b"\xffRenLib\xff";
/// The size of the header.
const HEADER_SIZE: usize = 20;
/// The newest version.
const VERSION: [u8; 2] = [3, 4];

/// This format.
pub(crate) const DEFINITION: Definition = Definition {
    name: "renlib",
    description: "a library of RenLib: a tree of renju positions",
    extensions: &["lib"],
    recognizes: |content| content.starts_with(SIGNATURE),
    read,
    write,
};

/// Reads a library, which is one game with variations. An empty content has none.
pub fn read<'a>(content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    Box::new((!content.is_empty()).then(|| reader::read(content, hints)).into_iter())
}

/// Writes a game of gomoku that begins with the empty board of 15x15 as a library, with its variations, comments and
/// labels. A library is one tree, so further games are left out.
pub fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    for (index, game) in games.iter().enumerate() {
        let is_taken = !written.bytes.is_empty();
        let library = if is_taken { Err("a library holds one tree".into()) } else { writer::write(game) };
        match library {
            Ok(bytes) => written.bytes = bytes,
            Err(why) => written.left_out.push((index, why)),
        }
    }
    written
}
