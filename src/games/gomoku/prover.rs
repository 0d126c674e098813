//! Proof search at the root: the shortest VCF win first, then VCT.

use super::expert::GomokuExpert;
use super::rules::board::{Point, Position};
use super::rules::game::Gomoku;
use super::solvers::proof_tree::AttackNode;
use super::solvers::search_board::SearchBoard;
use super::solvers::vcf::{Limits, SolverResult, UNLIMITED_PLIES};
use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::prover::{ProvenLine, Prover};
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
        self.proven = Some((root.key(), attack));
        Ok(Some(line))
    }

    fn proof_text(&mut self, root: &Position) -> Option<String> {
        if self.proven.as_ref().is_none_or(|(key, _)| *key != root.key()) {
            self.on_root(root);
            self.prove(root, TREE_NODES, &mut Watch::unlimited()).ok()?;
        }
        let (_, attack) = self.proven.as_ref().filter(|(key, _)| *key == root.key())?;
        let mut text = String::new();
        attack.write(&mut text);
        Some(text)
    }
}
