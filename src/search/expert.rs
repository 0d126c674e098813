//! What a node asks about a game: the hooks of its expert, and their vocabulary.
//!
//! Hooks return data and never call the core. A hook is added only with a second user or a measured gain.
//!
//! Independent of: any particular game, the core's inner workings, threads, wire syntax.

use super::params::Params;
use super::prover::Prover;
use super::stop::{Stopped, Watch};
use crate::game::Game;
use crate::score::{Bound, Score, Window};
use std::sync::Arc;

/// The position type of an expert's game.
pub type Pos<E> = <<E as Expert>::Game as Game>::Position;
/// The move type of an expert's game.
pub type Mv<E> = <<E as Expert>::Game as Game>::Move;

/// What a search is to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The value, by evaluation at the horizon.
    Heuristic,
    /// The exact value: the search goes to the end of the game. With selectivity 0 nothing may be left out or guessed.
    Solve,
    /// Whether the game is won within the remaining depth (`go mate N`). No move that could win or refute a win may be
    /// left out; all others may.
    Mate,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Remaining depth in plies; 0 and below in quiescence search.
    pub depth: i16,
    /// Distance from the root in plies.
    pub ply: u16,
    /// The window, from the side to move.
    pub window: Window,
    /// The goal of the iteration.
    pub goal: Goal,
    /// The selectivity of the iteration: 0 for none (every cutoff is a proof), greater for more selective ones.
    pub selectivity: u8,
    /// Whether a beta cutoff is expected (Knuth and Moore, "An analysis of alpha-beta pruning", 1975).
    pub cut_node: bool,
}

impl Node {
    /// Whether a proof, its distance counted from this node, is too long for a mate search of this depth.
    pub fn exceeds_mate_depth(&self, proof: Score) -> bool {
        let too_long = |plies: u16| i32::from(plies) > i32::from(self.depth);
        self.goal == Goal::Mate && proof.distance().is_some_and(too_long)
    }
}

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    /// The move.
    pub mv: M,
    /// The ordering score, greater first: from the expert a prior within ±2^23, to which the core adds killer bonuses
    /// and history scores within ±16,384. Where priors differ by more than that, history only breaks ties.
    pub score: i32,
}

/// Whether a list of candidates may omit good moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// Every omitted legal move is proven to be no better than the worst one listed.
    Complete,
    /// Omitted moves are believed to be worse, not proven. The core claims no loss before it has searched them all.
    Partial,
}

/// Whether the side to move may stand pat in quiescence search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandPat {
    /// It may. The listed moves are those that could change the evaluation.
    Allowed,
    /// It may not: it must answer a threat to win, and every legal move that is not listed loses at once.
    Forbidden,
}

/// What an oracle knows about a position.
#[derive(Clone, Copy, Debug)]
pub struct OracleResult<M> {
    /// The value for the side to move, distances counted from this position.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// A move that reaches the score, if one is known.
    pub best: Option<M>,
}

/// One iteration of iterative deepening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Depth in plies, 1 to 127; a pass costs none. In an exact iteration, the plies to the end of the game.
    pub depth: u8,
    /// What the iteration finds out; an expert schedules no [`Goal::Mate`].
    pub goal: Goal,
    /// See [`Node::selectivity`].
    pub selectivity: u8,
}

impl Iteration {
    /// Whether the result is the exact value of the position, which ends the search.
    pub fn solves(self) -> bool {
        self.goal == Goal::Solve && self.selectivity == 0
    }
}

/// The reduced search of a ProbCut (Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
/// 1995).
#[derive(Clone, Copy, Debug)]
pub struct ProbCut {
    /// Depth of the reduced search in plies; 0 is the static evaluation.
    pub depth: i16,
    /// The distance in score units by which its result must exceed beta or stay below alpha.
    pub margin: i16,
}

/// The knowledge of one game that a search uses. Each worker has an expert of its own; read-only data shared by all
/// workers is in `Tables`.
///
/// An expert never changes a position and never calls the search. Incremental evaluations follow the line being
/// searched by [`on_root`](Expert::on_root), [`on_play`](Expert::on_play) and [`on_undo`](Expert::on_undo); the
/// position passed to every other hook is the one reached by them.
///
/// Only `new` and `evaluate` are required: the default hooks search all legal moves to a fixed depth.
pub trait Expert: Sized + Send + 'static {
    /// The rules of the game.
    type Game: Game;
    /// Read-only tables that workers share and that are kept between searches, such as weights; `()` if there are none.
    type Tables: Default + Send + Sync + 'static;
    /// Whether scores of odd and even depths differ systematically, so that the mean of two iterations is a better
    /// estimate than the score of the last.
    const SCORES_ALTERNATE: bool = false;

    /// The expert of one worker.
    fn new(tables: Arc<Self::Tables>) -> Self;
    /// The tunable parameters of the search, asked for after each [`Expert::on_root`].
    fn params(&self) -> Params {
        Params::default()
    }
    /// Called before a new game: clears caches and whatever else was learned in the last one.
    fn new_game(&mut self) {}
    /// Called when a search starts at `root`.
    fn on_root(&mut self, _root: &Pos<Self>) {}
    /// Called after `mv` has been made, which led to `after`.
    fn on_play(&mut self, _after: &Pos<Self>, _mv: Mv<Self>) {}
    /// Called after the last move has been unmade.
    fn on_undo(&mut self) {}

    /// The iterations of a search of `root` up to `max_depth` plies (at least 1): heuristic ones of increasing depth,
    /// then exact ones if the end of the game is within reach.
    fn schedule(&self, _root: &Pos<Self>, max_depth: u8) -> Vec<Iteration> {
        (1..=max_depth).map(|depth| Iteration { depth, goal: Goal::Heuristic, selectivity: 1 }).collect()
    }
    /// Confidence of an endgame search with this [selectivity](Node::selectivity), in per cent.
    fn confidence(_selectivity: u8) -> u8 {
        100
    }

    /// The static evaluation for the side to move, within the heuristic range.
    fn evaluate(&mut self, position: &Pos<Self>) -> Score;
    /// Exact knowledge about a position, such as a static proof or the result of a threat search within a fixed budget.
    /// The distance of a proven score is that of the proof found.
    fn oracle(
        &mut self,
        _position: &Pos<Self>,
        _node: &Node,
        _watch: &mut Watch,
    ) -> Result<Option<OracleResult<Mv<Self>>>, Stopped> {
        Ok(None)
    }
    /// In exact iterations: the value of a position within the horizon of the game's endgame solver, fail-soft.
    fn solve_leaf(
        &mut self,
        _position: &Pos<Self>,
        _window: Window,
        _watch: &mut Watch,
    ) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }
    /// The reduced search to try for a ProbCut, if one may be tried.
    fn probcut(&self, _position: &Pos<Self>, _node: &Node) -> Option<ProbCut> {
        None
    }
    /// Whether the opponent threatens to win, so that the static evaluation is unreliable.
    fn is_threatened(&self, _position: &Pos<Self>) -> bool {
        false
    }

    /// Appends the moves to search, each legal and listed once, in any order; at least one if there is a legal move.
    fn candidates(&mut self, position: &Pos<Self>, _node: &Node, moves: &mut Vec<ScoredMove<Mv<Self>>>) -> Coverage {
        let mut legal = Vec::new();
        Self::Game::legal_moves(position, &mut legal);
        moves.extend(legal.into_iter().map(|mv| ScoredMove { mv, score: 0 }));
        Coverage::Complete
    }
    /// Drops candidates that a slower look at all of them finds unlikely, and replaces the priors of the others. Unlike
    /// the candidates themselves, this may depend on the moves that led to the position. At least one must remain, and
    /// all of a complete list.
    fn select_candidates(&mut self, _position: &Pos<Self>, _node: &Node, _moves: &mut Vec<ScoredMove<Mv<Self>>>) {}
    /// Replaces the scores of the candidates by priors that take longer to compute, while the table entries of the
    /// successors are prefetched. Must not reorder the candidates: the core has their successors' keys in this order.
    fn refine_priors(&mut self, _position: &Pos<Self>, _node: &Node, _moves: &mut [ScoredMove<Mv<Self>>]) {}
    /// Appends the moves to search in quiescence search.
    fn quiescence_moves(
        &mut self,
        _position: &Pos<Self>,
        _node: &Node,
        _moves: &mut Vec<ScoredMove<Mv<Self>>>,
    ) -> StandPat {
        StandPat::Allowed
    }

    /// The proof search to run at the root between iterations, if the game has one.
    fn prover(&mut self) -> Option<&mut dyn Prover<Self::Game>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_search_refuses_proofs_longer_than_its_depth() {
        let window = Window::FULL;
        let mut node = Node { depth: 7, ply: 3, window, goal: Goal::Mate, selectivity: 0, cut_node: false };
        assert!(!node.exceeds_mate_depth(Score::win_in(7)));
        assert!(node.exceeds_mate_depth(Score::win_in(8)));
        assert!(node.exceeds_mate_depth(Score::loss_in(8)));
        assert!(!node.exceeds_mate_depth(Score::DRAW));
        node.goal = Goal::Heuristic;
        assert!(!node.exceeds_mate_depth(Score::win_in(8)));
    }
}
