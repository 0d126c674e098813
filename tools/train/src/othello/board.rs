//! Compact positions, as stored in files of the trainer.

use bytemuck::{Pod, Zeroable};
use quartet::game::Side;
use quartet::games::othello::Position;
use quartet::games::othello::bitboard::transform;
use quartet::random::mix;

/// One position in this many belongs to the validation set.
const VALIDATION_INTERVAL: u64 = 50;

/// A position: bitboards of the side to move and of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Board {
    own: u64,
    opponent: u64,
}

impl Board {
    /// The canonical image of a position among its eight symmetric images.
    pub(super) fn canonical(position: &Position) -> Board {
        let image = |symmetry| Board {
            own: transform(position.own(), symmetry),
            opponent: transform(position.opponent(), symmetry),
        };
        (1..8).map(image).fold(image(0), Board::min)
    }

    /// Whether no square is occupied by both sides.
    pub(super) fn is_valid(self) -> bool {
        self.own & self.opponent == 0
    }

    /// Number of empty squares.
    pub(super) fn empties(self) -> u32 {
        (!(self.own | self.opponent)).count_ones()
    }

    /// The position for the engine. The side to move is always X, as colours make no difference.
    pub(super) fn position(self) -> Position {
        Position::new(self.own, self.opponent, Side::X, 60_u32.saturating_sub(self.empties()))
    }

    /// Whether the position belongs to the validation set, which is the same in all runs.
    pub(super) fn is_validation(self) -> bool {
        self.hash(0).is_multiple_of(VALIDATION_INTERVAL)
    }

    /// A hash of the position and a seed.
    pub(super) fn hash(self, seed: u64) -> u64 {
        mix(mix(mix(seed) ^ self.own) ^ self.opponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::game::{Notation, Symmetric};
    use quartet::games::othello::Othello;

    #[test]
    fn symmetric_positions_have_the_same_canonical_board() {
        let position = Othello::parse_position(&(), "8/3x4/2xxoo2/2oxx3/2xooo2/5o2/8/8 o").expect("a position");
        for symmetry in 1..8 {
            assert_eq!(Board::canonical(&Othello::transform(&position, symmetry)), Board::canonical(&position));
        }
    }
}
