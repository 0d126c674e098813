//! How deeply positions are searched.

use quartet::engine::GoParameters;
use serde::{Deserialize, Serialize};

/// The settings of an analysis. Two analyses with the same settings, and without a limit of time, give the same values.
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
    /// Plies.
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

    /// The parameters of a search with this limit.
    pub fn parameters(self) -> GoParameters {
        let none = GoParameters::default();
        match self {
            Limit::Default => none,
            Limit::Depth(plies) => GoParameters { depth: Some(plies), ..none },
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
