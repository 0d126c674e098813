//! Retrograde analysis: from the ends of the game backwards, one ply of distance at a time (Ströhlein 1970, Thompson
//! 1986).
//!
//! A position with a move to a lost one is won; a position all of whose moves lead to won ones is lost. What is
//! reached in neither way is a draw. As distances rise level by level, the first lost successor gives the fastest
//! win, and the last won successor the slowest loss.
//!
//! Only the core needs that. Behind it, where no position recurs, one pass over the moves is enough, in an order in
//! which the value after every move is known by then; each position takes the best of its moves.
//!
//! Must not know: any particular game, why positions should count as draws.

use super::values::{DECREED, DRAW, LOST, before};
use super::{Indexed, Values};
use crate::game::Side;
use std::array;

/// The values of all positions of a game.
pub fn retrograde<G: Indexed>() -> Values {
    solve::<G, 1>(G::SIZE, |_| {})
}

/// The values of all positions that can be reached from one with the index `root`, if whoever moves to one of the
/// `drawn` positions ends the game as a draw. A player who cannot move has lost all the same.
pub fn retrograde_with_draws<G: Indexed>(root: usize, drawn: impl IntoIterator<Item = (Side, usize)>) -> Values {
    // A drawn position need not be drawn with the sides exchanged, so each side to move needs its own table here.
    solve::<G, 2>(G::reach(root), |tables| {
        for (side, index) in drawn {
            tables[side.index()].draw::<G>(index);
        }
    })
}

/// What is known about the positions with one side to move, or of both sides at once.
#[derive(Clone)]
struct Table {
    /// As in [`Values`]; a draw may still turn out to be something else.
    values: Vec<u8>,
    /// For each position of the core the moves that are not yet known to lose. A won position keeps at least one
    /// forever.
    open: Vec<u8>,
    /// Room for the core and one position more; the first are those whose value was found last.
    fresh: Vec<u32>,
    /// How many those are.
    count: usize,
}

impl Table {
    /// All positions below `reach`. Those that are over are lost; so is, to begin with, everything behind the core.
    fn new<G: Indexed>(reach: usize) -> Self {
        let open: Vec<_> = (0..G::CORE).map(G::move_count).collect();
        let mut table = Table { values: vec![LOST; reach], open, fresh: vec![0; G::CORE + 1], count: 0 };
        for index in 0..G::CORE {
            let over = table.open[index] == 0;
            table.values[index] = if over { LOST } else { DRAW };
            table.fresh[table.count] = index as u32;
            table.count += usize::from(over);
        }
        table
    }

    /// Makes a position a draw, unless it is over or out of reach.
    fn draw<G: Indexed>(&mut self, index: usize) {
        if index < self.values.len() && G::move_count(index) > 0 {
            self.values[index] = DECREED;
            if let Some(moves) = self.open.get_mut(index) {
                *moves = u8::MAX;
            }
        }
    }

    /// Takes over that a move to any of the positions `after` is worth `value` for the side to move of this table. The
    /// list of fresh positions is written without a branch: whether one is new is hard to predict.
    fn step_back<G: Indexed>(&mut self, after: &[u32], value: u8) {
        let Table { values, open, fresh, .. } = self;
        let mut count = 0;
        for &index in after {
            if value > DRAW {
                G::predecessors(index as usize, |before| {
                    let known = &mut values[before];
                    let new = *known == DRAW;
                    *known = value.max(*known);
                    fresh[count] = before as u32;
                    count += usize::from(new);
                });
            } else {
                G::predecessors(index as usize, |before| {
                    let moves = &mut open[before];
                    *moves -= 1;
                    fresh[count] = before as u32;
                    count += usize::from(*moves == 0);
                });
            }
        }
        for &index in &fresh[..count] {
            values[index as usize] = value;
        }
        self.count = count;
    }
}

/// Solves one table for both sides, or one for each, of the positions below `reach`.
fn solve<G: Indexed, const TABLES: usize>(reach: usize, decree: impl FnOnce(&mut [Table; TABLES])) -> Values {
    let table = Table::new::<G>(reach);
    let mut tables = array::from_fn(|_| table.clone());
    decree(&mut tables);
    solve_core::<G, TABLES>(&mut tables);
    let mut tables = tables.map(|table| table.values);
    solve_approach::<G, TABLES>(reach, &mut tables);
    Values::new(tables.into())
}

/// Level by level, until nothing new is found.
fn solve_core<G: Indexed, const TABLES: usize>(tables: &mut [Table; TABLES]) {
    let mut after = [const { Vec::new() }; TABLES];
    let mut value = LOST;
    loop {
        for (list, table) in after.iter_mut().zip(&*tables) {
            list.clear();
            list.extend_from_slice(&table.fresh[..table.count]);
        }
        if after.iter().all(Vec::is_empty) {
            break;
        }
        value = before(value);
        for (after, table) in after.iter().zip(tables.iter_mut().rev()) {
            table.step_back::<G>(after, value);
        }
    }
}

/// In one pass. A bundle's values are gathered first and compared then, because that can be done for many at once.
fn solve_approach<G: Indexed, const TABLES: usize>(reach: usize, tables: &mut [Vec<u8>; TABLES]) {
    let mut values = Vec::new();
    G::approach(reach, |index, after, offsets| {
        values.resize(offsets.len(), LOST);
        for side in 0..TABLES {
            let row = &tables[TABLES - 1 - side][after..];
            for (value, &offset) in values.iter_mut().zip(offsets) {
                *value = row[usize::from(offset)];
            }
            for (best, &value) in tables[side][index..].iter_mut().zip(&values) {
                *best = before(value).max(*best);
            }
        }
    });
}
