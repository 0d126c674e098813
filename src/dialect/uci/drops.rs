//! The notation of Cute Chess for Gomoku, a game of pieces dropped from a reserve: moves are `P@h8` with a1 at the
//! bottom left, positions are FEN with the reserve in brackets and White, who moves first, as the first player.
//!
//! Input in this notation is recognised by its form; output uses it if the client has selected the game by one of
//! certain names.

use crate::dialect::words::words;
use crate::engine::TextLine;
use crate::session::Reply;

/// The presets whose clients use this notation.
pub(super) const PRESETS: [&str; 2] = ["gomokufreestyle", "gomoku"];
/// Rows of its board.
const ROWS: usize = 15;
/// The prefix of the point.
const DROP: &str = "P@";

/// A point with its row counted from the other edge of the board.
fn flipped(point: &str) -> Option<String> {
    let (column, row) = point.split_at_checked(1)?;
    let row = row.parse().ok().filter(|row| (1..=ROWS).contains(row))?;
    Some(format!("{column}{}", ROWS + 1 - row))
}

/// A move in our notation, if it is a drop.
pub(super) fn read_move(text: &str) -> Option<String> {
    flipped(text.strip_prefix(DROP)?)
}

/// A move as a drop; anything but a point is unchanged.
fn write_move(text: &str) -> String {
    flipped(text).map_or_else(|| text.into(), |point| format!("{DROP}{point}"))
}

/// A position text, if it is a FEN with a reserve.
pub(super) fn read_position(text: &str) -> Option<String> {
    let (board, rest) = text.split_once('[')?;
    let (_, rest) = rest.split_once(']')?;
    let side = match words(rest).next()? {
        "w" => 'x',
        "b" => 'o',
        _ => return None,
    };
    let stones = board.chars().filter(char::is_ascii_alphabetic).count();
    let rows = board.replace('P', "x").replace('p', "o");
    Some(format!("{rows} {side} - {stones}"))
}

/// A reply with its moves as drops; `None` if it has none.
pub(super) fn translated(reply: &Reply) -> Option<Reply> {
    let all = |moves: &[String]| moves.iter().map(|mv| write_move(mv)).collect();
    Some(match reply {
        Reply::Line(line) => Reply::Line(TextLine { pv: all(&line.pv), ..line.clone() }),
        Reply::BestMove { best, ponder } => {
            let written = |mv: &Option<String>| mv.as_deref().map(write_move);
            Reply::BestMove { best: written(best), ponder: written(ponder) }
        }
        Reply::Moves(moves) => Reply::Moves(all(moves)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_count_rows_from_the_other_side() {
        assert_eq!(read_move("P@a1").as_deref(), Some("a15"));
        assert_eq!(read_move("P@o15").as_deref(), Some("o1"));
        assert_eq!(write_move("c2"), "P@c14");
        for wrong in ["h8", "P@", "P@h0", "P@h16", "P@\u{e9}1", "P@hh"] {
            assert_eq!(read_move(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_fen_with_a_reserve_is_a_position() {
        let read = read_position("15/7P7/7p7[PPPpppp] b - - 0 1");
        assert_eq!(read.as_deref(), Some("15/7x7/7o7 o - 2"));
        for other in ["15/7x7 x - 0", "15[P", "15[P]", "15[P] x"] {
            assert_eq!(read_position(other), None, "{other}");
        }
    }
}
