//! Perft of two plies at once, without constructing positions.

use super::bitboard::squares;
use super::kernels::Level;
use crate::games::common::processor::Processor;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::compiled;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};

/// The number of leaves two plies below a position. A pass is a ply; a game that ends earlier counts as one leaf.
pub fn count_two_plies(own: u64, opponent: u64) -> u64 {
    match Processor::detect() {
        Processor::Baseline(level) => count(level, own, opponent),
        #[cfg(target_arch = "x86_64")]
        Processor::V3(level) => compiled!(V3: count, level: V3, own: u64, opponent: u64 => u64),
        #[cfg(target_arch = "x86_64")]
        Processor::V4(level) => compiled!(V4: count, level: V4, own: u64, opponent: u64 => u64),
    }
}

#[inline(always)]
fn count<L: Level>(level: L, own: u64, opponent: u64) -> u64 {
    let moves = level.legal_moves(own, opponent);
    if moves == 0 {
        // Either a pass, and every reply is a leaf, or the end of the game, which is one leaf.
        return replies(level, opponent, own);
    }
    let mut sum = 0;
    for square in squares(moves) {
        let flipped = level.flips(own, opponent, square);
        sum += replies(level, opponent ^ flipped, own ^ flipped ^ 1 << square);
    }
    sum
}

/// The number of leaves one ply below a position: without a move, the pass or the end of the game is the only one.
#[inline(always)]
fn replies<L: Level>(level: L, own: u64, opponent: u64) -> u64 {
    u64::from(level.legal_moves(own, opponent).count_ones().max(1))
}
