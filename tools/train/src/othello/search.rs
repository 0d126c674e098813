//! Kinds of searches used for labels and measurements.

use crate::searcher::SearchLimit;
use quartet::search::request::MAX_DEPTH;

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// An exact search to the end of the game.
    Exact,
    /// A full-width search of this depth in plies.
    Plies(u8),
    /// A selective search, as in a game, of this depth in plies.
    Selective(u8),
}

impl Search {
    /// Limit for the searcher.
    pub(super) fn limit(self) -> SearchLimit {
        match self {
            Search::Exact => SearchLimit::Depth { plies: MAX_DEPTH, selective: false },
            Search::Plies(plies) => SearchLimit::Depth { plies, selective: false },
            Search::Selective(plies) => SearchLimit::Depth { plies, selective: true },
        }
    }
}
