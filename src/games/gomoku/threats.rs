//! What a stone of either colour would make on every empty point, kept up to date move by move.
//!
//! Must not know: search, which side is to move, whether a suspected foul is one.

use super::board::{POINTS, Point, Position, points_of};
use super::lines::{DIRECTIONS, FiveRule, MAX_SIZE};
use super::patterns::{Pattern, Patterns, REACH};
use super::shapes::{Class, Code, Rows, Shapes};
use super::weights::{RoleWeights, UNIT, Weights, pair, role};
use crate::game::Side;
use std::sync::Arc;

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
        rows.iter().enumerate().flat_map(|(row, &bits)| points_of(row, bits))
    }

    /// The points in this set or the other, in the order a1 b1 …
    fn union(&self, other: &PointSet) -> impl Iterator<Item = Point> {
        self.rows.iter().zip(&other.rows).enumerate().flat_map(|(row, (&own, &others))| points_of(row, own | others))
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
    pub rows: Rows,
    /// All patterns together.
    pub code: Code,
    /// The threat they make.
    pub class: Class,
}

impl Outlook {
    /// The threat with another pattern in direction `d`.
    pub fn class_with(&self, d: usize, pattern: Pattern) -> Class {
        let shapes = Shapes::get();
        shapes.shape(shapes.code(self.rows.with(d, pattern))).class
    }
}

/// Priors stay within ± this.
const LARGEST_PRIOR: i32 = 16_384;

/// The outlook of both colours on all empty points.
pub struct Threats {
    outlooks: Box<[[Outlook; 2]; POINTS]>,
    sets: [[PointSet; Class::COUNT]; 2],
    suspects: [PointSet; 2],
    lively: [PointSet; 2],
    /// Sums of the weights of a colour's outlooks when it is on move, and when it is not.
    totals: [[i32; 2]; 2],
    rules: [FiveRule; 2],
    weights: [Arc<RoleWeights>; 2],
    shapes: &'static Shapes,
    /// What the moves since `reset` have overwritten, oldest first.
    saved: Vec<(Point, Side, Rows)>,
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
            lively: Default::default(),
            totals: [[0; 2]; 2],
            rules: [FiveRule::AtLeast; 2],
            weights: std::array::from_fn(|_| Weights::own().of(0).clone()),
            shapes: Shapes::get(),
            saved: Vec::new(),
            marks: Vec::new(),
        }
    }
}

impl Threats {
    /// Begins anew with this position and the program's own weights.
    pub fn reset(&mut self, position: &Position, patterns: &Patterns) {
        self.reset_weighted(position, patterns, Weights::own());
    }

    /// Begins anew with this position.
    pub fn reset_weighted(&mut self, position: &Position, patterns: &Patterns, weights: &Weights) {
        *self = Threats::default();
        self.rules = [Side::X, Side::O].map(|side| position.five_rule(side));
        self.weights = [Side::X, Side::O].map(|side| weights.of(role(position.rule(), side)).clone());
        for point in position.board().empty_points() {
            for side in [Side::X, Side::O] {
                let table = patterns.under(self.rules[side.index()]);
                let rows = (0..DIRECTIONS.len()).fold(Rows::default(), |rows, d| {
                    let (line, bit) = position.board().line(point, d, side);
                    rows.with(d, table.of_line(line, bit))
                });
                self.set(point, side, rows);
            }
        }
    }

    /// A stone has been put on `point`, giving `after`.
    pub fn played(&mut self, after: &Position, point: Point, patterns: &Patterns) {
        self.marks.push(self.saved.len());
        // Only whether a five would be too long depends on the outermost points.
        let reach = if self.rules == [FiveRule::AtLeast; 2] { REACH - 1 } else { REACH };
        for side in [Side::X, Side::O] {
            self.change(point, side, Rows::default());
            let table = patterns.under(self.rules[side.index()]);
            for d in 0..DIRECTIONS.len() {
                let (line, bit) = after.board().line(point, d, side);
                let mut empty = line.empty & line.seen_from(bit, reach);
                while empty != 0 {
                    let place = empty.trailing_zeros();
                    empty &= empty - 1;
                    let pattern = table.of_line(line, place);
                    let changed = point.step(d, place as i32 - bit as i32);
                    let rows = self.outlooks[changed.index()][side.index()].rows;
                    if !rows.is(d, pattern) {
                        self.change(changed, side, rows.with(d, pattern));
                    }
                }
            }
        }
    }

    /// The last stone has been taken back.
    pub fn undone(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        while self.saved.len() > mark {
            if let Some((point, side, rows)) = self.saved.pop() {
                self.set(point, side, rows);
            }
        }
    }

    #[inline]
    fn change(&mut self, point: Point, side: Side, rows: Rows) {
        self.saved.push((point, side, self.outlooks[point.index()][side.index()].rows));
        self.set(point, side, rows);
    }

    #[inline]
    fn set(&mut self, point: Point, side: Side, rows: Rows) {
        let who = side.index();
        let outlook = &mut self.outlooks[point.index()][who];
        let code = self.shapes.code(rows);
        let stakes = &self.weights[who].stakes;
        let [old, new] = [outlook.code, code].map(|code| stakes[usize::from(code)]);
        *outlook = Outlook { rows, code, class: new.class };
        let [mover, waiter] = &mut self.totals[who];
        *mover += i32::from(new.mover) - i32::from(old.mover);
        *waiter += i32::from(new.waiter) - i32::from(old.waiter);
        if old.class != new.class {
            for class in [old.class, new.class] {
                if class != Class::Quiet {
                    self.sets[who][class as usize].toggle(point);
                }
            }
        }
        if old.is_suspect != new.is_suspect {
            self.suspects[who].toggle(point);
        }
        if old.is_lively != new.is_lively {
            self.lively[who].toggle(point);
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

    /// The empty points where a stone of either colour works together with another, in the order a1 b1 …
    pub fn lively_points(&self) -> impl Iterator<Item = Point> {
        self.lively[0].union(&self.lively[1])
    }

    /// The value of all outlooks, both colours', in centipoints for `side`, which is to move.
    pub fn balance(&self, side: Side) -> i32 {
        (self.totals[side.index()][0] - self.totals[side.other().index()][1]) / UNIT
    }

    /// The value of the turn and of what is most urgent, in centipoints for `side`, which is to move.
    pub fn urgency(&self, side: Side) -> i32 {
        let pair = pair(self.strongest(side), self.strongest(side.other()));
        i32::from(self.weights[side.index()].pairs[pair]) / UNIT
    }

    /// The strongest class that a stone of `side` can make anywhere.
    pub fn strongest(&self, side: Side) -> Class {
        let found = Class::ALL.into_iter().skip(1).rev().find(|&class| !self.points(side, class).is_empty());
        found.unwrap_or_default()
    }

    /// Whether `side`, to move, should try a point early: on the scale of priors.
    pub fn prior(&self, point: Point, side: Side) -> i32 {
        let weight = |side: Side| self.weights[side.index()].shapes[usize::from(self.outlook(point, side).code)];
        (i32::from(weight(side).attack) + i32::from(weight(side.other()).guard)).clamp(-LARGEST_PRIOR, LARGEST_PRIOR)
    }

    /// What counts as five for `side`.
    pub fn five_rule(&self, side: Side) -> FiveRule {
        self.rules[side.index()]
    }
}
