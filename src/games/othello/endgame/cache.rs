//! What the middle stage has proven: a small table of one worker, close to its processor. Entries hold the whole board,
//! so that what they say is certain, and true for ever.
//!
//! Must not know: how positions are searched.

use super::Board;
use crate::memory_hints::prefetch;

/// Slots, a power of two: 384 KiB in all, which a processor keeps close by. More save fewer nodes than they cost time.
const SLOTS: usize = 1 << 14;
/// The square that means "none".
pub(super) const NO_MOVE: u8 = 64;

/// What is known of a position: its value in discs lies between two bounds.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub lower: i32,
    pub upper: i32,
    /// The square of the best move, or [`NO_MOVE`].
    pub mv: u8,
}

/// Nothing.
const UNKNOWN: Bounds = Bounds { lower: -64, upper: 64, mv: NO_MOVE };

#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    lower: i8,
    upper: i8,
    mv: u8,
}

/// A slot that knows nothing; the empty board is never looked up.
const EMPTY: Slot = Slot { board: Board { own: 0, opponent: 0 }, lower: -64, upper: 64, mv: NO_MOVE };

/// The table.
pub(super) struct Cache(Box<[Slot]>);

impl Default for Cache {
    fn default() -> Self {
        Cache(vec![EMPTY; SLOTS].into())
    }
}

impl Cache {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    #[inline(always)]
    fn index(board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opponent.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32);
        (mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as usize % SLOTS
    }

    /// Says that a position will soon be looked up.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Board) {
        prefetch(&self.0[Self::index(board)]);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn probe(&self, board: Board) -> Bounds {
        let slot = &self.0[Self::index(board)];
        if slot.board.own == board.own && slot.board.opponent == board.opponent {
            Bounds { lower: i32::from(slot.lower), upper: i32::from(slot.upper), mv: slot.mv }
        } else {
            UNKNOWN
        }
    }

    /// Notes what is known of a position now.
    #[inline(always)]
    pub(super) fn store(&mut self, board: Board, bounds: Bounds) {
        self.0[Self::index(board)] =
            Slot { board, lower: bounds.lower as i8, upper: bounds.upper as i8, mv: bounds.mv };
    }
}
