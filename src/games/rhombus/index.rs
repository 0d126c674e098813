//! The index of rhombus positions and their predecessors, for retrograde analysis.
//!
//! Positions are grouped into layers by number of stones. The layer with all stones comes first, so moves never lead to
//! higher indices than those of the own layer; it is the core, the only layer in which stones move. Within a layer, the
//! set of occupied points selects a row, and the subset held by the opponent a column. Placing a stone on a point
//! therefore leads from one row to another, and the mapping of columns depends only on the number of stones on lower
//! points.

use super::rules::{ALL, ENDS, HALF, HALF_SETS, POINTS, Position, Rhombus, STONES, lines_between};
use crate::game::Side;
use crate::games::common::grid::members;
use crate::retrograde::Indexed;
use std::ops::Range;

/// The number of stones of both sides when all are placed.
pub(super) const FULL: usize = 2 * STONES as usize;

/// All positions with the same number of stones.
#[derive(Clone, Copy)]
struct Layer {
    /// The number of stones of both sides.
    stones: usize,
    /// The number of stones of the opponent of the side to move; the larger half if the number of stones is odd.
    opponent: usize,
    /// The index of the first position.
    start: usize,
    /// The index after that of the last position.
    end: usize,
    /// The number of positions in a row.
    row: usize,
    /// 2³² / `row`, rounded up, for division by multiplication; exact for all indices here.
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

/// All sets of points, ordered by number of members, then by mask.
static SETS: [u16; 1 << POINTS] = SORTED.0;
/// For each set of points, its rank among the sets with the same number of members.
static RANK: [u16; 1 << POINTS] = SORTED.1;
/// For each number of members, the index of the first such set in [`SETS`].
static FIRST: [usize; POINTS + 1] = SORTED.2;

/// The tables [`SETS`], [`RANK`] and [`FIRST`].
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

/// For each set of occupied points, the index of the first position in its row.
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

/// For a subset and a set of points, in this order: the subset as a mask of ranks within the set (bit extraction).
static EXTRACT: [[u8; HALF_SETS]; HALF_SETS] = half_table(true);
/// For a mask of ranks and a set of points, in this order: the subset with these ranks (bit deposit).
static DEPOSIT: [[u8; HALF_SETS]; HALF_SETS] = half_table(false);

const fn half_table(extract: bool) -> [[u8; HALF_SETS]; HALF_SETS] {
    let mut table = [[0; HALF_SETS]; HALF_SETS];
    let mut at = 0;
    while at < HALF_SETS * HALF_SETS {
        let (points, from) = (at / HALF_SETS, at % HALF_SETS);
        let (mut point, mut rank) = (0, 0);
        while point < HALF {
            if points >> point & 1 != 0 {
                let (read, write) = if extract { (point, rank) } else { (rank, point) };
                table[from][points] |= ((from >> read & 1) << write) as u8;
                rank += 1;
            }
            point += 1;
        }
        at += 1;
    }
    table
}

/// The number of members of each set in the low half. (Not every processor has a fast population count.)
static MEMBERS: [u8; HALF_SETS] = {
    let mut members = [0; HALF_SETS];
    let mut set = 0;
    while set < HALF_SETS {
        members[set] = set.count_ones() as u8;
        set += 1;
    }
    members
};

/// A set of points, for conversion between its subsets and masks of ranks within it.
struct Points {
    low: usize,
    high: usize,
    /// The number of members in the low half.
    shift: u8,
}

impl Points {
    fn new(points: u16) -> Self {
        let points = usize::from(points);
        let low = points % HALF_SETS;
        Points { low, high: points / HALF_SETS, shift: MEMBERS[low] }
    }

    /// The ranks of the points of a subset.
    fn extract(&self, subset: u16) -> usize {
        let subset = usize::from(subset);
        let (low, high) = (EXTRACT[subset % HALF_SETS][self.low], EXTRACT[subset / HALF_SETS][self.high]);
        usize::from(low) | usize::from(high) << self.shift
    }

    /// The subset with these ranks.
    fn deposit(&self, ranks: u16) -> u16 {
        let ranks = usize::from(ranks);
        let (low, high) = (DEPOSIT[ranks % (1 << self.shift)][self.low], DEPOSIT[ranks >> self.shift][self.high]);
        u16::from(low) | u16::from(high) << HALF
    }
}

/// All sets of `members` numbers below `bound`, ordered by mask.
fn sets(members: usize, bound: usize) -> &'static [u16] {
    &SETS[FIRST[members]..][..binomial(bound, members)]
}

/// The index of the first position in the row of the occupied points `stones`.
fn row_of(stones: u16) -> usize {
    ROW[usize::from(stones)] as usize
}

/// The index of the position with the occupied points `stones`, of which `opponent` are held by the side not to move.
fn index_of(stones: u16, opponent: u16) -> usize {
    row_of(stones) + usize::from(RANK[Points::new(stones).extract(opponent)])
}

/// The indices of all positions with a number of stones 0..=10.
pub(super) fn layer(stones: usize) -> Range<usize> {
    LAYERS[stones].start..LAYERS[stones].end
}

impl Layer {
    /// The layer of an index.
    fn of(index: usize) -> &'static Layer {
        LAYERS.iter().rev().find(|layer| index < layer.end).unwrap_or(&LAYERS[0])
    }

    /// For each column, the column after the side to move places a stone with `lower` stones on lower points.
    fn columns_after(&self, lower: usize) -> Vec<u8> {
        let column = |opponent: &u16| {
            let own = opponent ^ ((1 << self.stones) - 1);
            let below = own & ((1 << lower) - 1);
            RANK[usize::from(below | 1 << lower | (own ^ below) << 1)] as u8
        };
        sets(self.opponent, self.stones).iter().map(column).collect()
    }

    /// The occupied points of a position, and those of the opponent.
    fn stones_at(&self, index: usize) -> (u16, u16) {
        let in_layer = (index - self.start) as u64;
        let row = (in_layer * self.reciprocal) >> 32;
        let column = in_layer - row * self.row as u64;
        let stones = SETS[FIRST[self.stones] + row as usize];
        (stones, Points::new(stones).deposit(SETS[FIRST[self.opponent] + column as usize]))
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
        let layer = Layer::of(index);
        let (stones, opponent) = layer.stones_at(index);
        match layer.stones % 2 {
            0 => Position { stones: [stones ^ opponent, opponent], side: Side::X, ply: 0 },
            _ => Position { stones: [opponent, stones ^ opponent], side: Side::O, ply: 0 },
        }
    }

    fn reachable_bound(index: usize) -> usize {
        Layer::of(index).end
    }

    fn move_count(index: usize) -> u8 {
        let layer = Layer::of(index);
        if layer.stones < FULL {
            return (POINTS - layer.stones) as u8;
        }
        let (stones, opponent) = layer.stones_at(index);
        lines_between(stones ^ opponent, ALL & !stones).count_ones() as u8
    }

    /// Retracts the opponent's last move: a stone returns along a line to an empty point.
    fn predecessors(index: usize, mut visit: impl FnMut(usize)) {
        let (stones, opponent) = LAYERS[FULL].stones_at(index);
        for line in members(lines_between(opponent, ALL & !stones)) {
            visit(index_of(stones ^ ENDS[line], stones ^ opponent));
        }
    }

    /// Visits the rows of all layers outside the core, once for each empty point.
    fn visit_outside_core(reach: usize, mut visit: impl FnMut(usize, usize, &[u8])) {
        for layer in LAYERS[..FULL].iter().rev().take_while(|layer| layer.end <= reach) {
            let columns: Vec<_> = (0..=layer.stones).map(|lower| layer.columns_after(lower)).collect();
            for &stones in sets(layer.stones, POINTS) {
                for point in members(ALL & !stones) {
                    let added = 1 << point;
                    let lower = (stones & (added - 1)).count_ones() as usize;
                    visit(row_of(stones), row_of(stones | added), &columns[lower]);
                }
            }
        }
    }
}
