//! Proof search at the root: an optional part of a game's expert.

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
    /// Searches for a forced win at `root` within about `nodes` nodes, or continues an earlier search of the same root.
    /// The score has the distance of the proof found, which need not be the shortest; the line is one of the longest
    /// in the proof.
    fn prove(
        &mut self,
        root: &G::Position,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<Option<ProvenLine<G::Move>>, Stopped>;
    /// The text of a proof that `root` is won: the last proof found, or one found by a short search.
    fn proof_text(&mut self, root: &G::Position) -> Option<String>;
}
