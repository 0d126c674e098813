//! One searching thread's state: its knowledge, its ordering statistics, and the line it is looking at.
//!
//! Must not know: any particular game, other workers.

use super::control::{Stopped, Watch};
use super::knowledge::{At, Goal, Iteration, Knowledge, Mv, Pos, Scored, Verdict};
use super::move_ordering::MoveOrdering;
use super::params::Params;
use super::pool::{Pool, SplitPoint};
use super::table::{Draft, Table};
use crate::game::Game;
use crate::score::{Bound, Score, Window};
use std::sync::Arc;

/// Lines end here at the latest; the longest game (Gomoku on 22 x 22) has 484 plies.
pub(super) const MAX_PLY: u16 = 640;
/// Exact drafts are this much above heuristic ones.
pub(super) const EXACT_DRAFT: u8 = 128;
/// Keeps the entries of `go mate` searches, whose values mean something else, apart from all others.
const MATE_SALT: u64 = 0x6A09_E667_F3BC_C908;

/// Buffers of one ply.
pub(super) struct Frame<M> {
    pub moves: Vec<Scored<M>>,
    pub pv: Vec<M>,
    /// The static evaluation of the node, once it was asked for.
    pub evaluated: Option<Score>,
    /// The same, or under a threat that of the node before; what later nodes of the line are compared with.
    pub value: Score,
}

/// One searching thread's state. It outlives the search, so that history carries over within a game.
pub struct Worker<K: Knowledge> {
    pub(super) know: K,
    pub(super) params: Params,
    pub(super) watch: Watch,
    pub(super) table: Arc<Table>,
    pub(super) ordering: MoveOrdering<K::Game>,
    pub(super) frames: Vec<Frame<Mv<K>>>,
    pub(super) iteration: Iteration,
    /// Whether the node is inside a search whose value stands for that of a deeper one.
    pub(super) is_estimating: bool,
    /// Whether only the outcome is asked for.
    pub(super) outcome_only: bool,
    pub(super) seldepth: u16,
    /// Nodes of this search that went into the expert's proof search at the root.
    pub(super) proof_nodes: u64,
    /// Where several workers meet.
    pub(super) pool: Option<Arc<Pool<Mv<K>>>>,
    /// The innermost split point that the worker is below.
    pub(super) split: Option<Arc<SplitPoint<Mv<K>>>>,
    /// The moves from the root to the node searched.
    pub(super) line: Vec<Mv<K>>,
    /// Keys of the game so far and of the line searched; only kept in cyclic games.
    path: Vec<u64>,
    /// Where the root's key stands in `path`.
    root: usize,
    max_plies: u32,
}

impl<K: Knowledge> Worker<K> {
    /// A worker that has learned nothing yet.
    pub fn new(tables: Arc<K::Tables>, table: Arc<Table>) -> Self {
        let know = K::new(tables);
        let params = know.params();
        let frames =
            (0..=MAX_PLY).map(|_| Frame { moves: Vec::new(), pv: Vec::new(), evaluated: None, value: Score::DRAW });
        Worker {
            know,
            params,
            watch: Watch::unlimited(),
            table,
            ordering: MoveOrdering::new(usize::from(MAX_PLY) + 1, &params),
            frames: frames.collect(),
            iteration: Iteration { depth: 0, goal: Goal::Value, selectivity: 0 },
            is_estimating: false,
            outcome_only: false,
            seldepth: 0,
            proof_nodes: 0,
            pool: None,
            split: None,
            line: Vec::new(),
            path: Vec::new(),
            root: 0,
            max_plies: 0,
        }
    }

    /// The expert.
    pub fn knowledge(&mut self) -> &mut K {
        &mut self.know
    }

    /// Forgets what was learned in the last game.
    pub fn new_game(&mut self) {
        self.know.new_game();
        self.ordering.clear();
    }

    /// Uses another table from now on.
    pub fn set_table(&mut self, table: Arc<Table>) {
        self.table = table;
    }

    /// Prepares for a search at the end of `course`.
    pub(super) fn begin(&mut self, course: &[Pos<K>], max_plies: u32, watch: Watch) {
        self.watch = watch;
        self.max_plies = max_plies;
        self.proof_nodes = 0;
        self.path.clear();
        if K::Game::CYCLIC {
            self.path.extend(course.iter().map(K::Game::key));
        }
        self.root = self.path.len().saturating_sub(1);
        if let Some(root) = course.last() {
            self.know.reset(root);
        }
        self.params = self.know.params();
        self.ordering.age();
    }

    /// What a hook is told about a node.
    pub(super) fn at(&self, window: Window, depth: i16, ply: u16) -> At {
        let Iteration { goal, selectivity, .. } = self.iteration;
        At { depth, ply, window, goal, selectivity, cut_node: false }
    }

    /// The draft of a value searched to `depth` in this iteration.
    pub(super) fn draft(&self, depth: i16) -> Draft {
        let depth = depth.clamp(0, 127) as u8;
        let exact = if self.iteration.goal == Goal::Exact { EXACT_DRAFT } else { 0 };
        Draft { depth: depth + exact, selectivity: self.iteration.selectivity }
    }

    /// The table key of a position in this iteration.
    pub(super) fn table_key(&self, position: &Pos<K>) -> u64 {
        let salt = if self.iteration.goal == Goal::Mate { MATE_SALT } else { 0 };
        K::Game::key(position) ^ salt
    }

    /// Whether guesses are allowed: reductions and other cuts that prove nothing.
    pub(super) fn is_selective(&self) -> bool {
        self.iteration.selectivity > 0 && self.iteration.goal != Goal::Mate
    }

    /// Makes `mv`, runs `search` below it, and restores everything, however it ends.
    pub(super) fn below<T>(
        &mut self,
        position: &mut Pos<K>,
        mv: Mv<K>,
        search: impl FnOnce(&mut Self, &mut Pos<K>) -> T,
    ) -> T {
        let undo = K::Game::play(position, mv);
        // Memory is slow: what the table knows of the position arrives while the expert follows the move.
        self.table.prefetch(self.table_key(position));
        self.know.played(position, mv);
        self.line.push(mv);
        if K::Game::CYCLIC {
            self.path.push(K::Game::key(position));
        }
        let result = search(self, position);
        if K::Game::CYCLIC {
            self.path.pop();
        }
        self.line.pop();
        self.know.undone();
        K::Game::undo(position, mv, undo);
        result
    }

    /// The value of a node where the game is over, draws by rule included.
    pub(super) fn ending(&self, position: &Pos<K>, ply: u16) -> Option<Score> {
        match K::Game::terminal(position) {
            Some(terminal) => Some(terminal.score(ply)),
            None if K::Game::CYCLIC && self.is_drawn_by_rule(position) => Some(Score::DRAW),
            None => None,
        }
    }

    /// Third occurrence or ply limit. Inside the tree the first repetition counts: if it is good once it is good twice.
    fn is_drawn_by_rule(&self, position: &Pos<K>) -> bool {
        if self.max_plies > 0 && K::Game::ply(position) >= self.max_plies {
            return true;
        }
        let Some((key, before)) = self.path.split_last() else { return false };
        let (game, line) = before.split_at(self.root.min(before.len()));
        line.contains(key) || game.iter().filter(|&earlier| earlier == key).count() >= 2
    }

    /// Whether the ply limit can end a line inside this subtree; the table, which knows no plies, must not answer then.
    pub(super) fn feels_ply_limit(&self, position: &Pos<K>, depth: i16) -> bool {
        K::Game::CYCLIC
            && self.max_plies > 0
            && K::Game::ply(position).saturating_add(depth.max(0) as u32) >= self.max_plies
    }

    /// What the expert's oracle proves about this node, as a score from the root that settles the window.
    pub(super) fn proven(&mut self, position: &Pos<K>, at: &At) -> Result<Option<Score>, Stopped> {
        let Some(verdict) = self.know.oracle(position, at, &mut self.watch)? else { return Ok(None) };
        let Verdict { score, bound, best } = verdict;
        if at.is_beyond(score) {
            return Ok(None);
        }
        let score = score.deeper(at.ply);
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= at.window.beta,
            Bound::Upper => score <= at.window.alpha,
        };
        if !settles {
            return Ok(None);
        }
        let pv = &mut self.frames[usize::from(at.ply)].pv;
        pv.clear();
        pv.extend(best);
        Ok(Some(score))
    }

    /// Notes that `mv` leads the best line at `ply`.
    pub(super) fn extend_pv(&mut self, ply: u16, mv: Mv<K>) {
        let (upper, lower) = self.frames.split_at_mut(usize::from(ply) + 1);
        if let (Some(own), Some(child)) = (upper.last_mut(), lower.first()) {
            own.pv.clear();
            own.pv.push(mv);
            own.pv.extend_from_slice(&child.pv);
        }
    }
}
