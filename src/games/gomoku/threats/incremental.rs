//! What a stone of either colour would make on every empty point, kept up to date move by move.
//!
//! Must not know: search, which side is to move, whether a suspected foul is one.

use super::patterns::{Pattern, Patterns, REACH};
use super::point_sets::{Membership, PointSet, Sets};
use super::shapes::{BothRows, Class, Code, Rows, Shapes};
use super::weights::{RoleWeights, Stake, UNIT, Weights, pair, role};
use crate::game::Side;
use crate::games::gomoku::rules::board::{POINTS, Point, Position};
use crate::games::gomoku::rules::lines::{DIRECTIONS, FiveRule, ones};
use std::sync::Arc;

/// What is known of an empty point for one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// The pattern in each direction.
    pub rows: Rows,
    /// All patterns together.
    pub code: Code,
}

impl Outlook {
    /// The threat that the patterns make.
    #[inline]
    pub fn class(&self) -> Class {
        Shapes::get().shape(self.code).class
    }

    /// The threat with another pattern in direction `d`.
    pub fn class_with(&self, d: usize, pattern: Pattern) -> Class {
        let shapes = Shapes::get();
        shapes.shape(shapes.code(self.rows.with(d, pattern))).class
    }
}

/// Priors stay within ± this.
const LARGEST_PRIOR: i32 = 16_384;

/// What is known of a point for both colours: [`Outlook`]s in one word.
#[derive(Clone, Copy)]
struct Outlooks {
    rows: BothRows,
    codes: [Code; 2],
}

impl Outlooks {
    /// That of a stone.
    const NONE: Outlooks = Outlooks { rows: BothRows::NONE, codes: [0; 2] };
}

/// Sums of the weights of a colour's outlooks when it is on move, and when it is not.
type Totals = [i32; 2];

/// Points that a move can change: five to either side in four directions, and its own.
const CHANGES: usize = 2 * REACH as usize * DIRECTIONS.len() + 1;

/// What a move has changed.
#[derive(Clone, Copy)]
struct Record {
    /// The totals before it.
    totals: [Totals; 2],
    /// The points whose outlooks it has changed, and what these were, in the first so many places.
    outlooks: [(Point, Outlooks); CHANGES],
    changed: usize,
    /// The points that it has taken into and out of sets, in the first so many places.
    memberships: [(Point, [Membership; 2]); CHANGES],
    taken: usize,
}

impl Record {
    const EMPTY: Record = Record {
        totals: [[0; 2]; 2],
        outlooks: [(Point::new(0, 0), Outlooks::NONE); CHANGES],
        changed: 0,
        memberships: [(Point::new(0, 0), [Membership::NONE; 2]); CHANGES],
        taken: 0,
    };
}

/// The outlook of both colours on all empty points.
pub struct Threats {
    outlooks: Box<[Outlooks; POINTS]>,
    sets: Sets,
    totals: [Totals; 2],
    rules: [FiveRule; 2],
    weights: [Arc<RoleWeights>; 2],
    shapes: &'static Shapes,
    /// The moves since `reset`, oldest first, and room for more.
    records: Vec<Record>,
    /// How many moves there were.
    moves: usize,
}

impl Default for Threats {
    /// Threats on no board; [`Threats::reset`] has to follow.
    fn default() -> Threats {
        Threats {
            outlooks: Box::new([Outlooks::NONE; POINTS]),
            sets: Default::default(),
            totals: Default::default(),
            rules: [FiveRule::AtLeast; 2],
            weights: std::array::from_fn(|_| Weights::own().of(0).clone()),
            shapes: Shapes::get(),
            records: Vec::new(),
            moves: 0,
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
            let outlooks = &mut self.outlooks[point.index()];
            for d in 0..DIRECTIONS.len() {
                let (row, bit) = position.board().row(point, d);
                outlooks.rows = outlooks.rows.with(d, table.of_row(row, bit));
            }
            let stakes = self.weights.each_ref().map(|weights| &weights.stakes[..]);
            let memberships = settle(outlooks, &Outlooks::NONE, self.shapes, stakes, &mut self.totals);
            self.sets.toggle(point, memberships);
        }
    }

    /// A stone has been put on `point`, giving `after`.
    pub fn played(&mut self, after: &Position, point: Point, patterns: &Patterns) {
        if self.moves == self.records.len() {
            self.records.push(Record::EMPTY);
        }
        let record = &mut self.records[self.moves];
        self.moves += 1;
        record.totals = self.totals;
        // Only whether a five would be too long depends on the outermost points.
        let reach = if self.rules == [FiveRule::AtLeast; 2] { REACH - 1 } else { REACH };
        let table = patterns.under(self.rules[0]);
        let outlooks = &mut *self.outlooks;
        record.outlooks[0] = (point, outlooks[point.index()]);
        let mut count = 1;
        outlooks[point.index()].rows = BothRows::NONE;
        for d in 0..DIRECTIONS.len() {
            let (row, bit) = after.board().row(point, d);
            for place in ones(row.empty_seen_from(bit, reach)) {
                let changed = point.step(d, place as i32 - bit as i32);
                let outlooks = &mut outlooks[changed.index()];
                record.outlooks[count] = (changed, *outlooks);
                count += 1;
                outlooks.rows = outlooks.rows.with(d, table.of_row(row, place));
            }
        }
        record.changed = count;
        self.settle_last();
    }

    /// Draws the consequences of the rows that the last move has changed, without a branch until the sets are reached: none
    /// could be foretold.
    fn settle_last(&mut self) {
        let record = &mut self.records[self.moves - 1];
        let stakes = self.weights.each_ref().map(|weights| &weights.stakes[..]);
        let (outlooks, mut totals, mut taken) = (&mut *self.outlooks, self.totals, 0);
        for (point, old) in &record.outlooks[..record.changed] {
            let memberships = settle(&mut outlooks[point.index()], old, self.shapes, stakes, &mut totals);
            record.memberships[taken] = (*point, memberships);
            taken += usize::from(memberships != [Membership::NONE; 2]);
        }
        (self.totals, record.taken) = (totals, taken);
        for &(point, memberships) in &record.memberships[..taken] {
            self.sets.toggle(point, memberships);
        }
    }

    /// The move made so many plies ago, if that was after the root; 1 is the last.
    pub fn ago(&self, plies: usize) -> Option<Point> {
        self.moves.checked_sub(plies).map(|index| self.records[index].outlooks[0].0)
    }

    /// The last stone has been taken back.
    pub fn undone(&mut self) {
        let Some(last) = self.moves.checked_sub(1) else { return };
        self.moves = last;
        let record = &self.records[last];
        self.totals = record.totals;
        for (point, outlooks) in &record.outlooks[..record.changed] {
            self.outlooks[point.index()] = *outlooks;
        }
        for &(point, memberships) in &record.memberships[..record.taken] {
            self.sets.toggle(point, memberships);
        }
    }

    /// What a stone of `side` on an empty point would make.
    #[inline]
    pub fn outlook(&self, point: Point, side: Side) -> Outlook {
        let outlooks = &self.outlooks[point.index()];
        Outlook { rows: outlooks.rows.each()[side.index()], code: outlooks.codes[side.index()] }
    }

    /// The points where a stone of `side` would make this, [`Class::Quiet`] excepted.
    pub fn points(&self, side: Side, class: Class) -> &PointSet {
        self.sets.of(side, class)
    }

    /// The points where a stone of `side` might be a foul; everywhere else it is none.
    pub fn suspects(&self, side: Side) -> &PointSet {
        self.sets.suspects(side)
    }

    /// The empty points where a stone of either colour works together with another, in the order a1 b1 …
    pub fn lively_points(&self, position: &Position) -> impl Iterator<Item = Point> {
        position.board().empty_points().filter(|point| self.outlooks[point.index()].rows.are_lively())
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

/// Draws the consequences of other rows: the codes and totals; what is left to change are the memberships in sets.
#[inline]
fn settle(
    outlooks: &mut Outlooks,
    old: &Outlooks,
    shapes: &Shapes,
    stakes: [&[Stake]; 2],
    totals: &mut [Totals; 2],
) -> [Membership; 2] {
    let rows = outlooks.rows.each();
    std::array::from_fn(|who| {
        let code = shapes.code(rows[who]);
        outlooks.codes[who] = code;
        let [old, new] = [old.codes[who], code].map(|code| &stakes[who][usize::from(code)]);
        totals[who][0] += i32::from(new.mover) - i32::from(old.mover);
        totals[who][1] += i32::from(new.waiter) - i32::from(old.waiter);
        old.sets.difference(new.sets)
    })
}
