//! The state of a move loop: best move so far, window, number of moves searched. The loop itself is in `alphabeta` and,
//! for the root, in `root`; threads that share a split point share its state.

use super::expert::ScoredMove;
use super::transposition_table::NO_MOVE;
use crate::score::{Score, Window};

/// Score of a node whose searched moves all lose while unsearched legal moves remain, so that the loss is not proven.
pub(super) const UNPROVEN_LOSS: Score = Score(-Score::HEURISTIC_LIMIT);

/// The best move of a node and its score.
#[derive(Clone, Copy)]
pub(super) struct BestMove {
    pub score: Score,
    /// The packed move, or `NO_MOVE`.
    pub mv: u16,
}

/// The state of a move loop.
#[derive(Clone, Copy)]
pub(super) struct MoveLoop {
    pub best: BestMove,
    /// The window of the next move; alpha rises with the best score.
    pub window: Window,
    /// Number of moves picked so far.
    pub move_count: usize,
}

impl MoveLoop {
    /// The state before the first move.
    pub(super) fn new(window: Window) -> Self {
        MoveLoop { best: BestMove { score: -Score::INFINITE, mv: NO_MOVE }, window, move_count: 0 }
    }

    /// Updates the best move and alpha with the score of a searched move. Returns whether it raises alpha.
    pub(super) fn update(&mut self, score: Score, mv: u16) -> bool {
        if score <= self.best.score {
            return false;
        }
        self.best = BestMove { score, mv };
        let raises_alpha = score > self.window.alpha;
        self.window.alpha = self.window.alpha.max(score);
        raises_alpha
    }

    /// Whether the best score reaches beta.
    pub(super) fn is_cutoff(&self) -> bool {
        self.best.score >= self.window.beta
    }
}

/// A move picked to be searched.
pub(super) struct PickedMove<M> {
    pub scored: ScoredMove<M>,
    /// Number of moves of the node picked before it; 0 for the first.
    pub index: usize,
    pub window: Window,
}
