//! What is known about a rhombus position without the table.
//!
//! Must not know: search core, solver.

use super::rules::{Position, Rhombus};
use crate::game::Side;
use crate::games::solved::Solved;

impl Solved for Rhombus {
    fn mobility(position: &Position, side: Side) -> usize {
        position.steps(position.stones[side.index()])
    }
}
