//! The numbering of all L-Game positions, and moves backwards, for the solver.
//!
//! A position is a pair of Ls, own and opponent's, and the places of the two neutral pieces among the eight cells that
//! the Ls leave: 656 pairs of disjoint Ls times 28 pairs of places.
//! Must not know: solver beyond its trait, evaluation, texts.

use super::placements::{AVOIDING, COUNT, DISJOINT, PLACEMENTS, SIZE};
use super::rules::{LGame, Position};
use crate::game::Side;
use crate::games::common::grid::members;
use crate::retrograde::Indexed;

/// Ordered pairs of disjoint placements.
const PAIRS: usize = 656;
/// Cells outside both Ls.
const FREE: usize = 8;
/// Pairs of neutral pieces on those.
const NEUTRALS: usize = FREE * (FREE - 1) / 2;

/// Two disjoint Ls.
#[derive(Clone, Copy)]
struct Pair {
    own: u8,
    opponent: u8,
    /// The cells left over.
    free: [u8; FREE],
    /// For each cell how many of those come before it.
    before: [u8; SIZE * SIZE],
}

static PAIR: [Pair; PAIRS] = pairs().0;
/// The number of each pair, own placement first; only disjoint placements have one.
static PAIR_NUMBER: [[u16; COUNT]; COUNT] = pairs().1;

const fn pairs() -> ([Pair; PAIRS], [[u16; COUNT]; COUNT]) {
    let mut list = [Pair { own: 0, opponent: 0, free: [0; FREE], before: [0; SIZE * SIZE] }; PAIRS];
    let mut numbers = [[u16::MAX; COUNT]; COUNT];
    let mut length = 0;
    let mut at = 0;
    while at < COUNT * COUNT {
        let (own, opponent) = (at / COUNT, at % COUNT);
        if DISJOINT[own] >> opponent & 1 != 0 {
            numbers[own][opponent] = length as u16;
            list[length] = pair(own, opponent);
            length += 1;
        }
        at += 1;
    }
    assert!(length == PAIRS);
    (list, numbers)
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

/// The two places of each pair of neutral pieces, and the number of the pair by its places in either order.
const PLACES: ([[u8; 2]; NEUTRALS], [[u8; FREE]; FREE]) = {
    let mut list = [[0; 2]; NEUTRALS];
    let mut numbers = [[0; FREE]; FREE];
    let mut length = 0;
    let mut at = 0;
    while at < FREE * FREE {
        let (later, earlier) = (at / FREE, at % FREE);
        if earlier < later {
            list[length] = [earlier as u8, later as u8];
            numbers[earlier][later] = length as u8;
            numbers[later][earlier] = length as u8;
            length += 1;
        }
        at += 1;
    }
    (list, numbers)
};
static NEUTRAL_PLACES: [[u8; 2]; NEUTRALS] = PLACES.0;
static NEUTRALS_NUMBER: [[u8; FREE]; FREE] = PLACES.1;

impl Pair {
    fn neutrals_number(&self, one: usize, other: usize) -> usize {
        let place = |cell: usize| usize::from(self.before[cell]);
        usize::from(NEUTRALS_NUMBER[place(one)][place(other)])
    }
}

impl Indexed for LGame {
    const SIZE: usize = PAIRS * NEUTRALS;

    fn index(position: &Position) -> usize {
        let l = |side: Side| usize::from(position.ls[side.index()]);
        let pair = usize::from(PAIR_NUMBER[l(position.side)][l(position.side.other())]);
        let one = position.neutrals.trailing_zeros() as usize;
        let other = position.neutrals.ilog2() as usize;
        pair * NEUTRALS + PAIR[pair].neutrals_number(one, other)
    }

    fn position(index: usize) -> Position {
        let pair = &PAIR[index / NEUTRALS];
        let [one, other] = NEUTRAL_PLACES[index % NEUTRALS].map(|place| pair.free[usize::from(place)]);
        Position { ls: [pair.own, pair.opponent], neutrals: 1 << one | 1 << other, side: Side::X, ply: 0 }
    }

    /// The opponent's L goes back to wherever it may have come from, which a neutral piece may have entered since; if a
    /// neutral piece was moved, it goes back to a cell that was free before and after the L moved.
    fn predecessors(index: usize, mut visit: impl FnMut(usize)) {
        let Position { ls: [own, opponent], neutrals, .. } = Self::position(index);
        let (own, opponent) = (usize::from(own), usize::from(opponent));
        let one = neutrals.trailing_zeros() as usize;
        let other = neutrals.ilog2() as usize;
        let now = PLACEMENTS[own].cells | PLACEMENTS[opponent].cells | neutrals;
        for origin in members(DISJOINT[own] & !(1 << opponent)) {
            let number = usize::from(PAIR_NUMBER[origin][own]);
            let pair = &PAIR[number];
            let mut before = |one, other| visit(number * NEUTRALS + pair.neutrals_number(one, other));
            let free = !(now | PLACEMENTS[origin].cells);
            let (one_stood, other_stood) = (AVOIDING[one] >> origin & 1 != 0, AVOIDING[other] >> origin & 1 != 0);
            if one_stood && other_stood {
                before(one, other);
            }
            if other_stood {
                members(free).for_each(|cell| before(cell, other));
            }
            if one_stood {
                members(free).for_each(|cell| before(one, cell));
            }
        }
    }
}
