//! The limits of one search.

use std::time::Duration;

/// The limits of one search, which ends at the first one reached. Without limits it ends by `stop`, at the depth of the
/// request, or when the position is solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of all workers.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockLimit>,
    /// Whether the limits count only from [`super::time_management::TimeManager::ponderhit`].
    pub ponder: bool,
}

/// A game clock as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLimit {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}
