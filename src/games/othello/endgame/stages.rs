//! The stages of the solver, compiled for each level of processors.
//!
//! Must not know: what they do.

use super::super::kernels::Level;
use super::{Board, Search, shallow};
use crate::games::common::processor::Any;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::compiled;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
use crate::search::stop::Stopped;

/// A level with its own copy of the solver.
pub(super) trait Stages: Level {
    /// See [`Search::node`].
    fn middle(self, search: &mut Search<'_, Self>, board: Board, moves: u64, alpha: i32) -> Result<i32, Stopped>;
    /// See [`shallow::value`].
    fn shallow(self, board: Board, moves: u64, alpha: i32, odd: u64, nodes: &mut u64) -> i32;
}

impl Stages for Any {
    fn middle(self, search: &mut Search<'_, Any>, board: Board, moves: u64, alpha: i32) -> Result<i32, Stopped> {
        search.node(board, moves, alpha)
    }

    fn shallow(self, board: Board, moves: u64, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        shallow::value(self, board, moves, alpha, odd, nodes)
    }
}

/// The copy for one of the levels that must be asked for.
#[cfg(target_arch = "x86_64")]
macro_rules! stages {
    ($level:ident) => {
        impl Stages for $level {
            #[inline(always)]
            fn middle(
                self,
                search: &mut Search<'_, $level>,
                board: Board,
                moves: u64,
                alpha: i32,
            ) -> Result<i32, Stopped> {
                compiled!($level: Search::node,
                    search: &mut Search<'_, $level>, board: Board, moves: u64, alpha: i32 => Result<i32, Stopped>)
            }

            #[inline(always)]
            fn shallow(self, board: Board, moves: u64, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
                let level = self;
                compiled!($level: shallow::value,
                    level: $level, board: Board, moves: u64, alpha: i32, odd: u64, nodes: &mut u64 => i32)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
stages!(V3);
#[cfg(target_arch = "x86_64")]
stages!(V4);
