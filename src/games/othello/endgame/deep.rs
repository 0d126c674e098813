//! The stage of many empty squares: results are cached, moves sorted by the mobility they leave to the opponent.

use super::board::Board;
use super::cache::{Bounds, NO_MOVE};
use super::ordering::{odd_quadrants, quick_effort};
use super::shallow::stability_cutoff;
use super::stages::{Search, Stages};
use crate::games::othello::bitboard::squares;
use crate::search::stop::Stopped;

/// Positions with at most this many empty squares belong to the shallow stage.
pub(super) const SHALLOW_EMPTIES: u32 = 6;
/// The number of empty squares from which all children are probed before any is searched (enhanced transposition
/// cutoffs, Plaat 1996).
const ETC_EMPTIES: u32 = 8;
/// Up to this number of empty squares, moves are ordered by their quick effort.
const QUICK_ORDER_EMPTIES: u32 = 10;
/// An upper bound on the number of moves in positions of this solver.
const MAX_MOVES: usize = 16;
/// The sort key of slots without a move, and of moves already searched.
const USED: i32 = i32::MAX;

/// The best move of a node so far and its value in discs.
struct Best {
    value: i32,
    square: u8,
}

impl Best {
    #[inline(always)]
    fn update(&mut self, value: i32, square: u8) {
        if value > self.value {
            *self = Best { value, square };
        }
    }
}

/// A move, the board after it, and the opponent's moves there.
#[derive(Clone, Copy, Default)]
struct Child {
    square: u8,
    board: Board,
    replies: u64,
}

/// The children of a node. Their sort keys are in an array of their own, so that the minimum is found without branches.
struct Children {
    list: [Child; MAX_MOVES],
    /// Lower keys are searched first; the lowest four bits are the index in the list.
    keys: [i32; MAX_MOVES],
    /// The minimum of the keys, maintained while the list is built, until it is taken: a cut node rarely needs a second
    /// move.
    first: i32,
    count: usize,
}

impl Children {
    /// Takes the child with the lowest key.
    #[inline(always)]
    fn next(&mut self) -> Option<&Child> {
        let first = match std::mem::replace(&mut self.first, USED) {
            USED => self.keys.into_iter().fold(USED, i32::min),
            first => first,
        };
        let index = first as usize % MAX_MOVES;
        self.keys[index] = USED;
        (first != USED).then_some(&self.list[index])
    }
}

impl<L: Stages> Search<'_, L> {
    /// The fail-soft value in discs of a null window above `alpha`; `moves` are the moves of the player.
    #[inline(always)]
    pub(super) fn deep(&mut self, board: Board, moves: u64, alpha: i32) -> Result<i32, Stopped> {
        self.watch.tick()?;
        if moves == 0 {
            let passed = board.passed();
            let replies = self.level.legal_moves(passed.own, passed.opponent);
            if replies == 0 {
                return Ok(board.margin());
            }
            return self.level.deep(self, passed, replies, -alpha - 1).map(|value| -value);
        }
        if let Some(bound) = stability_cutoff(board, alpha) {
            return Ok(bound);
        }
        let cached = self.deep_cache.probe(self.level, board);
        if cached.lower > alpha {
            return Ok(cached.lower);
        }
        if cached.upper <= alpha {
            return Ok(cached.upper);
        }
        let mut best = Best { value: -65, square: NO_MOVE };
        let mut rest = moves;
        if cached.mv != NO_MOVE {
            // The cached move is likely to cut off, and then the others need not be generated.
            rest &= !(1 << cached.mv);
            best.update(self.descend(&self.child(board, cached.mv), alpha)?, cached.mv);
        }
        if best.value <= alpha {
            let mut children = self.children(board, rest);
            if board.empty().count_ones() >= ETC_EMPTIES {
                for child in &children.list[..children.count] {
                    let bound = -self.deep_cache.probe(self.level, child.board).upper;
                    if bound > alpha {
                        return Ok(bound);
                    }
                }
            }
            while let Some(child) = children.next() {
                best.update(self.descend(child, alpha)?, child.square);
                if best.value > alpha {
                    break;
                }
            }
        }
        let Best { value, square } = best;
        let (lower, upper) = if value > alpha { (value, cached.upper) } else { (cached.lower, value) };
        self.deep_cache.store(self.level, board, Bounds { lower, upper, mv: square });
        Ok(value)
    }

    /// The value of a child from the perspective of its parent, fail-soft for the parent's null window above `alpha`.
    #[inline(always)]
    fn descend(&mut self, child: &Child, alpha: i32) -> Result<i32, Stopped> {
        let Child { board, replies, .. } = *child;
        if board.empty().count_ones() > SHALLOW_EMPTIES {
            return self.level.deep(self, board, replies, -alpha - 1).map(|value| -value);
        }
        Ok(-self.counted_shallow(board, replies, -alpha - 1))
    }

    /// The child after a move.
    #[inline(always)]
    fn child(&self, board: Board, square: u8) -> Child {
        let at = u32::from(square);
        let board = board.after(1 << at, self.level.flips(board.own, board.opponent, at));
        Child { square, board, replies: self.level.legal_moves(board.own, board.opponent) }
    }

    /// The children after these moves, with their sort keys.
    #[inline(always)]
    fn children(&self, board: Board, moves: u64) -> Children {
        let odd = odd_quadrants(board.empty());
        let is_quick = board.empty().count_ones() <= QUICK_ORDER_EMPTIES;
        let children_are_cached = board.empty().count_ones() > SHALLOW_EMPTIES + 1;
        let mut children =
            Children { list: [Child::default(); MAX_MOVES], keys: [USED; MAX_MOVES], first: USED, count: 0 };
        for (index, square) in squares(moves).take(MAX_MOVES).enumerate() {
            let child = self.child(board, square as u8);
            if children_are_cached {
                self.deep_cache.prefetch(self.level, child.board);
            }
            let effort = if is_quick {
                quick_effort(child.replies, 1 << square, odd)
            } else {
                self.ordering.effort(child.board.own, child.board.opponent, child.replies, 1 << square, odd)
            };
            let key = effort * MAX_MOVES as i32 + index as i32;
            children.list[index] = child;
            children.keys[index] = key;
            children.first = children.first.min(key);
            children.count += 1;
        }
        children
    }
}
