//! Labels by λ-returns (Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988): each position of a
//! self-play game is labelled with an exponentially weighted mean of the scores found from it on to the end of the
//! game.
//!
//! Knowledge of the end of the game thus reaches all its positions at once, and the errors of searches, whose sign
//! depends on the side to move, cancel out.

use super::board::Board;
use super::search::Search;
use crate::searcher::Searcher;
use anyhow::{Result, anyhow};
use clap::Args;
use quartet::game::Game;
use quartet::games::common::processor::Processor;
use quartet::games::othello::endgame::Solver;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::expert::LEAF_EMPTIES;
use quartet::games::othello::{Othello, OthelloExpert, Position};
use quartet::random::SplitMix64;
use quartet::score::{Score, Window};
use quartet::search::stop::Watch;
use std::sync::Arc;

/// Size of a player's transposition table, in megabytes.
const TABLE_MEGABYTES: usize = 4;
/// One move in this many is random. Returns do not extend beyond a random move.
const RANDOM_MOVE_INTERVAL: usize = 25;
/// Half the width of the aspiration window of exact searches, in centidiscs.
const ASPIRATION: i32 = 300;

/// Options for games and labels.
#[derive(Args)]
#[group(skip)]
pub(super) struct Settings {
    /// Depth of the searches that choose moves, in plies.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=12))]
    depth: u8,
    /// Positions with at most this many empty squares are solved exactly.
    #[arg(
        long = "exact",
        default_value_t = 12,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(LEAF_EMPTIES))
    )]
    exact_empties: u32,
    /// λ of the λ-returns: with 0, only the search of the position itself counts, with 1, only the end of the game.
    #[arg(long, alias = "trace", default_value_t = 0.8)]
    lambda: f32,
}

/// Plays games against itself and labels their positions.
pub(super) struct Player<'a> {
    settings: &'a Settings,
    searcher: Searcher<OthelloExpert>,
    solver: Solver,
    watch: Watch,
}

/// A ply of a game, from the point of view of the side to move.
struct Ply {
    /// The position; `None` if the only move is a pass.
    board: Option<Board>,
    /// Value in centidiscs; `None` for a pass.
    value: Option<f32>,
    /// Whether the return ends here, because the value is exact or the move is random.
    is_cut: bool,
}

impl Player<'_> {
    /// A player with a transposition table of its own.
    pub(super) fn new<'a>(settings: &'a Settings, evaluator: &Arc<Evaluator>) -> Result<Player<'a>> {
        let solver = Solver::new(Processor::detect());
        Ok(Player { settings, searcher: Searcher::new(evaluator, TABLE_MEGABYTES)?, solver, watch: Watch::unlimited() })
    }

    /// Plays a game from `position` to the end. Returns its positions, last to first and without those where the only
    /// move is a pass, with their labels in centidiscs.
    pub(super) fn game(&mut self, mut position: Position, random: &mut SplitMix64) -> Result<Vec<(Board, i16)>> {
        let mut plies = Vec::new();
        let mut moves = Vec::new();
        loop {
            moves.clear();
            Othello::legal_moves(&position, &mut moves);
            let Some(&first) = moves.first() else { break };
            let mut mv = first;
            if Othello::is_pass(first) {
                plies.push(Ply { board: None, value: None, is_cut: false });
            } else {
                let is_random = random.below(RANDOM_MOVE_INTERVAL) == 0;
                let found = self.searcher.search(&position, Search::Selective(self.settings.depth).limit())?;
                let is_exact = position.empties() <= self.settings.exact_empties;
                let value = if is_exact { self.solve(&position, found.score)? } else { found.score };
                let board = Some(Board::canonical(&position));
                plies.push(Ply { board, value: Some(f32::from(value.0)), is_cut: is_exact || is_random });
                mv = if is_random { moves[random.below(moves.len())] } else { found.best_move };
            }
            Othello::play(&mut position, mv);
        }
        let result = Score::cp(100 * i32::from(position.margin()));
        Ok(lambda_returns(&plies, f32::from(result.0), self.settings.lambda))
    }

    /// Exact value of a position, searched first in a window around the expected value.
    fn solve(&mut self, position: &Position, expected: Score) -> Result<Score> {
        let window = Window::new(expected.shifted(-ASPIRATION), expected.shifted(ASPIRATION));
        let mut solve = |window| {
            self.solver.solve(position, window, &mut self.watch).map_err(|_| anyhow!("the solver stopped early"))
        };
        let value = solve(window)?;
        if window.alpha < value && value < window.beta { Ok(value) } else { solve(Window::FULL) }
    }
}

/// λ-returns of the positions of a game, last to first. `result` is the value of the final position for the side that
/// would be to move.
fn lambda_returns(plies: &[Ply], result: f32, lambda: f32) -> Vec<(Board, i16)> {
    let mut next = result;
    let mut labels = Vec::with_capacity(plies.len());
    for ply in plies.iter().rev() {
        next = match ply.value {
            None => -next,
            Some(value) if ply.is_cut => value,
            Some(value) => (1.0 - lambda) * value - lambda * next,
        };
        labels.extend(ply.board.map(|board| (board, next.round() as i16)));
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(number: u32, value: Option<f32>, is_cut: bool) -> Ply {
        let position = Position::new(1, u64::from(number) << 8, quartet::game::Side::X, 0);
        Ply { board: value.map(|_| Board::canonical(&position)), value, is_cut }
    }

    /// Labels of three positions with a pass between the last two, first to last.
    fn labels(lambda: f32, middle_is_cut: bool) -> Vec<i16> {
        let plies = [
            ply(1, Some(100.0), false),
            ply(2, Some(-300.0), middle_is_cut),
            ply(0, None, false),
            ply(3, Some(-500.0), false),
        ];
        lambda_returns(&plies, 700.0, lambda).iter().rev().map(|(_, label)| *label).collect()
    }

    #[test]
    fn later_values_are_negated_and_discounted() {
        assert_eq!(labels(0.0, false), [100, -300, -500]);
        assert_eq!(labels(1.0, false), [700, -700, -700]);
        // The return of the last position is -600, that of the pass before it 600.
        assert_eq!(labels(0.5, false), [275, -450, -600]);
        assert_eq!(labels(0.5, true), [200, -300, -600]);
    }

    #[test]
    fn endgame_positions_have_exact_labels() {
        let settings = Settings { depth: 1, exact_empties: 10, lambda: 1.0 };
        let mut player = Player::new(&settings, &Arc::default()).expect("a player");
        let mut solver = Solver::new(Processor::detect());
        for seed in 0..3 {
            let game = player.game(Othello::start(&()), &mut SplitMix64::new(seed)).expect("a game");
            assert!(game.len() > 40);
            for (board, label) in game.into_iter().filter(|(board, _)| board.empties() <= settings.exact_empties) {
                let value = solver.solve(&board.position(), Window::FULL, &mut Watch::unlimited());
                assert_eq!(value.map_err(|_| ()), Ok(Score::cp(label.into())));
            }
        }
    }
}
