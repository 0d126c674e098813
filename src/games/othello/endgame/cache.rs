//! The caches of the stages: small tables of one worker, which stay in the processor's caches. Entries hold the whole
//! board, so they can never be mistaken for another position and never become outdated.

use super::board::Board;
use crate::games::othello::kernels::Level;
use crate::memory_hints::prefetch;

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

/// The cache of the deep stage, 384 KiB. A larger one saves nodes, but loses more time on cache misses.
pub(super) type DeepCache = Cache<{ 1 << 14 }>;
/// The cache of the shallow stage, 96 KiB.
pub(super) type ShallowCache = Cache<{ 1 << 12 }>;

/// A direct-mapped table of bounds that always replaces. It has `SLOTS` slots, a power of two.
pub(super) struct Cache<const SLOTS: usize>(Box<[Slot; SLOTS]>);

impl<const SLOTS: usize> Default for Cache<SLOTS> {
    fn default() -> Self {
        let slots: Box<[Slot]> = vec![EMPTY; SLOTS].into();
        Cache(slots.try_into().unwrap_or_else(|_| unreachable!("it has this length")))
    }
}

impl<const SLOTS: usize> Cache<SLOTS> {
    /// Empties the cache.
    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    #[inline(always)]
    fn index<L: Level>(level: L, board: Board) -> usize {
        level.hash(board.own, board.opponent) as usize % SLOTS
    }

    /// Prefetches the slot of a position.
    #[inline(always)]
    pub(super) fn prefetch<L: Level>(&self, level: L, board: Board) {
        prefetch(&self.0[Self::index(level, board)]);
    }

    /// The bounds stored for a position.
    #[inline(always)]
    pub(super) fn probe<L: Level>(&self, level: L, board: Board) -> Bounds {
        let slot = &self.0[Self::index(level, board)];
        if slot.board.own == board.own && slot.board.opponent == board.opponent {
            Bounds { lower: i32::from(slot.lower), upper: i32::from(slot.upper), mv: slot.mv }
        } else {
            UNKNOWN
        }
    }

    /// Stores the bounds of a position.
    #[inline(always)]
    pub(super) fn store<L: Level>(&mut self, level: L, board: Board, bounds: Bounds) {
        self.0[Self::index(level, board)] =
            Slot { board, lower: bounds.lower as i8, upper: bounds.upper as i8, mv: bounds.mv };
    }
}
