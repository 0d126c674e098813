//! What a stone on an empty point would make of the row it stands in, looked up instead of thought out.
//!
//! Five points to either side of a stone decide about everything it takes part in, and on each side nothing counts
//! beyond the first point that is in the way. That leaves 63 different half rows: the own stones up to the obstacle,
//! marked by a bit above them. The table has a pattern for each pair of halves.
//!
//! Must not know: positions, the value of a pattern.

use super::lines::{FiveRule, Line, MARGIN};
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
/// Numbers of half rows are below this; 0 is none.
const HALVES: usize = 2 << REACH;
/// The number of a half row by its own stones and obstacles, five bits each: the point next to the stone in bit 0.
static ABOVE: [u8; 1 << (2 * REACH)] = halves(false);
/// The same with the point next to the stone in bit 4.
static BELOW: [u8; 1 << (2 * REACH)] = halves(true);

const fn halves(mirrored: bool) -> [u8; 1 << (2 * REACH)] {
    let mut numbers = [0; 1 << (2 * REACH)];
    let mut index = 0;
    while index < numbers.len() {
        let mut number = 0;
        let mut length = 0;
        while length < REACH {
            let bit = if mirrored { REACH - 1 - length } else { length };
            if index >> (REACH + bit) & 1 != 0 {
                break;
            }
            number |= (index >> bit & 1) << length;
            length += 1;
        }
        numbers[index] = (number | 1 << length) as u8;
        index += 1;
    }
    numbers
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

/// The pattern tables of all rules, each built on first use.
#[derive(Default)]
pub struct Patterns([OnceLock<Box<PatternTable>>; 3]);

impl Patterns {
    /// The patterns under `rule`.
    pub fn under(&self, rule: FiveRule) -> RulePatterns<'_> {
        RulePatterns(self.0[rule as usize].get_or_init(|| Box::new(PatternTable::new(rule))))
    }
}

/// The patterns under one rule.
#[derive(Clone, Copy)]
pub struct RulePatterns<'a>(&'a PatternTable);

impl RulePatterns<'_> {
    /// What an own stone at `bit` would make of the line.
    pub fn of_line(self, line: Line, bit: u32) -> Pattern {
        const MASK: u32 = (1 << REACH) - 1;
        const _: () = assert!(MARGIN >= REACH);
        let blocked = !(line.own | line.empty);
        let half = |shift: u32| ((line.own >> shift & MASK) | (blocked >> shift & MASK) << REACH) as usize;
        let (below, above) = (BELOW[half(bit - REACH)], ABOVE[half(bit + 1)]);
        self.0.0[usize::from(below) * HALVES + usize::from(above)]
    }
}
