//! The hooks: what an expert of one game tells the search core, and in which terms.
//!
//! Hooks return data and never call the core. A hook is added only with a second user or a measured gain.
//! Must not know: any particular game, the core's inner workings, threads, wire syntax.

use super::control::{Stopped, Watch};
use super::params::Params;
use crate::game::{Game, Notation, OptionReader, OptionSpec, Symmetric};
use crate::score::{Bound, Score, Window};
use crate::wdl::Calibration;
use std::sync::Arc;

/// The position type of an expert's game.
pub type Pos<E> = <<E as Expert>::Game as Game>::Position;
/// The move type of an expert's game.
pub type Mv<E> = <<E as Expert>::Game as Game>::Move;
/// The rules type of an expert's game.
pub type RulesOf<E> = <<E as Expert>::Game as Game>::Rules;

/// What the node that asks wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The value, by evaluation at the horizon.
    Value,
    /// The exact value: nothing may be left out or guessed, the search goes to the end of the game.
    Exact,
    /// Only whether the game is won within the remaining depth (`go mate N`): no move that could do it or refute
    /// it may be left out, all others may.
    Mate,
}

/// Where in the tree a hook is asked.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Remaining depth in plies; 0 and below in quiescence, falling by one a ply there.
    pub depth: i16,
    /// Distance from the root in plies.
    pub ply: u16,
    /// The window, from the side to move.
    pub window: Window,
    /// What is asked.
    pub goal: Goal,
    /// Index of the selectivity of the iteration: 0 none (all cuts are proofs), higher is bolder.
    pub selectivity: u8,
    /// Whether some move is expected to be good enough (a cut node; Knuth and Moore, "An analysis of alpha-beta pruning", 1975).
    pub cut_node: bool,
}

impl Node {
    /// Whether a proof, its distance counted from here, is too long for a mate search of this depth.
    pub fn exceeds_mate_depth(&self, proof: Score) -> bool {
        let too_long = |plies: u16| i32::from(plies) > i32::from(self.depth);
        self.goal == Goal::Mate && proof.distance().is_some_and(too_long)
    }
}

/// A move with the expert's opinion of it.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    /// The move.
    pub mv: M,
    /// Ordering value, higher first; on the scale of history scores, which stay within ±16,384, or far above it where history
    /// shall only break ties (but within ±2^23, below a hash move).
    pub prior: i32,
}

/// Whether a list of candidates leaves legal moves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// Every legal move left out is proven to be no better than the worst one listed (or none is left out).
    Complete,
    /// Moves left out are believed to be worse, not proven. The core claims no loss before it has tried them all.
    Partial,
}

/// Whether the side to move may take the static evaluation in quiescence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandPat {
    /// It may; the listed moves are what could change the evaluation.
    Allowed,
    /// It may not: it is threatened with loss, and every legal move that is not listed loses at once.
    Forbidden,
}

/// Exact knowledge about a position.
#[derive(Clone, Copy, Debug)]
pub struct OracleResult<M> {
    /// The value from the side to move, distances counted from this position.
    pub score: Score,
    /// What the score bounds.
    pub bound: Bound,
    /// A move that reaches it.
    pub best: Option<M>,
}

/// One step of the plan of iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Depth in plies (a pass costs none), 1..=127; in an exact iteration the plies to the end of the game.
    pub depth: u8,
    /// [`Goal::Value`] or [`Goal::Exact`].
    pub goal: Goal,
    /// See [`Node::selectivity`].
    pub selectivity: u8,
}

impl Iteration {
    /// Whether the result is the exact value of the position, which ends the search by itself.
    pub fn solves(self) -> bool {
        self.goal == Goal::Exact && self.selectivity == 0
    }
}

/// A reduced search that may stand for the full one (Buro, "ProbCut", 1995).
#[derive(Clone, Copy, Debug)]
pub struct ProbCut {
    /// Depth of the reduced search in plies; 0 is the static evaluation.
    pub depth: i16,
    /// How far beyond the window its result must lie, in score units.
    pub margin: i16,
}

/// The game played so far, as far as draws by rule depend on it.
#[derive(Clone, Copy, Debug)]
pub struct GameHistory<'a, P> {
    /// All positions from the one given to the current one, both included.
    pub positions: &'a [P],
    /// Plies after which the game is drawn; 0 means never.
    pub max_plies: u32,
}

/// A root move that a solved table or a proof answers for.
#[derive(Clone, Debug)]
pub struct ProvenLine<M> {
    /// The value of the move for the side that makes it, distances counted from the root.
    pub score: Score,
    /// The move and optimal play after it.
    pub pv: Vec<M>,
}

/// Why a report on a solved table was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// It was stopped.
    Stopped,
    /// The table is wrong, or there is none: where, and what was expected.
    Wrong(String),
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> Self {
        SolveError::Stopped
    }
}

/// Which of equally good moves a player makes that looks one ply ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// Any, each alike.
    Random,
    /// The first in the order of `legal_moves`.
    First,
}

/// A player that looks one ply ahead: gives every move a value, best value wins.
pub struct OnePlyPlayer<P, M> {
    /// Its name among the values of option `Personality`.
    pub name: &'static str,
    /// The value of a legal move by the player's own rule, printed as `cp`.
    pub value: fn(&P, M, OptionReader<'_>) -> i32,
    /// What it does if several are best.
    pub tie_break: TieBreak,
}

/// What an expert of the game knows. One value per worker; what is shared read-only lives in `Tables`.
///
/// A Expert never changes a position and never calls the search. It may follow the line being searched through
/// `on_play` and `on_undo`, which the core calls around every move it makes below the root given to `on_root`; the
/// position passed to every other hook is the one so reached.
pub trait Expert: Sized + Send + 'static {
    /// The game it knows.
    type Game: Notation + Symmetric;
    /// Read-only tables shared by all workers and kept between searches (weights, patterns, solved positions); large
    /// ones are built on first use.
    type Tables: Default + Send + Sync + 'static;

    /// Options that belong to this game.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Whether [`Expert::root_lines`] answers from a solved table (personality `table`).
    const HAS_TABLE: bool = false;
    /// Players of one ply beside `random`, which every game has.
    const ONE_PLY: &'static [OnePlyPlayer<Pos<Self>, Mv<Self>>] = &[];

    /// The expert of one worker.
    fn new(tables: Arc<Self::Tables>) -> Self;
    /// Numbers for the core, asked for after each [`Expert::on_root`].
    fn params(&self) -> Params {
        Params::default()
    }
    /// Takes over option values; called before every search.
    fn configure(&mut self, _options: OptionReader<'_>) {}
    /// Forgets what it learned in the last game.
    fn new_game(&mut self) {}
    /// A search begins at `root`. Tables that are built on first use are built here, so that it can be done ahead of time.
    fn on_root(&mut self, _root: &Pos<Self>) {}
    /// `mv` has been made, giving `after`.
    fn on_play(&mut self, _after: &Pos<Self>, _mv: Mv<Self>) {}
    /// The last move made has been taken back.
    fn on_undo(&mut self) {}

    /// The plan of iterations from `root` up to `max_depth` plies (at least 1): heuristic depths rising, then exact
    /// ones where the end of the game is in reach.
    fn schedule(&self, _root: &Pos<Self>, max_depth: u8) -> Vec<Iteration> {
        (1..=max_depth).map(|depth| Iteration { depth, goal: Goal::Value, selectivity: 1 }).collect()
    }
    /// In how many of a hundred cases a search of this [`Node::selectivity`] is thought right; told of those that go to the end
    /// of the game.
    fn confidence(_selectivity: u8) -> u8 {
        100
    }
    /// Moves that the side to move is still likely to make in this game, for time management.
    fn moves_to_go(_root: &Pos<Self>) -> u32 {
        30
    }

    /// How the scores of a search of `root` turn into chances of win, draw and loss. Constants are fitted to games by
    /// `quartet-arena calibrate`.
    fn calibration(_root: &Pos<Self>) -> Calibration {
        Calibration::default()
    }

    /// The static evaluation from the side to move, within the heuristic range.
    fn evaluate(&mut self, position: &Pos<Self>) -> Score;
    /// The static evaluation by its terms, from the side to move, for command `eval`. The terms add up to the value.
    fn explain(&mut self, position: &Pos<Self>) -> Vec<(String, i32)> {
        vec![("value".into(), i32::from(self.evaluate(position).0))]
    }
    /// Appends the moves worth searching, each legal and listed once, in any order; at least one.
    fn candidates(&mut self, position: &Pos<Self>, _node: &Node, moves: &mut Vec<ScoredMove<Mv<Self>>>) -> Coverage {
        let mut legal = Vec::new();
        Self::Game::legal_moves(position, &mut legal);
        moves.extend(legal.into_iter().map(|mv| ScoredMove { mv, prior: 0 }));
        Coverage::Complete
    }
    /// Gives the candidates better priors, where that takes time: what the table knows of their successors is on its way
    /// meanwhile.
    fn refine_priors(&mut self, _position: &Pos<Self>, _node: &Node, _moves: &mut [ScoredMove<Mv<Self>>]) {}
    /// Appends the moves that quiescence goes on with.
    fn quiescence_moves(
        &mut self,
        _position: &Pos<Self>,
        _node: &Node,
        _moves: &mut Vec<ScoredMove<Mv<Self>>>,
    ) -> StandPat {
        StandPat::Allowed
    }
    /// Whether the opponent threatens to win, so that the static evaluation says little about the position.
    fn is_threatened(&self, _position: &Pos<Self>) -> bool {
        false
    }
    /// Exact knowledge: a static win by threats, or a threat search within a fixed budget. A proven distance is that of
    /// the proof found.
    fn oracle(
        &mut self,
        _position: &Pos<Self>,
        _node: &Node,
        _watch: &mut Watch,
    ) -> Result<Option<OracleResult<Mv<Self>>>, Stopped> {
        Ok(None)
    }
    /// Inside exact iterations: finishes a position within the game's leaf horizon alone, fail-soft for the window.
    fn solve_leaf(
        &mut self,
        _position: &Pos<Self>,
        _window: Window,
        _watch: &mut Watch,
    ) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }
    /// Whether and how a shallower search may stand for this one.
    fn probcut(&self, _position: &Pos<Self>, _node: &Node) -> Option<ProbCut> {
        None
    }
    /// Exact lines for the `count` best of `moves` (legal root moves), best first, from a solved table: wins by distance
    /// rising, then draws, then losses by distance falling; equals as the expert prefers, else in the order given. The
    /// scores heed the draws by rule that `history` implies.
    fn root_lines(
        &mut self,
        _history: GameHistory<'_, Pos<Self>>,
        _moves: &[Mv<Self>],
        _count: usize,
        _watch: &mut Watch,
    ) -> Result<Vec<ProvenLine<Mv<Self>>>, Stopped> {
        Ok(Vec::new())
    }
    /// Looks for a forced win at the root by a proof search of the expert's own, which spends about so many nodes and goes on
    /// where it ended when it is asked again. The distance is that of the proof found, the line one of its longest.
    fn prove(
        &mut self,
        _root: &Pos<Self>,
        _nodes: u64,
        _watch: &mut Watch,
    ) -> Result<Option<ProvenLine<Mv<Self>>>, Stopped> {
        Ok(None)
    }
    /// The text of the proof that [`Expert::prove`] has found last; of another position, or where the search had no need of
    /// it, one that is found at little expense.
    fn proof(&mut self, _root: &Pos<Self>) -> Option<String> {
        None
    }
    /// Replays the text of a proof by the rules alone; gives the plies of the win, or where it fails.
    fn check_proof(_root: &Pos<Self>, _text: &str) -> Result<u16, String> {
        Err("no proofs are known of this game".into())
    }
    /// Tells the figures of the solved table, or, with `verify`, proves the table right, a line at a time; asked only where
    /// there is one.
    fn report(&mut self, _verify: bool, _tell: &mut dyn FnMut(String), _watch: &mut Watch) -> Result<(), SolveError> {
        // Not `Ok`, which would claim a proof.
        Err(SolveError::Wrong("no report, expected one on the solved table".into()))
    }
}
