//! ProbCut's numbers for gomoku: from which depth on, how shallow, and how sure.
//!
//! Must not know: the core, evaluation, positions.

use crate::search::knowledge::{At, Goal, ProbCut};

/// Least depth at which a shallow search may stand for a deep one.
const LEAST_DEPTH: i16 = 4;
/// What the shallow value must lie above the window, in centipoints: a constant part, and one for each ply that is saved.
/// That is about a standard deviation of the difference: of 714 nodes of searches against oneself, deep values differed from
/// those of half the depth by 20 to 28 centipoints at depths of 4 to 8, with no bias; from static values by 33 to 44.
const MARGIN: [i16; 2] = [10, 3];

/// Whether and how a shallow search may stand for the one asked for.
pub fn probcut(at: &At) -> Option<ProbCut> {
    if at.goal != Goal::Value || at.depth < LEAST_DEPTH {
        return None;
    }
    let saved = saved(at.depth);
    let [constant, by_ply] = MARGIN;
    Some(ProbCut { depth: at.depth - saved, margin: constant + by_ply * saved })
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
        let at = |depth, goal| At { depth, ply: 1, window: Window::FULL, goal, selectivity: 1 };
        for depth in LEAST_DEPTH..=127 {
            let cut = probcut(&at(depth, Goal::Value)).map_or(-1, |cut| cut.depth);
            assert!((1..=depth / 2).contains(&cut) && cut >= depth / 2 - 1, "{depth}: {cut}");
            assert_eq!((depth - cut) % 2, 0, "{depth}: {cut}");
            assert!(probcut(&at(depth, Goal::Mate)).is_none() && probcut(&at(depth, Goal::Exact)).is_none());
        }
        assert!(probcut(&at(LEAST_DEPTH - 1, Goal::Value)).is_none());
    }
}
