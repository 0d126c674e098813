//! The state of one searching thread: its expert, its move ordering statistics, and the line that it is searching.

use super::expert::{Expert, Goal, Iteration, Mv, Node, OracleResult, Pos, ScoredMove};
use super::move_ordering::MoveOrdering;
use super::parallel::pool::SplitPool;
use super::parallel::split_point::SplitPoint;
use super::params::Params;
use super::stop::{Stopped, Watch};
use super::transposition_table::{Draft, TranspositionTable};
use crate::game::Game;
use crate::score::{Bound, Score, Window};
use std::sync::Arc;

/// The maximum length of a line in plies; the longest game (Gomoku on 22 x 22) has 484.
pub(super) const MAX_PLY: u16 = 640;
/// Offset of the drafts of exact searches, above all heuristic ones.
pub(super) const EXACT_DRAFT: u8 = 128;
/// Changes the keys of `go mate` searches, whose scores must not be mixed with those of others.
const MATE_SALT: u64 = 0x6A09_E667_F3BC_C908;

/// The search stack's entry for one ply.
pub(super) struct StackFrame<M> {
    pub moves: Vec<ScoredMove<M>>,
    pub pv: Vec<M>,
    /// The static evaluation of the node, once computed.
    pub static_eval: Option<Score>,
    /// The static evaluation that tells whether later nodes of the line are improving; under a threat, that of the ply
    /// before.
    pub improving_eval: Score,
}

/// The state of one searching thread. It outlives the search, so that history carries over within a game.
pub struct Worker<E: Expert> {
    pub(super) expert: E,
    pub(super) params: Params,
    pub(super) watch: Watch,
    pub(super) tt: Arc<TranspositionTable>,
    pub(super) ordering: MoveOrdering<E::Game>,
    pub(super) stack: Vec<StackFrame<Mv<E>>>,
    pub(super) iteration: Iteration,
    /// Whether the node is inside the reduced search of a ProbCut.
    pub(super) is_in_probcut: bool,
    /// Whether an exact iteration asks only who wins.
    pub(super) outcome_only: bool,
    pub(super) seldepth: u16,
    /// Nodes of this search spent by the expert's proof search at the root.
    pub(super) proof_nodes: u64,
    /// The split points of a search with several threads.
    pub(super) pool: Option<Arc<SplitPool<Mv<E>>>>,
    /// The innermost split point above or at the node.
    pub(super) split_point: Option<Arc<SplitPoint<Mv<E>>>>,
    /// The moves from the root to the node.
    pub(super) line: Vec<Mv<E>>,
    /// The keys of the game so far and of the line; kept only in cyclic games.
    key_history: Vec<u64>,
    /// Index of the root's key in `key_history`.
    root_index: usize,
    max_plies: u32,
}

impl<E: Expert> Worker<E> {
    /// A worker with empty statistics.
    pub fn new(tables: Arc<E::Tables>, tt: Arc<TranspositionTable>) -> Self {
        let expert = E::new(tables);
        let params = expert.params();
        let frame = || StackFrame { moves: Vec::new(), pv: Vec::new(), static_eval: None, improving_eval: Score::DRAW };
        Worker {
            expert,
            params,
            watch: Watch::unlimited(),
            tt,
            ordering: MoveOrdering::new(usize::from(MAX_PLY) + 1, &params),
            stack: (0..=MAX_PLY).map(|_| frame()).collect(),
            iteration: Iteration { depth: 0, goal: Goal::Heuristic, selectivity: 0 },
            is_in_probcut: false,
            outcome_only: false,
            seldepth: 0,
            proof_nodes: 0,
            pool: None,
            split_point: None,
            line: Vec::new(),
            key_history: Vec::new(),
            root_index: 0,
            max_plies: 0,
        }
    }

    /// The expert.
    pub fn expert(&mut self) -> &mut E {
        &mut self.expert
    }

    /// Clears everything learned in the last game.
    pub fn new_game(&mut self) {
        self.expert.new_game();
        self.ordering.clear();
    }

    /// Replaces the transposition table.
    pub fn set_table(&mut self, tt: Arc<TranspositionTable>) {
        self.tt = tt;
    }

    /// Prepares a search at the last position of `game`.
    pub(super) fn start_search(&mut self, game: &[Pos<E>], max_plies: u32, watch: Watch) {
        self.watch = watch;
        self.max_plies = max_plies;
        self.proof_nodes = 0;
        self.key_history.clear();
        if E::Game::CYCLIC {
            self.key_history.extend(game.iter().map(E::Game::key));
        }
        self.root_index = self.key_history.len().saturating_sub(1);
        if let Some(root) = game.last() {
            self.expert.on_root(root);
        }
        self.params = self.expert.params();
        self.ordering.age();
    }

    /// The description of a node that hooks receive.
    pub(super) fn node(&self, window: Window, depth: i16, ply: u16) -> Node {
        let Iteration { goal, selectivity, .. } = self.iteration;
        Node { depth, ply, window, goal, selectivity, cut_node: false }
    }

    /// The draft of a value searched to `depth` in this iteration.
    pub(super) fn draft(&self, depth: i16) -> Draft {
        let depth = depth.clamp(0, 127) as u8;
        let exact = if self.iteration.goal == Goal::Solve { EXACT_DRAFT } else { 0 };
        Draft { depth: depth + exact, selectivity: self.iteration.selectivity }
    }

    /// The transposition table key of a position in this iteration.
    pub(super) fn tt_key(&self, position: &Pos<E>) -> u64 {
        let salt = if self.iteration.goal == Goal::Mate { MATE_SALT } else { 0 };
        E::Game::key(position) ^ salt
    }

    /// Whether heuristic pruning and reductions are allowed.
    pub(super) fn is_selective(&self) -> bool {
        self.iteration.selectivity > 0 && self.iteration.goal != Goal::Mate
    }

    /// Makes `mv`, calls `search` on the position after it, and unmakes the move.
    pub(super) fn with_move<T>(
        &mut self,
        position: &mut Pos<E>,
        mv: Mv<E>,
        search: impl FnOnce(&mut Self, &mut Pos<E>) -> T,
    ) -> T {
        let undo = E::Game::play(position, mv);
        // The prefetch overlaps with the incremental update of the expert.
        self.tt.prefetch(self.tt_key(position));
        self.expert.on_play(position, mv);
        self.line.push(mv);
        if E::Game::CYCLIC {
            self.key_history.push(E::Game::key(position));
        }
        let result = search(self, position);
        if E::Game::CYCLIC {
            self.key_history.pop();
        }
        self.line.pop();
        self.expert.on_undo();
        E::Game::undo(position, mv, undo);
        result
    }

    /// The score of a node where the game is over, by its rules or drawn by repetition or ply limit.
    pub(super) fn game_over_score(&self, position: &Pos<E>, ply: u16) -> Option<Score> {
        match E::Game::terminal(position) {
            Some(terminal) => Some(terminal.score(ply)),
            None if E::Game::CYCLIC && self.is_drawn_by_rule(position) => Some(Score::DRAW),
            None => None,
        }
    }

    /// Threefold repetition or ply limit. Inside the tree the first repetition counts: a side that can repeat once can
    /// repeat again.
    fn is_drawn_by_rule(&self, position: &Pos<E>) -> bool {
        if self.max_plies > 0 && E::Game::ply(position) >= self.max_plies {
            return true;
        }
        let Some((key, before)) = self.key_history.split_last() else { return false };
        let (game, line) = before.split_at(self.root_index.min(before.len()));
        line.contains(key) || game.iter().filter(|&earlier| earlier == key).count() >= 2
    }

    /// Whether the ply limit can end a line of this subtree; table entries, which do not depend on the ply, are invalid
    /// then.
    pub(super) fn is_ply_limit_near(&self, position: &Pos<E>, depth: i16) -> bool {
        E::Game::CYCLIC
            && self.max_plies > 0
            && E::Game::ply(position).saturating_add(depth.max(0) as u32) >= self.max_plies
    }

    /// The score, counted from the root, if exact knowledge of the expert decides the window.
    pub(super) fn oracle_cutoff(&mut self, position: &Pos<E>, node: &Node) -> Result<Option<Score>, Stopped> {
        let Some(verdict) = self.expert.oracle(position, node, &mut self.watch)? else { return Ok(None) };
        let OracleResult { score, bound, best } = verdict;
        if node.exceeds_mate_depth(score) {
            return Ok(None);
        }
        let score = score.add_plies(node.ply);
        let is_cutoff = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.window.beta,
            Bound::Upper => score <= node.window.alpha,
        };
        if !is_cutoff {
            return Ok(None);
        }
        let pv = &mut self.stack[usize::from(node.ply)].pv;
        pv.clear();
        pv.extend(best);
        Ok(Some(score))
    }

    /// Sets the principal variation at `ply` to `mv` and the variation of the ply after it.
    pub(super) fn update_pv(&mut self, ply: u16, mv: Mv<E>) {
        let (upper, lower) = self.stack.split_at_mut(usize::from(ply) + 1);
        if let (Some(own), Some(child)) = (upper.last_mut(), lower.first()) {
            own.pv.clear();
            own.pv.push(mv);
            own.pv.extend_from_slice(&child.pv);
        }
    }
}
