//! The endgame solver: solves positions with few empty squares exactly, on one thread and with a small cache of its
//! own.
//!
//! All searches have null windows in discs; a wide window is bisected. Move ordering becomes cheaper as the board
//! fills: `deep` sorts moves by their estimated effort, first with trained weights ([`ordering_weights`]), then by the
//! opponent's mobility (fastest first), and caches results; `shallow` orders by parity, and `last_four` has a
//! specialised routine for each number of empty squares. (The stages follow the solvers of Gunnar Andersson and Richard
//! Delorme.)

mod board;
mod cache;
mod deep;
mod last_four;
mod levels;
mod ordering;
pub mod ordering_weights;
mod shallow;
mod stages;

pub use ordering::{effort, odd_quadrants, potential_mobility, weighted_replies};

use super::rules::Position;
use crate::games::common::processor::Processor;
use crate::score::{Score, Window};
use crate::search::stop::{Stopped, Watch};
use board::Board;
use cache::{DeepCache, ShallowCache};
use ordering_weights::OrderingWeights;
use stages::{Search, Stages};

/// The solver of one worker.
pub struct Solver {
    processor: Processor,
    ordering: &'static OrderingWeights,
    deep_cache: DeepCache,
    shallow_cache: ShallowCache,
}

impl Solver {
    /// A solver with empty caches for a processor level that this machine supports.
    pub fn new(processor: Processor) -> Self {
        let ordering = OrderingWeights::shipped();
        Solver { processor, ordering, deep_cache: DeepCache::default(), shallow_cache: ShallowCache::default() }
    }

    /// Empties the caches, so that the next search does not depend on earlier ones.
    pub fn clear(&mut self) {
        self.deep_cache.clear();
        self.shallow_cache.clear();
    }

    /// The exact value of a position from the perspective of the side to move, fail-soft for the window.
    pub fn solve(&mut self, position: &Position, window: Window, watch: &mut Watch) -> Result<Score, Stopped> {
        match self.processor {
            Processor::Baseline(level) => self.search(level, watch).solve(position, window),
            #[cfg(target_arch = "x86_64")]
            Processor::V3(level) => self.search(level, watch).solve(position, window),
            #[cfg(target_arch = "x86_64")]
            Processor::V4(level) => self.search(level, watch).solve(position, window),
        }
    }

    fn search<'a, L>(&'a mut self, level: L, watch: &'a mut Watch) -> Search<'a, L> {
        let Solver { ordering, deep_cache, shallow_cache, .. } = self;
        Search { level, ordering, deep_cache, shallow_cache, shallow_nodes: 0, watch }
    }
}

/// An upper bound on the exact value from the opponent's stable discs, if it does not exceed `alpha`.
pub fn stability_cutoff(position: &Position, alpha: Score) -> Option<Score> {
    let board = Board { own: position.own(), opponent: position.opponent() };
    shallow::stability_cutoff(board, i32::from(alpha.0).div_euclid(100)).map(|bound| Score::cp(100 * bound))
}

impl<L: Stages> Search<'_, L> {
    fn solve(&mut self, position: &Position, window: Window) -> Result<Score, Stopped> {
        // Final margins are even: 64 minus twice the loser's discs. A margin of d discs scores 100·d, so it exceeds
        // alpha if d is above the even number at or below alpha / 100, and reaches beta if d is at or above the even
        // number at or above beta / 100.
        let alpha = 2 * i32::from(window.alpha.0).div_euclid(200);
        let beta = -2 * (-i32::from(window.beta.0)).div_euclid(200);
        let board = Board { own: position.own(), opponent: position.opponent() };
        let (mut lower, mut upper) = (-64, 64);
        while lower < upper && lower < beta && upper > alpha {
            // Bisecting at even values wastes no search on odd ones.
            let middle = ((lower + upper) >> 2) * 2;
            let middle = middle.clamp(alpha.max(lower), (beta - 2).min(upper - 2));
            let value = self.value(board, middle)?;
            if value > middle {
                lower = value;
            } else {
                upper = value;
            }
        }
        Ok(Score::cp(100 * if lower >= beta { lower } else { upper }))
    }

    /// The value of a position in discs, fail-soft for the null window above `alpha`: a lower bound if it exceeds
    /// `alpha`, an upper bound otherwise.
    fn value(&mut self, board: Board, alpha: i32) -> Result<i32, Stopped> {
        let moves = self.level.legal_moves(board.own, board.opponent);
        if board.empty().count_ones() > deep::SHALLOW_EMPTIES {
            self.level.deep(self, board, moves, alpha)
        } else {
            self.watch.tick()?;
            Ok(self.counted_shallow(board, moves, alpha))
        }
    }
}
