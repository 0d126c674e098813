//! What a game needs in order to be solved.

use crate::game::{Notation, Symmetric};

/// A game whose positions can be numbered and whose moves can be followed backwards.
///
/// Two positions that differ by an exchange of the sides (colours and side to move) share one index, as they share
/// their value; the ply does not count. In every position that is over the side to move has lost.
pub trait Indexed: Notation + Symmetric {
    /// Number of indices; each belongs to a position.
    const SIZE: usize;
    /// The positions below this index are the core, which no move leaves. Every other position has moves, all of them
    /// to lower indices, so that it never recurs.
    const CORE: usize = Self::SIZE;

    /// The index of a position, below [`Indexed::SIZE`].
    fn index(position: &Self::Position) -> usize;
    /// A position with this index.
    fn position(index: usize) -> Self::Position;
    /// An exclusive upper bound of the indices that play from this index can reach; at least the size of the core.
    fn reachable_bound(_index: usize) -> usize {
        Self::SIZE
    }
    /// Number of legal moves of a position with this index; at most 254.
    fn move_count(index: usize) -> u8 {
        Self::count_moves(&Self::position(index)) as u8
    }
    /// Visits the predecessors of a position of the core within the core: once for each move that leads to it.
    fn predecessors(index: usize, visit: impl FnMut(usize));
    /// Visits all moves from positions outside the core and below `bound`, which is [`Indexed::reachable_bound`] of
    /// some position; the moves from a position are visited before the moves to it. They come in groups `before`,
    /// `after`, `offsets`: move `i` leads from `before + i` to `after + offsets[i]`.
    fn visit_outside_core(_bound: usize, _visit: impl FnMut(usize, usize, &[u8])) {}
}
