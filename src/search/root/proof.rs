//! The proof search at the root: the game's prover looks for a forced win between iterations.

use super::root_moves::RootMoves;
use crate::search::expert::{Expert, Mv, Pos};
use crate::search::observer::PvLine;
use crate::search::prover::ProvenLine;
use crate::search::stop::Stopped;
use crate::search::worker::Worker;

/// One node in this many goes to the proof search.
const NODES_PER_PROOF_NODE: u64 = 10;
/// Minimum node budget of a proof search.
const MIN_PROOF_NODES: u64 = 500;

impl<E: Expert> Worker<E> {
    /// The node budget of the next proof search: its share of all nodes less what it has spent.
    pub(super) fn proof_budget(&self) -> u64 {
        (self.watch.nodes() / NODES_PER_PROOF_NODE).saturating_sub(self.proof_nodes)
    }

    /// Runs the game's prover, if it has one, at the root for about `nodes` nodes. Returns whether it has found a
    /// forced win, whose first move moves to the front.
    pub(super) fn prove_root(
        &mut self,
        position: &Pos<E>,
        root_moves: &mut RootMoves<Mv<E>>,
        nodes: u64,
    ) -> Result<bool, Stopped> {
        if nodes < MIN_PROOF_NODES {
            return Ok(false);
        }
        let Some(prover) = self.expert.prover() else { return Ok(false) };
        let nodes_before = self.watch.nodes();
        let found = prover.prove(position, nodes, &mut self.watch)?;
        self.proof_nodes += self.watch.nodes() - nodes_before;
        let Some(ProvenLine { score, pv }) = found else { return Ok(false) };
        let index = pv.first().and_then(|first| root_moves.moves.iter().position(|root| root.mv == *first));
        let Some(index) = index else { return Ok(false) };
        let root = &mut root_moves.moves[index];
        let (depth, seldepth) = (u16::from(self.iteration.depth), pv.len() as u16);
        root.line = PvLine { depth, seldepth, score, pv, ..PvLine::default() };
        root.last_exact = root.line.clone();
        root_moves.promote(index, 0);
        Ok(true)
    }
}
