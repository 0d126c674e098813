//! Which move of the book matters most: drop-out expansion.
//!
//! A book serves a player who makes its best moves, against any replies. So for each side a line counts only if that
//! side makes no worse move than the best one. The cost of a line is one for each ply, and `weight` for each hundred
//! centidiscs or centipoints that the other side loses by not making its best moves. The end of the cheapest line is
//! searched next (after Lincke 2000, section 4). The cost takes no account of how the line came about: of several
//! orders of the moves the cheapest counts.

use super::book_graph::{BookGraph, Link, NodeId};
use quartet::game::{Game, Side};
use quartet::games::playable::{MoveOf as Move, Playable};

/// The cost of a ply. A loss of one centidisc or centipoint costs `weight`.
const PLY: u64 = 100;

/// Where the book is to grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth<M> {
    /// At the position after this move, which is not in the book.
    Leaf(NodeId, M),
    /// In this position, whose listed moves all lead to positions in the book: the best of the other moves.
    Width(NodeId),
}

/// The costs of the positions, for the books of X and of O; `None` if that side does not go there.
type Costs = Vec<[Option<u64>; 2]>;

impl<P: Playable> BookGraph<P> {
    /// The places where the book can grow, with their costs, cheapest first; of equally cheap ones the first in the
    /// order of the texts and moves. Positions and moves with exact values need no growth.
    pub fn growth(&self, weight: u64) -> Vec<(u64, Growth<Move<P>>)> {
        let costs = self.costs(weight);
        let mut found: Vec<(u64, &str, usize, Growth<Move<P>>)> = Vec::new();
        for id in self.ids().filter(|id| !self.node(*id).is_solved) {
            let node = self.node(id);
            let reach = |link| cheapest(&self.costs_after(&costs, id, link, weight));
            let leaves = node.links.iter().enumerate().filter(|(_, link)| link.child.is_none());
            for (rank, link) in leaves.clone().filter(|(_, link)| !link.value.is_exact()) {
                let growth = Growth::Leaf(id, link.mv);
                found.extend(reach(link).map(|cost| (cost, &node.text[..], rank, growth)));
            }
            if leaves.count() == 0 && !node.lists_all_moves() {
                // The moves left out are at most as good as the worst one listed was when it was searched.
                let cost = node.links.last().and_then(reach);
                found.extend(cost.map(|cost| (cost, &node.text[..], node.links.len(), Growth::Width(id))));
            }
        }
        found.sort_by_key(|(cost, text, rank, _)| (*cost, *text, *rank));
        found.into_iter().map(|(cost, _, _, growth)| (cost, growth)).collect()
    }

    /// The cost of the cheapest line to each position. Lines begin at the positions to which none leads.
    fn costs(&self, weight: u64) -> Costs {
        let mut costs: Costs = vec![[None; 2]; self.len()];
        let mut order: Vec<NodeId> = self.ids().collect();
        order.sort_by_key(|id| self.node(*id).stones);
        for id in order.iter().filter(|id| self.node(**id).parents.is_empty()) {
            costs[id.index()] = [Some(0); 2];
        }
        for &id in &order {
            self.spread(&mut costs, id, weight);
        }
        costs
    }

    /// Hands the costs of a position on to those after it. A pass leads to a position with as many stones, which may
    /// have had its turn already.
    fn spread(&self, costs: &mut Costs, id: NodeId, weight: u64) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            for link in &self.node(id).links {
                let (Some(child), after) = (link.child, self.costs_after(costs, id, link, weight)) else { continue };
                let known = &mut costs[child.index()];
                let before = *known;
                for (known, cost) in known.iter_mut().zip(after) {
                    *known = [*known, cost].into_iter().flatten().min();
                }
                if *known != before && self.node(child).stones == self.node(id).stones {
                    waiting.push(child);
                }
            }
        }
    }

    /// The costs after a move.
    fn costs_after(&self, costs: &Costs, id: NodeId, link: &Link<Move<P>>, weight: u64) -> [Option<u64>; 2] {
        let node = self.node(id);
        let best = node.links.first().map_or(link.value, |best| best.value);
        let loss = u64::from(best.score().0.abs_diff(link.value.score().0));
        let mover = P::Game::side(&node.position);
        [Side::X, Side::O].map(|side| {
            let cost = costs[id.index()][side.index()]?;
            (side != mover || loss == 0).then(|| cost + PLY + weight * loss)
        })
    }
}

/// The smaller of the costs for the two sides.
fn cheapest(costs: &[Option<u64>; 2]) -> Option<u64> {
    costs.iter().flatten().min().copied()
}
