//! Attacks: those that are known, and the search for new ones.

use crate::nodes::attacker_key;
use quartet::games::gomoku::Position;
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::solvers::replay::Replay;
use quartet::games::gomoku::solvers::search_board::SearchBoard;
use quartet::games::gomoku::solvers::vcf::{Limits, SolverResult, UNLIMITED_PLIES, Vcf};
use quartet::games::gomoku::solvers::vct::Vct;
use quartet::search::stop::Watch;
use std::collections::HashMap;
use std::rc::Rc;

/// The number of known attacks that are tried in a position.
const MAX_TRIED: usize = 200;
/// The number of attacks that are kept for the same stones of x.
const MAX_KEPT: usize = 400;
/// Entries of the table of the VCT search, 96 MiB.
const VCT_ENTRIES: usize = 1 << 22;
/// The least budget of nodes for building the tree of an attack.
const TREE_NODES: u64 = 10_000;

/// What a threat search says of a position.
pub(crate) enum Attack {
    /// This attack wins.
    Wins(Rc<AttackNode>),
    /// There is no win by threats.
    None,
    /// The budget of nodes was spent.
    Unknown,
}

impl Attack {
    pub(crate) fn winner(self) -> Option<Rc<AttackNode>> {
        match self {
            Attack::Wins(attack) => Some(attack),
            _ => None,
        }
    }
}

/// The attacks that have been found, by the stones of x, the one used last first.
#[derive(Default)]
pub(crate) struct KnownAttacks(HashMap<u64, Vec<Rc<AttackNode>>>);

impl KnownAttacks {
    /// A known attack that wins in a position.
    pub(crate) fn find(&mut self, position: &Position) -> Option<Rc<AttackNode>> {
        let attacks = self.0.get_mut(&attacker_key(position))?;
        let mut replay = Replay::new(position);
        let index = attacks.iter().take(MAX_TRIED).position(|attack| replay.wins(attack))?;
        attacks[..=index].rotate_right(1);
        attacks.first().cloned()
    }

    /// Adds an attack that wins in a position.
    pub(crate) fn add(&mut self, position: &Position, attack: Rc<AttackNode>) {
        let attacks = self.0.entry(attacker_key(position)).or_default();
        attacks.retain(|known| *known != attack);
        attacks.insert(0, attack);
        attacks.truncate(MAX_KEPT);
    }
}

/// The threat searches and their tables.
pub(crate) struct Solver {
    vcf: Vcf,
    vct: Vct,
    pub(crate) watch: Watch,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver { vcf: Vcf::default(), vct: Vct::new(VCT_ENTRIES), watch: Watch::unlimited() }
    }
}

impl Solver {
    /// Searches for an attack with a budget of `nodes`. Resumes where the last search of the position ended.
    pub(crate) fn search(&mut self, board: &mut SearchBoard<'_>, nodes: u64) -> Attack {
        let limits = Limits { plies: UNLIMITED_PLIES, nodes: u32::try_from(nodes / 8).unwrap_or(u32::MAX) };
        if let Ok(SolverResult::Win(plies, _)) = self.vcf.shortest(board, limits, &mut self.watch)
            && let Ok(line) = self.vcf.line(board, Limits { plies, ..limits }, &mut self.watch)
            && let Some(attack) = AttackNode::pattern(&line)
        {
            return Attack::Wins(Rc::new(attack));
        }
        match self.vct.search(board, &mut self.vcf, nodes, &mut self.watch) {
            Ok(SolverResult::Win(..)) => {}
            Ok(SolverResult::Refuted(_)) => return Attack::None,
            _ => return Attack::Unknown,
        }
        match self.vct.tree(board, &mut self.vcf, nodes.max(TREE_NODES), &mut self.watch) {
            Ok(Some((attack, _))) => Attack::Wins(Rc::new(attack)),
            _ => Attack::Unknown,
        }
    }
}
