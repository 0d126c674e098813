//! Proof search at the root: a capability that a game's expert has or has not.

use super::stop::{Stopped, Watch};
use crate::game::Game;
use crate::score::Score;

/// A root move with a proven score.
#[derive(Clone, Debug)]
pub struct ProvenLine<M> {
    /// The value of the move for the side that makes it, distances counted from the root.
    pub score: Score,
    /// The move and optimal play after it.
    pub pv: Vec<M>,
}

/// A search for forced wins besides alpha-beta, such as proof-number search.
pub trait Prover<G: Game> {
    /// Searches for a forced win at `root` within about `nodes` nodes, and continues an earlier search of the same
    /// root. The score has the distance of the proof found, which need not be the shortest; the line is one of its
    /// longest.
    fn prove(
        &mut self,
        root: &G::Position,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<Option<ProvenLine<G::Move>>, Stopped>;
    /// The text of a proof that `root` is won: the one found last, or one that a short search finds.
    fn proof_text(&mut self, root: &G::Position) -> Option<String>;
}
