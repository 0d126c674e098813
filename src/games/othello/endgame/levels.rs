//! The stages of the solver, compiled for each processor level.

use super::board::Board;
use super::stages::{Search, Stages};
use crate::games::common::processor::Baseline;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::compiled;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
use crate::search::stop::Stopped;

impl Stages for Baseline {
    fn deep(self, search: &mut Search<'_, Baseline>, board: Board, moves: u64, alpha: i32) -> Result<i32, Stopped> {
        search.deep(board, moves, alpha)
    }

    fn shallow(self, search: &mut Search<'_, Baseline>, board: Board, moves: u64, alpha: i32, odd: u64) -> i32 {
        search.shallow(board, moves, alpha, odd)
    }
}

/// Implements [`Stages`] for a level above the baseline.
#[cfg(target_arch = "x86_64")]
macro_rules! stages {
    ($level:ident) => {
        impl Stages for $level {
            #[inline(always)]
            fn deep(
                self,
                search: &mut Search<'_, $level>,
                board: Board,
                moves: u64,
                alpha: i32,
            ) -> Result<i32, Stopped> {
                compiled!($level: Search::deep,
                    search: &mut Search<'_, $level>, board: Board, moves: u64, alpha: i32 => Result<i32, Stopped>)
            }

            #[inline(always)]
            fn shallow(
                self,
                search: &mut Search<'_, $level>,
                board: Board,
                moves: u64,
                alpha: i32,
                odd: u64,
            ) -> i32 {
                compiled!($level: Search::shallow,
                    search: &mut Search<'_, $level>, board: Board, moves: u64, alpha: i32, odd: u64 => i32)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
stages!(V3);
#[cfg(target_arch = "x86_64")]
stages!(V4);
