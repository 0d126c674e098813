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
/// More moves than any position with as many empty squares as come here has.
const MOST_MOVES: usize = 32;

/// A move with what follows from it.
#[derive(Clone, Copy, Default)]
struct Child {
    /// Lower is searched first.
    order: i32,
    square: u8,
    board: Board,
    replies: u64,
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
        let mut list = [Child::default(); MOST_MOVES];
        let count = self.children(board, moves, known.mv, &mut list);
        let list = &mut list[..count];
        if empties >= SUCCESSORS_FROM {
            for child in &*list {
                let bound = -self.cache.probe(child.board).upper;
                if bound > alpha {
                    return Ok(bound);
                }
            }
        }
        let mut best = -65;
        let mut best_square = NO_MOVE;
        for first in 0..list.len() {
            let child = pick(list, first);
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

    /// Lists the successors with their place in the order; gives how many they are.
    #[inline(always)]
    fn children(&self, board: Board, moves: u64, known: u8, list: &mut [Child; MOST_MOVES]) -> usize {
        let odd = odd_quadrants(board.empty());
        let mut count = 0;
        for square in squares(moves) {
            let child = board.after(1 << square, self.level.flips(board.own, board.opponent, square));
            self.cache.prefetch(child);
            let replies = self.level.mobility(child.own, child.opponent);
            let order = match square as u8 == known {
                true => i32::MIN,
                false => effort(child.own, child.opponent, replies, 1 << square, odd),
            };
            list[count] = Child { order, square: square as u8, board: child, replies };
            count += 1;
        }
        count
    }
}

/// Brings the child that is first in the order to `from`.
#[inline(always)]
fn pick(list: &mut [Child], from: usize) -> Child {
    let mut best = from;
    for other in from + 1..list.len() {
        if list[other].order < list[best].order {
            best = other;
        }
    }
    list.swap(from, best);
    list[from]
}
