//! Positions, moves and rules of the L-Game.

use super::placements::{AVOIDING, DISJOINT, IMAGES, PLACEMENTS, SIZE, cells_image, covering};
use crate::game::{Game, PackedMove, Side, Symmetric, Terminal};
use crate::games::common::grid::{self, members};

/// The rules of the L-Game.
pub struct LGame;

/// A position of the L-Game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The placements of x and o.
    pub(super) ls: [u8; 2],
    /// The two cells with neutral pieces.
    pub(super) neutrals: u16,
    pub(super) side: Side,
    pub(super) ply: u32,
}

/// `nxx1/1ox1/1ox1/1oon x - 0`.
const START: Position = match (covering(0x0446), covering(0x6220)) {
    (Some(x), Some(o)) => Position { ls: [x as u8, o as u8], neutrals: 0x8001, side: Side::X, ply: 0 },
    _ => unreachable!(),
};

impl Position {
    /// The placement of a side's L.
    pub(super) fn placement(&self, side: Side) -> usize {
        usize::from(self.ls[side.index()])
    }

    /// The cells of a side's L.
    pub(super) fn cells(&self, side: Side) -> u16 {
        PLACEMENTS[self.placement(side)].cells
    }

    /// The placements to which a side could move its L if it were its turn, as a 48-bit mask.
    pub(super) fn targets(&self, side: Side) -> u64 {
        let own = self.ls[side.index()];
        let opponent = self.ls[side.other().index()];
        let free = members(self.neutrals).fold(DISJOINT[usize::from(opponent)], |set, cell| set & AVOIDING[cell]);
        free & !(1 << own)
    }

    /// The cells to which a neutral piece can move after the side to move has put its L on `placement`.
    pub(super) fn free_after(&self, placement: usize) -> u16 {
        !(PLACEMENTS[placement].cells | self.cells(self.side.other()) | self.neutrals)
    }
}

/// A move. Bits 0–3 are the target and bits 4–7 the origin of a neutral piece (both 0 if none moves), bits 8–13 the new
/// placement of the L.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// A move of the L to a placement and, optionally, of a neutral piece from one cell to another.
    pub(super) fn new(placement: usize, neutral: Option<(usize, usize)>) -> Self {
        let (from, to) = neutral.unwrap_or((0, 0));
        Move((placement << 8 | from << 4 | to) as u16)
    }

    /// The new placement of the L. Moves from arbitrary bits may exceed the 48 placements.
    pub(super) fn placement(self) -> usize {
        usize::from(self.0 >> 8)
    }

    /// The origin and target of the neutral piece, if one moves.
    pub(super) fn neutral(self) -> Option<(usize, usize)> {
        (self.0 & 0xff != 0).then_some((usize::from(self.0 >> 4 & 15), usize::from(self.0 & 15)))
    }
}

impl PackedMove for Move {
    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Self {
        Move(bits)
    }
}

/// Moves per placement of the L: without a neutral piece, or with either of two to one of six free cells.
const MOVES_PER_PLACEMENT: usize = 13;

impl Game for LGame {
    const CYCLIC: bool = true;
    const MOVE_INDICES: usize = 48 * 17;

    type Rules = ();
    type Position = Position;
    type Move = Move;
    /// The position before the move, which is small enough to copy.
    type Undo = Position;

    fn start(_rules: &()) -> Position {
        START
    }

    fn side(position: &Position) -> Side {
        position.side
    }

    fn ply(position: &Position) -> u32 {
        position.ply
    }

    fn key(position: &Position) -> u64 {
        let [x, o] = position.ls.map(u64::from);
        grid::key(u64::from(position.neutrals) | x << 16 | o << 22 | (position.side.index() as u64) << 28)
    }

    fn terminal(position: &Position) -> Option<Terminal> {
        (position.targets(position.side) == 0).then_some(Terminal::Loss)
    }

    /// Moves ordered by placement; for each placement the move without a neutral piece, then those of the neutral piece
    /// on the lower cell, then those of the other, by target cell.
    fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
        for placement in members(position.targets(position.side)) {
            moves.push(Move::new(placement, None));
            let free = position.free_after(placement);
            for from in members(position.neutrals) {
                moves.extend(members(free).map(|to| Move::new(placement, Some((from, to)))));
            }
        }
    }

    fn count_moves(position: &Position) -> usize {
        position.targets(position.side).count_ones() as usize * MOVES_PER_PLACEMENT
    }

    fn is_legal(position: &Position, mv: Move) -> bool {
        let placement = mv.placement();
        placement < PLACEMENTS.len()
            && position.targets(position.side) >> placement & 1 != 0
            && mv.neutral().is_none_or(|(from, to)| {
                position.neutrals >> from & 1 != 0 && position.free_after(placement) >> to & 1 != 0
            })
    }

    fn play(position: &mut Position, mv: Move) -> Position {
        let before = *position;
        position.ls[position.side.index()] = mv.placement() as u8;
        if let Some((from, to)) = mv.neutral() {
            position.neutrals ^= 1 << from | 1 << to;
        }
        position.side = position.side.other();
        position.ply = position.ply.saturating_add(1);
        before
    }

    fn undo(position: &mut Position, _mv: Move, undo: Position) {
        *position = undo;
    }

    /// The placement and the target of the neutral piece.
    fn move_index(mv: Move) -> usize {
        mv.placement() * 17 + mv.neutral().map_or(0, |(_, to)| to + 1)
    }
}

impl Symmetric for LGame {
    fn transform(position: &Position, symmetry: u8) -> Position {
        let symmetry = usize::from(symmetry);
        Position {
            ls: position.ls.map(|placement| IMAGES[symmetry][usize::from(placement)]),
            neutrals: cells_image(position.neutrals, symmetry),
            ..*position
        }
    }

    fn transform_move(_position: &Position, mv: Move, symmetry: u8) -> Move {
        let symmetry = usize::from(symmetry);
        let image = |cell| grid::image(cell, SIZE, symmetry);
        let placement = usize::from(IMAGES[symmetry][mv.placement()]);
        Move::new(placement, mv.neutral().map(|(from, to)| (image(from), image(to))))
    }
}
