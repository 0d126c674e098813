//! A position of Othello as the trainer keeps it.

use bytemuck::{Pod, Zeroable};
use quartet::game::Side;
use quartet::games::othello::Position;
use quartet::games::othello::bitboard::transform;
use quartet::random::mix;

/// One position in this many is held out of training, to measure the error on.
const HELD_OUT: u64 = 50;

/// A position: the discs of the side to move and those of the opponent, as bitboards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Board {
    own: u64,
    opponent: u64,
}

impl Board {
    /// The canonical one of the eight symmetric images of a position.
    pub(super) fn canonical(position: &Position) -> Board {
        let image = |symmetry| Board {
            own: transform(position.own(), symmetry),
            opponent: transform(position.opponent(), symmetry),
        };
        (1..8).map(image).fold(image(0), Board::min)
    }

    /// Whether no square holds two discs.
    pub(super) fn is_sound(self) -> bool {
        self.own & self.opponent == 0
    }

    /// How many squares are empty.
    pub(super) fn empties(self) -> u32 {
        (!(self.own | self.opponent)).count_ones()
    }

    /// The position for the engine, always with X to move: the colours make no difference.
    pub(super) fn position(self) -> Position {
        Position::new(self.own, self.opponent, Side::X, 60_u32.saturating_sub(self.empties()))
    }

    /// Whether this position is held out of training; the same in every run.
    pub(super) fn is_held_out(self) -> bool {
        self.hash(0).is_multiple_of(HELD_OUT)
    }

    /// A hash of the position that depends on the seed.
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
    fn symmetric_positions_are_one_board() {
        let position = Othello::parse_position(&(), "8/3x4/2xxoo2/2oxx3/2xooo2/5o2/8/8 o").expect("a position");
        for symmetry in 1..8 {
            assert_eq!(Board::canonical(&Othello::transform(&position, symmetry)), Board::canonical(&position));
        }
    }
}
