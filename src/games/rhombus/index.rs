//! The numbering of all rhombus positions, and moves backwards, for the solver.
//!
//! Positions come in layers by the number of stones, the full board first, so that play never leads to a higher
//! layer's indices. In a layer the opponent's stones choose a row, and the own stones, seen on the points that the
//! opponent leaves, a place in it. So all positions one move before a given one lie in one or two short rows.
//! Must not know: solver beyond its trait, evaluation, texts.

use super::rules::{ALL, ENDS, HALF, HALF_SETS, POINTS, Position, Rhombus, STONES, lines_between};
use crate::game::{Game, Side};
use crate::games::solved::lattice::members;
use crate::solver::Indexed;
use std::ops::Range;

/// Stones of both sides.
pub(super) const FULL: usize = 2 * STONES as usize;

/// All positions with the same number of stones.
#[derive(Clone, Copy)]
struct Layer {
    /// Index of its first position.
    start: usize,
    /// Index behind its last position.
    end: usize,
    /// Positions in a row.
    row: usize,
    /// 2³² by the length of a row, rounded up; to multiply by it is exact here, and faster than to divide.
    reciprocal: u64,
    /// Stones of the side to move.
    own: usize,
    /// Stones of the opponent; one more than those if the number of stones is odd.
    opponent: usize,
}

/// The layers by number of stones.
static LAYERS: [Layer; FULL + 1] = layers();

const fn layers() -> [Layer; FULL + 1] {
    let mut list = [Layer { start: 0, end: 0, row: 0, reciprocal: 0, own: 0, opponent: 0 }; FULL + 1];
    let mut start = 0;
    let mut left = FULL + 1;
    while left > 0 {
        left -= 1;
        let (own, opponent) = (left / 2, left - left / 2);
        let row = binomial(POINTS - opponent, own);
        let end = start + binomial(POINTS, opponent) * row;
        list[left] = Layer { start, end, row, reciprocal: (1_u64 << 32).div_ceil(row as u64), own, opponent };
        start = end;
    }
    list
}

const fn binomial(n: usize, k: usize) -> usize {
    let (mut product, mut i) = (1, 0);
    while i < k {
        product = product * (n - i) / (i + 1);
        i += 1;
    }
    product
}

/// The number of each set of points among the sets with as many members, in rising order of the masks.
static RANK: [u16; 1 << POINTS] = ranks().0;
/// The inverse of [`RANK`], by number of members.
static SET: [[u16; binomial(POINTS, STONES as usize)]; STONES as usize + 1] = ranks().1;

const fn ranks() -> ([u16; 1 << POINTS], [[u16; binomial(POINTS, STONES as usize)]; STONES as usize + 1]) {
    let mut ranks = [0; 1 << POINTS];
    let mut sets = [[0; binomial(POINTS, STONES as usize)]; STONES as usize + 1];
    let mut found = [0; POINTS + 1];
    let mut set = 0;
    while set < 1 << POINTS {
        let members = (set as u16).count_ones() as usize;
        ranks[set] = found[members] as u16;
        if members <= STONES as usize {
            sets[members][found[members]] = set as u16;
        }
        found[members] += 1;
        set += 1;
    }
    (ranks, sets)
}

/// For a set of points and a subset of it: which of its members, counted from the least, are in the subset.
static NARROW: [[u8; HALF_SETS]; HALF_SETS] = translations(true);
/// The inverse of [`NARROW`].
static WIDEN: [[u8; HALF_SETS]; HALF_SETS] = translations(false);

const fn translations(narrow: bool) -> [[u8; HALF_SETS]; HALF_SETS] {
    let mut table = [[0; HALF_SETS]; HALF_SETS];
    let mut at = 0;
    while at < HALF_SETS * HALF_SETS {
        let (points, from) = (at / HALF_SETS, at % HALF_SETS);
        let (mut wide, mut number) = (0, 0);
        while wide < HALF {
            if points >> wide & 1 != 0 {
                let (read, write) = if narrow { (wide, number) } else { (number, wide) };
                table[points][from] |= ((from >> read & 1) << write) as u8;
                number += 1;
            }
            wide += 1;
        }
        at += 1;
    }
    table
}

/// How many members a set in the low half has (not every processor counts bits quickly).
static MEMBERS: [u8; HALF_SETS] = {
    let mut members = [0; HALF_SETS];
    let mut set = 0;
    while set < HALF_SETS {
        members[set] = set.count_ones() as u8;
        set += 1;
    }
    members
};

/// A set of points whose subsets are numbered on their own.
struct Points {
    low: usize,
    high: usize,
    /// Members of the low half.
    shift: u8,
}

impl Points {
    fn not_in(stones: u16) -> Self {
        let points = usize::from(ALL & !stones);
        let low = points % HALF_SETS;
        Points { low, high: points / HALF_SETS, shift: MEMBERS[low] }
    }

    /// Drops the points outside.
    fn narrow(&self, subset: u16) -> usize {
        let subset = usize::from(subset);
        let (low, high) = (NARROW[self.low][subset % HALF_SETS], NARROW[self.high][subset / HALF_SETS]);
        usize::from(low) | usize::from(high) << self.shift
    }

    /// The inverse of [`Points::narrow`].
    fn widen(&self, narrow: u16) -> u16 {
        let narrow = usize::from(narrow);
        let (low, high) = (WIDEN[self.low][narrow % (1 << self.shift)], WIDEN[self.high][narrow >> self.shift]);
        u16::from(low) | u16::from(high) << HALF
    }
}

/// The indices of all positions with so many stones, at most 10.
pub(super) fn layer(stones: usize) -> Range<usize> {
    LAYERS[stones].start..LAYERS[stones].end
}

impl Layer {
    /// The layer that an index belongs to, with its number of stones.
    fn holding(index: usize) -> (usize, &'static Layer) {
        let stones = (0..FULL).rev().find(|&stones| index < LAYERS[stones + 1].end).map_or(0, |stones| stones + 1);
        (stones, &LAYERS[stones])
    }

    /// Index of the first position in the row of an opponent's stones.
    fn row_of(&self, opponent: u16) -> usize {
        self.start + usize::from(RANK[usize::from(opponent)]) * self.row
    }

    /// Stones of the side to move and of the opponent.
    fn stones_at(&self, index: usize) -> (u16, u16) {
        let in_layer = (index - self.start) as u64;
        let row = (in_layer * self.reciprocal) >> 32;
        let place = in_layer - row * self.row as u64;
        let opponent = SET[self.opponent][row as usize];
        (Points::not_in(opponent).widen(SET[self.own][place as usize]), opponent)
    }
}

impl Indexed for Rhombus {
    const SIZE: usize = layers()[0].end;

    fn index(position: &Position) -> usize {
        let (own, opponent) = (position.own(), position.stones[position.side.other().index()]);
        let layer = &LAYERS[(own | opponent).count_ones() as usize];
        layer.row_of(opponent) + usize::from(RANK[Points::not_in(opponent).narrow(own)])
    }

    fn position(index: usize) -> Position {
        let (stones, layer) = Layer::holding(index);
        let (own, opponent) = layer.stones_at(index);
        match stones % 2 {
            0 => Position { stones: [own, opponent], side: Side::X, ply: 0 },
            _ => Position { stones: [opponent, own], side: Side::O, ply: 0 },
        }
    }

    fn reach(index: usize) -> usize {
        Layer::holding(index).1.end
    }

    fn move_count(index: usize) -> u8 {
        match Layer::holding(index) {
            (FULL, _) => Self::count_moves(&Self::position(index)) as u8,
            (stones, _) => (POINTS - stones) as u8,
        }
    }

    /// The opponent's last stone goes back to the hand or, on the full board, to an empty point beside it.
    fn predecessors(index: usize, mut visit: impl FnMut(usize)) {
        let (stones, layer) = Layer::holding(index);
        let (own, opponent) = layer.stones_at(index);
        let points = Points::not_in(own);
        let narrow = points.narrow(opponent);
        if let Some(before) = stones.checked_sub(1) {
            let row = LAYERS[before].row_of(own);
            let mut rest = narrow;
            while rest != 0 {
                let without_least = rest & (rest - 1);
                visit(row + usize::from(RANK[narrow ^ rest ^ without_least]));
                rest = without_least;
            }
        }
        if stones == FULL {
            let row = layer.row_of(own);
            for line in members(lines_between(opponent, ALL & !(own | opponent))) {
                visit(row + usize::from(RANK[narrow ^ points.narrow(ENDS[line])]));
            }
        }
    }
}
