//! A running search, and the entry points to its two stages that every processor level compiles for itself.

use super::board::Board;
use super::cache::{DeepCache, ShallowCache};
use crate::games::othello::kernels::Level;
use crate::search::stop::{Stopped, Watch};

/// A running search on a processor level.
pub(super) struct Search<'a, L> {
    pub level: L,
    pub cache: &'a mut DeepCache,
    pub shallow: &'a mut ShallowCache,
    pub watch: &'a mut Watch,
}

/// A processor level with its own copy of the solver. Recursive calls go through this trait, so that each copy is
/// compiled with the instructions of its level.
pub(super) trait Stages: Level {
    /// The stage of many empty squares, [`Search::deep`].
    fn deep(self, search: &mut Search<'_, Self>, board: Board, moves: u64, alpha: i32) -> Result<i32, Stopped>;
    /// The stage of few empty squares, `shallow::value`.
    fn shallow(self, cache: &mut ShallowCache, board: Board, moves: u64, alpha: i32, odd: u64, nodes: &mut u64) -> i32;
}
