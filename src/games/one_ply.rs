//! Players that look one ply ahead.
//!
//! Must not know: any particular game, search.

use crate::game::{Game, OptionReader};

/// The choice among moves of equal value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// Uniformly random.
    Random,
    /// The first in the order of [`Game::legal_moves`].
    First,
}

/// A player that gives every legal move a value and plays one with the greatest.
pub struct OnePlyPlayer<G: Game> {
    /// Its name as a value of option `Personality`.
    pub name: &'static str,
    /// The value of a legal move by the player's own rule, printed as `cp`. It may depend on options.
    pub value: fn(&G::Position, G::Move, OptionReader<'_>) -> i32,
    /// The choice among moves of equal value.
    pub tie_break: TieBreak,
}
