//! The stage of few empty squares: moves in the order of parity, no table, no look at stop tokens.
//!
//! Must not know: tables, stop tokens.

use super::super::bits::CORNERS;
use super::super::stability::stable;
use super::Board;
use super::last::few;
use super::ordering::quadrant;
use super::stages::Stages;

/// Up to this many empty squares are counted out in place.
const COUNTED_OUT: u32 = 4;
/// Stable discs are counted only where the opponent has so many discs more than would have to be stable: with fewer
/// than three more the count succeeds almost never, with five or six once in twenty times.
const SPARE: i32 = 5;

/// See [`super::Search::value`]; `moves` are those of the player, looked at only where [`COUNTED_OUT`] is exceeded.
/// Adds the nodes it visits.
#[inline(always)]
pub(super) fn value<L: Stages>(level: L, board: Board, moves: u64, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    if board.empty().count_ones() <= COUNTED_OUT {
        few(level, board, alpha, odd, nodes)
    } else {
        node(level, board, moves, alpha, odd, nodes)
    }
}

#[inline(always)]
fn node<L: Stages>(level: L, board: Board, moves: u64, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    if moves == 0 {
        let passed = board.passed();
        let replies = level.mobility(passed.own, passed.opponent);
        if replies == 0 {
            return board.margin();
        }
        return -level.shallow(passed, replies, -alpha - 1, odd, nodes);
    }
    *nodes += 1;
    if let Some(most) = stable_bound(board, alpha) {
        return most;
    }
    let counts = board.empty().count_ones() - 1 > COUNTED_OUT;
    let mut best = -64;
    for mut group in [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd] {
        while group != 0 {
            let square = group.trailing_zeros();
            group &= group - 1;
            let child = board.after(1 << square, level.flips(board.own, board.opponent, square));
            let replies = if counts { level.mobility(child.own, child.opponent) } else { 0 };
            best = best.max(-level.shallow(child, replies, -alpha - 1, odd ^ quadrant(square), nodes));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// An upper bound that does not exceed `alpha`, if the opponent's stable discs give one.
#[inline(always)]
pub(super) fn stable_bound(board: Board, alpha: i32) -> Option<i32> {
    let bound = |discs: u64| 64 - 2 * discs.count_ones() as i32;
    if bound(board.opponent) > alpha - 2 * SPARE {
        return None;
    }
    let most = bound(stable(board.opponent, board.own | board.opponent));
    (most <= alpha).then_some(most)
}
