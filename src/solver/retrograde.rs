//! Retrograde analysis: from the ends of the game backwards, one ply of distance at a time (Ströhlein 1970, Thompson
//! 1986).
//!
//! A position with a move to a lost one is won; a position all of whose moves lead to won ones is lost. What is
//! reached in neither way is a draw. As distances rise level by level, the first lost successor gives the fastest
//! win, and the last won successor the slowest loss.
//!
//! Must not know: any particular game, why positions should count as draws.

use super::{Indexed, Values};
use crate::game::Side;

/// The values of all positions of a game.
pub fn retrograde<G: Indexed>() -> Values {
    solve::<G>(vec![Table::new::<G>(G::SIZE)])
}

/// The values of all positions that can be reached from one with the index `root`, if whoever moves to one of the
/// `drawn` positions ends the game as a draw. A player who cannot move has lost all the same.
pub fn retrograde_with_draws<G: Indexed>(root: usize, drawn: impl IntoIterator<Item = (Side, usize)>) -> Values {
    // A drawn position need not be drawn with the sides exchanged, so each side to move needs its own table here.
    let table = Table::new::<G>(G::reach(root));
    let mut tables = vec![table.clone(), table];
    for (side, index) in drawn {
        tables[side.index()].draw(index);
    }
    solve::<G>(tables)
}

/// What is known about the positions with one side to move, or of both sides at once.
#[derive(Clone)]
struct Table {
    /// As in [`Values`], but for [`DRAWN`].
    values: Vec<u8>,
    /// For each position the moves that are not yet known to lose. A won position keeps at least one forever.
    open: Vec<u8>,
    /// Room for all positions and one more; the first are those whose value was found last.
    fresh: Vec<u32>,
    /// How many those are.
    count: usize,
}

/// The value of a position that is drawn by decree, while solving.
const DRAWN: u8 = u8::MAX;

impl Table {
    /// All positions below `reach`; those that are over are lost.
    fn new<G: Indexed>(reach: usize) -> Self {
        let open: Vec<_> = (0..reach).map(G::move_count).collect();
        let mut table = Table { values: vec![0; reach], open, fresh: vec![0; reach + 1], count: 0 };
        for index in 0..reach {
            if table.open[index] == 0 {
                table.values[index] = 1;
                table.fresh[table.count] = index as u32;
                table.count += 1;
            }
        }
        table
    }

    /// Makes a position a draw, unless it is over.
    fn draw(&mut self, index: usize) {
        if self.open[index] > 0 {
            self.values[index] = DRAWN;
            self.open[index] = u8::MAX;
        }
    }

    /// Takes over that the positions `after`, which come one ply behind those of this table, have the value of the byte
    /// `value`. The list of fresh positions is written without a branch: whether one is new is hard to predict.
    fn step_back<G: Indexed>(&mut self, after: &[u32], value: u8) {
        let Table { values, open, fresh, .. } = self;
        let mut count = 0;
        for &index in after {
            if value % 2 == 1 {
                G::predecessors(index as usize, |before| {
                    let Some(known) = values.get_mut(before) else { return };
                    let new = *known == 0;
                    *known += u8::from(new) * (value + 1);
                    fresh[count] = before as u32;
                    count += usize::from(new);
                });
            } else {
                G::predecessors(index as usize, |before| {
                    let Some(moves) = open.get_mut(before) else { return };
                    *moves -= 1;
                    fresh[count] = before as u32;
                    count += usize::from(*moves == 0);
                });
            }
        }
        for &index in &fresh[..count] {
            values[index as usize] = value + 1;
        }
        self.count = count;
    }
}

/// Solves one table for both sides, or one for each.
fn solve<G: Indexed>(mut tables: Vec<Table>) -> Values {
    let mut after = vec![Vec::new(); tables.len()];
    for value in 1.. {
        for (list, table) in after.iter_mut().zip(&tables) {
            list.clear();
            list.extend_from_slice(&table.fresh[..table.count]);
        }
        if after.iter().all(Vec::is_empty) {
            break;
        }
        assert!(value < DRAWN - 1, "the longest fight is too long for a byte");
        for (after, table) in after.iter().zip(tables.iter_mut().rev()) {
            table.step_back::<G>(after, value);
        }
    }
    let undecree = |byte| if byte == DRAWN { 0 } else { byte };
    Values::new(tables.into_iter().map(|table| table.values.into_iter().map(undecree).collect()).collect())
}
