//! What a stone of either colour would make on every empty point, kept up to date move by move.
//!
//! Must not know: search, which side is to move, whether a suspected foul is one.

use super::board::{POINTS, Point, Position};
use super::lines::{DIRECTIONS, FiveRule, ones};
use super::patterns::{Pattern, Patterns, REACH};
use super::sets::{Membership, PointSet, Sets};
use super::shapes::{Class, Code, Rows, Shapes};
use super::weights::{RoleWeights, UNIT, Weights, pair, role};
use crate::game::Side;
use std::sync::Arc;

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

/// What is known of a point for both colours.
type Outlooks = [Outlook; 2];

/// Sums of the weights of a colour's outlooks when it is on move, and when it is not.
type Totals = [i32; 2];

/// The state before a move.
struct Mark {
    saved: usize,
    toggled: usize,
    totals: [Totals; 2],
}

/// The outlook of both colours on all empty points.
pub struct Threats {
    outlooks: Box<[Outlooks; POINTS]>,
    sets: [Sets; 2],
    totals: [Totals; 2],
    rules: [FiveRule; 2],
    weights: [Arc<RoleWeights>; 2],
    shapes: &'static Shapes,
    /// What the moves since `reset` have overwritten, oldest first.
    saved: Vec<(Point, Outlooks)>,
    /// The changes of sets by these moves.
    toggled: Vec<(Point, [Membership; 2])>,
    /// What there was before each of these moves.
    marks: Vec<Mark>,
}

impl Default for Threats {
    /// Threats on no board; [`Threats::reset`] has to follow.
    fn default() -> Threats {
        Threats {
            outlooks: Box::new([Outlooks::default(); POINTS]),
            sets: Default::default(),
            totals: Default::default(),
            rules: [FiveRule::AtLeast; 2],
            weights: std::array::from_fn(|_| Weights::own().of(0).clone()),
            shapes: Shapes::get(),
            saved: Vec::new(),
            toggled: Vec::new(),
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
        let table = patterns.under(self.rules[0]);
        for point in position.board().empty_points() {
            let mut rows = [Rows::default(); 2];
            for d in 0..DIRECTIONS.len() {
                let (row, bit) = position.board().row(point, d);
                rows = with(rows, d, table.of_row(row, bit));
            }
            self.change(point, rows);
        }
        self.settle(0);
        (self.saved, self.toggled) = Default::default();
    }

    /// A stone has been put on `point`, giving `after`.
    pub fn played(&mut self, after: &Position, point: Point, patterns: &Patterns) {
        let begin = self.saved.len();
        self.marks.push(Mark { saved: begin, toggled: self.toggled.len(), totals: self.totals });
        // Only whether a five would be too long depends on the outermost points.
        let reach = if self.rules == [FiveRule::AtLeast; 2] { REACH - 1 } else { REACH };
        let table = patterns.under(self.rules[0]);
        self.change(point, [Rows::default(); 2]);
        for d in 0..DIRECTIONS.len() {
            let (row, bit) = after.board().row(point, d);
            for place in ones(row.empty_seen_from(bit, reach)) {
                let changed = point.step(d, place as i32 - bit as i32);
                let rows = self.outlooks[changed.index()].map(|outlook| outlook.rows);
                self.change(changed, with(rows, d, table.of_row(row, place)));
            }
        }
        self.settle(begin);
    }

    /// The last stone has been taken back.
    pub fn undone(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        self.totals = mark.totals;
        for (point, outlooks) in self.saved.drain(mark.saved..) {
            self.outlooks[point.index()] = outlooks;
        }
        for (point, changes) in self.toggled.drain(mark.toggled..) {
            toggle(&mut self.sets, point, changes);
        }
    }

    /// Changes the rows of a point; all else follows by [`Threats::settle`].
    #[inline]
    fn change(&mut self, point: Point, rows: [Rows; 2]) {
        let outlooks = &mut self.outlooks[point.index()];
        self.saved.push((point, *outlooks));
        for (outlook, rows) in outlooks.iter_mut().zip(rows) {
            outlook.rows = rows;
        }
    }

    /// Draws the consequences of the changes from the one numbered `begin` on.
    fn settle(&mut self, begin: usize) {
        let [x, o] = &self.weights;
        let stakes = [&x.stakes[..], &o.stakes[..]];
        let mut totals = self.totals;
        for &(point, old) in &self.saved[begin..] {
            let outlooks = &mut self.outlooks[point.index()];
            let mut changes = [Membership::default(); 2];
            for who in 0..2 {
                let outlook = &mut outlooks[who];
                let code = self.shapes.code(outlook.rows);
                let [old, new] = [old[who].code, code].map(|code| &stakes[who][usize::from(code)]);
                (outlook.code, outlook.class) = (code, new.class);
                totals[who][0] += i32::from(new.mover) - i32::from(old.mover);
                totals[who][1] += i32::from(new.waiter) - i32::from(old.waiter);
                changes[who] = old.sets.difference(new.sets);
            }
            if changes != [Membership::default(); 2] {
                self.toggled.push((point, changes));
                toggle(&mut self.sets, point, changes);
            }
        }
        self.totals = totals;
    }

    /// What a stone of `side` on an empty point would make.
    pub fn outlook(&self, point: Point, side: Side) -> &Outlook {
        &self.outlooks[point.index()][side.index()]
    }

    /// The points where a stone of `side` would make this, [`Class::Quiet`] excepted.
    pub fn points(&self, side: Side, class: Class) -> &PointSet {
        self.sets[side.index()].of(class)
    }

    /// The points where a stone of `side` might be a foul; everywhere else it is none.
    pub fn suspects(&self, side: Side) -> &PointSet {
        self.sets[side.index()].suspects()
    }

    /// The empty points where a stone of either colour works together with another, in the order a1 b1 …
    pub fn lively_points(&self, position: &Position) -> impl Iterator<Item = Point> {
        position.board().empty_points().filter(|point| {
            let [x, o] = &self.outlooks[point.index()];
            x.rows.are_lively() || o.rows.are_lively()
        })
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

fn toggle(sets: &mut [Sets; 2], point: Point, changes: [Membership; 2]) {
    for (sets, change) in sets.iter_mut().zip(changes) {
        sets.toggle(point, change);
    }
}

/// The rows of both colours with other patterns in direction `d`.
#[inline]
fn with(rows: [Rows; 2], d: usize, patterns: [Pattern; 2]) -> [Rows; 2] {
    [rows[0].with(d, patterns[0]), rows[1].with(d, patterns[1])]
}
