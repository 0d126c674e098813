//! Tables of completely solved games: a capability that a game has or has not.
//!
//! Must not know: any particular game, how a table is made or stored, wire syntax.

use crate::game::Game;
use crate::search::prover::ProvenLine;
use crate::search::stop::{Stopped, Watch};

/// The positions of the game so far, on which draws by rule depend.
#[derive(Clone, Copy, Debug)]
pub struct GameHistory<'a, P> {
    /// The positions from the one given to the current one, both included.
    pub positions: &'a [P],
    /// Plies after which the game is drawn; 0 for no limit.
    pub max_plies: u32,
}

/// Why a report on a solved table ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// It was stopped.
    Stopped,
    /// The table contradicts the rules; the text says where and what was expected.
    Wrong(String),
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> Self {
        SolveError::Stopped
    }
}

/// The exact values of all positions of a game.
pub trait SolvedTable<G: Game>: Send {
    /// Computes what is computed on first use, so that it need not be done on a player's clock.
    fn prepare(&self);
    /// Exact lines of the `count` best of `moves` (legal in the current position), best first: wins by increasing
    /// distance, then draws, then losses by decreasing distance. Moves of equal value are ordered by the game's
    /// preference, else as given. Scores respect the draws by rule that `history` implies.
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
