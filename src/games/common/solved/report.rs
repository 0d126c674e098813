//! Reports on a solved table: figures that every solved game has, and the proof.
//!
//! A line is words and whole numbers. `positions` counts each position with one side to move only, as the table does.
//! Must not know: any particular game, wire syntax.

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

/// The value of the positions with an index, whichever side is to move.
pub fn value(values: &Values, index: usize) -> Score {
    values.score(Side::X, index)
}

/// Whether a position stands for those that are like it but for a symmetry of the board.
pub fn is_canonical<G: Indexed>(index: usize) -> bool {
    let position = G::position(index);
    (1..8).all(|symmetry| G::index(&G::transform(&position, symmetry)) >= index)
}

/// Wins, losses and draws among some positions, and the longest win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Positions won by the side to move.
    pub win: usize,
    /// Positions lost by it.
    pub loss: usize,
    /// Drawn ones.
    pub draw: usize,
    /// The greatest distance of a win or loss, in plies.
    pub longest: u16,
}

impl Outcomes {
    /// Counts one more.
    pub fn add(&mut self, score: Score) {
        match score {
            score if score.is_win() => self.win += 1,
            score if score.is_loss() => self.loss += 1,
            _ => self.draw += 1,
        }
        self.longest = self.longest.max(score.distance().unwrap_or(0));
    }

    /// All positions.
    pub fn positions(&self) -> usize {
        self.win + self.loss + self.draw
    }
}

/// Tells what the table says about the game.
pub fn figures<G: Solved>(values: &Values, tell: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped> {
    G::report(values, tell, watch)?;
    distances::<G>(values, tell, watch)?;
    opening::<G>(values, tell);
    let begun = Instant::now();
    retrograde::<G>();
    tell(format!("time {} microseconds", begun.elapsed().as_micros()));
    Ok(())
}

/// How many positions there are of each value, and, up to symmetry, those of the longest win.
fn distances<G: Solved>(values: &Values, tell: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped> {
    // By distance, draws last.
    let place = |score: Score| (score.distance().unwrap_or(u16::MAX), score);
    let mut histogram: BTreeMap<_, usize> = BTreeMap::new();
    for index in 0..G::SIZE {
        watch.tick()?;
        *histogram.entry(place(value(values, index))).or_default() += 1;
    }
    for ((_, score), positions) in &histogram {
        tell(format!("value {} positions {positions}", value_text(*score)));
    }
    let longest = histogram.keys().filter_map(|(_, score)| score.distance()).max();
    for index in 0..G::SIZE {
        watch.tick()?;
        let score = value(values, index);
        if score.distance() == longest && longest.is_some() && is_canonical::<G>(index) {
            let position = G::position(index);
            let code = G::write_code(&position).map(|code| format!(" code {code}")).unwrap_or_default();
            tell(format!("longest {} position {}{code}", value_text(score), G::write_position(&position)));
        }
    }
    Ok(())
}

/// The value of the start position and of every first move, for the side that makes it.
fn opening<G: Solved>(values: &Values, tell: &mut dyn FnMut(String)) {
    let mut start = G::start(&G::Rules::default());
    tell(format!("start {}", value_text(value(values, G::index(&start)))));
    let mut moves = Vec::new();
    G::legal_moves(&start, &mut moves);
    for mv in moves {
        let name = G::write_move(&start, mv);
        let undo = G::play(&mut start, mv);
        let score = (-value(values, G::index(&start))).deeper(1);
        G::undo(&mut start, mv, undo);
        tell(format!("firstmove {name} {}", value_text(score)));
    }
}

/// How many positions of every value in every stage of the game are searched.
const CHECK_EACH: usize = 3;

/// Proves the table right.
pub fn verify<G: Solved>(values: &Values, tell: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), SolveError> {
    let mut tick = || Ok::<_, SolveError>(watch.tick()?);
    let value = |index| value(values, index);
    let begun = Instant::now();
    let all = check_consistency::<G, _>(value, &mut tick)?;
    let time = begun.elapsed().as_micros();
    tell(format!("consistent positions {} moves {} time {time} microseconds", all.positions, all.moves));
    let begun = Instant::now();
    let some = check_by_search::<G, _>(value, G::CHECK_DEPTH, CHECK_EACH, &mut tick)?;
    let time = begun.elapsed().as_micros();
    let (depth, nodes) = (G::CHECK_DEPTH, some.nodes);
    let counts = format!("positions {} decided {}", some.positions, some.decided);
    tell(format!("searched {counts} depth {depth} nodes {nodes} time {time} microseconds"));
    Ok(())
}
