//! The first layer of the network, updated move by move. Updates are lazy, because a search plays many moves without
//! evaluating the position.

use super::configurations::{Configuration, REACH, around};
use super::network::{Head, INPUTS, Network, PointSums, Totals, squares};
use crate::game::Side;
use crate::games::common::processor::{Processor, ProcessorLevel};
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4, compiled};
use crate::games::gomoku::rules::board::{Board, POINTS, Point, Position, Rule};
use crate::games::gomoku::rules::lines::{DIRECTIONS, ones};
use std::sync::Arc;

/// The maximum number of points whose sums a move changes: all within reach, and the point itself.
const MAX_CHANGES: usize = 2 * REACH as usize * DIRECTIONS.len() + 1;

/// The parameters of a network for one rule, laid out for look-up.
pub struct RuleNetwork {
    /// The first-layer weights of both colours, by configuration.
    feature_weights: Vec<AlignedWeights>,
    /// Heads by side to move.
    heads: [Head; 2],
}

/// The first-layer weights of both colours for one configuration, or sums of them, in one cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct AlignedWeights(PointSums);

impl RuleNetwork {
    /// The parameters of `network` for a rule.
    pub fn new(network: &Network, rule: Rule) -> RuleNetwork {
        let feature_weights = network.feature_weights_of_both(rule).into_iter().map(AlignedWeights).collect();
        RuleNetwork { feature_weights, heads: [Side::X, Side::O].map(|side| network.of(rule, side).head.clone()) }
    }
}

/// The state of a point before a move changed it.
#[derive(Clone, Copy)]
struct Change {
    sums: AlignedWeights,
    point: Point,
    direction: u8,
    configuration: Configuration,
}

/// A move, and what is needed to undo it.
struct UndoRecord {
    point: Point,
    /// The totals before the move.
    totals: Totals,
    /// The changed points; only the first `changed` entries are used.
    changes: [Change; MAX_CHANGES],
    changed: usize,
}

impl UndoRecord {
    const EMPTY: UndoRecord = UndoRecord {
        point: Point::new(0, 0),
        totals: [0; INPUTS],
        changes: [Change { sums: AlignedWeights([0; INPUTS]), point: Point::new(0, 0), direction: 0, configuration: 0 };
            MAX_CHANGES],
        changed: 0,
    };
}

/// The totals of the searched position.
pub struct Accumulator {
    network: Arc<RuleNetwork>,
    processor: Processor,
    /// The moves from the root to the searched position.
    path: Vec<(Point, Side)>,
    /// The number of moves of the path that `state` contains. Further moves of `state` have been taken back.
    shared: usize,
    state: State,
}

/// The totals of a position, and the undo records of its moves since the root.
struct State {
    board: Board,
    configurations: Box<[[Configuration; 4]; POINTS]>,
    /// The sums by point; 0 at occupied points.
    sums: Box<[AlignedWeights; POINTS]>,
    totals: Totals,
    records: Vec<UndoRecord>,
    moves: usize,
}

impl Accumulator {
    /// The accumulator of a position.
    pub fn new(network: Arc<RuleNetwork>, root: &Position) -> Accumulator {
        let state = State::new(root.board(), &network.feature_weights);
        Accumulator { network, processor: Processor::detect(), path: Vec::new(), shared: 0, state }
    }

    /// This accumulator, restricted to another processor level.
    pub fn on(self, processor: Processor) -> Accumulator {
        Accumulator { processor, ..self }
    }

    /// Notes a move of `side` to `point`.
    pub fn on_play(&mut self, point: Point, side: Side) {
        self.path.push((point, side));
    }

    /// Notes that the last move was taken back.
    pub fn on_undo(&mut self) {
        self.path.pop();
        self.shared = self.shared.min(self.path.len());
    }

    /// Takes back the moves of `state` that are not in the path.
    fn undo_unshared(&mut self) {
        while self.state.moves > self.shared {
            self.state.undo();
        }
    }

    /// The configurations around all empty points, by point and direction.
    pub fn configurations(&mut self) -> &[[Configuration; DIRECTIONS.len()]; POINTS] {
        self.undo_unshared();
        // Mostly there is nothing left to do, because the position was evaluated before.
        for &(point, side) in &self.path[self.shared..] {
            self.state.put(point, side, &self.network.feature_weights);
        }
        self.shared = self.path.len();
        &self.state.configurations
    }

    /// Evaluates the position for `side`, which is to move, as a logit in units of 1 / [`super::network::HEAD_SCALE`].
    /// `pair` is that of [`crate::games::gomoku::threats::weights::threat_pair`], `stage` that of
    /// [`super::network::stage`].
    pub fn evaluate(&mut self, side: Side, pair: usize, stage: usize) -> i32 {
        self.undo_unshared();
        let (state, network, moves) = (&mut self.state, &*self.network, &self.path[self.shared..]);
        let index = HeadIndex { side, pair, stage };
        self.shared = self.path.len();
        match self.processor {
            Processor::Baseline(level) => evaluate(level, state, network, moves, index),
            #[cfg(target_arch = "x86_64")]
            Processor::V3(level) => {
                compiled!(
                    V3: evaluate, level: V3, state: &mut State, network: &RuleNetwork,
                        moves: &[(Point, Side)], index: HeadIndex => i32
                )
            }
            #[cfg(target_arch = "x86_64")]
            Processor::V4(level) => {
                compiled!(
                    V4: evaluate, level: V4, state: &mut State, network: &RuleNetwork,
                        moves: &[(Point, Side)], index: HeadIndex => i32
                )
            }
        }
    }
}

/// The parameters of [`Accumulator::evaluate`].
struct HeadIndex {
    side: Side,
    pair: usize,
    stage: usize,
}

/// Updates the state by these moves and evaluates it.
#[inline(always)]
fn evaluate<L: ProcessorLevel>(
    _level: L,
    state: &mut State,
    network: &RuleNetwork,
    moves: &[(Point, Side)],
    index: HeadIndex,
) -> i32 {
    for &(point, side) in moves {
        state.put(point, side, &network.feature_weights);
    }
    network.heads[index.side.index()].forward(&state.totals_of(index.side), index.pair, index.stage)
}

impl State {
    fn new(board: &Board, feature_weights: &[AlignedWeights]) -> State {
        let mut state = State {
            board: board.clone(),
            configurations: Box::new([[0; 4]; POINTS]),
            sums: Box::new([AlignedWeights([0; INPUTS]); POINTS]),
            totals: [0; INPUTS],
            records: Vec::new(),
            moves: 0,
        };
        for point in board.empty_points() {
            let sums = &mut state.sums[point.index()].0;
            for (d, configuration) in state.configurations[point.index()].iter_mut().enumerate() {
                let (planes, bit) = board.line_planes(point, d);
                *configuration = around(planes, bit);
                let weights = &feature_weights[usize::from(*configuration)].0;
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
            }
            state.totals.iter_mut().zip(squares(sums)).for_each(|(total, square)| *total += i32::from(square));
        }
        state
    }

    #[inline(always)]
    fn put(&mut self, point: Point, side: Side, feature_weights: &[AlignedWeights]) {
        if self.moves == self.records.len() {
            self.records.push(UndoRecord::EMPTY);
        }
        let record = &mut self.records[self.moves];
        self.moves += 1;
        self.board.put(point, side);
        (record.point, record.totals) = (point, self.totals);
        let sums = &mut self.sums[point.index()];
        record.changes[0] =
            Change { sums: *sums, point, direction: 0, configuration: self.configurations[point.index()][0] };
        let mut gained = [0; INPUTS];
        let rest = sums.0;
        replace_weights(&mut sums.0, &rest, &[0; INPUTS], &mut gained);
        let mut count = 1;
        for d in 0..DIRECTIONS.len() {
            let (planes, bit) = self.board.line_planes(point, d);
            for place in ones(planes.empty_visible_from(bit, REACH)) {
                let changed = point.step(d, place as i32 - bit as i32);
                let configuration = &mut self.configurations[changed.index()][d];
                let sums = &mut self.sums[changed.index()];
                let (old, new) = (*configuration, around(planes, place));
                record.changes[count] = Change { sums: *sums, point: changed, direction: d as u8, configuration: old };
                count += 1;
                *configuration = new;
                let [old, new] = [old, new].map(|configuration| &feature_weights[usize::from(configuration)].0);
                replace_weights(&mut sums.0, old, new, &mut gained);
            }
        }
        record.changed = count;
        for (total, gained) in self.totals.iter_mut().zip(gained) {
            *total += i32::from(gained);
        }
    }

    /// The totals, with those of `side` first.
    #[inline(always)]
    fn totals_of(&self, side: Side) -> Totals {
        let mut totals = self.totals;
        if side == Side::O {
            totals.rotate_left(INPUTS / 2);
        }
        totals
    }

    fn undo(&mut self) {
        self.moves -= 1;
        let record = &self.records[self.moves];
        self.board.remove(record.point);
        self.totals = record.totals;
        for change in &record.changes[..record.changed] {
            self.sums[change.point.index()] = change.sums;
            self.configurations[change.point.index()][usize::from(change.direction)] = change.configuration;
        }
    }
}

/// Replaces one configuration's weights in the sums of a point by another's, and adds the resulting change of the
/// totals to `gained`. (A point contributes at most 508 to the totals, so the changes by one move do not overflow 16
/// bits.)
#[inline(always)]
fn replace_weights(sums: &mut PointSums, old: &PointSums, new: &PointSums, gained: &mut PointSums) {
    let before = squares(sums);
    for i in 0..INPUTS {
        sums[i] = sums[i].wrapping_add(new[i]).wrapping_sub(old[i]);
    }
    let after = squares(sums);
    for i in 0..INPUTS {
        gained[i] += after[i] - before[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::games::gomoku::{Gomoku, Rules};
    use crate::random::SplitMix64;

    /// Random first-layer weights, large enough for squares to reach both their limits.
    fn network(rule: Rule) -> Arc<RuleNetwork> {
        let mut random = SplitMix64::new(8);
        let mut network = Network::default();
        for number in network.0.iter_mut().flat_map(|part| part.feature_weights.as_flattened_mut()) {
            *number = random.below(401) as i16 - 200;
        }
        Arc::new(RuleNetwork::new(&network, rule))
    }

    /// The totals after an evaluation.
    fn totals(accumulator: &mut Accumulator, position: &Position) -> Totals {
        accumulator.evaluate(position.side(), 0, 0);
        accumulator.state.totals_of(position.side())
    }

    fn from_scratch(position: &Position, network: &Arc<RuleNetwork>) -> Totals {
        let mut accumulator = Accumulator::new(network.clone(), position);
        totals(&mut accumulator, position)
    }

    /// A legal move near the middle, so that stones see each other.
    fn any(position: &Position, random: &mut SplitMix64) -> Point {
        loop {
            let point = Point::new(2 + random.below(8), 2 + random.below(8));
            if Gomoku::is_legal(position, point) {
                return point;
            }
        }
    }

    #[test]
    fn totals_after_any_moves_are_those_from_scratch() {
        let rule = Rule::Renju;
        let network = network(rule);
        let rules = Rules { size: 12, rule };
        for processor in Processor::levels() {
            let mut random = SplitMix64::new(5);
            let mut line = vec![Gomoku::start(&rules)];
            let mut accumulator = Accumulator::new(network.clone(), &line[0]).on(processor);
            for _ in 0..2000 {
                let position = line[line.len() - 1].clone();
                let ends = Gomoku::terminal(&position).is_some() || line.len() > 40;
                if line.len() > 1 && (ends || random.below(3) == 0) {
                    line.pop();
                    accumulator.on_undo();
                } else {
                    let mv = any(&position, &mut random);
                    let mut after = position.clone();
                    Gomoku::play(&mut after, mv);
                    accumulator.on_play(mv, position.side());
                    line.push(after);
                }
                if random.below(3) == 0 {
                    let position = &line[line.len() - 1];
                    assert_eq!(totals(&mut accumulator, position), from_scratch(position, &network));
                }
            }
        }
    }

    /// A random position.
    fn position(random: &mut SplitMix64, image: impl Fn(Point) -> Point, swapped: bool) -> Position {
        let mut position = Gomoku::start(&Rules { size: 12, ..Rules::default() });
        let mut side = if swapped { Side::O } else { Side::X };
        for _ in 0..25 {
            let point = image(Point::new(random.below(12), random.below(12)));
            if position.board().stone(point).is_none() {
                position.put(point, side);
                side = side.other();
            }
        }
        position.set_turn(side, 0);
        position
    }

    #[test]
    fn images_of_a_position_have_its_totals() {
        let network = network(Rule::Freestyle);
        for seed in 0..20 {
            let totals = |image: &dyn Fn(Point) -> Point, swapped: bool| {
                from_scratch(&position(&mut SplitMix64::new(seed), image, swapped), &network)
            };
            let plain = totals(&|point| point, false);
            assert_eq!(plain, totals(&|point| point, true), "colours");
            assert_ne!(plain, [0; INPUTS]);
            for symmetry in 1..8 {
                let image = |point: Point| {
                    let (row, col) = (point.row(), point.col());
                    let (row, col) = if symmetry & 1 != 0 { (col, row) } else { (row, col) };
                    let turned = |number: usize, bit: u32| if symmetry & bit != 0 { 11 - number } else { number };
                    Point::new(turned(row, 2), turned(col, 4))
                };
                assert_eq!(plain, totals(&image, false), "{symmetry}");
            }
        }
    }
}
