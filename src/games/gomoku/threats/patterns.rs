//! The pattern that a stone on an empty point would make in one row, by table look-up.
//!
//! A pattern depends on five points to either side of the stone, and on each side only on the points before the first
//! obstacle. So there are 63 different half lines for a colour, coded as a bit mask of the colour's stones with a
//! sentinel bit at the obstacle. The table holds the patterns of both colours for each pair of half lines.

use crate::games::gomoku::rules::lines::{FiveRule, LinePlanes, MARGIN, SideLine};
use std::sync::OnceLock;

/// The pattern that a stone makes in a line, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Pattern {
    /// No five is possible.
    #[default]
    Dead,
    /// Six or more, where that does not win.
    Overline,
    /// A single stone that can become five, but not by way of an open four.
    ClosedOne,
    /// A single stone that can become an open four.
    OpenOne,
    /// One more stone makes a closed three.
    ClosedTwo,
    /// One more stone makes an open three.
    OpenTwo,
    /// One more stone makes a closed four.
    ClosedThree,
    /// One more stone makes an open four, or a double four in this line.
    OpenThree,
    /// A four with one five point.
    ClosedFour,
    /// Two five points in this line, but not an unbroken four.
    LineDoubleFour,
    /// An unbroken four that makes five at both ends.
    OpenFour,
    /// Five.
    Five,
}

impl Pattern {
    /// The number of patterns.
    pub const COUNT: usize = Pattern::Five as usize + 1;
    /// All patterns, weakest first.
    pub const ALL: [Pattern; Pattern::COUNT] = [
        Pattern::Dead,
        Pattern::Overline,
        Pattern::ClosedOne,
        Pattern::OpenOne,
        Pattern::ClosedTwo,
        Pattern::OpenTwo,
        Pattern::ClosedThree,
        Pattern::OpenThree,
        Pattern::ClosedFour,
        Pattern::LineDoubleFour,
        Pattern::OpenFour,
        Pattern::Five,
    ];

    /// The pattern of a line that becomes `self` with one more stone, if it has no four.
    const fn predecessor(self, rule: FiveRule) -> Pattern {
        match (self, rule) {
            (Pattern::OpenFour, _) => Pattern::OpenThree,
            (Pattern::LineDoubleFour, FiveRule::AtLeast | FiveRule::Exactly) => Pattern::OpenThree,
            (Pattern::ClosedFour, _) => Pattern::ClosedThree,
            (Pattern::OpenThree, _) => Pattern::OpenTwo,
            (Pattern::ClosedThree, _) => Pattern::ClosedTwo,
            (Pattern::OpenTwo, _) => Pattern::OpenOne,
            (Pattern::ClosedTwo, _) => Pattern::ClosedOne,
            _ => Pattern::Dead,
        }
    }
}

/// The number of points to either side of a stone on which its pattern depends.
pub const REACH: u32 = 5;
/// The number of codes of half lines for one colour; code 0 is unused.
const HALF_LINE_CODES: usize = 2 << REACH;
/// The number of codes of half lines for both colours: the code for the colour of the first stone, plus
/// [`HALF_LINE_CODES`] if that is `o`. For the other colour, that stone is the obstacle.
const COLOURED_HALF_LINE_CODES: usize = 2 * HALF_LINE_CODES;
/// The code of a half line above the stone, by the bit planes of both colours, five bits each.
static ABOVE: [u8; 1 << (2 * REACH)] = half_line_codes(REACH, false);
/// The code of a half line below the stone, by the bit planes of both colours; the point next to the stone is in bit 4.
static BELOW: [u8; 1 << (2 * REACH)] = half_line_codes(REACH, true);

/// The codes of half lines of `reach` points for both colours, by the bit planes of `x` and `o`, `reach` bits each. The
/// code is that for the colour of the first stone, plus `2 << reach` if that is `o`.
pub(in crate::games::gomoku) const fn half_line_codes<const PLANES: usize>(reach: u32, mirrored: bool) -> [u8; PLANES] {
    let mut codes = [0; PLANES];
    let mut index = 0;
    while index < codes.len() {
        let (x, o) = (
            half_line_code(index, index >> reach, reach, mirrored),
            half_line_code(index >> reach, index, reach, mirrored),
        );
        // Only the colour of the first stone has a stone before the first obstacle.
        codes[index] = if x.count_ones() > 1 || o.count_ones() == 1 { x } else { (2 << reach) + o };
        index += 1;
    }
    codes
}

/// The code of a half line for the colour with the bit plane `own`.
const fn half_line_code(own: usize, other: usize, reach: u32, mirrored: bool) -> u8 {
    let (mut stones, mut length) = (0, 0);
    while length < reach {
        let bit = if mirrored { reach - 1 - length } else { length };
        if other >> bit & 1 != 0 {
            break;
        }
        stones |= (own >> bit & 1) << length;
        length += 1;
    }
    (stones | 1 << length) as u8
}

/// The codes of a half line for `x` and for `o`, from its code for both colours.
const fn by_colour(coloured: usize) -> [usize; 2] {
    let own = coloured % HALF_LINE_CODES;
    let has_no_stone = own.count_ones() == 1;
    let other = if has_no_stone { own } else { own & own.wrapping_neg() };
    if coloured < HALF_LINE_CODES { [own, other] } else { [other, own] }
}

/// The patterns of all pairs of half lines for one colour.
struct PatternTable([Pattern; HALF_LINE_CODES * HALF_LINE_CODES]);

impl PatternTable {
    /// Classifies every pair from the pairs with one more stone, which have greater codes.
    fn new(rule: FiveRule) -> PatternTable {
        let mut table = PatternTable([Pattern::Dead; HALF_LINE_CODES * HALF_LINE_CODES]);
        for below in (1..HALF_LINE_CODES).rev() {
            for above in (1..HALF_LINE_CODES).rev() {
                table.0[below * HALF_LINE_CODES + above] = table.classify(below, above, rule);
            }
        }
        table
    }

    fn classify(&self, below: usize, above: usize, rule: FiveRule) -> Pattern {
        let bit = u32::BITS / 2;
        let line = line_of(below, above, bit);
        let length = line.length(bit);
        if rule.is_five(length) {
            return Pattern::Five;
        }
        if length > 5 {
            return Pattern::Overline;
        }
        match line.five_points(bit, rule) {
            [Some(_), Some(_)] if length == 4 => Pattern::OpenFour,
            [Some(_), Some(_)] => Pattern::LineDoubleFour,
            [None, None] => {
                let below_next = with_stone(below).map(|below| self.0[below * HALF_LINE_CODES + above]);
                let above_next = with_stone(above).map(|above| self.0[below * HALF_LINE_CODES + above]);
                let patterns = below_next.chain(above_next).map(|next| next.predecessor(rule));
                patterns.max().unwrap_or_default()
            }
            _ => Pattern::ClosedFour,
        }
    }
}

/// The codes of a half line with one more stone on each of its empty points.
fn with_stone(half: usize) -> impl Iterator<Item = usize> {
    let length = half.ilog2();
    (0..length).map(move |k| half | 1 << k).filter(move |&next| next != half)
}

/// The line with a stone at `bit` between these half lines.
fn line_of(below: usize, above: usize, bit: u32) -> SideLine {
    let mut line = SideLine { own: 1 << bit, empty: 0 };
    for k in 0..REACH {
        for (half, place) in [(below, bit - 1 - k), (above, bit + 1 + k)] {
            if k < half.ilog2() {
                let plane = if half >> k & 1 != 0 { &mut line.own } else { &mut line.empty };
                *plane |= 1 << place;
            }
        }
    }
    line
}

/// The patterns that a stone of each colour would make in a line, four bits each, that of `x` in the lower ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternPair(u8);

impl PatternPair {
    const fn of([x, o]: [Pattern; 2]) -> PatternPair {
        PatternPair(x as u8 | (o as u8) << 4)
    }

    /// The packed patterns.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The patterns of `x` and `o`.
    pub fn patterns(self) -> [Pattern; 2] {
        [self.0 & 15, self.0 >> 4].map(|number| Pattern::ALL[usize::from(number)])
    }
}

/// The patterns of both colours for all pairs of half lines.
struct PairTable([PatternPair; COLOURED_HALF_LINE_CODES * COLOURED_HALF_LINE_CODES]);

impl PairTable {
    /// The table if `x` has this rule.
    fn new(rule: FiveRule) -> PairTable {
        let tables = [rule, rule.opponent()].map(PatternTable::new);
        let mut table = PairTable([PatternPair::default(); COLOURED_HALF_LINE_CODES * COLOURED_HALF_LINE_CODES]);
        for below in 0..COLOURED_HALF_LINE_CODES {
            for above in 0..COLOURED_HALF_LINE_CODES {
                let (below_each, above_each) = (by_colour(below), by_colour(above));
                let pattern = |side: usize| tables[side].0[below_each[side] * HALF_LINE_CODES + above_each[side]];
                table.0[below * COLOURED_HALF_LINE_CODES + above] = PatternPair::of([pattern(0), pattern(1)]);
            }
        }
        table
    }
}

/// The pattern tables of all rules, built on first use.
#[derive(Default)]
pub struct PatternTables([OnceLock<Box<PairTable>>; 3]);

impl PatternTables {
    /// The table for a colour with this rule and its opponent.
    pub fn for_rule(&self, rule: FiveRule) -> PatternLookup<'_> {
        PatternLookup(self.0[rule as usize].get_or_init(|| Box::new(PairTable::new(rule))))
    }
}

/// The patterns for a colour with one rule and its opponent.
#[derive(Clone, Copy)]
pub struct PatternLookup<'a>(&'a PairTable);

impl PatternLookup<'_> {
    /// The pattern that a friendly stone at `bit` would make in a line.
    pub fn pattern(self, line: SideLine, bit: u32) -> Pattern {
        let blocked = !(line.own | line.empty);
        let [own, _] = self.pattern_pair(LinePlanes::new([line.own, blocked]), bit).patterns();
        own
    }

    /// The patterns that a stone of each colour at `bit` would make in a line, if `x` has the rule.
    #[inline]
    pub fn pattern_pair(self, planes: LinePlanes, bit: u32) -> PatternPair {
        const _: () = assert!(MARGIN >= REACH);
        let half = |from: u32| planes.window(from, REACH) as usize;
        let (below, above) = (BELOW[half(bit - REACH)], ABOVE[half(bit + 1)]);
        self.0.0[usize::from(below) * COLOURED_HALF_LINE_CODES + usize::from(above)]
    }
}
