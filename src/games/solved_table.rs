//! The interface to tables of completely solved games, an optional capability of a game.

use crate::game::Game;
use crate::search::prover::ProvenLine;
use crate::search::stop::{Stopped, Watch};

/// The game so far, on which draws by rule depend.
#[derive(Clone, Copy, Debug)]
pub struct GameHistory<'a, P> {
    /// All positions from the initial one to the current one, inclusive.
    pub positions: &'a [P],
    /// The number of plies after which the game is drawn; 0 for no limit.
    pub max_plies: u32,
}

/// Why a report on a solved table, its statistics or its verification, ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// The report was stopped.
    Stopped,
    /// The table contradicts the rules. The text says where, and what was expected.
    Wrong(String),
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> Self {
        SolveError::Stopped
    }
}

/// The exact values of all positions of a game.
pub trait SolvedTable<G: Game>: Send {
    /// Computes the table if it is not available yet, so that this does not happen on a player's clock.
    fn prepare(&self);
    /// Exact lines of the `count` best of `moves`, which must be legal in the current position, best first: wins by
    /// increasing distance, then draws, then losses by decreasing distance. Moves of equal value are ordered by the
    /// game's preference, if it has one, and otherwise as given. Scores take into account the draws by rule that
    /// `history` implies.
    fn root_lines(
        &self,
        history: GameHistory<'_, G::Position>,
        moves: &[G::Move],
        count: usize,
        watch: &mut Watch,
    ) -> Result<Vec<ProvenLine<G::Move>>, Stopped>;
    /// Writes statistics of the table, line by line.
    fn statistics(&self, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped>;
    /// Proves the table correct and writes what was checked, line by line.
    fn verify(&self, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), SolveError>;
}
