//! What the engine knows about playing Othello well: the order of moves, the plan of iterations, time, and the ways
//! into evaluation and leaf solver.
//!
//! Must not know: the core, threads, wire syntax.

use super::bitboard::{CORNERS, flips, mobility, squares, with_neighbours};
use super::endgame::{self, Solver};
use super::eval::{Evaluator, LIMIT};
use super::one_ply::square_value;
use super::rules::{Move, Othello, Position};
use super::selectivity::{CONFIDENCE, PERCENT_63, PERCENT_73, PERCENT_87, PERCENT_98, PERCENT_99, Selectivity};
use crate::game::Game;
use crate::games::common::processor::Processor;
use crate::score::{Bound, Score, Window};
use crate::search::expert::{Coverage, Expert, Goal, Iteration, Node, OracleResult, ProbCut, ScoredMove};
use crate::search::params::{LateMoveReductions, Params};
use crate::search::stop::{Stopped, Watch};
use std::sync::Arc;

/// Positions with at most this many empty squares go to the leaf solver in exact iterations.
pub const LEAF_EMPTIES: u32 = 14;
/// Up to this many empty squares the exact iteration follows a short preparation.
const SOLVED_AT_ONCE: u8 = 22;
/// Beyond that, heuristic iterations go on until the end of the game is this many plies below their horizon.
const HORIZON_GAP: u8 = 10;

/// Exact searches beyond this many empty squares begin with a selective pass: it finds the score to expect and good
/// moves.
const LADDER_EMPTIES: u8 = 16;
/// From this many empty squares on, it is less bold, for wrong guesses cost more, and passes of rising confidence
/// follow.
const WARY_EMPTIES: u8 = 22;
/// Exact nodes with this many empty squares or more order their moves by a value a ply deeper: they are few.
const PREVIEW_EMPTIES: i16 = 20;

/// The expert of Othello, one for each worker.
pub struct OthelloExpert {
    pub(super) evaluator: Arc<Evaluator>,
    selectivity: Selectivity,
    solver: Solver,
}

impl Expert for OthelloExpert {
    type Game = Othello;
    type Tables = Evaluator;

    fn new(evaluator: Arc<Evaluator>) -> Self {
        let solver = Solver::new(Processor::detect());
        OthelloExpert { evaluator, selectivity: Selectivity::default(), solver }
    }

    fn new_game(&mut self) {
        self.solver.clear();
    }

    fn params(&self) -> Params {
        // ProbCut leaves out what late move reductions would: with them best moves were found less often at equal
        // nodes. It leaves little to share out, too: a heuristic search ends sooner when each of two workers goes its
        // own way.
        Params {
            aspiration_delta: 250,
            late_move_reductions: LateMoveReductions::NONE,
            etc_min_depth: 5,
            exact_split_min_depth: 8,
            probcut_selectivity: PERCENT_63,
            ..Params::default()
        }
    }

    fn schedule(&self, root: &Position, max_depth: u8) -> Vec<Iteration> {
        let empties = root.empties() as u8;
        let exact = max_depth >= empties && empties > 0;
        let heuristic = match empties {
            _ if !exact => max_depth,
            0..=SOLVED_AT_ONCE => (empties / 2).min(8),
            _ => empties - HORIZON_GAP,
        };
        let mut plan: Vec<_> =
            (1..=heuristic).map(|depth| Iteration { depth, goal: Goal::Heuristic, selectivity: PERCENT_63 }).collect();
        if exact {
            let passes: &[u8] = match empties {
                _ if empties <= LADDER_EMPTIES => &[0],
                _ if empties < WARY_EMPTIES => &[PERCENT_73, 0],
                _ => &[PERCENT_87, PERCENT_98, PERCENT_99, 0],
            };
            plan.extend(passes.iter().map(|&selectivity| Iteration { depth: empties, goal: Goal::Exact, selectivity }));
        }
        plan
    }

    fn confidence(selectivity: u8) -> u8 {
        CONFIDENCE[usize::from(selectivity.min(PERCENT_63))]
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position)
    }

    fn candidates(&mut self, position: &Position, node: &Node, moves: &mut Vec<ScoredMove<Move>>) -> Coverage {
        let scored = |mv| match node.goal {
            Goal::Heuristic => ScoredMove { mv, prior: midgame_prior(position, mv, node.depth) },
            Goal::Exact | Goal::Mate => ScoredMove { mv, prior: 0 },
        };
        match position.mobility() {
            0 if mobility(position.opponent(), position.own()) == 0 => {}
            0 => moves.push(scored(Move::PASS)),
            targets => moves.extend(squares(targets).map(Move::to).map(scored)),
        }
        Coverage::Complete
    }

    fn refine_priors(&mut self, position: &Position, node: &Node, moves: &mut [ScoredMove<Move>]) {
        if node.goal != Goal::Heuristic {
            moves
                .iter_mut()
                .for_each(|scored| scored.prior = endgame_prior(&self.evaluator, position, scored.mv, node.depth));
        }
    }

    fn probcut(&self, position: &Position, node: &Node) -> Option<ProbCut> {
        self.selectivity.probcut(position.empties(), node)
    }

    /// Stable discs bound the exact value from either side; no value lies beyond all the discs.
    fn oracle(
        &mut self,
        position: &Position,
        node: &Node,
        _watch: &mut Watch,
    ) -> Result<Option<OracleResult<Move>>, Stopped> {
        if node.goal != Goal::Exact {
            return Ok(beyond_all_discs(node.window));
        }
        if let Some(most) = endgame::stability_cutoff(position, node.window.alpha) {
            return Ok(Some(verdict(most, Bound::Upper)));
        }
        let passed = Position::new(position.opponent(), position.own(), Othello::side(position).other(), 0);
        let least = endgame::stability_cutoff(&passed, -node.window.beta);
        Ok(least.map(|most| verdict(-most, Bound::Lower)))
    }

    fn solve_leaf(&mut self, position: &Position, window: Window, watch: &mut Watch) -> Result<Option<Score>, Stopped> {
        if position.empties() > LEAF_EMPTIES {
            return Ok(None);
        }
        self.solver.solve(position, window, watch).map(Some)
    }
}

fn verdict(score: Score, bound: Bound) -> OracleResult<Move> {
    OracleResult { score, bound, best: None }
}

/// What settles a window in which no estimate can lie. Where a side wins all discs, all moves look alike, and without
/// this each of them would be searched for something better.
fn beyond_all_discs(window: Window) -> Option<OracleResult<Move>> {
    let most = Score::cp(LIMIT);
    if window.alpha >= most {
        return Some(verdict(most, Bound::Upper));
    }
    (window.beta <= -most).then(|| verdict(-most, Bound::Lower))
}

/// The boards of the opponent and of the mover after a move.
fn after(position: &Position, mv: Move) -> (u64, u64) {
    let flipped = mv.square().map_or(0, |square| flips(position.own(), position.opponent(), square));
    (position.opponent() ^ flipped, position.own() ^ flipped ^ mv.bit())
}

/// Prior for heuristic searches: few replies and few open squares for the opponent, and good squares; near the
/// horizon, where counting does not pay, squares alone.
fn midgame_prior(position: &Position, mv: Move, depth: i16) -> i32 {
    let square = mv.square().map_or(0, square_value);
    if depth < 2 {
        return 16 * square;
    }
    let (own, opponent) = after(position, mv);
    let replies = mobility(own, opponent);
    let count = |set: u64| set.count_ones() as i32;
    let open = count(with_neighbours(opponent) & !(own | opponent));
    16 * (square - 16 * count(replies) - 32 * count(replies & CORNERS) - 8 * open)
}

/// Prior for exact searches with so many plies to go: fastest first, as in the leaf solver, and the evaluation; history
/// only breaks ties.
fn endgame_prior(evaluator: &Evaluator, position: &Position, mv: Move, depth: i16) -> i32 {
    let (own, opponent) = after(position, mv);
    let replies = mobility(own, opponent);
    let effort = endgame::effort(own, opponent, replies, mv.bit(), endgame::odd_quadrants(position.empty()));
    let reply = Position::new(own, opponent, Othello::side(position).other(), 0);
    let value = if depth >= PREVIEW_EMPTIES { preview(evaluator, &reply) } else { evaluator.evaluate(&reply) };
    -64 * effort - 16 * i32::from(value.0)
}

/// The value of a position by its best move; by itself if there is none.
fn preview(evaluator: &Evaluator, position: &Position) -> Score {
    let value = |square| {
        let (own, opponent) = after(position, Move::to(square));
        -evaluator.evaluate(&Position::new(own, opponent, Othello::side(position).other(), 0))
    };
    squares(position.mobility()).map(value).max().unwrap_or_else(|| evaluator.evaluate(position))
}
