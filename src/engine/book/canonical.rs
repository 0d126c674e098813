//! One text for all symmetric images of a position.

use crate::game::{Notation, Symmetric};

/// The symmetries of a board, see [`Symmetric::transform`].
const SYMMETRIES: std::ops::Range<u8> = 0..8;

/// A position as a book stores it.
#[derive(Clone, Debug)]
pub struct Canonical<G: Notation> {
    /// Its [text](position_text).
    pub text: String,
    /// The position itself.
    pub position: G::Position,
    /// The position that was asked about.
    origin: G::Position,
    /// The symmetry that leads from the origin to the canonical image.
    there: u8,
    /// The symmetry that leads from the canonical image to the origin.
    back: u8,
}

impl<G: Notation + Symmetric> Canonical<G> {
    /// A legal move of the position that was asked about as a move of the canonical image.
    pub fn move_there(&self, mv: G::Move) -> G::Move {
        G::transform_move(&self.origin, mv, self.there)
    }

    /// A legal move of the canonical image as a move of the position that was asked about. In a position that is its
    /// own mirror image, there and back may give the mirror image of a move.
    pub fn move_back(&self, mv: G::Move) -> G::Move {
        G::transform_move(&self.position, mv, self.back)
    }
}

/// The position text without its last field, the ply, which is not part of a position in a book.
pub fn position_text<G: Notation>(position: &G::Position) -> String {
    let mut text = G::write_position(position);
    text.truncate(text.rfind(' ').unwrap_or(text.len()));
    text
}

/// The symmetric image of a position whose text is the first in the order of bytes.
pub fn canonical<G: Notation + Symmetric>(position: &G::Position) -> Canonical<G> {
    let text = |symmetry| (position_text::<G>(&G::transform(position, symmetry)), symmetry);
    let (text, there) = SYMMETRIES.map(text).min().unwrap_or_else(|| (position_text::<G>(position), 0));
    let image = G::transform(position, there);
    let leads_back = |symmetry: &u8| G::transform(&image, *symmetry) == *position;
    let back = SYMMETRIES.into_iter().find(leads_back).unwrap_or(0);
    Canonical { text, position: image, origin: position.clone(), there, back }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::gomoku::Gomoku;
    use crate::games::othello::Othello;
    use crate::random::SplitMix64;

    /// All images of positions of random games have the same canonical image, and its moves lead back.
    fn check<G: Notation + Symmetric>(plies: usize) {
        for seed in 1..20 {
            let mut random = SplitMix64::new(seed);
            let mut position = G::start(&G::Rules::default());
            for _ in 0..plies {
                let mut moves = Vec::new();
                G::legal_moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let own = canonical::<G>(&position);
                for symmetry in SYMMETRIES {
                    let image = canonical::<G>(&G::transform(&position, symmetry));
                    assert_eq!((&image.text, &image.position), (&own.text, &own.position));
                    assert!(image.text <= position_text::<G>(&position));
                }
                let mut there = Vec::new();
                G::legal_moves(&own.position, &mut there);
                let mut back: Vec<_> = there.iter().map(|&mv| own.move_back(mv)).collect();
                assert!(back.iter().all(|&mv| G::is_legal(&position, mv)));
                let image = |&mv: &G::Move| G::is_legal(&own.position, own.move_there(mv));
                assert!(moves.iter().all(image));
                back.sort_by_key(|mv| moves.iter().position(|known| known == mv));
                assert_eq!(back, moves);
                let mv = moves[random.below(moves.len())];
                G::play(&mut position, mv);
            }
        }
    }

    #[test]
    fn all_images_have_one_canonical_image() {
        check::<Othello>(60);
        check::<Gomoku>(6);
    }

    #[test]
    fn the_ply_is_left_out() {
        let start = Othello::start(&());
        assert_eq!(position_text::<Othello>(&start), "8/8/8/3ox3/3xo3/8/8/8 x -");
    }
}
