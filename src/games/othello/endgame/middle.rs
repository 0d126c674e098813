//! The stage of more empty squares: what is proven is remembered, moves are sorted by the replies they leave.
//!
//! Must not know: the core and its tables.

use super::super::bits::squares;
use super::cache::{Bounds, NO_MOVE};
use super::ordering::{effort, odd_quadrants};
use super::shallow::stable_bound;
use super::stages::Stages;
use super::{Board, Search};
use crate::search::control::Stopped;

/// With more empty squares than this a position belongs to this stage.
pub const LEAST: u32 = 6;
/// From this many empty squares on, what is known of the successors is looked at before any is searched (enhanced
/// transposition cutoffs, Plaat 1996).
const SUCCESSORS_FROM: u32 = 8;
/// Room for more moves than any position with as many empty squares as come here has.
const MOST_MOVES: usize = 16;
/// The order of the move remembered, far below that of any other.
const KNOWN_MOVE: i32 = -10_000;
/// The order of moves that are not, or no longer, in the list.
const GONE: i32 = i32::MAX;

/// A move and what follows from it.
#[derive(Clone, Copy, Default)]
struct Child {
    square: u8,
    board: Board,
    replies: u64,
}

/// The moves of a position. Their order stands apart, so that the first is found without branches.
struct Children {
    list: [Child; MOST_MOVES],
    /// Lower is searched first; the lowest four bits are the place in the list.
    order: [i32; MOST_MOVES],
    count: usize,
}

impl Children {
    /// Takes out the child that is first in the order.
    #[inline(always)]
    fn next(&mut self) -> Option<&Child> {
        let first = self.order.into_iter().fold(GONE, i32::min);
        let index = first as usize % MOST_MOVES;
        self.order[index] = GONE;
        (first != GONE).then_some(&self.list[index])
    }
}

impl<L: Stages> Search<'_, L> {
    /// See [`Search::value`]; `moves` are those of the player.
    #[inline(always)]
    pub(super) fn node(&mut self, board: Board, moves: u64, alpha: i32) -> Result<i32, Stopped> {
        self.watch.tick()?;
        if moves == 0 {
            let passed = board.passed();
            let replies = self.level.mobility(passed.own, passed.opponent);
            if replies == 0 {
                return Ok(board.margin());
            }
            return self.level.middle(self, passed, replies, -alpha - 1).map(|value| -value);
        }
        if let Some(most) = stable_bound(board, alpha) {
            return Ok(most);
        }
        let known = self.cache.probe(board);
        if known.lower > alpha {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        let empties = board.empty().count_ones();
        let mut children = self.children(board, moves, known.mv);
        if empties >= SUCCESSORS_FROM {
            for child in &children.list[..children.count] {
                let bound = -self.cache.probe(child.board).upper;
                if bound > alpha {
                    return Ok(bound);
                }
            }
        }
        let mut best = -65;
        let mut best_square = NO_MOVE;
        while let Some(child) = children.next() {
            let value = if empties - 1 > LEAST {
                -self.level.middle(self, child.board, child.replies, -alpha - 1)?
            } else {
                let mut nodes = 0;
                let odd = odd_quadrants(child.board.empty());
                let value = self.level.shallow(child.board, child.replies, -alpha - 1, odd, &mut nodes);
                self.watch.spend(nodes);
                -value
            };
            if value > best {
                (best, best_square) = (value, child.square);
                if best > alpha {
                    break;
                }
            }
        }
        let (lower, upper) = if best > alpha { (best, known.upper) } else { (known.lower, best) };
        self.cache.store(board, Bounds { lower, upper, mv: best_square });
        Ok(best)
    }

    /// Lists the successors with their place in the order.
    #[inline(always)]
    fn children(&self, board: Board, moves: u64, known: u8) -> Children {
        let odd = odd_quadrants(board.empty());
        let mut children = Children { list: [Child::default(); MOST_MOVES], order: [GONE; MOST_MOVES], count: 0 };
        for (index, square) in squares(moves).take(MOST_MOVES).enumerate() {
            let child = board.after(1 << square, self.level.flips(board.own, board.opponent, square));
            self.cache.prefetch(child);
            let replies = self.level.mobility(child.own, child.opponent);
            let order = match square as u8 == known {
                true => KNOWN_MOVE,
                false => effort(child.own, child.opponent, replies, 1 << square, odd),
            };
            children.list[index] = Child { square: square as u8, board: child, replies };
            children.order[index] = order * MOST_MOVES as i32 + index as i32;
            children.count += 1;
        }
        children
    }
}
