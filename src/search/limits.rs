//! What one search may spend.
//!
//! Must not know: any game, wire syntax, threads.

use std::time::Duration;

/// What one search may spend. Limits combine: the first one reached ends it. None at all: only `stop`, the depth of the
/// request, or a solution does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes over all workers.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<ClockLimit>,
    /// The time does not run before [`super::clock::Clock::ponderhit`].
    pub ponder: bool,
}

/// A game clock as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLimit {
    /// Time left.
    pub remaining: Duration,
    /// Gained by every move made.
    pub increment: Duration,
    /// Moves until more time comes; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
}
