//! How deeply positions are searched.

use quartet::engine::GoParameters;
use quartet::game::Side;
use serde::{Deserialize, Serialize};

/// The settings of an analysis. Two analyses with the same settings, one thread, and no limit of time give the same
/// values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The limit of each search.
    pub limit: Limit,
    /// Othello: positions with at most this many empty squares are solved, whatever the limit.
    pub exact_empties: u32,
    /// Search threads.
    pub threads: usize,
    /// The size of the hash table in MiB.
    pub hash: usize,
}

/// The limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// 16 plies; in Gomoku, whose games need more time for a ply, 12.
    Default,
    /// Plies, or one more; see [`Limit::parameters`].
    Depth(u64),
    /// Milliseconds.
    Movetime(u64),
    /// Nodes.
    Nodes(u64),
}

impl Limit {
    /// The limit without [`Limit::Default`], which depends on the variant.
    pub fn of_variant(self, variant: &str) -> Limit {
        match (self, variant) {
            (Limit::Default, "gomoku") => Limit::Depth(12),
            (Limit::Default, _) => Limit::Depth(16),
            (other, _) => other,
        }
    }

    /// The parameters of a search with this limit for this side to move.
    ///
    /// Depths are even for x and odd for o, if need be one more than asked for, so that all searches of a game end with
    /// the same side to move. Evaluations favour the side to move more or less; in a table of scores from both parities
    /// that difference would look like a loss or gain of a move.
    pub fn parameters(self, side: Side) -> GoParameters {
        let none = GoParameters::default();
        match self {
            Limit::Default => none,
            Limit::Depth(plies) => GoParameters { depth: Some(plies + (plies + side.index() as u64) % 2), ..none },
            Limit::Movetime(milliseconds) => GoParameters { movetime: Some(milliseconds), ..none },
            Limit::Nodes(nodes) => GoParameters { nodes: Some(nodes), ..none },
        }
    }

    /// The limit of the search that ranks all moves after a search with this limit. It is shallower, since it searches
    /// every move with a full window.
    pub fn of_ranking(self) -> Limit {
        match self {
            Limit::Default => Limit::Default,
            Limit::Depth(plies) => Limit::Depth((plies / 2).max(1)),
            Limit::Movetime(milliseconds) => Limit::Movetime((milliseconds / 4).max(1)),
            Limit::Nodes(nodes) => Limit::Nodes((nodes / 4).max(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_searches_end_with_the_same_side_to_move() {
        let depth = |plies, side| Limit::Depth(plies).parameters(side).depth;
        assert_eq!([depth(16, Side::X), depth(16, Side::O)], [Some(16), Some(17)]);
        assert_eq!([depth(7, Side::X), depth(7, Side::O)], [Some(8), Some(7)]);
    }
}
