//! temp
use crate::game::Game;
use crate::score::Score;
use crate::search::knowledge::*;
use std::{marker::PhantomData, sync::Arc};
/// t
pub struct Plain<G: Game>(PhantomData<G>);
impl<G: Game> Knowledge for Plain<G> {
    type Game = G;
    type Tables = ();
    fn new(_: Arc<()>) -> Self {
        Plain(PhantomData)
    }
    fn evaluate(&mut self, p: &G::Position) -> Score {
        Score::cp(G::count_moves(p) as i32)
    }
    fn schedule(&self, _: &Pos<Self>, max_depth: u8) -> Vec<Iteration> {
        (1..=max_depth).map(|depth| Iteration { depth, goal: Goal::Value, selectivity: 1 }).collect()
    }
}
