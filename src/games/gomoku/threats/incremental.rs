//! What a stone of either colour would make on every empty point, kept up to date move by move.
//!
//! Must not know: search, which side is to move, whether a suspected foul is one.

use super::patterns::{Pattern, PatternTables, REACH};
use super::point_sets::{Membership, PointSet, PointSets};
use super::shapes::{FourPatternPairs, FourPatterns, ShapeIndex, ShapeTable, ThreatClass};
use super::weights::{RuleSideWeights, ShapeEffect, ShapeWeights, UNITS_PER_CENTIPOINT, rule_side, threat_pair};
use crate::game::Side;
use crate::games::gomoku::rules::board::{POINTS, Point, Position};
use crate::games::gomoku::rules::lines::{DIRECTIONS, FiveRule, ones};
use std::sync::Arc;

/// What is known of an empty point for one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointShape {
    /// The pattern in each direction.
    pub rows: FourPatterns,
    /// All patterns together.
    pub code: ShapeIndex,
}

impl PointShape {
    /// The threat that the patterns make.
    #[inline]
    pub fn class(&self) -> ThreatClass {
        ShapeTable::get().shape(self.code).class
    }

    /// The threat with another pattern in direction `d`.
    pub fn class_with(&self, d: usize, pattern: Pattern) -> ThreatClass {
        let shapes = ShapeTable::get();
        shapes.shape(shapes.code(self.rows.with(d, pattern))).class
    }
}

/// Priors stay within ± this.
const LARGEST_PRIOR: i32 = 16_384;

/// What is known of a point for both colours: [`PointShape`]s in one word.
#[derive(Clone, Copy)]
struct PointShapes {
    rows: FourPatternPairs,
    codes: [ShapeIndex; 2],
}

impl PointShapes {
    /// That of a stone.
    const NONE: PointShapes = PointShapes { rows: FourPatternPairs::NONE, codes: [0; 2] };
}

/// Sums of the weights of a colour's point_shapes when it is on move, and when it is not.
type Totals = [i32; 2];

/// Points that a move can change: five to either side in four directions, and its own.
const CHANGES: usize = 2 * REACH as usize * DIRECTIONS.len() + 1;

/// What a move has changed.
#[derive(Clone, Copy)]
struct Record {
    /// The totals before it.
    totals: [Totals; 2],
    /// The points whose point_shapes it has changed, and what these were, in the first so many places.
    point_shapes: [(Point, PointShapes); CHANGES],
    changed: usize,
    /// The points that it has taken into and out of sets, in the first so many places.
    memberships: [(Point, [Membership; 2]); CHANGES],
    taken: usize,
}

impl Record {
    const EMPTY: Record = Record {
        totals: [[0; 2]; 2],
        point_shapes: [(Point::new(0, 0), PointShapes::NONE); CHANGES],
        changed: 0,
        memberships: [(Point::new(0, 0), [Membership::NONE; 2]); CHANGES],
        taken: 0,
    };
}

/// The point_shape of both colours on all empty points.
pub struct Threats {
    point_shapes: Box<[PointShapes; POINTS]>,
    sets: PointSets,
    totals: [Totals; 2],
    rules: [FiveRule; 2],
    weights: [Arc<RuleSideWeights>; 2],
    shapes: &'static ShapeTable,
    /// The moves since `reset`, oldest first, and room for more.
    records: Vec<Record>,
    /// How many moves there were.
    moves: usize,
}

impl Default for Threats {
    /// Threats on no board; [`Threats::reset`] has to follow.
    fn default() -> Threats {
        Threats {
            point_shapes: Box::new([PointShapes::NONE; POINTS]),
            sets: Default::default(),
            totals: Default::default(),
            rules: [FiveRule::AtLeast; 2],
            weights: std::array::from_fn(|_| ShapeWeights::shipped().of(0).clone()),
            shapes: ShapeTable::get(),
            records: Vec::new(),
            moves: 0,
        }
    }
}

impl Threats {
    /// Begins anew with this position and the program's own weights.
    pub fn reset(&mut self, position: &Position, patterns: &PatternTables) {
        self.reset_weighted(position, patterns, ShapeWeights::shipped());
    }

    /// Begins anew with this position.
    pub fn reset_weighted(&mut self, position: &Position, patterns: &PatternTables, weights: &ShapeWeights) {
        *self = Threats::default();
        self.rules = [Side::X, Side::O].map(|side| position.five_rule(side));
        self.weights = [Side::X, Side::O].map(|side| weights.of(rule_side(position.rule(), side)).clone());
        let table = patterns.for_rule(self.rules[0]);
        for point in position.board().empty_points() {
            let point_shapes = &mut self.point_shapes[point.index()];
            for d in 0..DIRECTIONS.len() {
                let (row, bit) = position.board().row(point, d);
                point_shapes.rows = point_shapes.rows.with(d, table.of_row(row, bit));
            }
            let effects = self.weights.each_ref().map(|weights| &weights.effects[..]);
            let memberships = settle(point_shapes, &PointShapes::NONE, self.shapes, effects, &mut self.totals);
            self.sets.toggle(point, memberships);
        }
    }

    /// A stone has been put on `point`, giving `after`.
    pub fn on_play(&mut self, after: &Position, point: Point, patterns: &PatternTables) {
        if self.moves == self.records.len() {
            self.records.push(Record::EMPTY);
        }
        let record = &mut self.records[self.moves];
        self.moves += 1;
        record.totals = self.totals;
        // Only whether a five would be too long depends on the outermost points.
        let reach = if self.rules == [FiveRule::AtLeast; 2] { REACH - 1 } else { REACH };
        let table = patterns.for_rule(self.rules[0]);
        let point_shapes = &mut *self.point_shapes;
        record.point_shapes[0] = (point, point_shapes[point.index()]);
        let mut count = 1;
        point_shapes[point.index()].rows = FourPatternPairs::NONE;
        for d in 0..DIRECTIONS.len() {
            let (row, bit) = after.board().row(point, d);
            for place in ones(row.empty_seen_from(bit, reach)) {
                let changed = point.step(d, place as i32 - bit as i32);
                let point_shapes = &mut point_shapes[changed.index()];
                record.point_shapes[count] = (changed, *point_shapes);
                count += 1;
                point_shapes.rows = point_shapes.rows.with(d, table.of_row(row, place));
            }
        }
        record.changed = count;
        self.settle_last();
    }

    /// Draws the consequences of the rows that the last move has changed, without a branch until the sets are reached:
    /// none could be foretold.
    fn settle_last(&mut self) {
        let record = &mut self.records[self.moves - 1];
        let effects = self.weights.each_ref().map(|weights| &weights.effects[..]);
        let (point_shapes, mut totals, mut taken) = (&mut *self.point_shapes, self.totals, 0);
        for (point, old) in &record.point_shapes[..record.changed] {
            let memberships = settle(&mut point_shapes[point.index()], old, self.shapes, effects, &mut totals);
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
        self.moves.checked_sub(plies).map(|index| self.records[index].point_shapes[0].0)
    }

    /// The last stone has been taken back.
    pub fn on_undo(&mut self) {
        let Some(last) = self.moves.checked_sub(1) else { return };
        self.moves = last;
        let record = &self.records[last];
        self.totals = record.totals;
        for (point, point_shapes) in &record.point_shapes[..record.changed] {
            self.point_shapes[point.index()] = *point_shapes;
        }
        for &(point, memberships) in &record.memberships[..record.taken] {
            self.sets.toggle(point, memberships);
        }
    }

    /// What a stone of `side` on an empty point would make.
    #[inline]
    pub fn point_shape(&self, point: Point, side: Side) -> PointShape {
        let point_shapes = &self.point_shapes[point.index()];
        PointShape { rows: point_shapes.rows.each()[side.index()], code: point_shapes.codes[side.index()] }
    }

    /// The points where a stone of `side` would make this, [`ThreatClass::Quiet`] excepted.
    pub fn points(&self, side: Side, class: ThreatClass) -> &PointSet {
        self.sets.of(side, class)
    }

    /// The points where a stone of `side` might be a foul; everywhere else it is none.
    pub fn possible_fouls(&self, side: Side) -> &PointSet {
        self.sets.possible_fouls(side)
    }

    /// The empty points where a stone of either colour works together with another, in the order a1 b1 …
    pub fn connected_points(&self, position: &Position) -> impl Iterator<Item = Point> {
        position.board().empty_points().filter(|point| self.point_shapes[point.index()].rows.are_connected())
    }

    /// The value of all point_shapes, both colours', in centipoints for `side`, which is to move.
    pub fn balance(&self, side: Side) -> i32 {
        (self.totals[side.index()][0] - self.totals[side.other().index()][1]) / UNITS_PER_CENTIPOINT
    }

    /// The value of the turn and of what is most urgent, in centipoints for `side`, which is to move.
    pub fn urgency(&self, side: Side) -> i32 {
        let pair = threat_pair(self.strongest(side), self.strongest(side.other()));
        i32::from(self.weights[side.index()].pairs[pair]) / UNITS_PER_CENTIPOINT
    }

    /// The strongest class that a stone of `side` can make anywhere.
    pub fn strongest(&self, side: Side) -> ThreatClass {
        let found = ThreatClass::ALL.into_iter().skip(1).rev().find(|&class| !self.points(side, class).is_empty());
        found.unwrap_or_default()
    }

    /// Whether `side`, to move, should try a point early: on the scale of priors.
    pub fn prior(&self, point: Point, side: Side) -> i32 {
        let weight = |side: Side| self.weights[side.index()].shapes[usize::from(self.point_shape(point, side).code)];
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
    point_shapes: &mut PointShapes,
    old: &PointShapes,
    shapes: &ShapeTable,
    effects: [&[ShapeEffect]; 2],
    totals: &mut [Totals; 2],
) -> [Membership; 2] {
    let rows = point_shapes.rows.each();
    std::array::from_fn(|who| {
        let code = shapes.code(rows[who]);
        point_shapes.codes[who] = code;
        let [old, new] = [old.codes[who], code].map(|code| &effects[who][usize::from(code)]);
        totals[who][0] += i32::from(new.to_move) - i32::from(old.to_move);
        totals[who][1] += i32::from(new.not_to_move) - i32::from(old.not_to_move);
        old.sets.difference(new.sets)
    })
}
