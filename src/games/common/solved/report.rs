//! Reports on a solved table: statistics common to all solved games, and verification.
//!
//! A line consists of words and whole numbers. `positions` counts each position with one side to move only, as the
//! table does.

use super::Solved;
use crate::game::Side;
use crate::games::solved_table::SolveError;
use crate::retrograde::verify::{Contradiction, check_by_search, check_consistency, value_text};
use crate::retrograde::{Indexed, Values, retrograde};
use crate::score::Score;
use crate::search::stop::{Stopped, Watch};
use std::collections::BTreeMap;
use std::time::Instant;

impl From<Contradiction> for SolveError {
    fn from(contradiction: Contradiction) -> Self {
        SolveError::Wrong(contradiction.to_string())
    }
}

/// The value of the positions with an index, for the side to move.
pub fn value(values: &Values, index: usize) -> Score {
    values.score(Side::X, index)
}

/// Whether a position is the representative of its images under the symmetries of the board.
pub fn is_canonical<G: Indexed>(index: usize) -> bool {
    let position = G::position(index);
    (1..8).all(|symmetry| G::index(&G::transform(&position, symmetry)) >= index)
}

/// Numbers of wins, losses and draws among positions, and the longest distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Positions won by the side to move.
    pub win: usize,
    /// Positions lost by the side to move.
    pub loss: usize,
    /// Drawn positions.
    pub draw: usize,
    /// The greatest distance of a win or loss, in plies.
    pub longest: u16,
}

impl Outcomes {
    /// Counts a position.
    pub fn add(&mut self, score: Score) {
        match score {
            score if score.is_win() => self.win += 1,
            score if score.is_loss() => self.loss += 1,
            _ => self.draw += 1,
        }
        self.longest = self.longest.max(score.distance().unwrap_or(0));
    }

    /// The total number of positions.
    pub fn positions(&self) -> usize {
        self.win + self.loss + self.draw
    }
}

/// Writes the statistics of a table.
pub fn statistics<G: Solved>(values: &Values, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped> {
    G::report(values, write, watch)?;
    distances::<G>(values, write, watch)?;
    opening::<G>(values, write);
    let started = Instant::now();
    retrograde::<G>();
    write(format!("time {} microseconds", started.elapsed().as_micros()));
    Ok(())
}

/// Writes the number of positions of each value, then the positions with the longest win or loss, up to symmetry.
fn distances<G: Solved>(values: &Values, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped> {
    // Ordered by distance, draws last.
    let sort_key = |score: Score| (score.distance().unwrap_or(u16::MAX), score);
    let mut histogram: BTreeMap<_, usize> = BTreeMap::new();
    for index in 0..G::SIZE {
        watch.tick()?;
        *histogram.entry(sort_key(value(values, index))).or_default() += 1;
    }
    for ((_, score), positions) in &histogram {
        write(format!("value {} positions {positions}", value_text(*score)));
    }
    let longest = histogram.keys().filter_map(|(_, score)| score.distance()).max();
    for index in 0..G::SIZE {
        watch.tick()?;
        let score = value(values, index);
        if score.distance() == longest && longest.is_some() && is_canonical::<G>(index) {
            let position = G::position(index);
            let code = G::write_code(&position).map(|code| format!(" code {code}")).unwrap_or_default();
            write(format!("longest {} position {}{code}", value_text(score), G::write_position(&position)));
        }
    }
    Ok(())
}

/// Writes the value of the start position and of every first move, for the side to move at the start.
fn opening<G: Solved>(values: &Values, write: &mut dyn FnMut(String)) {
    let mut start = G::start(&G::Rules::default());
    write(format!("start {}", value_text(value(values, G::index(&start)))));
    let mut moves = Vec::new();
    G::legal_moves(&start, &mut moves);
    for mv in moves {
        let name = G::write_move(&start, mv);
        let undo = G::play(&mut start, mv);
        let score = (-value(values, G::index(&start))).add_plies(1);
        G::undo(&mut start, mv, undo);
        write(format!("firstmove {name} {}", value_text(score)));
    }
}

/// The number of positions of each value in each stage of the game that are checked by search.
const CHECKED_PER_VALUE: usize = 3;

/// Proves the table correct and writes what was checked: the consistency of every value with those of its moves, then
/// searches of sample positions.
pub fn verify<G: Solved>(values: &Values, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), SolveError> {
    let mut tick = || Ok::<_, SolveError>(watch.tick()?);
    let value = |index| value(values, index);
    let started = Instant::now();
    let all = check_consistency::<G, _>(value, &mut tick)?;
    let time = started.elapsed().as_micros();
    write(format!("consistent positions {} moves {} time {time} microseconds", all.positions, all.moves));
    let started = Instant::now();
    let some = check_by_search::<G, _>(value, G::CHECK_DEPTH, CHECKED_PER_VALUE, &mut tick)?;
    let time = started.elapsed().as_micros();
    let (depth, nodes) = (G::CHECK_DEPTH, some.nodes);
    let counts = format!("positions {} decided {}", some.positions, some.decided);
    write(format!("searched {counts} depth {depth} nodes {nodes} time {time} microseconds"));
    Ok(())
}
