//! The cache of the deep stage: one small table per worker, which stays in the processor's cache. Entries hold the
//! whole board, so they can never be mistaken for another position and never become outdated.

use super::board::Board;
use crate::memory_hints::prefetch;

/// Number of slots, a power of two; 384 KiB in all. A larger table saves nodes, but loses more time on cache misses.
const SLOTS: usize = 1 << 14;
/// Stands for the absence of a best move.
pub(super) const NO_MOVE: u8 = 64;

/// Bounds on the exact value of a position.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// Lower bound in discs.
    pub lower: i32,
    /// Upper bound in discs.
    pub upper: i32,
    /// The square of the best move, or [`NO_MOVE`].
    pub mv: u8,
}

/// The bounds of a position that is not in the cache.
const UNKNOWN: Bounds = Bounds { lower: -64, upper: 64, mv: NO_MOVE };

#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    lower: i8,
    upper: i8,
    mv: u8,
}

/// An unused slot; the board without discs is never looked up.
const EMPTY: Slot = Slot { board: Board { own: 0, opponent: 0 }, lower: -64, upper: 64, mv: NO_MOVE };

/// A direct-mapped table of bounds that always replaces.
pub(super) struct Cache(Box<[Slot]>);

impl Default for Cache {
    fn default() -> Self {
        Cache(vec![EMPTY; SLOTS].into())
    }
}

impl Cache {
    /// Empties the cache.
    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    #[inline(always)]
    fn index(board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opponent.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32);
        (mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as usize % SLOTS
    }

    /// Prefetches the slot of a position.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Board) {
        prefetch(&self.0[Self::index(board)]);
    }

    /// The bounds stored for a position.
    #[inline(always)]
    pub(super) fn probe(&self, board: Board) -> Bounds {
        let slot = &self.0[Self::index(board)];
        if slot.board.own == board.own && slot.board.opponent == board.opponent {
            Bounds { lower: i32::from(slot.lower), upper: i32::from(slot.upper), mv: slot.mv }
        } else {
            UNKNOWN
        }
    }

    /// Stores the bounds of a position.
    #[inline(always)]
    pub(super) fn store(&mut self, board: Board, bounds: Bounds) {
        self.0[Self::index(board)] =
            Slot { board, lower: bounds.lower as i8, upper: bounds.upper as i8, mv: bounds.mv };
    }
}
