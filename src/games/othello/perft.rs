//! Counting two plies at once, for perft: positions need not be made to be counted.
//!
//! Must not know: sides, plies, passes spelled as moves.

use super::bits::{flips, mobility, squares};
use super::processor::Processor;

/// The lines of two plies of the player of `own`; a pass counts as a ply, a game that ends before the second counts 1.
pub fn count_two_plies(own: u64, opponent: u64) -> u64 {
    match Processor::detect() {
        Processor::Any => count(own, opponent),
        #[cfg(target_arch = "x86_64")]
        Processor::V3(_) => {
            #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
            fn with_features(own: u64, opponent: u64) -> u64 {
                count(own, opponent)
            }
            // SAFETY: the processor has been asked; `V3` holds the witness.
            unsafe { with_features(own, opponent) }
        }
    }
}

#[inline(always)]
fn count(own: u64, opponent: u64) -> u64 {
    let moves = mobility(own, opponent);
    if moves == 0 {
        // After a pass every reply counts; after the end of the game the end does.
        return replies(opponent, own);
    }
    squares(moves)
        .map(|square| {
            let flipped = flips(own, opponent, square);
            replies(opponent ^ flipped, own ^ flipped ^ 1 << square)
        })
        .sum()
}

/// The moves of one ply: where there is none, a pass or the end of the game counts 1.
#[inline(always)]
fn replies(own: u64, opponent: u64) -> u64 {
    u64::from(mobility(own, opponent).count_ones().max(1))
}
