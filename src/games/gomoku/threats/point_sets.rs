//! Sets of points, and which of them a point belongs to by what a stone of either colour would make there.
//!
//! Must not know: how it is found out.

use super::shapes::ThreatClass;
use crate::game::Side;
use crate::games::gomoku::rules::board::{Point, points_of};
use crate::games::gomoku::rules::lines::{MAX_SIZE, ones};

/// A set of points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointSet {
    rows: [u32; MAX_SIZE],
    /// The rows that are not empty, a bit each.
    filled: u32,
}

impl PointSet {
    /// How many points.
    pub fn len(&self) -> usize {
        self.filled_rows().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Whether the point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.col() & 1 != 0
    }

    /// The points in the order a1 b1 …
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        self.filled_rows().flat_map(|(row, bits)| points_of(row, bits))
    }

    fn filled_rows(&self) -> impl Iterator<Item = (usize, u32)> {
        ones(self.filled).map(|row| (row as usize, self.rows[row as usize]))
    }

    /// Adds a point that is not in the set or removes one that is.
    fn toggle(&mut self, point: Point) {
        let row = point.row();
        self.rows[row] ^= 1 << point.col();
        self.filled = self.filled & !(1 << row) | u32::from(self.rows[row] != 0) << row;
    }
}

/// Sets of one colour in [`PointSets`], a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Membership(u8);

/// The number of the set of suspects; no set is kept for [`ThreatClass::Quiet`], whose number this is.
const POSSIBLE_FOULS: usize = ThreatClass::Quiet as usize;

impl Membership {
    /// None.
    pub const NONE: Membership = Membership(0);

    /// The sets of a point with this class.
    pub const fn of(class: ThreatClass, is_possible_foul: bool) -> Membership {
        let class = if matches!(class, ThreatClass::Quiet) { 0 } else { 1 << class as u8 };
        Membership(class | (is_possible_foul as u8) << POSSIBLE_FOULS)
    }

    /// The sets that are in one of both only.
    pub const fn difference(self, other: Membership) -> Membership {
        Membership(self.0 ^ other.0)
    }
}

/// Sets kept for a colour, with one to spare.
const SETS: usize = u8::BITS as usize;
const _: () = assert!(ThreatClass::COUNT <= SETS);

/// The points of a board by what stones would make on them: the sets of `x`, then those of `o`.
#[derive(Clone, Debug, Default)]
pub struct PointSets([PointSet; 2 * SETS]);

impl PointSets {
    /// The points where a stone of `side` has this class, [`ThreatClass::Quiet`] excepted.
    pub fn of(&self, side: Side, class: ThreatClass) -> &PointSet {
        &self.0[side.index() * SETS + class as usize]
    }

    /// The points where a stone of `side` might be a foul.
    pub fn possible_fouls(&self, side: Side) -> &PointSet {
        &self.0[side.index() * SETS + POSSIBLE_FOULS]
    }

    /// Takes a point out of the sets among these of each colour that it is in, and puts it into the others.
    #[inline]
    pub fn toggle(&mut self, point: Point, sets: [Membership; 2]) {
        for set in ones(u16::from_le_bytes(sets.map(|sets| sets.0)).into()) {
            self.0[set as usize % (2 * SETS)].toggle(point);
        }
    }
}
