//! The files of Piskvork, the manager of the Gomocup tournaments: `.psq`, and `.rec` of the older program Gomotur.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0      size, levels of the players, and which of them moved first (0 or 1)
//! 10,10,0                        column and row from 1 at the top left, and the time in milliseconds
//! pbrain-a.exe                   the players, only in tournaments
//! pbrain-b.exe
//! 0                              how the game ended
//! ```
//!
//! A `.rec` file has no first line and a board of 20x20; the players come first, the one who moved first on top, and
//! columns and rows are counted from 0. Both formats were taken from Piskvork's sources.
//!
//! * **Rules.** The files do not state the rule; it is freestyle unless the caller says otherwise.
//! * **Result.** It follows from the last position. Else the last line tells: after 15 the side to move lost on time,
//!   after other failures it lost too (-2, and single numbers of causes); -1 is unknown. Piskvork ends a game as a draw
//!   when 25 points are left. Gomocup's present server, GomocupJudge, ends its files with -1 and a line of result and
//!   tournament, which is not read: the result is in the view of the player who is first in the tournament.
//! * **Yixin-Board** opens `.psq` files; its own positions, `.sav`, and the `.pos` files that it opens are read too.
//! * **Not kept.** Moves that were taken back, which Piskvork can write after the others, cannot be told from them.
//!
//! Tried with: a tournament game of Piskvork, and files as the sources of GomocupJudge and Yixin-Board write them.

mod game;
mod lines;
#[cfg(test)]
mod tests;
mod yixin;

use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;
use game::Layout;
use quartet::byte_order_mark::strip_byte_order_mark;

/// The `.psq` format.
pub(crate) const PSQ: Definition = Definition {
    name: "psq",
    description: "a game of gomoku by Piskvork, Gomocup's manager",
    extensions: &["psq", "sav", "pos"],
    recognizes: |content| is_psq(content) || yixin::is_sav(content),
    read: read_psq,
    write: write_psq,
};

/// The `.rec` format.
pub(crate) const REC: Definition = Definition {
    name: "rec",
    description: "a game of gomoku on 20x20 points by Gomotur, the program before Piskvork",
    extensions: &["rec"],
    recognizes: recognizes_rec,
    read: read_rec,
    write: write_rec,
};

/// Whether a content begins like a `.psq` file.
fn is_psq(content: &[u8]) -> bool {
    strip_byte_order_mark(content).trim_ascii_start().starts_with(lines::HEAD.as_bytes())
}

/// Reads a `.psq` file, or several of them one after another, or a position of Yixin-Board.
pub fn read_psq<'a>(content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    match content {
        _ if is_psq(content) => Box::new(game::read(content, hints, Layout::Psq)),
        _ if yixin::is_sav(content) => Box::new(std::iter::once_with(|| yixin::read_sav(content, hints))),
        _ if yixin::is_pos(content) => Box::new(std::iter::once_with(|| yixin::read_pos(content, hints))),
        _ => Box::new(game::read(content, hints, Layout::Psq)),
    }
}

/// Reads a `.rec` file.
pub fn read_rec<'a>(content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    Box::new(game::read(content, hints, Layout::Rec))
}

/// Writes games of gomoku that begin with the empty board: main line, times, players and how they ended. Other programs
/// read only the first game of a file.
pub fn write_psq(games: &[Game]) -> Written {
    game::write(games, Layout::Psq)
}

/// Writes a game of gomoku on a board of 20x20 that begins with the empty board.
pub fn write_rec(games: &[Game]) -> Written {
    game::write(games, Layout::Rec)
}

/// Whether the third line is a move, after two that are none.
fn recognizes_rec(content: &[u8]) -> bool {
    let mut lines = strip_byte_order_mark(content).split(|&byte| byte == b'\n').take(3).map(|line| {
        let text = std::str::from_utf8(line).unwrap_or_default();
        lines::mv(text).is_some()
    });
    [lines.next(), lines.next(), lines.next()] == [Some(false), Some(false), Some(true)]
}
