//! Pruning parameters for gomoku: futility margin, and depths and margins of ProbCut.

use crate::search::expert::{Goal, Node, ProbCut};

/// The minimum depth for ProbCut.
const PROBCUT_MIN_DEPTH: i16 = 4;
/// ProbCut's margin above the window in centipoints: a constant, and an increment for each ply saved. It is about one
/// standard deviation: in 714 nodes of self-play searches, values of depths 4 to 8 differed from those of half the
/// depth by 20 to 28 centipoints without bias, and from static values by 33 to 44.
const PROBCUT_MARGIN: [i16; 2] = [10, 3];
/// The margin of reverse futility pruning, in centipoints per ply.
const FUTILITY_MARGIN: i16 = 9;
/// The factor on both margins if a network corrects the evaluation, because its values have a larger variance.
const NETWORK_FACTOR: i16 = 2;

/// The factor on margins with or without a network.
const fn factor(has_network: bool) -> i16 {
    if has_network { NETWORK_FACTOR } else { 1 }
}

/// The margin of reverse futility pruning, in centipoints per ply.
pub(super) const fn futility_margin(has_network: bool) -> i16 {
    FUTILITY_MARGIN * factor(has_network)
}

/// The shallow search that may replace the search of a node, if any.
pub(super) fn probcut(node: &Node, has_network: bool) -> Option<ProbCut> {
    if node.goal != Goal::Heuristic || node.depth < PROBCUT_MIN_DEPTH {
        return None;
    }
    let saved = plies_saved(node.depth);
    let [constant, per_ply] = PROBCUT_MARGIN;
    Some(ProbCut { depth: node.depth - saved, margin: (constant + per_ply * saved) * factor(has_network) })
}

/// The plies saved by a search of about half the depth. An even number, because values alternate between odd and even
/// depths.
fn plies_saved(depth: i16) -> i16 {
    2 * ((depth + 3) / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Window;

    #[test]
    fn the_shallow_search_has_at_most_half_the_depth_and_its_parity() {
        let at = |depth, goal| Node { depth, ply: 1, window: Window::FULL, goal, selectivity: 1, cut_node: false };
        for depth in PROBCUT_MIN_DEPTH..=127 {
            let cut = probcut(&at(depth, Goal::Heuristic), true).map_or(-1, |cut| cut.depth);
            assert!((1..=depth / 2).contains(&cut) && cut >= depth / 2 - 1, "{depth}: {cut}");
            assert_eq!((depth - cut) % 2, 0, "{depth}: {cut}");
            assert!([Goal::Mate, Goal::Solve].iter().all(|&goal| probcut(&at(depth, goal), true).is_none()));
        }
        assert!(probcut(&at(PROBCUT_MIN_DEPTH - 1, Goal::Heuristic), true).is_none());
    }
}
