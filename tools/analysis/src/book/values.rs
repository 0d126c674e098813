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

/// The value of a move, given the one it had and that of the position it leads to. What is known for certain is not
/// replaced by an estimate.
fn value_of_move(known: BookValue, there: Option<BookValue>) -> BookValue {
    let found = there.map(BookValue::of_move_here);
    found.filter(|found| found.is_exact() || !known.is_exact()).unwrap_or(known)
}

impl<P: Playable> BookGraph<P> {
    /// Takes over the values of the positions after these, and carries theirs back to all positions that lead there.
    pub fn propagate(&mut self, from: impl IntoIterator<Item = NodeId>) {
        // Games of placing come to a position after the same number of plies by every order of moves: with the longest
        // games first, each position is visited once.
        let key = |graph: &Self, id: NodeId| (Reverse(graph.node(id).stones), id);
        let mut waiting: BTreeSet<_> = from.into_iter().map(|id| key(self, id)).collect();
        while let Some((_, id)) = waiting.pop_first() {
            self.update(id);
            let value = value_of(self.node(id));
            for &parent in &self.node(id).parents {
                let mut links = self.node(parent).links.iter().filter(|link| link.child == Some(id));
                if links.any(|link| link.value != value_of_move(link.value, value)) {
                    waiting.insert(key(self, parent));
                }
            }
        }
    }

    /// Brings the values of the moves of a position up to date, and their order.
    fn update(&mut self, id: NodeId) {
        let there = self.node(id).links.iter().map(|link| link.child.and_then(|child| value_of(self.node(child))));
        let there: Vec<_> = there.collect();
        let node = self.node_mut(id);
        for (link, there) in node.links.iter_mut().zip(there) {
            link.value = value_of_move(link.value, there);
        }
        node.sort();
        node.is_solved = is_decided(node) && node.links.first().is_some_and(|best| best.value.is_exact());
    }

    /// Carries all values back, for a book that may have been changed by hand.
    pub fn propagate_all(&mut self) {
        self.propagate(self.ids());
    }
}
