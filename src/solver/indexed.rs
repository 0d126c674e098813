//! What a game must offer to be solved.

use crate::game::{Notation, Symmetric};

/// A game whose positions can be numbered and whose moves can be followed backwards.
///
/// Two positions that differ by an exchange of the sides (colours and side to move) share one index, as they share
/// their value; the ply does not count. In every position that is over the side to move has lost.
pub trait Indexed: Notation + Symmetric {
    /// How many indices there are; each belongs to a position.
    const SIZE: usize;
    /// The positions below this index are the core, from which no move leads out. Every other position has moves, all of
    /// them to lower indices, so that it never recurs.
    const CORE: usize = Self::SIZE;

    /// The index of a position, below [`Indexed::SIZE`].
    fn index(position: &Self::Position) -> usize;
    /// A position with this index.
    fn position(index: usize) -> Self::Position;
    /// No play from a position with this index ever reaches an index from here on; never less than the core.
    fn reach(_index: usize) -> usize {
        Self::SIZE
    }
    /// How many legal moves a position with this index has; never more than 254.
    fn move_count(index: usize) -> u8 {
        Self::count_moves(&Self::position(index)) as u8
    }
    /// Visits the index of the position before every move in the core that leads to this position of the core, one visit
    /// for each move.
    fn predecessors(index: usize, visit: impl FnMut(usize));
    /// Visits all moves from positions behind the core and below `reach`, which is the reach of some position; those
    /// from a position all before those to it. They come in bundles `before`, `after`, `offsets`, where the move number
    /// `i` leads from `before + i` to `after + offsets[i]`.
    fn approach(_reach: usize, _visit: impl FnMut(usize, usize, &[u8])) {}
}
