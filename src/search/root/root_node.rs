//! The search of the root node.

use super::root_moves::{RootMove, RootMoves};
use crate::game::PackedMove;
use crate::score::{Bound, Score, Window};
use crate::search::expert::{Expert, Goal, Mv, Node, Pos, ScoredMove};
use crate::search::move_loop::{BestMove, MoveLoop, PickedMove, UNPROVEN_LOSS};
use crate::search::stop::Stopped;
use crate::search::worker::Worker;

impl<E: Expert> Worker<E> {
    /// Searches the root moves from `pv_index` on. The best one moves to `pv_index` as soon as it is found, so that the
    /// order is right whenever the search is stopped.
    pub(super) fn search_root_node(
        &mut self,
        position: &mut Pos<E>,
        root_moves: &mut RootMoves<Mv<E>>,
        pv_index: usize,
        window: Window,
    ) -> Result<Score, Stopped> {
        let node = self.node(window, i16::from(self.iteration.depth), 0);
        let mut state = MoveLoop::new(window);
        self.enter_node(0);
        self.update_improving(position, 0);
        while pv_index + state.move_count < root_moves.moves.len() && !state.is_cutoff() {
            let index = pv_index + state.move_count;
            if index >= root_moves.active.max(pv_index + 1) {
                let is_loss = state.best.score.is_loss();
                if self.iteration.goal == Goal::Mate || !is_loss || state.window.alpha >= UNPROVEN_LOSS {
                    break;
                }
                // Every candidate loses, which proves a loss only after all other moves have been searched, too.
                root_moves.active = root_moves.moves.len();
            }
            if self.can_split(&node, state.move_count, root_moves.active - pv_index) {
                self.split_root_node(position, &node, root_moves, pv_index, &mut state)?;
                continue;
            }
            let scored = ScoredMove { mv: root_moves.moves[index].mv, score: 0 };
            let picked = PickedMove { scored, index: state.move_count, window: state.window };
            let score = self.search_move::<true>(position, &node, &picked)?;
            root_moves.moves[index].is_losing |= score.is_loss();
            state.move_count += 1;
            // The first move's score counts even when it fails low, since it decides how the aspiration window is
            // widened.
            if state.update(score, scored.mv.to_bits()) || index == pv_index {
                self.update_pv(0, scored.mv);
                self.update_root_move(&mut root_moves.moves[index], score, window.bound_of(score));
                root_moves.promote(index, pv_index);
            }
        }
        Ok(self.finish_root_node(position, &node, root_moves, pv_index, &state))
    }

    /// Records and stores the score of the root node after its moves have been searched, and returns it.
    fn finish_root_node(
        &mut self,
        position: &Pos<E>,
        node: &Node,
        root_moves: &mut RootMoves<Mv<E>>,
        pv_index: usize,
        state: &MoveLoop,
    ) -> Score {
        let MoveLoop { best: BestMove { mut score, mv }, move_count, .. } = *state;
        // A loss of the candidates alone is not proven; the search has failed low and the window is widened.
        let all_searched = pv_index + move_count >= root_moves.moves.len() && !state.is_cutoff();
        let is_unproven_loss = score.is_loss() && !all_searched && self.iteration.goal != Goal::Mate;
        if is_unproven_loss {
            score = UNPROVEN_LOSS;
        }
        if is_unproven_loss || score <= node.window.alpha {
            // No move searched is better than this.
            root_moves.moves[pv_index].line.score = score;
        }
        if pv_index == 0 && !root_moves.is_restricted {
            let key = self.tt_key(position);
            self.tt.store(key, score, node.window.bound_of(score), mv, self.draft(node.depth));
        }
        score
    }

    /// Searches the remaining active root moves together with idle workers.
    fn split_root_node(
        &mut self,
        position: &mut Pos<E>,
        node: &Node,
        root_moves: &mut RootMoves<Mv<E>>,
        pv_index: usize,
        state: &mut MoveLoop,
    ) -> Result<(), Stopped> {
        let in_order = |(index, root): (usize, &RootMove<Mv<E>>)| ScoredMove { mv: root.mv, score: -(index as i32) };
        let active = &root_moves.moves[pv_index..root_moves.active];
        let mut moves: Vec<_> = active.iter().enumerate().map(in_order).collect();
        let alpha = state.window.alpha;
        let outcome = self.search_split::<true>(position, node, &mut moves, state);
        for root in &mut root_moves.moves {
            root.is_losing |= outcome.losing_moves.contains(&root.mv);
        }
        let BestMove { score, mv } = state.best;
        let best = root_moves.moves.iter().position(|root| root.mv.to_bits() == mv).filter(|_| score > alpha);
        if let Some(index) = best {
            self.update_root_move(&mut root_moves.moves[index], score, node.window.bound_of(score));
            root_moves.promote(index, pv_index);
        }
        if outcome.is_stopped { Err(Stopped) } else { Ok(()) }
    }

    /// Sets the line of a root move to its score and the principal variation just searched.
    fn update_root_move(&mut self, root: &mut RootMove<Mv<E>>, score: Score, bound: Bound) {
        // A proven score is exact whatever the window was.
        let bound = if score.is_proven() { Bound::Exact } else { bound };
        root.line.score = score;
        root.line.bound = bound;
        root.line.selectivity = if self.iteration.goal == Goal::Solve { self.iteration.selectivity } else { 0 };
        root.line.is_solved = bound == Bound::Exact && self.iteration.solves();
        root.line.depth = u16::from(self.iteration.depth);
        root.line.seldepth = self.seldepth.max(1);
        root.line.pv.truncate(1);
        if bound != Bound::Upper {
            root.line.pv.clone_from(&self.stack[0].pv);
        }
        if bound == Bound::Exact {
            root.last_exact = root.line.clone();
        }
    }
}
