//! What the four rows through a point make together: its shape, a number that does not depend on their order.
//!
//! Must not know: positions, what a shape is worth.

use super::patterns::{Pattern, PatternPair};
use std::sync::LazyLock;

/// What a stone makes of all its rows together, weakest first. Fouls are not thought of; see [`Shape::may_be_foul`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum ThreatClass {
    /// No threat; also a point with a stone.
    #[default]
    Quiet,
    /// An open three.
    Three,
    /// Two or more open threes.
    DoubleThree,
    /// One point makes five.
    Four,
    /// A four and an open three.
    FourThree,
    /// Two or more points make five.
    OpenFour,
    /// Five.
    Five,
}

impl ThreatClass {
    /// Number of classes.
    pub const COUNT: usize = ThreatClass::Five as usize + 1;
    /// All, weakest first.
    pub const ALL: [ThreatClass; ThreatClass::COUNT] = [
        ThreatClass::Quiet,
        ThreatClass::Three,
        ThreatClass::DoubleThree,
        ThreatClass::Four,
        ThreatClass::FourThree,
        ThreatClass::OpenFour,
        ThreatClass::Five,
    ];
}

/// Four patterns in the order of the directions, four bits each, the first lowest. One word, since a byte written is
/// slow to be read again as a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FourPatterns(u16);

impl FourPatterns {
    /// The pattern in direction `d`, by its number.
    #[inline]
    const fn number(self, d: usize) -> u16 {
        self.0 >> (4 * d) & 15
    }

    /// Whether the pattern in direction `d` is this.
    #[inline]
    pub const fn is(self, d: usize, pattern: Pattern) -> bool {
        self.number(d) == pattern as u16
    }

    /// The rows with another pattern in direction `d`.
    #[inline]
    #[must_use]
    pub const fn with(self, d: usize, pattern: Pattern) -> FourPatterns {
        FourPatterns(self.0 ^ (self.number(d) ^ pattern as u16) << (4 * d))
    }

    /// Whether a stone works together with another one in any direction: the pattern is [`Pattern::Two`] or better.
    #[inline]
    pub const fn are_connected(self) -> bool {
        const _: () = assert!(Pattern::Two as u16 == 0b0100);
        self.0 & 0b1100_1100_1100_1100 != 0
    }

    /// All patterns.
    pub const fn of(patterns: [Pattern; 4]) -> FourPatterns {
        let [a, b, c, d] = patterns;
        FourPatterns(a as u16 | (b as u16) << 4 | (c as u16) << 8 | (d as u16) << 12)
    }
}

/// The rows of both colours, those of `x` in the lower half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FourPatternPairs(u32);

impl FourPatternPairs {
    /// Nothing in any direction.
    pub const NONE: FourPatternPairs = FourPatternPairs(0);

    /// The rows of `x` and of `o`.
    #[inline]
    pub const fn each(self) -> [FourPatterns; 2] {
        [FourPatterns(self.0 as u16), FourPatterns((self.0 >> 16) as u16)]
    }

    /// The rows with other patterns in direction `d`.
    #[inline]
    #[must_use]
    pub const fn with(self, d: usize, patterns: PatternPair) -> FourPatternPairs {
        const FIRST: u32 = 0x000F_000F;
        let number = patterns.number() as u32;
        let spread = (number | number << 12) & FIRST;
        FourPatternPairs(self.0 & !(FIRST << (4 * d)) | spread << (4 * d))
    }

    /// Whether those of either colour are, see [`FourPatterns::are_connected`].
    pub const fn are_connected(self) -> bool {
        let [x, o] = self.each();
        FourPatterns(x.0 | o.0).are_connected()
    }
}

/// The number of a shape: all ways to choose four patterns, their order aside.
pub type ShapeIndex = u16;

/// How many shapes there are.
pub const SHAPES: usize = Pattern::COUNT * (Pattern::COUNT + 1) * (Pattern::COUNT + 2) * (Pattern::COUNT + 3) / 24;

/// What is known of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// Its patterns, weakest first.
    pub patterns: [Pattern; 4],
    /// The threat it is.
    pub class: ThreatClass,
    /// Whether the stone can be a foul at all: threes count although they may turn out not to be real.
    pub may_be_foul: bool,
    /// See [`FourPatterns::are_connected`].
    pub is_connected: bool,
}

impl Shape {
    fn new(patterns: [Pattern; 4]) -> Shape {
        let count = |wanted| patterns.iter().filter(|&&pattern| pattern == wanted).count();
        let (threes, fours, open_fours) = (count(Pattern::OpenThree), count(Pattern::Four), count(Pattern::OpenFour));
        let (double_fours, fives) = (count(Pattern::DoubleFour), count(Pattern::Five));
        let class = match () {
            () if fives > 0 => ThreatClass::Five,
            () if open_fours + double_fours > 0 || fours > 1 => ThreatClass::OpenFour,
            () if fours == 1 => [ThreatClass::Four, ThreatClass::FourThree][usize::from(threes > 0)],
            () if threes > 1 => ThreatClass::DoubleThree,
            () if threes == 1 => ThreatClass::Three,
            () => ThreatClass::Quiet,
        };
        let may_be_foul =
            fives == 0 && (count(Pattern::Overline) + double_fours > 0 || fours + open_fours > 1 || threes > 1);
        let is_connected = FourPatterns::of(patterns).are_connected();
        Shape { patterns, class, may_be_foul, is_connected }
    }
}

/// All shapes by number, and the number of every four patterns.
pub struct ShapeTable {
    codes: Box<[ShapeIndex; 1 << 16]>,
    list: Vec<Shape>,
}

static SHAPE_TABLE: LazyLock<ShapeTable> = LazyLock::new(ShapeTable::new);

impl ShapeTable {
    /// The one table.
    pub fn get() -> &'static ShapeTable {
        &SHAPE_TABLE
    }

    fn new() -> ShapeTable {
        let mut shapes = ShapeTable { codes: Box::new([0; 1 << 16]), list: Vec::with_capacity(SHAPES) };
        for index in 0..Pattern::COUNT.pow(4) {
            let patterns: [Pattern; 4] =
                std::array::from_fn(|d| Pattern::ALL[index / Pattern::COUNT.pow(d as u32) % Pattern::COUNT]);
            let mut sorted = patterns;
            sorted.sort_unstable();
            // Of all orders the strongest first has the least index.
            let first: [Pattern; 4] = std::array::from_fn(|d| sorted[3 - d]);
            let code = if patterns == first {
                shapes.list.push(Shape::new(sorted));
                shapes.list.len() as ShapeIndex - 1
            } else {
                shapes.code(FourPatterns::of(first))
            };
            shapes.codes[usize::from(FourPatterns::of(patterns).0)] = code;
        }
        shapes
    }

    /// The number of four patterns.
    #[inline]
    pub fn code(&self, rows: FourPatterns) -> ShapeIndex {
        self.codes[usize::from(rows.0)]
    }

    /// The shape of a number below [`SHAPES`].
    #[inline]
    pub fn shape(&self, code: ShapeIndex) -> &Shape {
        &self.list[usize::from(code)]
    }

    /// All by number.
    pub fn list(&self) -> &[Shape] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_does_not_depend_on_the_order_of_its_rows() {
        let shapes = ShapeTable::get();
        assert_eq!(shapes.list().len(), SHAPES);
        for (code, shape) in shapes.list().iter().enumerate() {
            let [a, b, c, d] = shape.patterns;
            for order in [[a, b, c, d], [d, c, b, a], [b, d, a, c], [c, a, d, b]] {
                assert_eq!(usize::from(shapes.code(FourPatterns::of(order))), code);
            }
        }
    }
}
