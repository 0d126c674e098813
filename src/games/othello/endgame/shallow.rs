//! The stage of few empty squares: moves in parity order, a small cache, no stop token.

use super::board::Board;
use super::cache::{Bounds, NO_MOVE};
use super::last_four;
use super::ordering::quadrant;
use super::stages::{Search, Stages};
use crate::games::othello::bitboard::CORNERS;
use crate::games::othello::stability::stable;

/// Positions with at most this many empty squares are solved by [`last_four`].
const LAST_EMPTIES: u32 = 4;
/// Stable discs are computed only if the opponent has a corner and this many discs more than need to be stable for a
/// cutoff: otherwise the computation hardly ever succeeds.
const STABILITY_RESERVE: i32 = 9;

impl<L: Stages> Search<'_, L> {
    /// The fail-soft value in discs of a null window above `alpha`. `moves` are the moves of the player, which need not
    /// be given for at most [`LAST_EMPTIES`] empty squares; `odd` are the quadrants with an odd number of empty
    /// squares.
    #[inline(always)]
    pub(super) fn shallow(&mut self, board: Board, moves: u64, alpha: i32, odd: u64) -> i32 {
        if board.empty().count_ones() <= LAST_EMPTIES {
            return last_four::value(self.level, board, alpha, odd, &mut self.shallow_nodes);
        }
        if moves == 0 {
            let passed = board.passed();
            let replies = self.level.legal_moves(passed.own, passed.opponent);
            if replies == 0 {
                return board.margin();
            }
            return -self.level.shallow(self, passed, replies, -alpha - 1, odd);
        }
        self.shallow_nodes += 1;
        if let Some(bound) = stability_cutoff(board, alpha) {
            return bound;
        }
        let cached = self.shallow_cache.probe(self.level, board);
        if cached.lower > alpha {
            return cached.lower;
        }
        if cached.upper <= alpha {
            return cached.upper;
        }
        let children_need_moves = board.empty().count_ones() - 1 > LAST_EMPTIES;
        let mut best = -64;
        for mut group in [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd] {
            while group != 0 {
                let square = group.trailing_zeros();
                group &= group - 1;
                let child = board.after(1 << square, self.level.flips(board.own, board.opponent, square));
                let replies = if children_need_moves { self.level.legal_moves(child.own, child.opponent) } else { 0 };
                best = best.max(-self.level.shallow(self, child, replies, -alpha - 1, odd ^ quadrant(square)));
                if best > alpha {
                    let bounds = Bounds { lower: best, upper: cached.upper, mv: NO_MOVE };
                    self.shallow_cache.store(self.level, board, bounds);
                    return best;
                }
            }
        }
        self.shallow_cache.store(self.level, board, Bounds { lower: cached.lower, upper: best, mv: NO_MOVE });
        best
    }
}

/// An upper bound on the value from the opponent's stable discs, if it does not exceed `alpha`.
#[inline(always)]
pub(super) fn stability_cutoff(board: Board, alpha: i32) -> Option<i32> {
    let bound = |discs: u64| 64 - 2 * discs.count_ones() as i32;
    if board.opponent & CORNERS == 0 || bound(board.opponent) > alpha - 2 * STABILITY_RESERVE {
        return None;
    }
    let bound = bound(stable(board.opponent, board.own | board.opponent));
    (bound <= alpha).then_some(bound)
}
