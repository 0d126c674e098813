//! Rhombus as a solved game: mobility, report, depth of the table's check.

use super::report;
use super::rules::{Position, Rhombus};
use crate::game::Side;
use crate::games::common::solved::Solved;
use crate::retrograde::Values;
use crate::search::stop::{Stopped, Watch};

impl Solved for Rhombus {
    const CHECK_DEPTH: u16 = 11;

    fn mobility(position: &Position, side: Side) -> usize {
        position.steps(position.stones[side.index()])
    }

    fn report(values: &Values, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped> {
        report::report(values, write, watch)
    }
}
