//! Sets of points by the threat class of a stone of either colour on them.

use super::shapes::ThreatClass;
use crate::game::Side;
use crate::games::gomoku::rules::board::{Point, points_of};
use crate::games::gomoku::rules::lines::{MAX_SIZE, ones};

/// A set of points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointSet {
    rows: [u32; MAX_SIZE],
    /// A bit for each row that is not empty.
    occupied: u32,
}

impl PointSet {
    /// The number of points.
    pub fn len(&self) -> usize {
        self.occupied_rows().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// Whether a point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.col() & 1 != 0
    }

    /// Iterates over the points in the order a1 b1 …
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        self.occupied_rows().flat_map(|(row, bits)| points_of(row, bits))
    }

    fn occupied_rows(&self) -> impl Iterator<Item = (usize, u32)> {
        ones(self.occupied).map(|row| (row as usize, self.rows[row as usize]))
    }

    /// Adds a point that is not in the set or removes one that is.
    fn toggle(&mut self, point: Point) {
        let row = point.row();
        self.rows[row] ^= 1 << point.col();
        self.occupied = self.occupied & !(1 << row) | u32::from(self.rows[row] != 0) << row;
    }
}

/// The sets of one colour in [`PointSets`] that a point belongs to, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Membership(u8);

/// The index of the set of possible fouls, in place of that of [`ThreatClass::Quiet`], for which there is no set.
const POSSIBLE_FOULS: usize = ThreatClass::Quiet as usize;

impl Membership {
    /// No set.
    pub const NONE: Membership = Membership(0);

    /// The sets of a point with this class that may or may not be a foul.
    pub const fn of(class: ThreatClass, is_possible_foul: bool) -> Membership {
        let class = if matches!(class, ThreatClass::Quiet) { 0 } else { 1 << class as u8 };
        Membership(class | (is_possible_foul as u8) << POSSIBLE_FOULS)
    }

    /// The symmetric difference.
    pub const fn difference(self, other: Membership) -> Membership {
        Membership(self.0 ^ other.0)
    }
}

/// The number of sets of a colour; one is unused.
const SETS: usize = u8::BITS as usize;
const _: () = assert!(ThreatClass::COUNT <= SETS);

/// The empty points of a board by threat class: the sets of `x`, then those of `o`.
#[derive(Clone, Debug, Default)]
pub struct PointSets([PointSet; 2 * SETS]);

impl PointSets {
    /// The points where a stone of `side` has this class, which must not be [`ThreatClass::Quiet`].
    pub fn of(&self, side: Side, class: ThreatClass) -> &PointSet {
        &self.0[side.index() * SETS + class as usize]
    }

    /// The points where a stone of `side` may be a foul.
    pub fn possible_fouls(&self, side: Side) -> &PointSet {
        &self.0[side.index() * SETS + POSSIBLE_FOULS]
    }

    /// The number of points where a stone of either colour would have a class above [`ThreatClass::Quiet`].
    pub fn threatening(&self) -> usize {
        let mut rows = [0; MAX_SIZE];
        for class in &ThreatClass::ALL[1..] {
            for side in [Side::X, Side::O] {
                rows.iter_mut().zip(self.of(side, *class).rows).for_each(|(row, bits)| *row |= bits);
            }
        }
        rows.iter().map(|bits: &u32| bits.count_ones() as usize).sum()
    }

    /// Toggles the membership of a point in these sets of `x` and `o`.
    #[inline]
    pub fn toggle(&mut self, point: Point, sets: [Membership; 2]) {
        for set in ones(u16::from_le_bytes(sets.map(|sets| sets.0)).into()) {
            self.0[set as usize % (2 * SETS)].toggle(point);
        }
    }
}
