//! The leaf solver: finishes positions with few empty squares exactly, alone, with a small table of its own.
//!
//! All search below is with null windows in discs; an open window is answered by halving it. The more squares are
//! empty, the more care is taken about the order of moves: `middle` sorts them by the replies they leave ("fastest
//! first") and remembers what it has proven, `shallow` tries odd regions first ("parity"), and in `last` the last
//! squares are counted out in place (the stages of Gunnar Andersson's and Richard Delorme's solvers).
//!
//! Must not know: the core and its tables, the evaluation.

mod cache;
mod last;
mod middle;
mod ordering;
mod shallow;
mod stages;

pub use ordering::{effort, odd_quadrants};

use super::rules::Position;
use crate::games::common::processor::Processor;
use crate::score::{Score, Window};
use crate::search::stop::{Stopped, Watch};
use cache::Cache;
use stages::Stages;

/// One worker's solver.
pub struct Solver {
    processor: Processor,
    cache: Cache,
}

impl Solver {
    /// A solver that knows nothing yet; `processor` as detected, or a lower level for comparison.
    pub fn new(processor: Processor) -> Self {
        Solver { processor, cache: Cache::default() }
    }

    /// Forgets all positions, so that the nodes of the next search depend on nothing before it.
    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// The exact value of a position from the side to move, fail-soft in the given window.
    pub fn solve(&mut self, position: &Position, window: Window, watch: &mut Watch) -> Result<Score, Stopped> {
        match self.processor {
            Processor::Any(level) => Search { level, cache: &mut self.cache, watch }.solve(position, window),
            #[cfg(target_arch = "x86_64")]
            Processor::V3(level) => Search { level, cache: &mut self.cache, watch }.solve(position, window),
            #[cfg(target_arch = "x86_64")]
            Processor::V4(level) => Search { level, cache: &mut self.cache, watch }.solve(position, window),
        }
    }
}

/// An upper bound on the exact value that does not exceed `alpha`, if the opponent's stable discs give one.
pub fn ceiling(position: &Position, alpha: Score) -> Option<Score> {
    let board = Board { own: position.own(), opponent: position.opponent() };
    shallow::stable_bound(board, i32::from(alpha.0).div_euclid(100)).map(|most| Score::cp(100 * most))
}

/// A running search on a level of processors.
struct Search<'a, L> {
    level: L,
    cache: &'a mut Cache,
    watch: &'a mut Watch,
}

/// A position from the player who moves.
#[derive(Clone, Copy, Default)]
struct Board {
    own: u64,
    opponent: u64,
}

impl Board {
    #[inline(always)]
    fn empty(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The other player to move.
    #[inline(always)]
    fn passed(self) -> Board {
        Board { own: self.opponent, opponent: self.own }
    }

    /// After a disc on the square `bit` that flips `flipped`.
    #[inline(always)]
    fn after(self, bit: u64, flipped: u64) -> Board {
        Board { own: self.opponent ^ flipped, opponent: self.own ^ flipped ^ bit }
    }

    /// Final disc difference, empties to the winner.
    #[inline(always)]
    fn margin(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        difference + difference.signum() * self.empty().count_ones() as i32
    }
}

impl<L: Stages> Search<'_, L> {
    fn solve(&mut self, position: &Position, window: Window) -> Result<Score, Stopped> {
        // A margin of d discs scores 100·d and is even, for it is 64 less twice the loser's discs: it exceeds alpha
        // when d > the even number at or below alpha / 100, and reaches beta when d >= the even number at or above beta
        // / 100.
        let alpha = 2 * i32::from(window.alpha.0).div_euclid(200);
        let beta = -2 * (-i32::from(window.beta.0)).div_euclid(200);
        let board = Board { own: position.own(), opponent: position.opponent() };
        let (mut least, mut most) = (-64, 64);
        while least < most && least < beta && most > alpha {
            // Even, too, so that halving wastes no step on odd values.
            let middle = ((least + most) >> 2) * 2;
            let middle = middle.clamp(alpha.max(least), (beta - 2).min(most - 2));
            let value = self.value(board, middle)?;
            if value > middle {
                least = value;
            } else {
                most = value;
            }
        }
        Ok(Score::cp(100 * if least >= beta { least } else { most }))
    }

    /// Whether the value of a position exceeds `alpha` discs, and by how much at least, or what it is at most.
    fn value(&mut self, board: Board, alpha: i32) -> Result<i32, Stopped> {
        let moves = self.level.mobility(board.own, board.opponent);
        if board.empty().count_ones() > middle::LEAST {
            self.level.middle(self, board, moves, alpha)
        } else {
            self.watch.tick()?;
            let mut nodes = 0;
            let value = self.level.shallow(board, moves, alpha, odd_quadrants(board.empty()), &mut nodes);
            self.watch.spend(nodes);
            Ok(value)
        }
    }
}
