//! The index of L-Game positions and their predecessors, for retrograde analysis.
//!
//! A position is an ordered pair of disjoint placements, own and opponent's, and a pair among the eight cells that they
//! leave for the neutral pieces: 656 · 28 positions.

use super::placements::{AVOIDING, COUNT, DISJOINT, PLACEMENTS, SIZE};
use super::rules::{LGame, Position};
use crate::game::Side;
use crate::games::common::grid::members;
use crate::retrograde::Indexed;

/// Ordered pairs of disjoint placements.
const PAIRS: usize = 656;
/// The number of cells outside both Ls.
const FREE: usize = 8;
/// Pairs of cells for the neutral pieces.
const NEUTRALS: usize = FREE * (FREE - 1) / 2;

/// An ordered pair of disjoint placements.
#[derive(Clone, Copy)]
struct Pair {
    own: u8,
    opponent: u8,
    /// The cells that neither L covers, in ascending order.
    free: [u8; FREE],
    /// For each cell, the number of free cells below it.
    before: [u8; SIZE * SIZE],
}

static PAIR: [Pair; PAIRS] = pairs().0;
/// The index of each pair in [`PAIR`], by own placement, then the opponent's; `u16::MAX` if they overlap.
static PAIR_INDEX: [[u16; COUNT]; COUNT] = pairs().1;

const fn pairs() -> ([Pair; PAIRS], [[u16; COUNT]; COUNT]) {
    let mut list = [Pair { own: 0, opponent: 0, free: [0; FREE], before: [0; SIZE * SIZE] }; PAIRS];
    let mut indices = [[u16::MAX; COUNT]; COUNT];
    let mut length = 0;
    let mut at = 0;
    while at < COUNT * COUNT {
        let (own, opponent) = (at / COUNT, at % COUNT);
        if DISJOINT[own] >> opponent & 1 != 0 {
            indices[own][opponent] = length as u16;
            list[length] = pair(own, opponent);
            length += 1;
        }
        at += 1;
    }
    assert!(length == PAIRS);
    (list, indices)
}

const fn pair(own: usize, opponent: usize) -> Pair {
    let taken = PLACEMENTS[own].cells | PLACEMENTS[opponent].cells;
    let (mut free, mut before) = ([0; FREE], [0; SIZE * SIZE]);
    let mut length = 0;
    let mut cell = 0;
    while cell < SIZE * SIZE {
        before[cell] = length as u8;
        if taken >> cell & 1 == 0 {
            free[length] = cell as u8;
            length += 1;
        }
        cell += 1;
    }
    Pair { own: own as u8, opponent: opponent as u8, free, before }
}

/// The tables [`NEUTRAL_CELLS`] and [`NEUTRALS_INDEX`].
const NEUTRAL_TABLES: ([[u8; 2]; NEUTRALS], [[u8; FREE]; FREE]) = {
    let mut list = [[0; 2]; NEUTRALS];
    let mut indices = [[0; FREE]; FREE];
    let mut length = 0;
    let mut at = 0;
    while at < FREE * FREE {
        let (later, earlier) = (at / FREE, at % FREE);
        if earlier < later {
            list[length] = [earlier as u8, later as u8];
            indices[earlier][later] = length as u8;
            indices[later][earlier] = length as u8;
            length += 1;
        }
        at += 1;
    }
    (list, indices)
};
/// For each pair of neutral pieces, their indices among the free cells.
static NEUTRAL_CELLS: [[u8; 2]; NEUTRALS] = NEUTRAL_TABLES.0;
/// The index of a pair in [`NEUTRAL_CELLS`], by the indices of its pieces among the free cells, in either order.
static NEUTRALS_INDEX: [[u8; FREE]; FREE] = NEUTRAL_TABLES.1;

impl Pair {
    /// The index of the pair of neutral pieces on two cells.
    fn neutrals_index(&self, one: usize, other: usize) -> usize {
        let free_index = |cell: usize| usize::from(self.before[cell]);
        usize::from(NEUTRALS_INDEX[free_index(one)][free_index(other)])
    }
}

impl Indexed for LGame {
    const SIZE: usize = PAIRS * NEUTRALS;

    fn index(position: &Position) -> usize {
        let (own, opponent) = (position.placement(position.side), position.placement(position.side.other()));
        let pair = usize::from(PAIR_INDEX[own][opponent]);
        let one = position.neutrals.trailing_zeros() as usize;
        let other = position.neutrals.ilog2() as usize;
        pair * NEUTRALS + PAIR[pair].neutrals_index(one, other)
    }

    fn position(index: usize) -> Position {
        let pair = &PAIR[index / NEUTRALS];
        let [one, other] = NEUTRAL_CELLS[index % NEUTRALS].map(|cell| pair.free[usize::from(cell)]);
        Position { ls: [pair.own, pair.opponent], neutrals: 1 << one | 1 << other, side: Side::X, ply: 0 }
    }

    /// Retracts the opponent's last move. Its L returns to any placement that avoids the own L; a neutral piece on that
    /// placement must have moved there after the L left. A neutral piece that moved returns to a cell that was free
    /// before and after the move of the L.
    fn predecessors(index: usize, mut visit: impl FnMut(usize)) {
        let Position { ls: [own, opponent], neutrals, .. } = Self::position(index);
        let (own, opponent) = (usize::from(own), usize::from(opponent));
        let one = neutrals.trailing_zeros() as usize;
        let other = neutrals.ilog2() as usize;
        let now = PLACEMENTS[own].cells | PLACEMENTS[opponent].cells | neutrals;
        for origin in members(DISJOINT[own] & !(1 << opponent)) {
            let index = usize::from(PAIR_INDEX[origin][own]);
            let pair = &PAIR[index];
            let mut visit_neutrals = |one, other| visit(index * NEUTRALS + pair.neutrals_index(one, other));
            let free = !(now | PLACEMENTS[origin].cells);
            let [one_may_stay, other_may_stay] = [one, other].map(|cell| AVOIDING[cell] >> origin & 1 != 0);
            if one_may_stay && other_may_stay {
                visit_neutrals(one, other);
            }
            if other_may_stay {
                members(free).for_each(|cell| visit_neutrals(cell, other));
            }
            if one_may_stay {
                members(free).for_each(|cell| visit_neutrals(one, cell));
            }
        }
    }
}
