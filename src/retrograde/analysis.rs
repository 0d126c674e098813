//! Retrograde analysis: from the ends of the game backwards, one ply of distance at a time (Ströhlein 1970, Thompson
//! 1986).
//!
//! A position with a move to a lost one is won; a position all of whose moves lead to won ones is lost. All other
//! positions are draws. As distances rise level by level, the first lost successor gives the fastest
//! win, and the last won successor the slowest loss.
//!
//! Only the core needs this. Outside it no position recurs, and one pass over the moves is enough, in an order in which
//! the value after every move is already known; each position takes the best value of its moves.
//!
//! Knows nothing of any particular game.

use super::values::{DRAW, LOST, RULE_DRAW, backed_up};
use super::{Indexed, Values};
use crate::game::Side;
use std::array;

/// The values of all positions of a game.
pub fn retrograde<G: Indexed>() -> Values {
    solve::<G, 1>(G::SIZE, |_| {})
}

/// The values of all positions that can be reached from the index `root`, if moving to one of the `drawn` positions
/// ends the game as a draw. A player who cannot move has lost even there.
pub fn retrograde_with_draws<G: Indexed>(root: usize, drawn: impl IntoIterator<Item = (Side, usize)>) -> Values {
    // A position may be drawn with one side to move only, so each side to move needs its own table.
    solve::<G, 2>(G::reachable_bound(root), |tables| {
        for (side, index) in drawn {
            tables[side.index()].draw::<G>(index);
        }
    })
}

/// Values of the positions with one side to move, or with either if they do not differ.
#[derive(Clone)]
struct Table {
    /// As in [`Values`]; a draw may still become a win or a loss.
    values: Vec<u8>,
    /// For each position of the core the number of moves not yet known to lose; never 0 for a won position.
    undecided_moves: Vec<u8>,
    /// The positions whose value was found last come first; the capacity is one more than the core.
    frontier: Vec<u32>,
    /// Number of positions in the frontier.
    count: usize,
}

impl Table {
    /// A table of all positions below `bound`. Finished games are lost; so is, initially, everything outside the core.
    fn new<G: Indexed>(bound: usize) -> Self {
        let undecided_moves: Vec<_> = (0..G::CORE).map(G::move_count).collect();
        let mut table = Table { values: vec![LOST; bound], undecided_moves, frontier: vec![0; G::CORE + 1], count: 0 };
        for index in 0..G::CORE {
            let over = table.undecided_moves[index] == 0;
            table.values[index] = if over { LOST } else { DRAW };
            table.frontier[table.count] = index as u32;
            table.count += usize::from(over);
        }
        table
    }

    /// Makes a position a draw, unless the game is over there or its index is not below the bound.
    fn draw<G: Indexed>(&mut self, index: usize) {
        if index < self.values.len() && G::move_count(index) > 0 {
            self.values[index] = RULE_DRAW;
            if let Some(moves) = self.undecided_moves.get_mut(index) {
                *moves = u8::MAX;
            }
        }
    }

    /// Propagates that a move to any of the positions `after` is worth `value` for the side to move. The frontier is
    /// written without branches: whether a position is new is hard to predict.
    fn propagate<G: Indexed>(&mut self, after: &[u32], value: u8) {
        let Table { values, undecided_moves, frontier, .. } = self;
        let mut count = 0;
        for &index in after {
            if value > DRAW {
                G::predecessors(index as usize, |predecessor| {
                    let known = &mut values[predecessor];
                    let new = *known == DRAW;
                    *known = value.max(*known);
                    frontier[count] = predecessor as u32;
                    count += usize::from(new);
                });
            } else {
                G::predecessors(index as usize, |predecessor| {
                    let moves = &mut undecided_moves[predecessor];
                    *moves -= 1;
                    frontier[count] = predecessor as u32;
                    count += usize::from(*moves == 0);
                });
            }
        }
        for &index in &frontier[..count] {
            values[index as usize] = value;
        }
        self.count = count;
    }
}

/// Solves one table for both sides to move, or one for each, of the positions below `bound`.
fn solve<G: Indexed, const TABLES: usize>(bound: usize, mark_draws: impl FnOnce(&mut [Table; TABLES])) -> Values {
    let table = Table::new::<G>(bound);
    let mut tables = array::from_fn(|_| table.clone());
    mark_draws(&mut tables);
    solve_core::<G, TABLES>(&mut tables);
    let mut tables = tables.map(|table| table.values);
    solve_outside_core::<G, TABLES>(bound, &mut tables);
    Values::new(tables.into())
}

/// Solves the core level by level, until nothing new is found.
fn solve_core<G: Indexed, const TABLES: usize>(tables: &mut [Table; TABLES]) {
    let mut after = [const { Vec::new() }; TABLES];
    let mut value = LOST;
    loop {
        for (list, table) in after.iter_mut().zip(&*tables) {
            list.clear();
            list.extend_from_slice(&table.frontier[..table.count]);
        }
        if after.iter().all(Vec::is_empty) {
            break;
        }
        value = backed_up(value);
        for (after, table) in after.iter().zip(tables.iter_mut().rev()) {
            table.propagate::<G>(after, value);
        }
    }
}

/// Solves the positions outside the core in one pass. The values of a group are gathered first and compared afterwards,
/// so that the compiler can vectorise both.
fn solve_outside_core<G: Indexed, const TABLES: usize>(bound: usize, tables: &mut [Vec<u8>; TABLES]) {
    let mut values = Vec::new();
    G::visit_outside_core(bound, |index, after, offsets| {
        values.resize(offsets.len(), LOST);
        for side in 0..TABLES {
            let row = &tables[TABLES - 1 - side][after..];
            for (value, &offset) in values.iter_mut().zip(offsets) {
                *value = row[usize::from(offset)];
            }
            for (best, &value) in tables[side][index..].iter_mut().zip(&values) {
                *best = backed_up(value).max(*best);
            }
        }
    });
}
