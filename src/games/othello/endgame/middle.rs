//! The stage of more empty squares: what is proven is remembered, moves are sorted by the replies they leave.
//!
//! Must not know: the core and its tables.

use super::super::bits::squares;
use super::cache::{Bounds, NO_MOVE};
use super::ordering::{effort, odd_quadrants};
use super::shallow::stable_bound;
use super::stages::Stages;
use super::{Board, Search};
use crate::search::stop::Stopped;

/// With more empty squares than this a position belongs to this stage.
pub(super) const LEAST: u32 = 6;
/// From this many empty squares on, what is known of the successors is looked at before any is searched (enhanced
/// transposition cutoffs, Plaat 1996).
const SUCCESSORS_FROM: u32 = 8;
/// Room for more moves than any position with as many empty squares as come here has.
const MOST_MOVES: usize = 16;
/// The order of moves that are not, or no longer, in the list.
const GONE: i32 = i32::MAX;

/// The best move of a node so far.
struct Best {
    value: i32,
    square: u8,
}

impl Best {
    #[inline(always)]
    fn note(&mut self, value: i32, square: u8) {
        if value > self.value {
            *self = Best { value, square };
        }
    }
}

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
    /// The lowest order, noted while listing until it is taken: a cut node mostly needs no other.
    first: i32,
    count: usize,
}

impl Children {
    /// Takes out the child that is first in the order.
    #[inline(always)]
    fn next(&mut self) -> Option<&Child> {
        let first = match std::mem::replace(&mut self.first, GONE) {
            GONE => self.order.into_iter().fold(GONE, i32::min),
            noted => noted,
        };
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
        let mut best = Best { value: -65, square: NO_MOVE };
        let mut rest = moves;
        if known.mv != NO_MOVE {
            // It is likely to be enough, and then the others need not even be listed.
            rest &= !(1 << known.mv);
            best.note(self.descend(&self.child(board, known.mv), alpha)?, known.mv);
        }
        if best.value <= alpha {
            let mut children = self.children(board, rest);
            if board.empty().count_ones() >= SUCCESSORS_FROM {
                for child in &children.list[..children.count] {
                    let bound = -self.cache.probe(child.board).upper;
                    if bound > alpha {
                        return Ok(bound);
                    }
                }
            }
            while let Some(child) = children.next() {
                best.note(self.descend(child, alpha)?, child.square);
                if best.value > alpha {
                    break;
                }
            }
        }
        let Best { value, square } = best;
        let (lower, upper) = if value > alpha { (value, known.upper) } else { (known.lower, value) };
        self.cache.store(board, Bounds { lower, upper, mv: square });
        Ok(value)
    }

    /// The value of a move for its player, see [`Search::value`].
    #[inline(always)]
    fn descend(&mut self, child: &Child, alpha: i32) -> Result<i32, Stopped> {
        let Child { board, replies, .. } = *child;
        if board.empty().count_ones() > LEAST {
            return self.level.middle(self, board, replies, -alpha - 1).map(|value| -value);
        }
        let mut nodes = 0;
        let odd = odd_quadrants(board.empty());
        let value = self.level.shallow(board, replies, -alpha - 1, odd, &mut nodes);
        self.watch.spend(nodes);
        Ok(-value)
    }

    /// What follows from a move.
    #[inline(always)]
    fn child(&self, board: Board, square: u8) -> Child {
        let at = u32::from(square);
        let board = board.after(1 << at, self.level.flips(board.own, board.opponent, at));
        Child { square, board, replies: self.level.mobility(board.own, board.opponent) }
    }

    /// Lists the successors by these moves with their place in the order.
    #[inline(always)]
    fn children(&self, board: Board, moves: u64) -> Children {
        let odd = odd_quadrants(board.empty());
        // The successors are of this stage, and looked up, only with so many.
        let remembered = board.empty().count_ones() > LEAST + 1;
        let mut children =
            Children { list: [Child::default(); MOST_MOVES], order: [GONE; MOST_MOVES], first: GONE, count: 0 };
        for (index, square) in squares(moves).take(MOST_MOVES).enumerate() {
            let child = self.child(board, square as u8);
            if remembered {
                self.cache.prefetch(child.board);
            }
            let effort = effort(child.board.own, child.board.opponent, child.replies, 1 << square, odd);
            let order = effort * MOST_MOVES as i32 + index as i32;
            children.list[index] = child;
            children.order[index] = order;
            children.first = children.first.min(order);
            children.count += 1;
        }
        children
    }
}
