//! Labels that look ahead: a game is played on by short searches and ended exactly, and each of its positions is
//! labelled by all the values found after it, the nearer ones counting more (the λ-return: Sutton, "Learning to predict
//! by the methods of temporal differences", 1988). So what is known of the end reaches all positions at once, and
//! searches' errors, which turn round with the side to move, cancel out.
//!
//! Must not know: where games begin, what is learned from the labels.

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

/// Megabytes of a player's transposition table.
const TABLE: usize = 4;
/// One move in this many is any move at all; labels do not look across it.
const BLUNDER: usize = 25;
/// Exact values are looked for this near to what is expected first, in centidiscs.
const NEAR: i32 = 300;

/// How games are played and labelled.
#[derive(Args)]
#[group(skip)]
pub(super) struct Settings {
    /// Plies of the searches that choose moves.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=12))]
    depth: u8,
    /// With so many empty squares or fewer values are exact.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=i64::from(LEAF_EMPTIES)))]
    exact: u32,
    /// How much the value a ply later counts for that of a position (λ): 0 is its own search alone, 1 the end of the
    /// game alone.
    #[arg(long, default_value_t = 0.8)]
    trace: f32,
}

/// Plays and labels.
pub(super) struct Player<'a> {
    settings: &'a Settings,
    searcher: Searcher<OthelloExpert>,
    solver: Solver,
    watch: Watch,
}

/// What is found at one position of a game, from its side to move.
struct Step {
    /// The position, unless the only move is a pass.
    board: Option<Board>,
    /// The value in centidiscs; none for a pass.
    value: Option<f32>,
    /// Whether nothing after it says anything about it: its value is exact, or its move was random.
    last: bool,
}

impl Player<'_> {
    /// A player with a table of its own.
    pub(super) fn new<'a>(settings: &'a Settings, evaluator: &Arc<Evaluator>) -> Result<Player<'a>> {
        let solver = Solver::new(Processor::detect());
        Ok(Player { settings, searcher: Searcher::new(evaluator, TABLE)?, solver, watch: Watch::unlimited() })
    }

    /// The positions of a game from here on in which there is a move to choose, with their labels in centidiscs.
    pub(super) fn game(&mut self, mut position: Position, random: &mut SplitMix64) -> Result<Vec<(Board, i16)>> {
        let mut steps = Vec::new();
        let mut moves = Vec::new();
        loop {
            moves.clear();
            Othello::legal_moves(&position, &mut moves);
            let Some(&first) = moves.first() else { break };
            let mut chosen = first;
            if Othello::is_pass(first) {
                steps.push(Step { board: None, value: None, last: false });
            } else {
                let random_move = random.below(BLUNDER) == 0;
                let found = self.searcher.search(&position, Search::Selective(self.settings.depth).limit())?;
                let exact = position.empties() <= self.settings.exact;
                let value = if exact { self.solve(&position, found.score)? } else { found.score };
                let board = Some(Board::canonical(&position));
                steps.push(Step { board, value: Some(f32::from(value.0)), last: exact || random_move });
                chosen = if random_move { moves[random.below(moves.len())] } else { found.best };
            }
            Othello::play(&mut position, chosen);
        }
        let end = Score::cp(100 * i32::from(position.margin()));
        Ok(labels(&steps, f32::from(end.0), self.settings.trace))
    }

    /// The exact value, quickly if it is as expected.
    fn solve(&mut self, position: &Position, expected: Score) -> Result<Score> {
        let window = Window::new(expected.shifted(-NEAR), expected.shifted(NEAR));
        let mut solve = |window| {
            self.solver.solve(position, window, &mut self.watch).map_err(|_| anyhow!("a solver without limits stopped"))
        };
        let value = solve(window)?;
        match window.alpha < value && value < window.beta {
            true => Ok(value),
            false => solve(Window::FULL),
        }
    }
}

/// The λ-returns of the steps of a game with this value for whoever would move at its end, back to front.
fn labels(steps: &[Step], end: f32, trace: f32) -> Vec<(Board, i16)> {
    let mut later = end;
    let mut labels = Vec::with_capacity(steps.len());
    for step in steps.iter().rev() {
        later = match step.value {
            None => -later,
            Some(value) if step.last => value,
            Some(value) => (1.0 - trace) * value - trace * later,
        };
        labels.extend(step.board.map(|board| (board, later.round() as i16)));
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u32, value: Option<f32>, last: bool) -> Step {
        let position = Position::new(1, u64::from(number) << 8, quartet::game::Side::X, 0);
        Step { board: value.map(|_| Board::canonical(&position)), value, last }
    }

    /// The labels of three steps with a pass between the last two, front to back.
    fn of(trace: f32, middle_is_last: bool) -> Vec<i16> {
        let steps = [
            step(1, Some(100.0), false),
            step(2, Some(-300.0), middle_is_last),
            step(0, None, false),
            step(3, Some(-500.0), false),
        ];
        labels(&steps, 700.0, trace).iter().rev().map(|(_, label)| *label).collect()
    }

    #[test]
    fn later_values_count_from_the_other_side_and_less() {
        assert_eq!(of(0.0, false), [100, -300, -500]);
        assert_eq!(of(1.0, false), [700, -700, -700]);
        // -600 at the last step; -(-600) passed on by the pass, seen from the other side by the step before it.
        assert_eq!(of(0.5, false), [275, -450, -600]);
        assert_eq!(of(0.5, true), [200, -300, -600]);
    }

    #[test]
    fn the_end_of_a_game_is_labelled_exactly() {
        let settings = Settings { depth: 1, exact: 10, trace: 1.0 };
        let mut player = Player::new(&settings, &Arc::default()).expect("a player");
        let mut solver = Solver::new(Processor::detect());
        for seed in 0..3 {
            let game = player.game(Othello::start(&()), &mut SplitMix64::new(seed)).expect("a game");
            assert!(game.len() > 40);
            for (board, label) in game.into_iter().filter(|(board, _)| board.empties() <= settings.exact) {
                let value = solver.solve(&board.position(), Window::FULL, &mut Watch::unlimited());
                assert_eq!(value.map_err(|_| ()), Ok(Score::cp(label.into())));
            }
        }
    }
}
