//! The stage of few empty squares: moves in parity order, a small cache, no stop token.

use super::board::Board;
use super::cache::{Bounds, NO_MOVE, ShallowCache};
use super::last_four;
use super::ordering::quadrant;
use super::stages::Stages;
use crate::games::othello::bitboard::CORNERS;
use crate::games::othello::stability::stable;

/// Positions with at most this many empty squares are solved by [`last_four`].
const LAST_EMPTIES: u32 = 4;
/// Stable discs are computed only if the opponent has a corner and this many discs more than need to be stable for a
/// cutoff: otherwise the computation hardly ever succeeds.
const STABILITY_RESERVE: i32 = 9;

/// The fail-soft value in discs of a null window above `alpha`. `moves` are the moves of the player, which need not be
/// given for at most [`LAST_EMPTIES`] empty squares; `odd` are the quadrants with an odd number of empty squares. Adds
/// the visited nodes to `nodes`.
#[inline(always)]
pub(super) fn value<L: Stages>(
    level: L,
    cache: &mut ShallowCache,
    board: Board,
    moves: u64,
    alpha: i32,
    odd: u64,
    nodes: &mut u64,
) -> i32 {
    if board.empty().count_ones() <= LAST_EMPTIES {
        last_four::value(level, board, alpha, odd, nodes)
    } else {
        node(level, cache, board, moves, alpha, odd, nodes)
    }
}

#[inline(always)]
fn node<L: Stages>(
    level: L,
    cache: &mut ShallowCache,
    board: Board,
    moves: u64,
    alpha: i32,
    odd: u64,
    nodes: &mut u64,
) -> i32 {
    if moves == 0 {
        let passed = board.passed();
        let replies = level.legal_moves(passed.own, passed.opponent);
        if replies == 0 {
            return board.margin();
        }
        return -level.shallow(cache, passed, replies, -alpha - 1, odd, nodes);
    }
    *nodes += 1;
    if let Some(bound) = stability_cutoff(board, alpha) {
        return bound;
    }
    let cached = cache.probe(level, board);
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
            let child = board.after(1 << square, level.flips(board.own, board.opponent, square));
            let replies = if children_need_moves { level.legal_moves(child.own, child.opponent) } else { 0 };
            best = best.max(-level.shallow(cache, child, replies, -alpha - 1, odd ^ quadrant(square), nodes));
            if best > alpha {
                cache.store(level, board, Bounds { lower: best, upper: cached.upper, mv: NO_MOVE });
                return best;
            }
        }
    }
    cache.store(level, board, Bounds { lower: cached.lower, upper: best, mv: NO_MOVE });
    best
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
