//! How the search is carried out, and what it has done.

use quartet::games::gomoku::Point;

/// The greatest number of quiet moves on a line of the proof.
pub const MAX_QUIET: usize = 8;

/// How the search is carried out.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Budgets of nodes for the threat searches after a reply, from the first to the last try; the last one is for the
    /// second effort only.
    pub budgets: Vec<u64>,
    /// Budgets of nodes for the threat searches that tell which quiet moves threaten to win.
    pub threat_budgets: Vec<u64>,
    /// The number of quiet moves tried in a position with the second effort, by the number of quiet moves that may
    /// follow. With the first effort, it is one if any may follow.
    pub widths: [usize; MAX_QUIET + 1],
    /// The number of nodes of the engine's search that proposes the last quiet move of a line; four times as many for
    /// each further one that may follow.
    pub guide_nodes: u64,
    /// Moves to try first in the first position, before that of the engine's search.
    pub first_moves: Vec<Point>,
    /// The depth in plies to which progress is printed.
    pub verbose: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            budgets: vec![300, 3_000, 20_000, 100_000, 500_000],
            threat_budgets: vec![4_000, 50_000],
            widths: [32, 8, 5, 4, 3, 3, 3, 3, 3],
            guide_nodes: 50_000,
            first_moves: Vec::new(),
            verbose: 1,
        }
    }
}

/// What has been done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Quiet moves tried.
    pub quiet_moves: u64,
    /// Quiet moves that did not win.
    pub failed: u64,
    /// Threat searches.
    pub searches: u64,
    /// Nodes of the threat searches.
    pub nodes: u64,
}
