//! A running search, and the entry points to its two stages that every processor level compiles for itself.

use super::board::Board;
use super::cache::{DeepCache, ShallowCache};
use super::ordering::odd_quadrants;
use super::ordering_weights::OrderingWeights;
use crate::games::othello::kernels::Level;
use crate::search::stop::{Stopped, Watch};

/// A running search on a processor level.
pub(super) struct Search<'a, L> {
    pub level: L,
    pub ordering: &'static OrderingWeights,
    pub deep_cache: &'a mut DeepCache,
    pub shallow_cache: &'a mut ShallowCache,
    /// Nodes of the shallow stage that `watch` does not know of yet.
    pub shallow_nodes: u64,
    pub watch: &'a mut Watch,
}

impl<L: Stages> Search<'_, L> {
    /// The value by the shallow stage, [`Search::shallow`], with its nodes counted.
    #[inline(always)]
    pub(super) fn counted_shallow(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        self.shallow_nodes = 0;
        let value = self.level.shallow(self, board, moves, alpha, odd_quadrants(board.empty()));
        self.watch.spend(self.shallow_nodes);
        value
    }
}

/// A processor level with its own copy of the solver. Recursive calls go through this trait, so that each copy is
/// compiled with the instructions of its level.
pub(super) trait Stages: Level {
    /// The stage of many empty squares, [`Search::deep`].
    fn deep(self, search: &mut Search<'_, Self>, board: Board, moves: u64, alpha: i32) -> Result<i32, Stopped>;
    /// The stage of few empty squares, [`Search::shallow`].
    fn shallow(self, search: &mut Search<'_, Self>, board: Board, moves: u64, alpha: i32, odd: u64) -> i32;
}
