//! Images of positions and proofs under the symmetries of the board.

use crate::game::Symmetric;
use crate::games::gomoku::rules::board::Position;
use crate::games::gomoku::rules::game::{Gomoku, transform_point};
use crate::games::gomoku::solvers::proof_tree::AttackNode;

/// The number of symmetries of the board, see [`transform_point`].
pub const SYMMETRIES: u8 = 8;

/// The least key of the eight images of a position.
pub fn canonical_key(position: &Position) -> u64 {
    (0..SYMMETRIES).map(|symmetry| Gomoku::transform(position, symmetry).key()).min().unwrap_or_default()
}

/// The symmetry under which the image of a position is another one; `None` if there is no such symmetry.
pub fn symmetry_between(position: &Position, image: &Position) -> Option<u8> {
    (0..SYMMETRIES).find(|&symmetry| Gomoku::transform(position, symmetry).board() == image.board())
}

/// The symmetry that takes back another one.
pub fn inverse(symmetry: u8) -> u8 {
    // Rows and columns are mirrored before they are swapped, so that a swap exchanges the two mirrors.
    match symmetry {
        5 => 6,
        6 => 5,
        own_inverse => own_inverse,
    }
}

/// The image of a proof on a board of `size` x `size` points.
pub fn transform_attack(size: usize, attack: &AttackNode, symmetry: u8) -> AttackNode {
    attack.map(&|point| transform_point(size, point, symmetry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::rules::board::Point;

    #[test]
    fn an_inverse_takes_a_symmetry_back() {
        for symmetry in 0..SYMMETRIES {
            for point in [Point::new(0, 1), Point::new(3, 6), Point::new(5, 5)] {
                let image = transform_point(7, point, symmetry);
                assert_eq!(transform_point(7, image, inverse(symmetry)), point, "{symmetry}");
            }
        }
    }
}
