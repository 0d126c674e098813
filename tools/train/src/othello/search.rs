//! How far positions of Othello are searched for labels and measurements.

use crate::searcher::SearchLimit;
use quartet::search::request::MAX_DEPTH;

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// To the end of the game, exactly.
    Exact,
    /// This many plies, with full width.
    Plies(u8),
    /// This many plies, with the selectivity of a game.
    Selective(u8),
}

impl Search {
    /// The limit for the searcher.
    pub(super) fn limit(self) -> SearchLimit {
        match self {
            Search::Exact => SearchLimit::Depth { plies: MAX_DEPTH, selective: false },
            Search::Plies(plies) => SearchLimit::Depth { plies, selective: false },
            Search::Selective(plies) => SearchLimit::Depth { plies, selective: true },
        }
    }
}
