//! The shape of a point: the multiset of the four patterns that a stone would make in the lines through it.

use super::patterns::{Pattern, PatternPair};
use std::sync::LazyLock;

/// The threat that a stone makes in all its lines together, weakest first. Ignores fouls; see [`Shape::may_be_foul`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum ThreatClass {
    /// No threat. Also the class of occupied points.
    #[default]
    Quiet,
    /// An open three.
    OpenThree,
    /// Two or more open threes.
    DoubleThree,
    /// A four: one point makes five.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: two or more points make five.
    UnstoppableFour,
    /// Five.
    Five,
}

impl ThreatClass {
    /// The number of classes.
    pub const COUNT: usize = ThreatClass::Five as usize + 1;
    /// All classes, weakest first.
    pub const ALL: [ThreatClass; ThreatClass::COUNT] = [
        ThreatClass::Quiet,
        ThreatClass::OpenThree,
        ThreatClass::DoubleThree,
        ThreatClass::Four,
        ThreatClass::FourThree,
        ThreatClass::UnstoppableFour,
        ThreatClass::Five,
    ];
}

/// The patterns in the four directions, four bits each, the first in the lowest bits. One word, because reading a word
/// of which a byte has just been written is slow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternsByDirection(u16);

impl PatternsByDirection {
    /// The bits of the pattern in direction `d`.
    #[inline]
    const fn bits(self, d: usize) -> u16 {
        self.0 >> (4 * d) & 15
    }

    /// Whether the pattern in direction `d` is `pattern`.
    #[inline]
    pub const fn is(self, d: usize, pattern: Pattern) -> bool {
        self.bits(d) == pattern as u16
    }

    /// These patterns with another one in direction `d`.
    #[inline]
    #[must_use]
    pub const fn with(self, d: usize, pattern: Pattern) -> PatternsByDirection {
        PatternsByDirection(self.0 ^ (self.bits(d) ^ pattern as u16) << (4 * d))
    }

    /// Whether a stone would combine with another in any direction: a pattern is [`Pattern::ClosedTwo`] or better.
    #[inline]
    pub const fn are_connected(self) -> bool {
        const _: () = assert!(Pattern::ClosedTwo as u16 == 0b0100);
        self.0 & 0b1100_1100_1100_1100 != 0
    }

    /// Packs four patterns.
    pub const fn of(patterns: [Pattern; 4]) -> PatternsByDirection {
        let [a, b, c, d] = patterns;
        PatternsByDirection(a as u16 | (b as u16) << 4 | (c as u16) << 8 | (d as u16) << 12)
    }
}

/// The patterns of both colours in the four directions, those of `x` in the lower half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternPairsByDirection(u32);

impl PatternPairsByDirection {
    /// No pattern in any direction.
    pub const NONE: PatternPairsByDirection = PatternPairsByDirection(0);

    /// The patterns of `x` and of `o`.
    #[inline]
    pub const fn each(self) -> [PatternsByDirection; 2] {
        [PatternsByDirection(self.0 as u16), PatternsByDirection((self.0 >> 16) as u16)]
    }

    /// These patterns with others in direction `d`.
    #[inline]
    #[must_use]
    pub const fn with(self, d: usize, patterns: PatternPair) -> PatternPairsByDirection {
        const FIRST: u32 = 0x000F_000F;
        let bits = patterns.bits() as u32;
        let spread = (bits | bits << 12) & FIRST;
        PatternPairsByDirection(self.0 & !(FIRST << (4 * d)) | spread << (4 * d))
    }

    /// Whether a stone of either colour would combine with another, see [`PatternsByDirection::are_connected`].
    pub const fn are_connected(self) -> bool {
        let [x, o] = self.each();
        PatternsByDirection(x.0 | o.0).are_connected()
    }
}

/// The index of a shape.
pub type ShapeIndex = u16;

/// The number of shapes: multisets of four patterns.
pub const SHAPES: usize = Pattern::COUNT * (Pattern::COUNT + 1) * (Pattern::COUNT + 2) * (Pattern::COUNT + 3) / 24;

/// The properties of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The patterns, weakest first.
    pub patterns: [Pattern; 4],
    /// The threat class.
    pub class: ThreatClass,
    /// Whether the stone may be a foul in renju. Counts all open threes, although some may not be real threes.
    pub may_be_foul: bool,
    /// Whether the stone would combine with another, see [`PatternsByDirection::are_connected`].
    pub is_connected: bool,
}

impl Shape {
    fn new(patterns: [Pattern; 4]) -> Shape {
        let count = |wanted| patterns.iter().filter(|&&pattern| pattern == wanted).count();
        let (threes, fours, open_fours) =
            (count(Pattern::OpenThree), count(Pattern::ClosedFour), count(Pattern::OpenFour));
        let (double_fours, fives) = (count(Pattern::LineDoubleFour), count(Pattern::Five));
        let class = match () {
            () if fives > 0 => ThreatClass::Five,
            () if open_fours + double_fours > 0 || fours > 1 => ThreatClass::UnstoppableFour,
            () if fours == 1 => [ThreatClass::Four, ThreatClass::FourThree][usize::from(threes > 0)],
            () if threes > 1 => ThreatClass::DoubleThree,
            () if threes == 1 => ThreatClass::OpenThree,
            () => ThreatClass::Quiet,
        };
        let may_be_foul =
            fives == 0 && (count(Pattern::Overline) + double_fours > 0 || fours + open_fours > 1 || threes > 1);
        let is_connected = PatternsByDirection::of(patterns).are_connected();
        Shape { patterns, class, may_be_foul, is_connected }
    }
}

/// All shapes, and the shape of every combination of four patterns.
pub struct ShapeTable {
    /// By the bits of [`PatternsByDirection`].
    indices: Box<[ShapeIndex; 1 << 16]>,
    list: Vec<Shape>,
}

static SHAPE_TABLE: LazyLock<ShapeTable> = LazyLock::new(ShapeTable::new);

impl ShapeTable {
    /// The table, which is built on first use.
    pub fn get() -> &'static ShapeTable {
        &SHAPE_TABLE
    }

    fn new() -> ShapeTable {
        let mut shapes = ShapeTable { indices: Box::new([0; 1 << 16]), list: Vec::with_capacity(SHAPES) };
        for index in 0..Pattern::COUNT.pow(4) {
            let patterns: [Pattern; 4] =
                std::array::from_fn(|d| Pattern::ALL[index / Pattern::COUNT.pow(d as u32) % Pattern::COUNT]);
            let mut sorted = patterns;
            sorted.sort_unstable();
            // Among all orders, the one with the strongest pattern first comes first in this loop.
            let first: [Pattern; 4] = std::array::from_fn(|d| sorted[3 - d]);
            let shape = if patterns == first {
                shapes.list.push(Shape::new(sorted));
                shapes.list.len() as ShapeIndex - 1
            } else {
                shapes.index(PatternsByDirection::of(first))
            };
            shapes.indices[usize::from(PatternsByDirection::of(patterns).0)] = shape;
        }
        shapes
    }

    /// The index of the shape with these patterns.
    #[inline]
    pub fn index(&self, patterns: PatternsByDirection) -> ShapeIndex {
        self.indices[usize::from(patterns.0)]
    }

    /// The shape with an index below [`SHAPES`].
    #[inline]
    pub fn shape(&self, index: ShapeIndex) -> &Shape {
        &self.list[usize::from(index)]
    }

    /// All shapes, by index.
    pub fn list(&self) -> &[Shape] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_does_not_depend_on_the_order_of_its_patterns() {
        let shapes = ShapeTable::get();
        assert_eq!(shapes.list().len(), SHAPES);
        for (index, shape) in shapes.list().iter().enumerate() {
            let [a, b, c, d] = shape.patterns;
            for order in [[a, b, c, d], [d, c, b, a], [b, d, a, c], [c, a, d, b]] {
                assert_eq!(usize::from(shapes.index(PatternsByDirection::of(order))), index);
            }
        }
    }
}
