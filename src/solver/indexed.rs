//! What a game must offer to be solved.

use crate::game::Game;

/// A game whose positions can be numbered and whose moves can be followed backwards.
///
/// Two positions that differ by an exchange of the sides (colours and side to move) share one index, as they share
/// their value; the ply does not count. In every position that is over the side to move has lost.
pub trait Indexed: Game {
    /// How many indices there are; each belongs to a position.
    const SIZE: usize;

    /// The index of a position, below [`Indexed::SIZE`].
    fn index(position: &Self::Position) -> usize;
    /// A position with this index.
    fn position(index: usize) -> Self::Position;
    /// No play from a position with this index ever reaches an index from here on.
    fn reach(_index: usize) -> usize {
        Self::SIZE
    }
    /// How many legal moves a position with this index has; never more than 254.
    fn move_count(index: usize) -> u8;
    /// Visits the index of the position before every move that leads to this position, one visit for each move.
    fn predecessors(index: usize, visit: impl FnMut(usize));
}
