//! Othello's expert: move ordering, the schedule of iterations, ProbCut, and the calls of evaluation and endgame
//! solver.

use super::bitboard::{CORNERS, flips, legal_moves, squares};
use super::endgame::{self, Solver};
use super::eval::{Evaluator, LIMIT};
use super::one_ply::square_value;
use super::rules::{Move, Othello, Position};
use super::selectivity::{
    CONFIDENCE, SELECTIVITY_63, SELECTIVITY_73, SELECTIVITY_87, SELECTIVITY_98, SELECTIVITY_99, Selectivity,
};
use crate::game::Game;
use crate::games::common::processor::Processor;
use crate::score::{Bound, Score, Window};
use crate::search::expert::{Coverage, Expert, Goal, Iteration, Node, OracleResult, ProbCut, ScoredMove};
use crate::search::params::{LateMoveReductions, Params};
use crate::search::stop::{Stopped, Watch};
use std::sync::Arc;

/// In exact iterations, positions with at most this many empty squares go to the endgame solver.
pub const LEAF_EMPTIES: u32 = 14;
/// With at most this many empty squares, only a few heuristic iterations precede the exact ones.
const EARLY_SOLVE_EMPTIES: u8 = 22;
/// With more empty squares, heuristic iterations continue up to this many plies short of the end of the game.
const HORIZON_GAP: u8 = 10;

/// With more empty squares than this, an exact search starts with a selective pass, which provides an expected score
/// and good moves.
const SELECTIVE_PASS_EMPTIES: u8 = 16;
/// From this number of empty squares, wrong cutoffs cost more: the first selective pass is more careful, and passes of
/// increasing confidence follow it.
const CAREFUL_PASS_EMPTIES: u8 = 22;
/// Exact nodes with at least this many empty squares are so few that their moves are ordered by a search one ply
/// deeper.
const DEEPER_ORDERING_EMPTIES: i16 = 20;

/// Othello's expert. Every worker has its own.
pub struct OthelloExpert {
    pub(super) evaluator: Arc<Evaluator>,
    selectivity: Selectivity,
    solver: Solver,
}

impl Expert for OthelloExpert {
    type Game = Othello;
    type Tables = Evaluator;
    /// Values of odd depths are higher than those of even depths, by 0.6 to 1.2 discs on the average with 30 empty
    /// squares.
    const SCORES_ALTERNATE: bool = true;

    fn new(evaluator: Arc<Evaluator>) -> Self {
        let solver = Solver::new(Processor::detect());
        OthelloExpert { evaluator, selectivity: Selectivity::default(), solver }
    }

    fn new_game(&mut self) {
        self.solver.clear();
    }

    fn params(&self) -> Params {
        // ProbCut already prunes the moves that late move reductions would reduce: with both, best moves were found
        // less often at equal nodes. For the same reason subtrees are too small to split: two workers finish a
        // heuristic search sooner if each searches on its own.
        Params {
            aspiration_delta: 250,
            late_move_reductions: LateMoveReductions::NONE,
            etc_min_depth: 5,
            exact_split_min_depth: 8,
            probcut_selectivity: SELECTIVITY_63,
            ..Params::default()
        }
    }

    fn schedule(&self, root: &Position, max_depth: u8) -> Vec<Iteration> {
        let empties = root.empties() as u8;
        let exact = max_depth >= empties && empties > 0;
        let heuristic = match empties {
            _ if !exact => max_depth,
            0..=EARLY_SOLVE_EMPTIES => (empties / 2).min(8),
            _ => empties - HORIZON_GAP,
        };
        let mut plan: Vec<_> = (1..=heuristic)
            .map(|depth| Iteration { depth, goal: Goal::Heuristic, selectivity: SELECTIVITY_63 })
            .collect();
        if exact {
            let passes: &[u8] = match empties {
                _ if empties <= SELECTIVE_PASS_EMPTIES => &[0],
                _ if empties < CAREFUL_PASS_EMPTIES => &[SELECTIVITY_73, 0],
                _ => &[SELECTIVITY_87, SELECTIVITY_98, SELECTIVITY_99, 0],
            };
            plan.extend(passes.iter().map(|&selectivity| Iteration { depth: empties, goal: Goal::Solve, selectivity }));
        }
        plan
    }

    fn confidence(selectivity: u8) -> u8 {
        CONFIDENCE[usize::from(selectivity.min(SELECTIVITY_63))]
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position)
    }

    fn candidates(&mut self, position: &Position, node: &Node, moves: &mut Vec<ScoredMove<Move>>) -> Coverage {
        let scored = |mv| match node.goal {
            Goal::Heuristic => ScoredMove { mv, score: midgame_prior(position, mv, node.depth) },
            Goal::Solve | Goal::Mate => ScoredMove { mv, score: 0 },
        };
        match position.legal_moves() {
            0 if legal_moves(position.opponent(), position.own()) == 0 => {}
            0 => moves.push(scored(Move::PASS)),
            targets => moves.extend(squares(targets).map(Move::at).map(scored)),
        }
        Coverage::Complete
    }

    fn refine_priors(&mut self, position: &Position, node: &Node, moves: &mut [ScoredMove<Move>]) {
        if node.goal != Goal::Heuristic {
            moves
                .iter_mut()
                .for_each(|scored| scored.score = endgame_prior(&self.evaluator, position, scored.mv, node.depth));
        }
    }

    fn probcut(&self, position: &Position, node: &Node) -> Option<ProbCut> {
        self.selectivity.probcut(position.empties(), node)
    }

    /// In exact searches, stable discs of either side bound the value; in heuristic ones, the limit of the evaluation
    /// does.
    fn oracle(
        &mut self,
        position: &Position,
        node: &Node,
        _watch: &mut Watch,
    ) -> Result<Option<OracleResult<Move>>, Stopped> {
        if node.goal != Goal::Solve {
            return Ok(evaluation_limit_cutoff(node.window));
        }
        if let Some(bound) = endgame::stability_cutoff(position, node.window.alpha) {
            return Ok(Some(cutoff(bound, Bound::Upper)));
        }
        let passed = Position::new(position.opponent(), position.own(), Othello::side(position).other(), 0);
        let opponent_bound = endgame::stability_cutoff(&passed, -node.window.beta);
        Ok(opponent_bound.map(|bound| cutoff(-bound, Bound::Lower)))
    }

    fn solve_leaf(&mut self, position: &Position, window: Window, watch: &mut Watch) -> Result<Option<Score>, Stopped> {
        if position.empties() > LEAF_EMPTIES {
            return Ok(None);
        }
        self.solver.solve(position, window, watch).map(Some)
    }
}

fn cutoff(score: Score, bound: Bound) -> OracleResult<Move> {
    OracleResult { score, bound, best: None }
}

/// A cutoff of a window that lies beyond the largest evaluation. If a side wins all discs, all moves have that value,
/// and without the cutoff each would be searched for a better one.
fn evaluation_limit_cutoff(window: Window) -> Option<OracleResult<Move>> {
    let limit = Score::cp(LIMIT);
    if window.alpha >= limit {
        return Some(cutoff(limit, Bound::Upper));
    }
    (window.beta <= -limit).then(|| cutoff(-limit, Bound::Lower))
}

/// The discs after a move: those of the opponent, who moves next, and those of the player who moved.
fn after(position: &Position, mv: Move) -> (u64, u64) {
    let flipped = mv.square().map_or(0, |square| flips(position.own(), position.opponent(), square));
    (position.opponent() ^ flipped, position.own() ^ flipped ^ mv.bit())
}

/// Prior for heuristic searches: low mobility and potential mobility of the opponent, and good squares. Near the
/// horizon, where computing mobility does not pay, the square alone.
fn midgame_prior(position: &Position, mv: Move, depth: i16) -> i32 {
    let square = mv.square().map_or(0, square_value);
    if depth < 2 {
        return 16 * square;
    }
    let (own, opponent) = after(position, mv);
    let replies = legal_moves(own, opponent);
    let count = |set: u64| set.count_ones() as i32;
    let potential = endgame::potential_mobility(own, opponent);
    16 * (square - 16 * count(replies) - 32 * count(replies & CORNERS) - 8 * potential)
}

/// Prior for exact searches: the effort as estimated by the endgame solver, and the evaluation. The terms are large
/// enough that history only breaks ties.
fn endgame_prior(evaluator: &Evaluator, position: &Position, mv: Move, depth: i16) -> i32 {
    let (own, opponent) = after(position, mv);
    let replies = legal_moves(own, opponent);
    let effort = endgame::effort(own, opponent, replies, mv.bit(), endgame::odd_quadrants(position.empty()));
    let reply = Position::new(own, opponent, Othello::side(position).other(), 0);
    let value =
        if depth >= DEEPER_ORDERING_EMPTIES { best_child_value(evaluator, &reply) } else { evaluator.evaluate(&reply) };
    -64 * effort - 16 * i32::from(value.0)
}

/// The value of a position by a one-ply search; its evaluation if there is no move.
fn best_child_value(evaluator: &Evaluator, position: &Position) -> Score {
    let value = |square| {
        let (own, opponent) = after(position, Move::at(square));
        -evaluator.evaluate(&Position::new(own, opponent, Othello::side(position).other(), 0))
    };
    squares(position.legal_moves()).map(value).max().unwrap_or_else(|| evaluator.evaluate(position))
}
