//! Proof search at the root: the shortest VCF win first, then VCT. The proofs found are kept for the rest of the game.

use super::expert::GomokuExpert;
use super::rules::board::{Point, Position};
use super::rules::game::Gomoku;
use super::solvers::known_proofs::Proof;
use super::solvers::proof_tree::AttackNode;
use super::solvers::search_board::SearchBoard;
use super::solvers::vcf::{Limits, SolverResult, UNLIMITED_PLIES};
use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::prover::{Played, Proven, ProvenLine, Prover};
use crate::search::stop::{Stopped, Watch};

/// One node in this many of a proof search at the root is spent on VCF.
const VCF_NODE_DIVISOR: u64 = 8;
/// The minimum budget of nodes for building the tree of a proof that was found.
const TREE_NODES: u64 = 10_000;

impl Prover<Gomoku> for GomokuExpert {
    fn prove(&mut self, root: &Position, nodes: u64, watch: &mut Watch) -> Result<Option<ProvenLine<Point>>, Stopped> {
        let mut search_board = SearchBoard::new(root, &mut self.threats, &self.tables.patterns);
        let share = u32::try_from(nodes / VCF_NODE_DIVISOR).unwrap_or(u32::MAX);
        let limits = Limits { plies: UNLIMITED_PLIES, nodes: share };
        let found = match self.vcf.shortest(&mut search_board, limits, watch)? {
            SolverResult::Win(plies, _) => {
                let line = self.vcf.line(&mut search_board, Limits { plies, ..limits }, watch)?;
                AttackNode::pattern(&line).map(|attack| (attack, plies))
            }
            _ => match self.vct.search(&mut search_board, &mut self.vcf, nodes, watch)? {
                SolverResult::Win(..) => {
                    self.vct.tree(&mut search_board, &mut self.vcf, nodes.max(TREE_NODES), watch)?
                }
                _ => None,
            },
        };
        let Some((attack, plies)) = found else { return Ok(None) };
        let line = ProvenLine { score: Score::win_in(plies), pv: attack.longest_line(root) };
        self.proofs.add(root, Proof::Win(attack), plies);
        Ok(Some(line))
    }

    fn proof_text(&mut self, root: &Position) -> Option<String> {
        if self.proofs.win(root).is_none() {
            self.on_root(root);
            self.prove(root, TREE_NODES, &mut Watch::unlimited()).ok()?;
        }
        let mut text = String::new();
        self.proofs.win(root)?.write(&mut text);
        Some(text)
    }

    fn proof(
        &mut self,
        game: &Played<'_, Gomoku>,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<Option<Proven<Point>>, Stopped> {
        let known = self.proofs.current(game, watch)?;
        let Some(position) = game.positions.last().filter(|_| known.is_none() && nodes > 0) else { return Ok(known) };
        self.on_root(position);
        let before = watch.nodes();
        // Unless the last move was a threat, this takes hardly any nodes.
        if !self.prove_loss(position, nodes / 2, watch)? {
            let left = nodes.saturating_sub(watch.nodes() - before);
            self.prove(position, left, watch)?;
        }
        self.proofs.current(game, watch)
    }
}

impl GomokuExpert {
    /// Searches for a win of the side that is not to move. Returns whether one was found.
    fn prove_loss(&mut self, root: &Position, nodes: u64, watch: &mut Watch) -> Result<bool, Stopped> {
        let mut search_board = SearchBoard::new(root, &mut self.threats, &self.tables.patterns);
        let found = self.vct.defence(&mut search_board, &mut self.vcf, nodes, watch)?;
        let is_found = found.is_some();
        if let Some((defence, plies)) = found {
            self.proofs.add(root, Proof::Loss(defence), plies);
        }
        Ok(is_found)
    }
}
