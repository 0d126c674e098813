//! The totals that the network's head wants, kept up to date move by move, but only when a value is asked for: a search
//! plays many moves without evaluating.
//!
//! Must not know: search, the weights that the network corrects.

use super::configurations::{Configuration, REACH, around};
use super::network::{Head, INPUTS, Network, PointSums, Totals, squares};
use crate::game::Side;
use crate::games::common::processor::{Any, Processor};
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4, compiled};
use crate::games::gomoku::rules::board::{Board, POINTS, Point, Position, Rule};
use crate::games::gomoku::rules::lines::{DIRECTIONS, ones};
use std::sync::Arc;

/// Points that a stone can change: all within reach, and its own.
const CHANGES: usize = 2 * REACH as usize * DIRECTIONS.len() + 1;

/// A network as a search looks it up.
pub struct RuleNetwork {
    /// By configuration.
    lines: Vec<Line>,
    /// By the side to move.
    heads: [Head; 2],
}

/// What a configuration counts for both colours, in one line of the cache.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line(PointSums);

impl RuleNetwork {
    /// That of this network under a rule.
    pub fn new(network: &Network, rule: Rule) -> RuleNetwork {
        let lines = network.lines(rule).into_iter().map(Line).collect();
        RuleNetwork { lines, heads: [Side::X, Side::O].map(|side| network.of(rule, side).head.clone()) }
    }
}

/// A point before a stone changed it.
#[derive(Clone, Copy)]
struct Change {
    sums: Line,
    point: Point,
    direction: u8,
    configuration: Configuration,
}

/// A stone that the totals contain, and what they were before it.
struct Record {
    point: Point,
    totals: Totals,
    changes: [Change; CHANGES],
    changed: usize,
}

impl Record {
    const EMPTY: Record = Record {
        point: Point::new(0, 0),
        totals: [0; INPUTS],
        changes: [Change { sums: Line([0; INPUTS]), point: Point::new(0, 0), direction: 0, configuration: 0 }; CHANGES],
        changed: 0,
    };
}

/// The totals of a line of play.
pub struct Accumulator {
    lookup: Arc<RuleNetwork>,
    processor: Processor,
    /// The moves from the root to the position that is searched.
    path: Vec<(Point, Side)>,
    /// How many moves of the path the state below contains; the records beyond are of moves that were taken back.
    shared: usize,
    state: State,
}

/// The totals of a position, and the way back to the root.
struct State {
    board: Board,
    configurations: Box<[[Configuration; 4]; POINTS]>,
    /// By point, 0 where there is a stone.
    sums: Box<[Line; POINTS]>,
    totals: Totals,
    records: Vec<Record>,
    moves: usize,
}

impl Accumulator {
    /// The accumulator of this position.
    pub fn new(lookup: Arc<RuleNetwork>, root: &Position) -> Accumulator {
        let state = State::new(root.board(), &lookup.lines);
        Accumulator { lookup, processor: Processor::detect(), path: Vec::new(), shared: 0, state }
    }

    /// The same, as on another level of processors.
    pub fn on(self, processor: Processor) -> Accumulator {
        Accumulator { processor, ..self }
    }

    /// A stone was put on `point`.
    pub fn on_play(&mut self, point: Point, side: Side) {
        self.path.push((point, side));
    }

    /// The last stone was taken back.
    pub fn on_undo(&mut self) {
        self.path.pop();
        self.shared = self.shared.min(self.path.len());
    }

    /// The value for `side`, which is to move, as a logit in units of 1 / [`super::network::HEAD_SCALE`]. `pair` is
    /// that of [`crate::games::gomoku::threats::weights::threat_pair`], `stage` that of [`super::network::stage`].
    pub fn value(&mut self, side: Side, pair: usize, stage: usize) -> i32 {
        while self.state.moves > self.shared {
            self.state.undo();
        }
        let (state, lookup, moves) = (&mut self.state, &*self.lookup, &self.path[self.shared..]);
        let end = End { side, pair, stage };
        self.shared = self.path.len();
        match self.processor {
            Processor::Any(level) => value(level, state, lookup, moves, end),
            #[cfg(target_arch = "x86_64")]
            Processor::V3(level) => {
                compiled!(
                    V3: value, level: V3, state: &mut State, lookup: &RuleNetwork, moves: &[(Point, Side)], end: End => i32
                )
            }
            #[cfg(target_arch = "x86_64")]
            Processor::V4(level) => {
                compiled!(
                    V4: value, level: V4, state: &mut State, lookup: &RuleNetwork, moves: &[(Point, Side)], end: End => i32
                )
            }
        }
    }
}

/// Where moves lead to, see [`Accumulator::value`].
struct End {
    side: Side,
    pair: usize,
    stage: usize,
}

/// A level of processors for which [`value`] is compiled.
trait Level {}
impl Level for Any {}
#[cfg(target_arch = "x86_64")]
impl Level for V3 {}
#[cfg(target_arch = "x86_64")]
impl Level for V4 {}

/// The value after these moves.
#[inline(always)]
fn value<L: Level>(_level: L, state: &mut State, lookup: &RuleNetwork, moves: &[(Point, Side)], end: End) -> i32 {
    for &(point, side) in moves {
        state.put(point, side, &lookup.lines);
    }
    lookup.heads[end.side.index()].value(&state.totals_of(end.side), end.pair, end.stage)
}

impl State {
    fn new(board: &Board, lines: &[Line]) -> State {
        let mut state = State {
            board: board.clone(),
            configurations: Box::new([[0; 4]; POINTS]),
            sums: Box::new([Line([0; INPUTS]); POINTS]),
            totals: [0; INPUTS],
            records: Vec::new(),
            moves: 0,
        };
        for point in board.empty_points() {
            let sums = &mut state.sums[point.index()].0;
            for (d, configuration) in state.configurations[point.index()].iter_mut().enumerate() {
                let (row, bit) = board.row(point, d);
                *configuration = around(row, bit);
                let line = &lines[usize::from(*configuration)].0;
                sums.iter_mut().zip(line).for_each(|(sum, number)| *sum = sum.wrapping_add(*number));
            }
            state.totals.iter_mut().zip(squares(sums)).for_each(|(total, square)| *total += i32::from(square));
        }
        state
    }

    #[inline(always)]
    fn put(&mut self, point: Point, side: Side, lines: &[Line]) {
        if self.moves == self.records.len() {
            self.records.push(Record::EMPTY);
        }
        let record = &mut self.records[self.moves];
        self.moves += 1;
        self.board.put(point, side);
        (record.point, record.totals) = (point, self.totals);
        let own = &mut self.sums[point.index()];
        record.changes[0] =
            Change { sums: *own, point, direction: 0, configuration: self.configurations[point.index()][0] };
        let mut gained = [0; INPUTS];
        let rest = own.0;
        exchange(&mut own.0, &rest, &[0; INPUTS], &mut gained);
        let mut count = 1;
        for d in 0..DIRECTIONS.len() {
            let (row, bit) = self.board.row(point, d);
            for place in ones(row.empty_seen_from(bit, REACH)) {
                let changed = point.step(d, place as i32 - bit as i32);
                let configuration = &mut self.configurations[changed.index()][d];
                let sums = &mut self.sums[changed.index()];
                let (old, new) = (*configuration, around(row, place));
                record.changes[count] = Change { sums: *sums, point: changed, direction: d as u8, configuration: old };
                count += 1;
                *configuration = new;
                let [old, new] = [&lines[usize::from(old)].0, &lines[usize::from(new)].0];
                exchange(&mut sums.0, old, new, &mut gained);
            }
        }
        record.changed = count;
        for (total, gained) in self.totals.iter_mut().zip(gained) {
            *total += i32::from(gained);
        }
    }

    /// The totals, those of `side` first.
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
        self.board.lift(record.point);
        self.totals = record.totals;
        for change in &record.changes[..record.changed] {
            self.sums[change.point.index()] = change.sums;
            self.configurations[change.point.index()][usize::from(change.direction)] = change.configuration;
        }
    }
}

/// Takes one row out of the sums at a point and puts another in; `gained` counts what that does to the totals. (No
/// point adds more than half a thousand to them, so that one stone cannot overflow it.)
#[inline(always)]
fn exchange(sums: &mut PointSums, old: &PointSums, new: &PointSums, gained: &mut PointSums) {
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

    /// Random rows, large enough for squares to reach both their limits.
    fn lookup(rule: Rule) -> Arc<RuleNetwork> {
        let mut random = SplitMix64::new(8);
        let mut network = Network::default();
        for number in network.0.iter_mut().flat_map(|part| part.rows.as_flattened_mut()) {
            *number = random.below(401) as i16 - 200;
        }
        Arc::new(RuleNetwork::new(&network, rule))
    }

    /// The totals when the value is asked for.
    fn totals(accumulator: &mut Accumulator, position: &Position) -> Totals {
        accumulator.value(position.side(), 0, 0);
        accumulator.state.totals_of(position.side())
    }

    fn from_scratch(position: &Position, lookup: &Arc<RuleNetwork>) -> Totals {
        let mut accumulator = Accumulator::new(lookup.clone(), position);
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
        let lookup = lookup(rule);
        let rules = Rules { size: 12, rule };
        for processor in Processor::levels() {
            let mut random = SplitMix64::new(5);
            let mut line = vec![Gomoku::start(&rules)];
            let mut accumulator = Accumulator::new(lookup.clone(), &line[0]).on(processor);
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
                    assert_eq!(totals(&mut accumulator, position), from_scratch(position, &lookup));
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
        let lookup = lookup(Rule::Freestyle);
        for seed in 0..20 {
            let totals = |image: &dyn Fn(Point) -> Point, swapped: bool| {
                from_scratch(&position(&mut SplitMix64::new(seed), image, swapped), &lookup)
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
