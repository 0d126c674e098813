//! What a stone of either colour would make on every empty point, kept up to date move by move.
//!
//! Must not know: search, which side is to move, whether a suspected foul is one.

use super::board::{POINTS, Point, Position};
use super::lines::{DIRECTIONS, FiveRule, MAX_SIZE};
use super::patterns::{Pattern, Patterns, REACH};
use crate::game::Side;

/// What a stone makes of all its rows together, weakest first. Fouls are not thought of; see [`Threats::suspects`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Class {
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
    TwoFives,
    /// Five.
    Five,
}

impl Class {
    /// Number of classes.
    pub const COUNT: usize = Class::Five as usize + 1;
}

/// How many patterns of the kinds that matter for threats and fouls a stone makes, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally(u32);

impl Tally {
    const THREES: u32 = 0;
    const FOURS: u32 = 4;
    const OPEN_FOURS: u32 = 8;
    const DOUBLE_FOURS: u32 = 12;
    const FIVES: u32 = 16;
    const OVERLINES: u32 = 20;

    /// The share of each pattern.
    const SHARES: [u32; Pattern::COUNT] = {
        let mut shares = [0; Pattern::COUNT];
        shares[Pattern::Overline as usize] = 1 << Tally::OVERLINES;
        shares[Pattern::OpenThree as usize] = 1 << Tally::THREES;
        shares[Pattern::Four as usize] = 1 << Tally::FOURS;
        shares[Pattern::DoubleFour as usize] = 1 << Tally::DOUBLE_FOURS;
        shares[Pattern::OpenFour as usize] = 1 << Tally::OPEN_FOURS;
        shares[Pattern::Five as usize] = 1 << Tally::FIVES;
        shares
    };

    /// The tally with one pattern changed.
    fn change(self, old: Pattern, new: Pattern) -> Tally {
        Tally(self.0 + Tally::SHARES[new as usize] - Tally::SHARES[old as usize])
    }

    fn count(self, kind: u32) -> u32 {
        self.0 >> kind & 15
    }

    fn class(self) -> Class {
        let (threes, fours) = (self.count(Tally::THREES), self.count(Tally::FOURS));
        match () {
            () if self.0 == 0 => Class::Quiet,
            () if self.count(Tally::FIVES) > 0 => Class::Five,
            () if self.count(Tally::OPEN_FOURS) + self.count(Tally::DOUBLE_FOURS) > 0 || fours > 1 => Class::TwoFives,
            () if fours == 1 => [Class::Four, Class::FourThree][usize::from(threes > 0)],
            () if threes > 1 => Class::DoubleThree,
            () if threes == 1 => Class::Three,
            () => Class::Quiet,
        }
    }

    /// Whether the stone can be a foul at all: threes count although they may turn out not to be real.
    fn may_be_foul(self) -> bool {
        self.count(Tally::FIVES) == 0
            && (self.count(Tally::OVERLINES) + self.count(Tally::DOUBLE_FOURS) > 0
                || self.count(Tally::FOURS) + self.count(Tally::OPEN_FOURS) > 1
                || self.count(Tally::THREES) > 1)
    }
}

/// A set of points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointSet {
    rows: [u32; MAX_SIZE],
    count: u16,
}

impl PointSet {
    /// How many points.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether the point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.col() & 1 != 0
    }

    /// The points in the order a1 b1 …
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        let rows = if self.is_empty() { &[] } else { &self.rows[..] };
        rows.iter().enumerate().flat_map(|(row, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let col = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (col < u32::BITS).then(|| Point::new(row, col as usize))
            })
        })
    }

    /// Adds a point that is not in the set or removes one that is.
    fn toggle(&mut self, point: Point) {
        let bit = 1 << point.col();
        self.rows[point.row()] ^= bit;
        self.count = if self.rows[point.row()] & bit != 0 { self.count + 1 } else { self.count - 1 };
    }
}

/// What is known of an empty point for one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// The pattern in each direction.
    pub patterns: [Pattern; 4],
    tally: Tally,
    /// Sum of the patterns' weights.
    pub value: i16,
    /// All patterns together.
    pub class: Class,
    /// Whether a stone may be a foul.
    suspect: bool,
}

impl Outlook {
    /// The outlook with another pattern in direction `d`.
    pub fn with(mut self, d: usize, pattern: Pattern, rule: FiveRule) -> Outlook {
        let old = std::mem::replace(&mut self.patterns[d], pattern);
        self.value += WEIGHTS[pattern as usize] - WEIGHTS[old as usize];
        let tally = self.tally.change(old, pattern);
        if tally != self.tally {
            self.tally = tally;
            self.class = tally.class();
            self.suspect = rule == FiveRule::Fouls && tally.may_be_foul();
        }
        self
    }
}

/// How much a pattern promises, in units of the evaluation's raw sum.
const WEIGHTS: [i16; Pattern::COUNT] = [0, 0, 1, 2, 3, 8, 11, 24, 26, 60, 60, 100];

/// Value of a stone that has nothing but room around it.
pub const LONE_VALUE: i16 = 4 * WEIGHTS[Pattern::OpenOne as usize];

/// The outlook of both colours on all empty points.
pub struct Threats {
    outlooks: Box<[[Outlook; 2]; POINTS]>,
    sets: [[PointSet; Class::COUNT]; 2],
    suspects: [PointSet; 2],
    totals: [i32; 2],
    rules: [FiveRule; 2],
    /// What the moves since `reset` have overwritten, oldest first.
    saved: Vec<(Point, Side, Outlook)>,
    /// The length of `saved` before each of these moves.
    marks: Vec<usize>,
}

impl Default for Threats {
    /// Threats on no board; [`Threats::reset`] has to follow.
    fn default() -> Threats {
        Threats {
            outlooks: Box::new([[Outlook::default(); 2]; POINTS]),
            sets: Default::default(),
            suspects: Default::default(),
            totals: [0; 2],
            rules: [FiveRule::AtLeast; 2],
            saved: Vec::new(),
            marks: Vec::new(),
        }
    }
}

impl Threats {
    /// Begins anew with this position.
    pub fn reset(&mut self, position: &Position, patterns: &Patterns) {
        *self = Threats::default();
        self.rules = [Side::X, Side::O].map(|side| position.five_rule(side));
        for point in position.board().empty_points() {
            for side in [Side::X, Side::O] {
                let rule = self.rules[side.index()];
                let table = patterns.under(rule);
                let outlook = (0..DIRECTIONS.len()).fold(Outlook::default(), |outlook, d| {
                    let (line, bit) = position.board().line(point, d, side);
                    outlook.with(d, table.of_line(line, bit), rule)
                });
                self.set(point, side, outlook);
            }
        }
    }

    /// A stone has been put on `point`, giving `after`.
    pub fn played(&mut self, after: &Position, point: Point, patterns: &Patterns) {
        self.marks.push(self.saved.len());
        let tables = self.rules.map(|rule| patterns.under(rule));
        // Only whether a five would be too long depends on the outermost points.
        let reach = if self.rules == [FiveRule::AtLeast; 2] { REACH - 1 } else { REACH };
        for side in [Side::X, Side::O] {
            self.change(point, side, Outlook::default());
        }
        for d in 0..DIRECTIONS.len() {
            let (row, bit) = after.board().row(point, d);
            let lines = [Side::X, Side::O].map(|side| row.seen_by(side));
            let near = ((1 << (2 * reach + 1)) - 1) << (bit - reach);
            let mut empty = lines[0].empty & near;
            while empty != 0 {
                let place = empty.trailing_zeros();
                empty &= empty - 1;
                let changed = point.step(d, place as i32 - bit as i32);
                for side in [Side::X, Side::O] {
                    let pattern = tables[side.index()].of_line(lines[side.index()], place);
                    let known = self.outlooks[changed.index()][side.index()];
                    if known.patterns[d] != pattern {
                        self.change(changed, side, known.with(d, pattern, self.rules[side.index()]));
                    }
                }
            }
        }
    }

    /// The last stone has been taken back.
    pub fn undone(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        while self.saved.len() > mark {
            if let Some((point, side, outlook)) = self.saved.pop() {
                self.set(point, side, outlook);
            }
        }
    }

    fn change(&mut self, point: Point, side: Side, outlook: Outlook) {
        self.saved.push((point, side, self.outlooks[point.index()][side.index()]));
        self.set(point, side, outlook);
    }

    fn set(&mut self, point: Point, side: Side, outlook: Outlook) {
        let who = side.index();
        let old = std::mem::replace(&mut self.outlooks[point.index()][who], outlook);
        self.totals[who] += i32::from(outlook.value - old.value);
        if old.class != outlook.class {
            for class in [old.class, outlook.class] {
                if class != Class::Quiet {
                    self.sets[who][class as usize].toggle(point);
                }
            }
        }
        if old.suspect != outlook.suspect {
            self.suspects[who].toggle(point);
        }
    }

    /// What a stone of `side` on an empty point would make.
    pub fn outlook(&self, point: Point, side: Side) -> &Outlook {
        &self.outlooks[point.index()][side.index()]
    }

    /// The points where a stone of `side` would make this, [`Class::Quiet`] excepted.
    pub fn points(&self, side: Side, class: Class) -> &PointSet {
        &self.sets[side.index()][class as usize]
    }

    /// The points where a stone of `side` might be a foul; everywhere else it is none.
    pub fn suspects(&self, side: Side) -> &PointSet {
        &self.suspects[side.index()]
    }

    /// Sum of the weights of all patterns of `side`.
    pub fn total(&self, side: Side) -> i32 {
        self.totals[side.index()]
    }

    /// What counts as five for `side`.
    pub fn five_rule(&self, side: Side) -> FiveRule {
        self.rules[side.index()]
    }
}
