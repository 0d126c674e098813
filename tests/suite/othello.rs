//! Othello: rules against a naive implementation and published numbers, notation, the expert, the endgame solver.

mod endgame;
mod eval;
mod expert;
mod kernels;
mod mailbox;
mod notation;
mod rules;

use quartet::game::{Game, Notation};
use quartet::games::othello::{Othello, Position};
use quartet::random::SplitMix64;

/// The positions of a game of random moves, from the start to the end.
pub(crate) fn random_game(random: &mut SplitMix64) -> Vec<Position> {
    let mut position = Othello::start(&());
    let mut positions = vec![position.clone()];
    loop {
        let mut moves = Vec::new();
        Othello::legal_moves(&position, &mut moves);
        if moves.is_empty() {
            return positions;
        }
        Othello::play(&mut position, moves[random.below(moves.len())]);
        positions.push(position.clone());
    }
}

/// A position from its text.
pub(crate) fn position(text: &str) -> Position {
    Othello::parse_position(&(), text).expect(text)
}
