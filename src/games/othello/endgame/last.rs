//! The last empty squares, up to four, counted out in place: no list of moves, no look at who can move at all.
//!
//! Must not know: tables, stop tokens.

use super::super::kernels::Level;
use super::Board;
use super::ordering::quadrant;

/// Up to four empty squares, `odd` the odd quadrants among them.
#[inline(always)]
pub(super) fn few<L: Level>(level: L, board: Board, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    let discs = Discs::new(level, board);
    match board.empty().count_ones() {
        0 => board.margin(),
        1 => Last::<1>::value(level, discs, alpha, odd, nodes),
        2 => Last::<2>::value(level, discs, alpha, odd, nodes),
        3 => Last::<3>::value(level, discs, alpha, odd, nodes),
        _ => Last::<4>::value(level, discs, alpha, odd, nodes),
    }
}

/// A [`Board`] in the sets of a level of processors, and its empty squares.
#[derive(Clone, Copy)]
struct Discs<L: Level> {
    own: L::Set,
    opponent: L::Set,
    empty: u64,
}

impl<L: Level> Discs<L> {
    #[inline(always)]
    fn new(level: L, board: Board) -> Self {
        Discs { own: level.set(board.own), opponent: level.set(board.opponent), empty: board.empty() }
    }

    #[inline(always)]
    fn passed(self) -> Self {
        Discs { own: self.opponent, opponent: self.own, empty: self.empty }
    }

    /// After the move to a square, if it is one.
    #[inline(always)]
    fn after(self, level: L, square: u32) -> Option<Self> {
        let flipped = level.flipped(self.own, self.opponent, square);
        if level.bits(flipped) == 0 {
            return None;
        }
        Some(Discs {
            own: level.either(self.opponent, flipped),
            opponent: level.either(self.own, level.either(flipped, level.set(1 << square))),
            empty: self.empty & !(1 << square),
        })
    }

    #[inline(always)]
    fn board(self, level: L) -> Board {
        Board { own: level.bits(self.own), opponent: level.bits(self.opponent) }
    }
}

/// The last `N` empty squares.
struct Last<const N: u32>;

/// Positions with a certain number of empty squares.
trait Stage {
    /// The value of one, with the odd quadrants among the empty squares.
    fn value<L: Level>(level: L, discs: Discs<L>, alpha: i32, odd: u64, nodes: &mut u64) -> i32;
}

impl Stage for Last<4> {
    #[inline(always)]
    fn value<L: Level>(level: L, discs: Discs<L>, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        in_turn::<L, Last<3>>(level, discs, alpha, odd, nodes)
    }
}

impl Stage for Last<3> {
    #[inline(always)]
    fn value<L: Level>(level: L, discs: Discs<L>, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        in_turn::<L, Last<2>>(level, discs, alpha, odd, nodes)
    }
}

impl Stage for Last<2> {
    #[inline(always)]
    fn value<L: Level>(level: L, discs: Discs<L>, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
        in_turn::<L, Last<1>>(level, discs, alpha, odd, nodes)
    }
}

impl Stage for Last<1> {
    #[inline(always)]
    fn value<L: Level>(level: L, discs: Discs<L>, _alpha: i32, _odd: u64, _nodes: &mut u64) -> i32 {
        one(level, level.bits(discs.own), discs.empty.trailing_zeros())
    }
}

/// Tries the moves of the player or, where there are none, those of the other; odd quadrants first. `S` is the stage
/// after a move.
#[inline(always)]
fn in_turn<L: Level, S: Stage>(level: L, mut discs: Discs<L>, mut alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    *nodes += 1;
    for sign in [1, -1] {
        let mut left = discs.empty;
        let mut best = i32::MIN;
        while left != 0 {
            let preferred = if left & odd != 0 { left & odd } else { left };
            let square = preferred.trailing_zeros();
            left &= !(1 << square);
            let Some(child) = discs.after(level, square) else { continue };
            best = best.max(-S::value(level, child, -alpha - 1, odd ^ quadrant(square), nodes));
            if best > alpha {
                break;
            }
        }
        if best > i32::MIN {
            return sign * best;
        }
        (discs, alpha) = (discs.passed(), -alpha - 1);
    }
    // Both have passed, so this is the player again.
    discs.board(level).margin()
}

/// One empty square: the player moves there, or else the opponent, or else nobody.
#[inline(always)]
fn one<L: Level>(level: L, own: u64, square: u32) -> i32 {
    let [moves, answers] = level.last_flips(own, square).map(|count| count as i32);
    // The difference is odd, for 63 discs are on the board.
    let difference = 2 * own.count_ones() as i32 - 63;
    // No branches: which case it is can hardly be foreseen.
    let [can_move, can_answer] = [moves, answers].map(|count| -i32::from(count != 0));
    let nobody = difference >> 31 | 1;
    difference + (can_move & (2 * moves + 1) | !can_move & (can_answer & (-2 * answers - 1) | !can_answer & nobody))
}
