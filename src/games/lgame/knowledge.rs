//! What is known about an L-Game position without the table.
//!
//! Must not know: search core, solver.

use super::rules::{LGame, Position};
use crate::game::Side;
use crate::games::solved::Solved;

impl Solved for LGame {
    fn mobility(position: &Position, side: Side) -> usize {
        position.targets(side).count_ones() as usize
    }
}
