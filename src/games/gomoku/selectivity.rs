//! The margins of pruning for gomoku, and ProbCut's numbers: from which depth on, how shallow, and how sure.
//!
//! Must not know: the core, evaluation, positions.

use crate::search::expert::{Goal, Node, ProbCut};

/// Least depth at which a shallow search may stand for a deep one.
const LEAST_DEPTH: i16 = 4;
/// What the shallow value must lie above the window, in centipoints: a constant part, and one for each ply that is
/// saved. That is about a standard deviation of the difference: of 714 nodes of searches against oneself, deep values
/// differed from those of half the depth by 20 to 28 centipoints at depths of 4 to 8, with no bias; from static values
/// by 33 to 44.
const MARGIN: [i16; 2] = [10, 3];
/// Centipoints a ply by which the static value must lie above the window for a node to be cut.
const FUTILITY: i16 = 9;
/// How much more of both the values need that a network corrects: they go further from 0, and move more.
const NETWORK_FACTOR: i16 = 2;

/// By how much margins are greater if a network corrects the evaluation.
const fn factor(has_network: bool) -> i16 {
    if has_network { NETWORK_FACTOR } else { 1 }
}

/// The margin of futility, in centipoints a ply.
pub(super) const fn futility(has_network: bool) -> i16 {
    FUTILITY * factor(has_network)
}

/// Whether and how a shallow search may stand for the one asked for.
pub(super) fn probcut(node: &Node, has_network: bool) -> Option<ProbCut> {
    if node.goal != Goal::Heuristic || node.depth < LEAST_DEPTH {
        return None;
    }
    let saved = saved(node.depth);
    let [constant, by_ply] = MARGIN;
    Some(ProbCut { depth: node.depth - saved, margin: (constant + by_ply * saved) * factor(has_network) })
}

/// Plies that a search of half the depth saves; an even number, for values swing between odd and even depths.
fn saved(depth: i16) -> i16 {
    2 * ((depth + 3) / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Window;

    #[test]
    fn the_shallow_search_has_at_most_half_the_depth_and_its_parity() {
        let at = |depth, goal| Node { depth, ply: 1, window: Window::FULL, goal, selectivity: 1, cut_node: false };
        for depth in LEAST_DEPTH..=127 {
            let cut = probcut(&at(depth, Goal::Heuristic), true).map_or(-1, |cut| cut.depth);
            assert!((1..=depth / 2).contains(&cut) && cut >= depth / 2 - 1, "{depth}: {cut}");
            assert_eq!((depth - cut) % 2, 0, "{depth}: {cut}");
            assert!([Goal::Mate, Goal::Exact].iter().all(|&goal| probcut(&at(depth, goal), true).is_none()));
        }
        assert!(probcut(&at(LEAST_DEPTH - 1, Goal::Heuristic), true).is_none());
    }
}
