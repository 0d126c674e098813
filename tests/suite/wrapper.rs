//! Experts for tests that wrap an expert of the engine.

use quartet::score::Score;
use quartet::search::expert::{Expert, Pos};
use quartet::search::params::{Params, SingularExtensions};
use std::sync::Arc;

/// Forwards the hooks by which an expert follows the current line to the expert in field 0.
macro_rules! follow_inner {
    () => {
        fn on_root(&mut self, root: &quartet::search::expert::Pos<Self>) {
            self.0.on_root(root);
        }

        fn on_play(&mut self, after: &quartet::search::expert::Pos<Self>, mv: quartet::search::expert::Mv<Self>) {
            self.0.on_play(after, mv);
        }

        fn on_undo(&mut self) {
            self.0.on_undo();
        }
    };
}

pub(crate) use follow_inner;

/// An expert reduced to its evaluation: all legal moves, no quiescence, no oracle, so that depth means depth. Several
/// workers divide every tree from two plies on. With `EXTENDS`, singular moves are extended in selective searches.
pub(crate) struct PlainExpert<E, const EXTENDS: bool = true>(E);

impl<E: Expert, const EXTENDS: bool> Expert for PlainExpert<E, EXTENDS> {
    type Game = E::Game;
    type Tables = E::Tables;
    fn new(tables: Arc<Self::Tables>) -> Self {
        PlainExpert(E::new(tables))
    }
    fn params(&self) -> Params {
        let singular = EXTENDS.then_some(SingularExtensions {
            min_depth: 2,
            max_tt_depth_gap: 2,
            margin: 100,
            depth_percent: 50,
            double_margin: 100,
        });
        Params {
            aspiration_delta: 3,
            etc_min_depth: 2,
            split_min_depth: 2,
            exact_split_min_depth: 2,
            singular,
            ..self.0.params()
        }
    }
    follow_inner!();

    fn evaluate(&mut self, position: &Pos<Self>) -> Score {
        self.0.evaluate(position)
    }
}
