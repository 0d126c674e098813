//! Othello: rules against a naive twin and published numbers, texts, knowledge, the leaf solver.

mod endgame;
mod knowledge;
mod mailbox;
mod notation;
mod rules;

use quartet::game::Game;
use quartet::games::othello::{Othello, Position};

/// The generator "splitmix64" (Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// The positions of a game of random moves, from the start to the end.
pub fn random_game(random: &mut Random) -> Vec<Position> {
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
pub fn position(text: &str) -> Position {
    Othello::parse_position(&(), text).expect(text)
}
