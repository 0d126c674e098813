//! Solves positions with up to four empty squares: empty squares are tried in place, without generating moves.

use super::board::Board;
use super::ordering::quadrant;
use crate::games::othello::kernels::Level;

/// The value of a position with at most four empty squares, fail-soft for the null window above `alpha`. `odd` are the
/// quadrants with an odd number of empty squares. Adds the visited nodes to `nodes`.
#[inline(always)]
pub(super) fn value<L: Level>(level: L, board: Board, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    let wide = WideBoard::new(level, board);
    match board.empty().count_ones() {
        0 => board.margin(),
        1 => Empties::<1>::value(level, wide, alpha, odd, nodes),
        2 => Empties::<2>::value(level, wide, alpha, odd, nodes),
        3 => Empties::<3>::value(level, wide, alpha, odd, nodes),
        _ => Empties::<4>::value(level, wide, alpha, odd, nodes),
    }
}

/// A [`Board`] in the wide bitboards of a processor level, and its empty squares.
#[derive(Clone, Copy)]
struct WideBoard<L: Level> {
    own: L::Bitboard,
    opponent: L::Bitboard,
    empty: u64,
}

impl<L: Level> WideBoard<L> {
    #[inline(always)]
    fn new(level: L, board: Board) -> Self {
        WideBoard { own: level.widen(board.own), opponent: level.widen(board.opponent), empty: board.empty() }
    }

    #[inline(always)]
    fn passed(self) -> Self {
        WideBoard { own: self.opponent, opponent: self.own, empty: self.empty }
    }

    /// The board after a move to `square`; `None` if the move is illegal.
    #[inline(always)]
    fn after(self, level: L, square: u32) -> Option<Self> {
        let flipped = level.wide_flips(self.own, self.opponent, square);
        if level.narrow(flipped) == 0 {
            return None;
        }
        Some(WideBoard {
            own: level.xor(self.opponent, flipped),
            opponent: level.xor(self.own, level.xor(flipped, level.widen(1 << square))),
            empty: self.empty & !(1 << square),
        })
    }

    #[inline(always)]
    fn narrow(self, level: L) -> Board {
        Board { own: level.narrow(self.own), opponent: level.narrow(self.opponent) }
    }
}

/// Positions with `N` empty squares.
struct Empties<const N: u32>;

/// Solves positions with a fixed number of empty squares.
trait Solve {
    /// See [`value`].
    fn value<L: Level>(level: L, board: WideBoard<L>, alpha: i32, odd: u64, nodes: &mut u64) -> i32;
}

impl Solve for Empties<4> {
    #[inline(always)]
    fn value<L: Level>(level: L, board: WideBoard<L>, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        search::<L, Empties<3>>(level, board, alpha, odd, nodes)
    }
}

impl Solve for Empties<3> {
    #[inline(always)]
    fn value<L: Level>(level: L, board: WideBoard<L>, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        search::<L, Empties<2>>(level, board, alpha, odd, nodes)
    }
}

impl Solve for Empties<2> {
    #[inline(always)]
    fn value<L: Level>(level: L, board: WideBoard<L>, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        search::<L, Empties<1>>(level, board, alpha, odd, nodes)
    }
}

impl Solve for Empties<1> {
    #[inline(always)]
    fn value<L: Level>(level: L, board: WideBoard<L>, _alpha: i32, _odd: u64, _nodes: &mut u64) -> i32 {
        last_square(level, level.narrow(board.own), board.empty.trailing_zeros())
    }
}

/// Searches all moves of the player or, if there are none, of the opponent; moves in odd quadrants first. `S` solves
/// the positions after a move.
#[inline(always)]
fn search<L: Level, S: Solve>(level: L, mut board: WideBoard<L>, mut alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    *nodes += 1;
    for sign in [1, -1] {
        let mut untried = board.empty;
        let mut best = i32::MIN;
        while untried != 0 {
            let preferred = if untried & odd != 0 { untried & odd } else { untried };
            let square = preferred.trailing_zeros();
            untried &= !(1 << square);
            let Some(child) = board.after(level, square) else { continue };
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
    // Both sides have passed, so `board` is from the player's perspective again.
    board.narrow(level).margin()
}

/// The value with one empty square: the player moves there, or else the opponent, or else nobody.
#[inline(always)]
fn last_square<L: Level>(level: L, own: u64, square: u32) -> i32 {
    let [own_flips, opponent_flips] = level.count_last_flips(own, square).map(|count| count as i32);
    // Odd, because 63 discs are on the board; so it is never 0 and has a winner.
    let difference = 2 * own.count_ones() as i32 - 63;
    // Branchless, because the case is hard to predict. The masks are -1 if the side can move.
    let [own_can, opponent_can] = [own_flips, opponent_flips].map(|count| -i32::from(count != 0));
    let own_moves = 2 * own_flips + 1;
    let opponent_moves = -2 * opponent_flips - 1;
    let nobody_moves = difference >> 31 | 1;
    difference + (own_can & own_moves | !own_can & (opponent_can & opponent_moves | !opponent_can & nobody_moves))
}
