//! What the engine knows about playing Othello well: the order of moves, the plan of iterations, time, and the ways
//! into evaluation and leaf solver.
//!
//! Must not know: the core, threads, wire syntax.

use super::bits::{CORNERS, flips, mobility, spread};
use super::endgame;
use super::processor::Processor;
use super::rules::{Move, Othello, Position};
use super::{eval, report};
use crate::game::{Game, OptionSpec};
use crate::score::{Score, Window};
use crate::search::control::{Stopped, Watch};
use crate::search::knowledge::{At, Coverage, Goal, Iteration, Knowledge, OnePly, Params, ProbCut, Scored};
use crate::wdl::Calibration;
use std::sync::Arc;

/// Positions with at most this many empty squares go to the leaf solver in exact iterations.
const LEAF_EMPTIES: u32 = 10;
/// Up to this many empty squares the exact iteration follows a short preparation.
const SOLVED_AT_ONCE: u8 = 22;
/// Beyond that, heuristic iterations go on until the end of the game is this many plies below their horizon.
const HORIZON_GAP: u8 = 10;

/// Least depth at which a shallower search may stand for one.
const PROBCUT_DEPTH: i16 = 5;
/// How far outside the window its value must lie, by its depth from 1 on, in centidiscs: 1.3 standard deviations of the
/// difference to the deeper search, measured on 398 positions of own play of 18–52 empty squares at depths up to 9 and
/// extrapolated from there.
const MARGINS: [i16; 8] = [900, 780, 730, 610, 550, 500, 460, 430];

/// Centidiscs that make the odds of winning e times as good, at the end and for each empty square before it. Fitted by
/// `quartet-arena calibrate` to 840 games against itself of 10,000 and 100,000 nodes a move from random openings of 8 plies.
const SPREAD: f64 = 27.0;
const SPREAD_BY_EMPTIES: f64 = 26.5;

/// The expert of Othello, one for each worker.
pub struct OthelloKnowledge {
    processor: Processor,
}

impl Knowledge for OthelloKnowledge {
    type Game = Othello;
    type Tables = ();

    const OPTIONS: &'static [OptionSpec] = &[report::WEIGHTS_OPTION];
    const ONE_PLY: &'static [OnePly<Position, Move>] = &report::PLAYERS;

    fn new(_tables: Arc<()>) -> Self {
        OthelloKnowledge { processor: Processor::detect() }
    }

    fn params(&self) -> Params {
        Params { aspiration: 250, reduction_depth: 4, reduction_moves: 4, reduction_scale: 19, etc_depth: 5 }
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
            (1..=heuristic).map(|depth| Iteration { depth, goal: Goal::Value, selectivity: 1 }).collect();
        if exact {
            plan.push(Iteration { depth: empties, goal: Goal::Exact, selectivity: 0 });
        }
        plan
    }

    fn moves_to_go(&self, root: &Position) -> u32 {
        // The last dozen squares are solved in no time.
        (root.empties().saturating_sub(12) / 2).max(2)
    }

    fn calibration(&self, root: &Position) -> Calibration {
        // A draw lies within a disc of even.
        Calibration { spread: SPREAD + SPREAD_BY_EMPTIES * f64::from(root.empties()), draw: 100.0 }
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        eval::evaluate(position)
    }

    fn explain(&mut self, position: &Position) -> Vec<(String, i32)> {
        eval::explain(position)
    }

    fn candidates(&mut self, position: &Position, at: &At, moves: &mut Vec<Scored<Move>>) -> Coverage {
        let mut legal = Vec::new();
        Othello::legal_moves(position, &mut legal);
        moves.extend(legal.into_iter().map(|mv| match at.goal {
            Goal::Value => Scored { mv, prior: strength(position, mv, at.depth) },
            Goal::Exact | Goal::Mate => Scored { mv, prior: haste(position, mv) },
        }));
        Coverage::Complete
    }

    fn probcut(&self, _position: &Position, at: &At) -> Option<ProbCut> {
        let applies = at.goal == Goal::Value && at.depth >= PROBCUT_DEPTH;
        applies.then(|| {
            // Half the depth, of the same parity: values swing between odd and even depths.
            let half = at.depth / 2;
            let depth = half - ((at.depth - half) & 1);
            ProbCut { depth, margin: MARGINS[depth.clamp(1, MARGINS.len() as i16) as usize - 1] }
        })
    }

    fn solve_leaf(&mut self, position: &Position, window: Window, watch: &mut Watch) -> Result<Option<Score>, Stopped> {
        if position.empties() > LEAF_EMPTIES {
            return Ok(None);
        }
        endgame::solve(self.processor, position, window, watch).map(Some)
    }
}

/// The boards of the opponent and of the mover after a move.
fn after(position: &Position, mv: Move) -> (u64, u64) {
    let flipped = mv.square().map_or(0, |square| flips(position.own(), position.opponent(), square));
    (position.opponent() ^ flipped, position.own() ^ flipped ^ mv.bit())
}

/// Prior for heuristic searches: few replies and few open squares for the opponent, and good squares; near the
/// horizon, where counting does not pay, squares alone.
fn strength(position: &Position, mv: Move, depth: i16) -> i32 {
    let square = mv.square().map_or(0, report::square_value);
    if depth < 2 {
        return 16 * square;
    }
    let (own, opponent) = after(position, mv);
    let replies = mobility(own, opponent);
    let count = |set: u64| set.count_ones() as i32;
    let open = count(spread(opponent) & !(own | opponent));
    16 * (square - 16 * count(replies) - 32 * count(replies & CORNERS) - 8 * open)
}

/// Prior for exact searches: fastest first, as in the leaf solver.
fn haste(position: &Position, mv: Move) -> i32 {
    let (own, opponent) = after(position, mv);
    -64 * endgame::effort(own, opponent, mv.bit(), endgame::odd_quadrants(position.empty())) as i32
}
