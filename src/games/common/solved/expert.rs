//! The expert of a solved game, for searches that do not use the table. It evaluates mobility only.

use super::{Solved, SolvedTables};
use crate::score::Score;
use crate::search::expert::Expert;
use std::marker::PhantomData;
use std::sync::Arc;

/// The value of one move of mobility, in centipoints.
const MOBILITY_UNIT: i32 = 10;

/// The expert of a solved game.
pub struct SolvedExpert<G>(PhantomData<fn() -> G>);

impl<G: Solved> Expert for SolvedExpert<G> {
    type Game = G;
    type Tables = SolvedTables<G>;

    fn new(_: Arc<SolvedTables<G>>) -> Self {
        SolvedExpert(PhantomData)
    }

    fn evaluate(&mut self, position: &G::Position) -> Score {
        Score::cp(explain::<G>(position).iter().map(|&(_, value)| value).sum())
    }
}

/// The terms of the evaluation, from the perspective of the side to move.
pub(super) fn explain<G: Solved>(position: &G::Position) -> Vec<(String, i32)> {
    let side = G::side(position);
    let mobility = |side| MOBILITY_UNIT * G::mobility(position, side) as i32;
    vec![("mobility".into(), mobility(side)), ("opponent's mobility".into(), -mobility(side.other()))]
}
