//! The packed table of a solved game.

use crate::game::Side;
use crate::score::Score;

/// The value of a position that is over: the side to move has lost.
pub(super) const LOST: u8 = 0;
/// The value of a draw.
pub(super) const DRAW: u8 = 127;
/// The value of the slowest win that fits in a byte.
const LONGEST: u8 = DRAW + 1;
/// The value of a position where the game is drawn by rule: moving there draws, whatever the moves from there lead to.
pub(super) const RULE_DRAW: u8 = u8::MAX;

/// The value of a move that leads to a position of this value, for the side that moves.
#[inline]
pub(super) fn backed_up(value: u8) -> u8 {
    if value == RULE_DRAW { DRAW } else { !value - u8::from(value <= DRAW) }
}

/// Exact values of all positions, one byte each.
pub struct Values {
    /// One table for both sides to move, or one for each. Bytes are ordered like the values, so that the best move has
    /// the greatest: losses from the fastest to the slowest, [`DRAW`], wins from the slowest to the fastest. The
    /// distance in plies to the end of the game is even for a loss and odd for a win, since the game ends when the
    /// loser is to move.
    tables: Vec<Vec<u8>>,
}

impl Values {
    pub(super) fn new(tables: Vec<Vec<u8>>) -> Self {
        assert!(!tables.iter().any(|table| table.contains(&LONGEST)), "the longest win does not fit a byte");
        Values { tables }
    }

    /// The value of a position for `side`, which is to move: the fastest win or the slowest loss, in plies.
    #[inline]
    pub fn score(&self, side: Side, index: usize) -> Score {
        let table = if self.tables.len() == 1 { 0 } else { side.index() };
        match self.tables[table][index] {
            DRAW | RULE_DRAW => Score::DRAW,
            loss @ ..DRAW => Score::loss_in(2 * u16::from(loss)),
            win => Score::win_in(2 * u16::from(backed_up(win)) - 1),
        }
    }
}
