//! The packed table of a solved game.

use crate::game::Side;
use crate::score::Score;

/// Exact values of all positions, one byte each.
pub struct Values {
    /// One table for both sides, or one for each. A byte is 0 for a draw, else 1 + the distance in plies to the end of
    /// the game; a loss has an even distance and a win an odd one, since the game ends when the loser is to move.
    tables: Vec<Vec<u8>>,
}

impl Values {
    pub(super) fn new(tables: Vec<Vec<u8>>) -> Self {
        Values { tables }
    }

    /// The value of a position for `side`, which is to move: the fastest win or the slowest loss, in plies.
    #[inline]
    pub fn score(&self, side: Side, index: usize) -> Score {
        let table = if self.tables.len() == 1 { 0 } else { side.index() };
        match self.tables[table][index].checked_sub(1) {
            None => Score::DRAW,
            Some(distance) if distance % 2 == 0 => Score::loss_in(u16::from(distance)),
            Some(distance) => Score::win_in(u16::from(distance)),
        }
    }
}
