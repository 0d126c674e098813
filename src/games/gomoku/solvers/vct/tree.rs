//! Builds the proof tree of a win that the search has found.

use super::node::ProofNumbers;
use super::{Search, THREAT_LIMITS, Vct, WIN_LIMITS};
use crate::game::PackedMove;
use crate::games::gomoku::rules::board::Point;
use crate::games::gomoku::solvers::proof_tree::{AttackNode, DefenceNode};
use crate::games::gomoku::solvers::refutations::{Refutations, refutations};
use crate::games::gomoku::solvers::search_board::{Reply, SearchBoard};
use crate::games::gomoku::solvers::vcf::{Limits, SolverResult, UNLIMITED_PLIES, Vcf};
use crate::search::stop::{Stopped, Watch};

/// Limits of the VCF searches while a tree is built: their results were found before, but may have been replaced in the
/// table.
const TREE_LIMITS: Limits = Limits { plies: UNLIMITED_PLIES, nodes: 10_000 };

impl Vct {
    /// The proof tree of a win that [`Vct::search`] has found, with its plies; `None` if a budget of `nodes` does not
    /// suffice to build it.
    pub fn tree(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        vcf: &mut Vcf,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<Option<(AttackNode, u16)>, Stopped> {
        self.start(search_board, vcf, nodes, watch).attack_tree()
    }

    /// Searches for a win of the side that is not to move, whatever the other one replies, with a budget of `nodes` for
    /// the search and for building the tree. Returns the replies and their answers, with the plies.
    pub fn defence(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        vcf: &mut Vcf,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<Option<(DefenceNode, u16)>, Stopped> {
        let value = self.start(search_board, vcf, nodes, watch).defender(ProofNumbers::INFINITE)?;
        match value.numbers.proof {
            0 => self.start(search_board, vcf, nodes, watch).defence_tree(),
            _ => Ok(None),
        }
    }
}

impl Search<'_, '_> {
    /// The tree of the attacker's win in the current position, with its plies; `None` if it cannot be found again.
    fn attack_tree(&mut self) -> Result<Option<(AttackNode, u16)>, Stopped> {
        // The line that answers a threat may be another one now than when the win was found. Then it leaves other
        // replies, which were not searched. So VCF gets a larger budget before threes are tried.
        let stored = self.vct.probe(self.search_board.position().key());
        let limits = if stored.numbers.proof == 0 { WIN_LIMITS } else { TREE_LIMITS };
        if let SolverResult::Win(plies, _) = self.vcf.search(self.search_board, limits, self.watch)? {
            let line = self.vcf.line(self.search_board, Limits { plies, ..TREE_LIMITS }, self.watch)?;
            return Ok(AttackNode::pattern(&line).map(|attack| (attack, line.len() as u16)));
        }
        let value = self.attacker(ProofNumbers::INFINITE)?;
        if value.numbers.proof > 0 {
            return Ok(None);
        }
        self.watch.tick()?;
        let mv = Point::from_bits(value.mv);
        let ply = self.search_board.play(mv);
        let defence = self.defence_tree();
        self.search_board.undo(mv, ply);
        Ok(defence?.map(|(defence, plies)| (AttackNode { mv, defence }, plies + 1)))
    }

    /// The trees of all replies to the attacker's last move, and the plies of the longest defence.
    fn defence_tree(&mut self) -> Result<Option<(DefenceNode, u16)>, Stopped> {
        let (replies, line) = match self.search_board.reply() {
            Reply::NoDefence => (Vec::new(), Vec::new()),
            Reply::Block(block) => (vec![block], Vec::new()),
            Reply::NotForced => {
                let found = match refutations(self.search_board, self.vcf, THREAT_LIMITS, self.watch)? {
                    None => refutations(self.search_board, self.vcf, TREE_LIMITS, self.watch)?,
                    found => found,
                };
                let Some(Refutations { replies, line }) = found else { return Ok(None) };
                (replies, line)
            }
        };
        let mut longest = u16::max(2, line.len() as u16 + 1);
        let mut defence = DefenceNode { replies: Vec::new(), other: AttackNode::pattern(&line).map(Box::new) };
        for reply in replies {
            let ply = self.search_board.play(reply);
            let tree = self.attack_tree();
            self.search_board.undo(reply, ply);
            let Some((tree, plies)) = tree? else { return Ok(None) };
            longest = longest.max(plies + 1);
            defence.replies.push((reply, tree));
        }
        Ok(Some((defence, longest)))
    }
}
