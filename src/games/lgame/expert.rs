//! The L-Game as a solved game: mobility, report, depth of the table's check.

use super::report;
use super::rules::{LGame, Position};
use crate::game::Side;
use crate::games::common::solved::Solved;
use crate::retrograde::Values;
use crate::search::stop::{Stopped, Watch};

impl Solved for LGame {
    const CHECK_DEPTH: u16 = 5;

    fn mobility(position: &Position, side: Side) -> usize {
        position.targets(side).count_ones() as usize
    }

    fn report(values: &Values, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped> {
        report::report(values, write, watch)
    }
}
