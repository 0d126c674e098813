//! What a stone on an empty point would make of the row it stands in, looked up instead of thought out.
//!
//! Five points to either side of a stone decide about everything it takes part in, and on each side nothing counts
//! beyond the first point that is in the way. That leaves 63 different half rows for a colour: the own stones up to the
//! obstacle, marked by a bit above them. The table has the patterns of both colours for each pair of halves.
//!
//! Must not know: positions, the value of a pattern.

use crate::games::gomoku::rules::lines::{FiveRule, Line, MARGIN, Row};
use std::sync::OnceLock;

/// What a stone makes of its row, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Pattern {
    /// Nothing that could still become five.
    #[default]
    Dead,
    /// Six or more where that wins nothing.
    Overline,
    /// A single stone that may become five, but never by an open four.
    One,
    /// A single stone that may become an open four.
    OpenOne,
    /// Makes a three by one more stone.
    Two,
    /// Makes an open three by one more stone.
    OpenTwo,
    /// Makes a four by one more stone.
    Three,
    /// Makes an open or double four by one more stone.
    OpenThree,
    /// One point makes five.
    Four,
    /// Two points make five, the four stones between them having gaps.
    DoubleFour,
    /// Two points make five, one at each end of an unbroken four.
    OpenFour,
    /// Five.
    Five,
}

impl Pattern {
    /// Number of patterns.
    pub const COUNT: usize = Pattern::Five as usize + 1;
    /// All, weakest first.
    pub const ALL: [Pattern; Pattern::COUNT] = [
        Pattern::Dead,
        Pattern::Overline,
        Pattern::One,
        Pattern::OpenOne,
        Pattern::Two,
        Pattern::OpenTwo,
        Pattern::Three,
        Pattern::OpenThree,
        Pattern::Four,
        Pattern::DoubleFour,
        Pattern::OpenFour,
        Pattern::Five,
    ];

    /// What a stone makes that can make `self` by one more stone, when it makes no five possible at once.
    const fn one_earlier(self, rule: FiveRule) -> Pattern {
        match (self, rule) {
            (Pattern::OpenFour, _) => Pattern::OpenThree,
            (Pattern::DoubleFour, FiveRule::AtLeast | FiveRule::Exactly) => Pattern::OpenThree,
            (Pattern::Four, _) => Pattern::Three,
            (Pattern::OpenThree, _) => Pattern::OpenTwo,
            (Pattern::Three, _) => Pattern::Two,
            (Pattern::OpenTwo, _) => Pattern::OpenOne,
            (Pattern::Two, _) => Pattern::One,
            _ => Pattern::Dead,
        }
    }
}

/// Points to either side of a stone that are looked at.
pub const REACH: u32 = 5;
/// Numbers of half rows as one colour sees them are below this; 0 is none.
const HALVES: usize = 2 << REACH;
/// Numbers of half rows for both colours: that of the colour of the first stone, or of either if there is none, and for
/// `o` [`HALVES`] more. The other colour sees the empty points before that stone.
const BOTH: usize = 2 * HALVES;
/// The number of a half row for both colours by their planes, five bits each: the point next to the stone in bit 0.
static ABOVE: [u8; 1 << (2 * REACH)] = halves(REACH, false);
/// The same with the point next to the stone in bit 4.
static BELOW: [u8; 1 << (2 * REACH)] = halves(REACH, true);

/// The numbers of half rows of `reach` points for both colours by their planes, two of so many bits: that of the colour
/// of the first stone, or of either if there is none, and for `o` twice the number of planes of a colour more.
pub(in crate::games::gomoku) const fn halves<const PLANES: usize>(reach: u32, mirrored: bool) -> [u8; PLANES] {
    let mut numbers = [0; PLANES];
    let mut index = 0;
    while index < numbers.len() {
        let (x, o) = (half(index, index >> reach, reach, mirrored), half(index >> reach, index, reach, mirrored));
        // The colour that sees stones of its own.
        numbers[index] = if x.count_ones() > 1 || o.count_ones() == 1 { x } else { (2 << reach) + o };
        index += 1;
    }
    numbers
}

/// The number of a half row for the colour with the plane `own`.
const fn half(own: usize, other: usize, reach: u32, mirrored: bool) -> u8 {
    let (mut number, mut length) = (0, 0);
    while length < reach {
        let bit = if mirrored { reach - 1 - length } else { length };
        if other >> bit & 1 != 0 {
            break;
        }
        number |= (own >> bit & 1) << length;
        length += 1;
    }
    (number | 1 << length) as u8
}

/// The half row as each colour sees it, by its number for both.
const fn seen_by_each(both: usize) -> [usize; 2] {
    let own = both % HALVES;
    let alone = own.count_ones() == 1;
    let other = if alone { own } else { own & own.wrapping_neg() };
    if both < HALVES { [own, other] } else { [other, own] }
}

/// The patterns of all pairs of half rows under one rule.
struct PatternTable([Pattern; HALVES * HALVES]);

impl PatternTable {
    /// Classifies every pair from the pairs with one stone more, which have greater numbers.
    fn new(rule: FiveRule) -> PatternTable {
        let mut table = PatternTable([Pattern::Dead; HALVES * HALVES]);
        for below in (1..HALVES).rev() {
            for above in (1..HALVES).rev() {
                table.0[below * HALVES + above] = table.classify(below, above, rule);
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
            [Some(_), Some(_)] => Pattern::DoubleFour,
            [None, None] => {
                let below_next = added(below).map(|below| self.0[below * HALVES + above]);
                let above_next = added(above).map(|above| self.0[below * HALVES + above]);
                let earlier = below_next.chain(above_next).map(|next| next.one_earlier(rule));
                earlier.max().unwrap_or_default()
            }
            _ => Pattern::Four,
        }
    }
}

/// A half row with one stone more, in all ways.
fn added(half: usize) -> impl Iterator<Item = usize> {
    let length = half.ilog2();
    (0..length).map(move |k| half | 1 << k).filter(move |&next| next != half)
}

/// A line with a stone at `bit` and these halves.
fn line_of(below: usize, above: usize, bit: u32) -> Line {
    let mut line = Line { own: 1 << bit, empty: 0 };
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

/// What a stone of each colour would make of a row: two numbers of patterns of four bits, that of `x` in the lower
/// ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternPair(u8);

impl PatternPair {
    const fn of([x, o]: [Pattern; 2]) -> PatternPair {
        PatternPair(x as u8 | (o as u8) << 4)
    }

    /// The two numbers.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The patterns of `x` and `o`.
    pub fn patterns(self) -> [Pattern; 2] {
        [self.0 & 15, self.0 >> 4].map(|number| Pattern::ALL[usize::from(number)])
    }
}

/// The patterns of both colours for all pairs of half rows.
struct PairTable([PatternPair; BOTH * BOTH]);

impl PairTable {
    /// The table for `rule` and the rule of the opponent.
    fn new(rule: FiveRule) -> PairTable {
        let [own, other] = [rule, rule.opponent()].map(PatternTable::new);
        let mut table = PairTable([PatternPair::default(); BOTH * BOTH]);
        for below in 0..BOTH {
            for above in 0..BOTH {
                let ([below_own, below_other], [above_own, above_other]) = (seen_by_each(below), seen_by_each(above));
                let patterns = [own.0[below_own * HALVES + above_own], other.0[below_other * HALVES + above_other]];
                table.0[below * BOTH + above] = PatternPair::of(patterns);
            }
        }
        table
    }
}

/// The pattern tables of all rules, each built on first use.
#[derive(Default)]
pub struct PatternTables([OnceLock<Box<PairTable>>; 3]);

impl PatternTables {
    /// The patterns under `rule`, and under the opponent's.
    pub fn for_rule(&self, rule: FiveRule) -> PatternLookup<'_> {
        PatternLookup(self.0[rule as usize].get_or_init(|| Box::new(PairTable::new(rule))))
    }
}

/// The patterns under one rule, and under the opponent's.
#[derive(Clone, Copy)]
pub struct PatternLookup<'a>(&'a PairTable);

impl PatternLookup<'_> {
    /// What an own stone at `bit` would make of the line.
    pub fn of_line(self, line: Line, bit: u32) -> Pattern {
        let blocked = !(line.own | line.empty);
        let [own, _] = self.of_row(Row::of_planes([line.own, blocked]), bit).patterns();
        own
    }

    /// What a stone of each colour at `bit` would make of the row, if `x` has the rule.
    #[inline]
    pub fn of_row(self, row: Row, bit: u32) -> PatternPair {
        const _: () = assert!(MARGIN >= REACH);
        let half = |from: u32| row.window(from, REACH) as usize;
        let (below, above) = (BELOW[half(bit - REACH)], ABOVE[half(bit + 1)]);
        self.0.0[usize::from(below) * BOTH + usize::from(above)]
    }
}
