//! The numbering of all rhombus positions, and moves backwards, for the solver.
//!
//! Positions come in layers by the number of stones, the full board first, so that play never leads to a higher
//! layer's indices; stones move on the full board only, which is the core. In a layer the points with stones choose a
//! row, and those among them that the opponent holds a place in it. So to put a stone on some point leads from one row
//! to another, and from place to place as it does in all rows where as many stones stand before that point.
//! Must not know: solver beyond its trait, evaluation, texts.

use super::rules::{ALL, ENDS, HALF, HALF_SETS, POINTS, Position, Rhombus, STONES, lines_between};
use crate::game::Side;
use crate::games::common::grid::members;
use crate::retrograde::Indexed;
use std::ops::Range;

/// Stones of both sides.
pub(super) const FULL: usize = 2 * STONES as usize;

/// All positions with the same number of stones.
#[derive(Clone, Copy)]
struct Layer {
    /// Stones of both sides.
    stones: usize,
    /// Those of the opponent of the side to move, one more than the own ones if the number is odd.
    opponent: usize,
    /// Index of its first position.
    start: usize,
    /// Index behind its last position.
    end: usize,
    /// Positions in a row.
    row: usize,
    /// 2³² by the length of a row, rounded up; to multiply by it is exact here, and faster than to divide.
    reciprocal: u64,
}

/// The layers by number of stones.
static LAYERS: [Layer; FULL + 1] = layers();

const fn layers() -> [Layer; FULL + 1] {
    let mut list = [Layer { stones: 0, opponent: 0, start: 0, end: 0, row: 0, reciprocal: 0 }; FULL + 1];
    let mut start = 0;
    let mut left = FULL + 1;
    while left > 0 {
        left -= 1;
        let opponent = left.div_ceil(2);
        let row = binomial(left, opponent);
        let end = start + binomial(POINTS, left) * row;
        list[left] = Layer { stones: left, opponent, start, end, row, reciprocal: (1_u64 << 32).div_ceil(row as u64) };
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

/// All sets of points, first by number of members, then in rising order of the masks.
static SETS: [u16; 1 << POINTS] = SORTED.0;
/// For each set of points how many with as many members come before it.
static RANK: [u16; 1 << POINTS] = SORTED.1;
/// Where in [`SETS`] those with a number of members start.
static FIRST: [usize; POINTS + 1] = SORTED.2;

const SORTED: ([u16; 1 << POINTS], [u16; 1 << POINTS], [usize; POINTS + 1]) = {
    let (mut sets, mut ranks, mut first) = ([0; 1 << POINTS], [0; 1 << POINTS], [0; POINTS + 1]);
    let mut members = 0;
    while members < POINTS {
        first[members + 1] = first[members] + binomial(POINTS, members);
        members += 1;
    }
    let mut found = [0; POINTS + 1];
    let mut set = 0;
    while set < 1 << POINTS {
        let members = (set as u16).count_ones() as usize;
        ranks[set] = found[members] as u16;
        sets[first[members] + found[members]] = set as u16;
        found[members] += 1;
        set += 1;
    }
    (sets, ranks, first)
};

/// For each set of points the first index of its row.
static ROW: [u32; 1 << POINTS] = {
    let (mut rows, layers) = ([0; 1 << POINTS], layers());
    let mut set = 0;
    while set < 1 << POINTS {
        let stones = (set as u16).count_ones() as usize;
        if stones <= FULL {
            rows[set] = (layers[stones].start + SORTED.1[set] as usize * layers[stones].row) as u32;
        }
        set += 1;
    }
    rows
};

/// By a set and points that it is a subset of: which of those, counted from the least, are in the set.
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
                table[from][points] |= ((from >> read & 1) << write) as u8;
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
    fn new(points: u16) -> Self {
        let points = usize::from(points);
        let low = points % HALF_SETS;
        Points { low, high: points / HALF_SETS, shift: MEMBERS[low] }
    }

    /// Drops the points outside.
    fn narrow(&self, subset: u16) -> usize {
        let subset = usize::from(subset);
        let (low, high) = (NARROW[subset % HALF_SETS][self.low], NARROW[subset / HALF_SETS][self.high]);
        usize::from(low) | usize::from(high) << self.shift
    }

    /// The inverse of [`Points::narrow`].
    fn widen(&self, narrow: u16) -> u16 {
        let narrow = usize::from(narrow);
        let (low, high) = (WIDEN[narrow % (1 << self.shift)][self.low], WIDEN[narrow >> self.shift][self.high]);
        u16::from(low) | u16::from(high) << HALF
    }
}

/// All sets of `members` numbers below `bound`, in rising order of the masks.
fn sets(members: usize, bound: usize) -> &'static [u16] {
    &SETS[FIRST[members]..][..binomial(bound, members)]
}

/// Index of the first position in the row of the points `stones`.
fn row_of(stones: u16) -> usize {
    ROW[usize::from(stones)] as usize
}

/// The index of the position with stones on the points `stones`, those of the side that is not to move on `opponent`.
fn index_of(stones: u16, opponent: u16) -> usize {
    row_of(stones) + usize::from(RANK[Points::new(stones).narrow(opponent)])
}

/// The indices of all positions with so many stones, at most 10.
pub(super) fn layer(stones: usize) -> Range<usize> {
    LAYERS[stones].start..LAYERS[stones].end
}

impl Layer {
    /// The layer that an index belongs to.
    fn holding(index: usize) -> &'static Layer {
        LAYERS.iter().rev().find(|layer| index < layer.end).unwrap_or(&LAYERS[0])
    }

    /// For each place in a row the place after a stone is put where `smaller` stones come before it.
    fn places_after(&self, smaller: usize) -> Vec<u8> {
        let place = |opponent: &u16| {
            let own = opponent ^ ((1 << self.stones) - 1);
            let below = own & ((1 << smaller) - 1);
            RANK[usize::from(below | 1 << smaller | (own ^ below) << 1)] as u8
        };
        sets(self.opponent, self.stones).iter().map(place).collect()
    }

    /// The points with stones, and those among them that the opponent holds.
    fn stones_at(&self, index: usize) -> (u16, u16) {
        let in_layer = (index - self.start) as u64;
        let row = (in_layer * self.reciprocal) >> 32;
        let place = in_layer - row * self.row as u64;
        let stones = SETS[FIRST[self.stones] + row as usize];
        (stones, Points::new(stones).widen(SETS[FIRST[self.opponent] + place as usize]))
    }
}

impl Indexed for Rhombus {
    const SIZE: usize = layers()[0].end;
    const CORE: usize = layers()[FULL].end;

    fn index(position: &Position) -> usize {
        let stones = position.stones[0] | position.stones[1];
        index_of(stones, stones ^ position.own())
    }

    fn position(index: usize) -> Position {
        let layer = Layer::holding(index);
        let (stones, opponent) = layer.stones_at(index);
        match layer.stones % 2 {
            0 => Position { stones: [stones ^ opponent, opponent], side: Side::X, ply: 0 },
            _ => Position { stones: [opponent, stones ^ opponent], side: Side::O, ply: 0 },
        }
    }

    fn reach(index: usize) -> usize {
        Layer::holding(index).end
    }

    fn move_count(index: usize) -> u8 {
        let layer = Layer::holding(index);
        if layer.stones < FULL {
            return (POINTS - layer.stones) as u8;
        }
        let (stones, opponent) = layer.stones_at(index);
        lines_between(stones ^ opponent, ALL & !stones).count_ones() as u8
    }

    /// A stone of the opponent goes back along a line to an empty point.
    fn predecessors(index: usize, mut visit: impl FnMut(usize)) {
        let (stones, opponent) = LAYERS[FULL].stones_at(index);
        for line in members(lines_between(opponent, ALL & !stones)) {
            visit(index_of(stones ^ ENDS[line], stones ^ opponent));
        }
    }

    /// Row by row, one bundle for each point on which a stone may be put.
    fn visit_outside_core(reach: usize, mut visit: impl FnMut(usize, usize, &[u8])) {
        for layer in LAYERS[..FULL].iter().rev().take_while(|layer| layer.end <= reach) {
            let places: Vec<_> = (0..=layer.stones).map(|smaller| layer.places_after(smaller)).collect();
            for &stones in sets(layer.stones, POINTS) {
                for point in members(ALL & !stones) {
                    let added = 1 << point;
                    let smaller = (stones & (added - 1)).count_ones() as usize;
                    visit(row_of(stones), row_of(stones | added), &places[smaller]);
                }
            }
        }
    }
}
