//! Values, carried from the ends of the book back to its start.
//!
//! The value of a position is that of its best move; the value of a move to a position in the book follows from that
//! position's value. A value is exact only if nothing can change it: the position is solved, its best move wins, or all
//! its legal moves are listed with exact values. Otherwise the best known value is an estimate, even if it is exact as
//! the value of the move: a move that is not listed may be better.

use super::book_graph::{BookGraph, Node, NodeId};
use quartet::engine::book::BookValue;
use quartet::game::Game;
use quartet::games::playable::Playable;
use quartet::score::Score;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The value of a position for the side to move, given those of its moves; `None` if it has none.
pub fn value_of<G: Game>(node: &Node<G>) -> Option<BookValue> {
    let best = node.links.first()?.value;
    if !best.is_exact() || is_decided(node) {
        return Some(best);
    }
    // What a proven loss becomes if other moves may save the game: as bad as an estimate can be.
    let limit = Score::ESTIMATE_LIMIT;
    let estimate = Score(best.score().0.clamp(-limit, limit));
    let depth = node.links.iter().filter_map(|link| link.value.depth()).max();
    Some(BookValue::estimate(estimate, depth.unwrap_or(1)))
}

/// Whether the best move has the game-theoretic value of the position.
fn is_decided<G: Game>(node: &Node<G>) -> bool {
    let wins = node.links.first().is_some_and(|best| best.value.score().is_win());
    let all_exact = || node.links.iter().all(|link| link.value.is_exact());
    node.is_solved || wins || node.lists_all_moves() && all_exact()
}

impl<P: Playable> BookGraph<P> {
    /// Carries the values of these positions back to all positions that lead there.
    pub fn propagate(&mut self, from: impl IntoIterator<Item = NodeId>) {
        // Games of placing come to a position after the same number of plies by every order of moves: with the longest
        // games first, each position is visited once.
        let key = |graph: &Self, id: NodeId| (Reverse(graph.node(id).stones), id);
        let mut waiting: BTreeSet<_> = from.into_iter().map(|id| key(self, id)).collect();
        while let Some((_, id)) = waiting.pop_first() {
            let node = self.node_mut(id);
            node.sort();
            node.is_solved = is_decided(node) && node.links.first().is_some_and(|best| best.value.is_exact());
            let Some(value) = value_of(node).map(BookValue::of_move_here) else { continue };
            for parent in self.node(id).parents.clone() {
                let mut has_changed = false;
                for link in self.node_mut(parent).links.iter_mut().filter(|link| link.child == Some(id)) {
                    // What is known for certain is not replaced by an estimate.
                    if link.value != value && (value.is_exact() || !link.value.is_exact()) {
                        link.value = value;
                        has_changed = true;
                    }
                }
                if has_changed {
                    waiting.insert(key(self, parent));
                }
            }
        }
    }

    /// Carries all values back, for a book that may have been changed by hand.
    pub fn propagate_all(&mut self) {
        self.propagate(self.ids());
    }
}
