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

    /// The class of a stone with these patterns.
    pub fn of(patterns: [Pattern; 4]) -> Class {
        let count = |wanted| patterns.iter().filter(|&&pattern| pattern == wanted).count();
        let best = patterns.into_iter().max().unwrap_or_default();
        match best {
            Pattern::Five => Class::Five,
            Pattern::OpenFour | Pattern::DoubleFour => Class::TwoFives,
            Pattern::Four if count(Pattern::Four) > 1 => Class::TwoFives,
            Pattern::Four if count(Pattern::OpenThree) > 0 => Class::FourThree,
            Pattern::Four => Class::Four,
            Pattern::OpenThree if count(Pattern::OpenThree) > 1 => Class::DoubleThree,
            Pattern::OpenThree => Class::Three,
            _ => Class::Quiet,
        }
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
    /// All patterns together.
    pub class: Class,
    /// Whether a stone may be a foul.
    suspect: bool,
    /// Sum of the patterns' weights.
    pub value: i16,
}

impl Outlook {
    fn of(patterns: [Pattern; 4], rule: FiveRule) -> Outlook {
        let value = patterns.iter().map(|&pattern| WEIGHTS[pattern as usize]).sum();
        let class = Class::of(patterns);
        Outlook { patterns, class, suspect: rule == FiveRule::Fouls && may_be_foul(patterns, class), value }
    }
}

/// Whether a stone with these patterns can be a foul at all: threes count although they may turn out not to be real.
fn may_be_foul(patterns: [Pattern; 4], class: Class) -> bool {
    let count = |wanted: fn(Pattern) -> bool| patterns.iter().filter(|&&pattern| wanted(pattern)).count();
    class != Class::Five
        && (patterns.contains(&Pattern::Overline)
            || patterns.contains(&Pattern::DoubleFour)
            || count(|pattern| matches!(pattern, Pattern::Four | Pattern::OpenFour)) > 1
            || count(|pattern| pattern == Pattern::OpenThree) > 1)
}

/// How much a pattern promises, in units of the evaluation's raw sum.
const WEIGHTS: [i16; Pattern::COUNT] = [0, 0, 1, 2, 3, 8, 11, 24, 26, 60, 60, 100];

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
                let made = std::array::from_fn(|d| {
                    let (row, bit) = position.board().row(point, d);
                    table.pattern(row, bit, side)
                });
                self.set(point, side, Outlook::of(made, rule));
            }
        }
    }

    /// A stone has been put on `point`, giving `after`.
    pub fn played(&mut self, after: &Position, point: Point, patterns: &Patterns) {
        self.marks.push(self.saved.len());
        let tables = self.rules.map(|rule| patterns.under(rule));
        for side in [Side::X, Side::O] {
            self.change(point, side, Outlook::default());
        }
        for d in 0..DIRECTIONS.len() {
            let (row, bit) = after.board().row(point, d);
            let lines = [Side::X, Side::O].map(|side| row.seen_by(side));
            let near = ((1 << (2 * REACH + 1)) - 1) << (bit - REACH);
            let mut empty = lines[0].empty & near;
            while empty != 0 {
                let place = empty.trailing_zeros();
                empty &= empty - 1;
                let changed = point.step(d, place as i32 - bit as i32);
                for side in [Side::X, Side::O] {
                    let pattern = tables[side.index()].of_line(lines[side.index()], place);
                    let known = self.outlooks[changed.index()][side.index()];
                    if known.patterns[d] != pattern {
                        let mut made = known.patterns;
                        made[d] = pattern;
                        self.change(changed, side, Outlook::of(made, self.rules[side.index()]));
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
