//! Players that look one ply ahead, without search.

use crate::game::{Game, OptionReader};

/// How a player chooses among moves of equal value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// A random move, uniformly distributed.
    Random,
    /// The first move in the order of [`Game::legal_moves`].
    First,
}

/// A player that evaluates every legal move and plays one of maximum value.
pub struct OnePlyPlayer<G: Game> {
    /// The player's name as a value of option `Personality`.
    pub name: &'static str,
    /// Evaluates a legal move, on a scale of the player's own that is printed as `cp`. May depend on options.
    pub value: fn(&G::Position, G::Move, OptionReader<'_>) -> i32,
    /// How the player chooses among moves of maximum value.
    pub tie_break: TieBreak,
}
