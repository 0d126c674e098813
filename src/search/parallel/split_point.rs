//! A node whose moves several workers search.

use crate::game::PackedMove;
use crate::score::Score;
use crate::search::expert::{Iteration, Node, ScoredMove};
use crate::search::move_loop::{MoveLoop, PickedMove};
use crate::search::move_ordering::pick_move;
use crate::search::stop::StopToken;
use crate::sync::Mutex;
use std::sync::Arc;

/// A node whose moves several workers search.
pub(in crate::search) struct SplitPoint<M> {
    /// The innermost split point above it.
    pub parent: Option<Arc<SplitPoint<M>>>,
    /// The moves from the root to the node.
    pub line: Vec<M>,
    pub node: Node,
    pub iteration: Iteration,
    /// Whether the node is inside the reduced search of a ProbCut.
    pub is_in_probcut: bool,
    /// Whether the node has an open window.
    pub is_pv: bool,
    /// Raised by a cutoff, and when the owner leaves.
    pub stop: StopToken,
    pub state: Mutex<SplitState<M>>,
}

/// The part of a split point that changes.
pub(in crate::search) struct SplitState<M> {
    /// The moves; those before the move count of `move_loop` have been picked.
    pub moves: Vec<ScoredMove<M>>,
    pub move_loop: MoveLoop,
    /// Number of picked moves whose search has not finished.
    pub in_progress: usize,
    /// The variation of the best move; empty while no move has improved on the best one before the split.
    pub pv: Vec<M>,
    /// The maximum ply reached.
    pub seldepth: u16,
    /// Moves proven to lose.
    pub losing_moves: Vec<M>,
}

impl<M: PackedMove> SplitPoint<M> {
    /// Picks the next move, if one remains and none has caused a cutoff.
    pub(super) fn pick(&self) -> Option<PickedMove<M>> {
        let mut state = self.state.lock();
        let index = state.move_loop.move_count;
        if index == state.moves.len() || self.stop.is_set() {
            return None;
        }
        let scored = pick_move(&mut state.moves, index);
        state.move_loop.move_count += 1;
        state.in_progress += 1;
        Some(PickedMove { scored, index, window: state.move_loop.window })
    }

    /// Takes the score of a picked move into account; `child_pv` is the variation after it.
    pub(super) fn update(&self, mv: M, score: Score, child_pv: &[M], seldepth: u16) {
        let mut state = self.state.lock();
        state.in_progress -= 1;
        state.seldepth = state.seldepth.max(seldepth);
        if score.is_loss() {
            state.losing_moves.push(mv);
        }
        if state.move_loop.update(score, mv.to_bits()) {
            state.pv.clear();
            state.pv.push(mv);
            state.pv.extend_from_slice(child_pv);
        }
        if state.move_loop.is_cutoff() {
            self.stop.stop();
        }
    }

    /// Returns a picked move whose search has not finished.
    pub(super) fn put_back(&self, mv: M) {
        let mut state = self.state.lock();
        state.in_progress -= 1;
        state.move_loop.move_count -= 1;
        let last = state.move_loop.move_count;
        if let Some(index) = state.moves.iter().position(|scored| scored.mv == mv) {
            state.moves.swap(index, last);
        }
    }

    /// Whether a move can be picked.
    pub(super) fn has_moves(&self) -> bool {
        let state = self.state.lock();
        state.move_loop.move_count < state.moves.len() && !self.stop.is_set()
    }

    /// Whether every move has been picked and other workers are still searching some.
    pub(super) fn waits_for_helpers(&self) -> bool {
        let state = self.state.lock();
        state.in_progress > 0 && state.move_loop.move_count == state.moves.len() && !self.stop.is_set()
    }

    /// Whether this split point is in the subtree of `other`.
    pub(super) fn is_below(&self, other: &SplitPoint<M>) -> bool {
        let mut ancestors = std::iter::successors(self.parent.as_deref(), |point| point.parent.as_deref());
        ancestors.any(|point| std::ptr::eq(point, other))
    }
}
