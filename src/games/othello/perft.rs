//! Counting two plies at once, for perft: positions need not be made to be counted.
//!
//! Must not know: sides, plies, passes spelled as moves.

use super::bitboard::squares;
use super::kernels::Level;
use crate::games::common::processor::Processor;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::compiled;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};

/// The lines of two plies of the player of `own`; a pass counts as a ply, a game that ends before the second counts 1.
pub fn count_two_plies(own: u64, opponent: u64) -> u64 {
    match Processor::detect() {
        Processor::Any(level) => count(level, own, opponent),
        #[cfg(target_arch = "x86_64")]
        Processor::V3(level) => compiled!(V3: count, level: V3, own: u64, opponent: u64 => u64),
        #[cfg(target_arch = "x86_64")]
        Processor::V4(level) => compiled!(V4: count, level: V4, own: u64, opponent: u64 => u64),
    }
}

#[inline(always)]
fn count<L: Level>(level: L, own: u64, opponent: u64) -> u64 {
    let moves = level.mobility(own, opponent);
    if moves == 0 {
        // After a pass every reply counts; after the end of the game the end does.
        return replies(level, opponent, own);
    }
    let mut sum = 0;
    for square in squares(moves) {
        let flipped = level.flips(own, opponent, square);
        sum += replies(level, opponent ^ flipped, own ^ flipped ^ 1 << square);
    }
    sum
}

/// The moves of one ply: where there is none, a pass or the end of the game counts 1.
#[inline(always)]
fn replies<L: Level>(level: L, own: u64, opponent: u64) -> u64 {
    u64::from(level.mobility(own, opponent).count_ones().max(1))
}
