//! The shapes that a stone of either colour would make on every empty point, updated incrementally.

use super::patterns::{Pattern, PatternTables, REACH};
use super::point_sets::{Membership, PointSet, PointSets};
use super::shapes::{PatternPairsByDirection, PatternsByDirection, ShapeIndex, ShapeTable, ThreatClass};
use super::weights::{
    RuleSideWeights, ShapeEffects, ShapeWeights, UNITS_PER_CENTIPOINT, ValuePair, rule_side, threat_pair,
};
use crate::game::Side;
use crate::games::gomoku::rules::board::{POINTS, Point, Position};
use crate::games::gomoku::rules::lines::{DIRECTIONS, FiveRule, ones};
use std::sync::Arc;

/// The shape that a stone of one colour would make on an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointShape {
    /// The pattern in each direction.
    pub patterns: PatternsByDirection,
    /// The index of the shape.
    pub shape: ShapeIndex,
}

impl PointShape {
    /// The threat class of the shape.
    #[inline]
    pub fn class(&self) -> ThreatClass {
        ShapeTable::get().shape(self.shape).class
    }

    /// The threat class with another pattern in direction `d`.
    pub fn class_with(&self, d: usize, pattern: Pattern) -> ThreatClass {
        let shapes = ShapeTable::get();
        shapes.shape(shapes.index(self.patterns.with(d, pattern))).class
    }
}

/// The largest absolute value of a prior.
const MAX_PRIOR: i32 = 16_384;

/// The [`PointShape`]s of both colours, packed.
#[derive(Clone, Copy)]
struct PointShapes {
    patterns: PatternPairsByDirection,
    shapes: [ShapeIndex; 2],
}

impl PointShapes {
    /// The shapes of an occupied point.
    const NONE: PointShapes = PointShapes { patterns: PatternPairsByDirection::NONE, shapes: [0; 2] };
}

/// The maximum number of points whose shapes a move changes: five to either side in four directions, and the point
/// itself.
const MAX_CHANGES: usize = 2 * REACH as usize * DIRECTIONS.len() + 1;

/// What is needed to undo a move.
#[derive(Clone, Copy)]
struct UndoRecord {
    /// The totals before the move.
    totals: [ValuePair; 2],
    /// The changed points with their shapes before the move; only the first `changed` entries are used.
    point_shapes: [(Point, PointShapes); MAX_CHANGES],
    changed: usize,
    /// The points that moved between sets, with the toggled memberships; only the first `toggled` entries are used.
    memberships: [(Point, [Membership; 2]); MAX_CHANGES],
    toggled: usize,
}

impl UndoRecord {
    const EMPTY: UndoRecord = UndoRecord {
        totals: [ValuePair::new(0, 0); 2],
        point_shapes: [(Point::new(0, 0), PointShapes::NONE); MAX_CHANGES],
        changed: 0,
        memberships: [(Point::new(0, 0), [Membership::NONE; 2]); MAX_CHANGES],
        toggled: 0,
    };
}

/// The shapes of both colours on all empty points, sets of points by threat class, and sums of weights.
pub struct Threats {
    point_shapes: Box<[PointShapes; POINTS]>,
    sets: PointSets,
    totals: [ValuePair; 2],
    rules: [FiveRule; 2],
    weights: [Arc<RuleSideWeights>; 2],
    shapes: &'static ShapeTable,
    /// The undo records of the moves since the last reset, oldest first, followed by unused ones.
    records: Vec<UndoRecord>,
    /// The number of moves since the last reset.
    moves: usize,
}

impl Default for Threats {
    /// Threats without a board; [`Threats::reset`] must be called before use.
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
    /// Sets up a position, with the shipped weights.
    pub fn reset(&mut self, position: &Position, patterns: &PatternTables) {
        self.reset_weighted(position, patterns, ShapeWeights::shipped());
    }

    /// Sets up a position.
    pub fn reset_weighted(&mut self, position: &Position, patterns: &PatternTables, weights: &ShapeWeights) {
        *self = Threats::default();
        self.rules = [Side::X, Side::O].map(|side| position.five_rule(side));
        self.weights = [Side::X, Side::O].map(|side| weights.of(rule_side(position.rule(), side)).clone());
        let table = patterns.for_rule(self.rules[0]);
        for point in position.board().empty_points() {
            let point_shapes = &mut self.point_shapes[point.index()];
            for d in 0..DIRECTIONS.len() {
                let (planes, bit) = position.board().line_planes(point, d);
                point_shapes.patterns = point_shapes.patterns.with(d, table.pattern_pair(planes, bit));
            }
            let effects = self.weights.each_ref().map(|weights| &weights.effects);
            let memberships = update_shapes(point_shapes, &PointShapes::NONE, self.shapes, effects, &mut self.totals);
            self.sets.toggle(point, memberships);
        }
    }

    /// Updates the threats after a move to `point` that led to the position `after`.
    pub fn on_play(&mut self, after: &Position, point: Point, patterns: &PatternTables) {
        if self.moves == self.records.len() {
            self.records.push(UndoRecord::EMPTY);
        }
        let record = &mut self.records[self.moves];
        self.moves += 1;
        record.totals = self.totals;
        // The outermost points only decide whether a five is an overline.
        let reach = if self.rules == [FiveRule::AtLeast; 2] { REACH - 1 } else { REACH };
        let table = patterns.for_rule(self.rules[0]);
        let point_shapes = &mut *self.point_shapes;
        record.point_shapes[0] = (point, point_shapes[point.index()]);
        let mut count = 1;
        point_shapes[point.index()].patterns = PatternPairsByDirection::NONE;
        for d in 0..DIRECTIONS.len() {
            let (planes, bit) = after.board().line_planes(point, d);
            for place in ones(planes.empty_visible_from(bit, reach)) {
                let changed = point.step(d, place as i32 - bit as i32);
                let point_shapes = &mut point_shapes[changed.index()];
                record.point_shapes[count] = (changed, *point_shapes);
                count += 1;
                point_shapes.patterns = point_shapes.patterns.with(d, table.pattern_pair(planes, place));
            }
        }
        record.changed = count;
        self.update_changed();
    }

    /// Updates shapes, totals and sets after the last move has changed patterns. Branchless up to the sets, because the
    /// branches would be unpredictable.
    fn update_changed(&mut self) {
        let record = &mut self.records[self.moves - 1];
        let effects = self.weights.each_ref().map(|weights| &weights.effects);
        let (point_shapes, mut totals, mut toggled) = (&mut *self.point_shapes, self.totals, 0);
        for (point, old) in &record.point_shapes[..record.changed] {
            let memberships = update_shapes(&mut point_shapes[point.index()], old, self.shapes, effects, &mut totals);
            record.memberships[toggled] = (*point, memberships);
            toggled += usize::from(memberships != [Membership::NONE; 2]);
        }
        (self.totals, record.toggled) = (totals, toggled);
        for &(point, memberships) in &record.memberships[..toggled] {
            self.sets.toggle(point, memberships);
        }
    }

    /// The move made `plies` plies ago, 1 being the last; `None` if that was before the last reset.
    pub fn move_before(&self, plies: usize) -> Option<Point> {
        self.moves.checked_sub(plies).map(|index| self.records[index].point_shapes[0].0)
    }

    /// Restores the threats before the last move.
    pub fn on_undo(&mut self) {
        let Some(last) = self.moves.checked_sub(1) else { return };
        self.moves = last;
        let record = &self.records[last];
        self.totals = record.totals;
        for (point, point_shapes) in &record.point_shapes[..record.changed] {
            self.point_shapes[point.index()] = *point_shapes;
        }
        for &(point, memberships) in &record.memberships[..record.toggled] {
            self.sets.toggle(point, memberships);
        }
    }

    /// The shape that a stone of `side` would make on an empty point.
    #[inline]
    pub fn point_shape(&self, point: Point, side: Side) -> PointShape {
        let point_shapes = &self.point_shapes[point.index()];
        PointShape { patterns: point_shapes.patterns.each()[side.index()], shape: point_shapes.shapes[side.index()] }
    }

    /// The points where a stone of `side` would have this class, which must not be [`ThreatClass::Quiet`].
    pub fn points(&self, side: Side, class: ThreatClass) -> &PointSet {
        self.sets.of(side, class)
    }

    /// The points where a stone of `side` may be a foul; on all other points it cannot be.
    pub fn possible_fouls(&self, side: Side) -> &PointSet {
        self.sets.possible_fouls(side)
    }

    /// The empty points where a stone of either colour would combine with another, in the order a1 b1 …
    pub fn connected_points(&self, position: &Position) -> impl Iterator<Item = Point> {
        position.board().empty_points().filter(|point| self.point_shapes[point.index()].patterns.are_connected())
    }

    /// The number of points where a stone of either colour would make a threat.
    pub fn threatening_points(&self) -> usize {
        self.sets.threatening()
    }

    /// The value of all shapes of both colours, in centipoints for `side`, which is to move.
    pub fn balance(&self, side: Side) -> i32 {
        (self.totals[side.index()].to_move() - self.totals[side.other().index()].not_to_move()) / UNITS_PER_CENTIPOINT
    }

    /// The value of being to move, which depends on the strongest threats of both sides, in centipoints for `side`,
    /// which is to move.
    pub fn tempo(&self, side: Side) -> i32 {
        i32::from(self.weights[side.index()].pairs[self.strongest_pair(side)]) / UNITS_PER_CENTIPOINT
    }

    /// The [`threat_pair`] of the strongest threats, those of `side` first.
    pub fn strongest_pair(&self, side: Side) -> usize {
        threat_pair(self.strongest(side), self.strongest(side.other()))
    }

    /// The strongest threat class of a stone of `side` on any point.
    pub fn strongest(&self, side: Side) -> ThreatClass {
        let found = ThreatClass::ALL.into_iter().skip(1).rev().find(|&class| !self.points(side, class).is_empty());
        found.unwrap_or_default()
    }

    /// The prior of a move of `side` to a point, within ±16,384.
    pub fn prior(&self, point: Point, side: Side) -> i32 {
        let weight = |side: Side| self.weights[side.index()].shapes[usize::from(self.point_shape(point, side).shape)];
        (i32::from(weight(side).attack) + i32::from(weight(side.other()).defence)).clamp(-MAX_PRIOR, MAX_PRIOR)
    }

    /// The rule for fives of `side`.
    pub fn five_rule(&self, side: Side) -> FiveRule {
        self.rules[side.index()]
    }
}

/// Updates the shapes of a point and the totals after its patterns have changed. Returns the memberships to toggle.
#[inline]
fn update_shapes(
    point_shapes: &mut PointShapes,
    old: &PointShapes,
    shapes: &ShapeTable,
    effects: [&ShapeEffects; 2],
    totals: &mut [ValuePair; 2],
) -> [Membership; 2] {
    let patterns = point_shapes.patterns.each();
    std::array::from_fn(|side| {
        let shape = shapes.index(patterns[side]);
        point_shapes.shapes[side] = shape;
        let ShapeEffects { values, sets } = effects[side];
        let [old, new] = [old.shapes[side], shape].map(usize::from);
        totals[side] = totals[side].replaced(values[old], values[new]);
        sets[old].difference(sets[new])
    })
}
