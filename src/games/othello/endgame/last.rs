//! The last empty squares, up to four, counted out in place: no list of moves, no look at who can move at all.
//!
//! Must not know: tables, stop tokens.

use super::super::bits::NEIGHBOURS;
use super::super::kernels::Level;
use super::Board;
use super::ordering::quadrant;

/// Up to four empty squares, `odd` the odd quadrants among them.
#[inline(always)]
pub fn few<L: Level>(level: L, board: Board, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    match board.empty().count_ones() {
        0 => board.margin(),
        1 => Last::<1>::value(level, board, alpha, odd, nodes),
        2 => Last::<2>::value(level, board, alpha, odd, nodes),
        3 => Last::<3>::value(level, board, alpha, odd, nodes),
        _ => Last::<4>::value(level, board, alpha, odd, nodes),
    }
}

/// The last `N` empty squares.
struct Last<const N: u32>;

/// Positions with a certain number of empty squares.
trait Stage {
    /// The value of one, with the odd quadrants among the empty squares.
    fn value<L: Level>(level: L, board: Board, alpha: i32, odd: u64, nodes: &mut u64) -> i32;
}

impl Stage for Last<4> {
    #[inline(always)]
    fn value<L: Level>(level: L, board: Board, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        in_turn::<L, Last<3>>(level, board, alpha, odd, nodes)
    }
}

impl Stage for Last<3> {
    #[inline(always)]
    fn value<L: Level>(level: L, board: Board, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        in_turn::<L, Last<2>>(level, board, alpha, odd, nodes)
    }
}

impl Stage for Last<2> {
    #[inline(always)]
    fn value<L: Level>(level: L, board: Board, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        in_turn::<L, Last<1>>(level, board, alpha, odd, nodes)
    }
}

impl Stage for Last<1> {
    #[inline(always)]
    fn value<L: Level>(level: L, board: Board, alpha: i32, _odd: u64, _nodes: &mut u64) -> i32 {
        one(level, board, alpha)
    }
}

/// Tries the moves of the player or, where there are none, those of the other; odd quadrants first. `S` is the stage after a
/// move.
#[inline(always)]
fn in_turn<L: Level, S: Stage>(level: L, mut board: Board, mut alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    *nodes += 1;
    for sign in [1, -1] {
        let (mut group, mut later) = (board.empty() & odd, board.empty() & !odd);
        let mut best = i32::MIN;
        loop {
            if group == 0 {
                if later == 0 {
                    break;
                }
                (group, later) = (later, 0);
            }
            let square = group.trailing_zeros();
            group &= group - 1;
            if NEIGHBOURS[square as usize & 63] & board.opponent == 0 {
                continue;
            }
            let flipped = level.flips(board.own, board.opponent, square);
            if flipped == 0 {
                continue;
            }
            let child = board.after(1 << square, flipped);
            best = best.max(-S::value(level, child, -alpha - 1, odd ^ quadrant(square), nodes));
            if best > alpha {
                break;
            }
        }
        if best > i32::MIN {
            return sign * best;
        }
        (board, alpha) = (board.passed(), -alpha - 1);
    }
    // Both have passed, so this is the player again.
    board.margin()
}

/// One empty square: the player moves there, or else the opponent, or else nobody.
#[inline(always)]
fn one<L: Level>(level: L, board: Board, alpha: i32) -> i32 {
    let empty = board.empty();
    let square = empty.trailing_zeros();
    // The difference is odd, for 63 discs are on the board.
    let difference = 2 * board.own.count_ones() as i32 - 63;
    let flipped = level.last_flips(board.own, square) as i32;
    if flipped != 0 {
        return difference + 2 * flipped + 1;
    }
    let stays = difference + difference.signum();
    if stays <= alpha {
        // A move of the opponent would only make it less.
        return stays;
    }
    let flipped = level.last_flips(board.opponent, square) as i32;
    if flipped != 0 { difference - 2 * flipped - 1 } else { stays }
}
