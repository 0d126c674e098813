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
    /// The positions whose value was found last.
    frontier: Vec<u32>,
}

/// The value of a position that is drawn by decree, while solving.
const DRAWN: u8 = u8::MAX;

impl Table {
    /// All positions below `reach`; those that are over are lost.
    fn new<G: Indexed>(reach: usize) -> Self {
        let open: Vec<_> = (0..reach).map(G::move_count).collect();
        let mut table = Table { values: vec![0; reach], open, frontier: Vec::new() };
        for index in 0..reach {
            if table.open[index] == 0 {
                table.values[index] = 1;
                table.frontier.push(index as u32);
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

    /// Takes over that the positions of `found`, which lie one ply behind those of this table, end in as many plies as
    /// the byte `value` says.
    fn step_back<G: Indexed>(&mut self, found: &[u32], value: u8) {
        let lost = value % 2 == 1;
        let Table { values, open, frontier } = self;
        for &index in found {
            if lost {
                G::predecessors(index as usize, |before| {
                    if let Some(known @ 0) = values.get_mut(before) {
                        *known = value + 1;
                        frontier.push(before as u32);
                    }
                });
            } else {
                G::predecessors(index as usize, |before| {
                    let Some(moves) = open.get_mut(before) else { return };
                    *moves -= 1;
                    if *moves == 0 {
                        values[before] = value + 1;
                        frontier.push(before as u32);
                    }
                });
            }
        }
    }
}

/// Solves one table for both sides, or one for each.
fn solve<G: Indexed>(mut tables: Vec<Table>) -> Values {
    let mut value = 1;
    while tables.iter().any(|table| !table.frontier.is_empty()) {
        assert!(value + 1 < DRAWN, "the longest fight is too long for a byte");
        let found: Vec<_> = tables.iter_mut().map(|table| std::mem::take(&mut table.frontier)).collect();
        for (positions, table) in found.iter().zip(tables.iter_mut().rev()) {
            table.step_back::<G>(positions, value);
        }
        value += 1;
    }
    let undecree = |byte| if byte == DRAWN { 0 } else { byte };
    Values::new(tables.into_iter().map(|table| table.values.into_iter().map(undecree).collect()).collect())
}
