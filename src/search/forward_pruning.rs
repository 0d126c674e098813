//! Forward pruning by static evaluation and move order: reverse futility pruning and late move pruning.

use super::expert::{Expert, Goal, Node, Pos};
use super::params::{LateMovePruning, ReverseFutility};
use super::worker::Worker;
use crate::score::{Score, Window};

impl<E: Expert> Worker<E> {
    /// Whether a node may be pruned by heuristics, singular extensions included: in selective searches for the
    /// heuristic value, up to `max_depth`, away from proven scores and threats.
    pub(super) fn may_prune(&self, position: &Pos<E>, node: &Node, max_depth: i16) -> bool {
        let Window { alpha, beta } = node.window;
        node.depth <= max_depth
            && node.goal == Goal::Heuristic
            && self.is_selective()
            && !alpha.is_proven()
            && !beta.is_proven()
            && !self.expert.is_threatened(position)
    }

    /// Reverse futility pruning (static null move pruning): the static evaluation, if it exceeds beta by a margin that
    /// grows with depth.
    pub(super) fn reverse_futility(&mut self, position: &Pos<E>, node: &Node) -> Option<Score> {
        let ReverseFutility { max_depth, margin } = self.params.reverse_futility;
        if !self.may_prune(position, node, max_depth) {
            return None;
        }
        let static_eval = self.static_eval(position, node.ply);
        (static_eval.shifted(-margin * i32::from(node.depth)) >= node.window.beta).then_some(static_eval)
    }

    /// Late move pruning (move count pruning): the number of moves after which the others are skipped; `None` for no
    /// limit.
    pub(super) fn late_move_limit(&self, position: &Pos<E>, node: &Node) -> Option<usize> {
        let LateMovePruning { max_depth, base, per_depth, not_improving_percent } = self.params.late_move_pruning;
        let percent = if self.is_improving(node.ply) { 100 } else { not_improving_percent };
        let hundredths = base * 100 + per_depth * i32::from(node.depth);
        self.may_prune(position, node, max_depth).then_some((hundredths * percent / 10_000) as usize)
    }
}
