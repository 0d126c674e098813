//! Othello's position, moves and rules.

use super::{bitboard, perft};
use crate::game::{Game, PackedMove, Side, Symmetric, Terminal};

/// The rules of Othello.
pub struct Othello;

/// The square of a disc, 0 (a1) to 63 (h8) row by row, or 64 for a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The pass, which is legal only if the side to move has no other move and its opponent has one.
    pub const PASS: Move = Move(64);

    /// The move to a square 0..=63; larger numbers give the pass.
    pub const fn at(square: u32) -> Move {
        if square < 64 { Move(square as u8) } else { Move::PASS }
    }

    /// The square of the disc, `None` for a pass.
    pub const fn square(self) -> Option<u32> {
        if self.0 < 64 { Some(self.0 as u32) } else { None }
    }

    /// The square of the disc as a bitboard, empty for a pass.
    pub const fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }
}

impl PackedMove for Move {
    fn to_bits(self) -> u16 {
        u16::from(self.0)
    }

    fn from_bits(bits: u16) -> Self {
        Move::at(u32::from(bits))
    }
}

/// The discs of the side to move and of its opponent, the side to move, and the ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    own: u64,
    opponent: u64,
    side: Side,
    ply: u32,
}

impl Position {
    /// A position from the discs of the side to move and of its opponent. Squares in both sets belong to the opponent.
    pub const fn new(own: u64, opponent: u64, side: Side, ply: u32) -> Position {
        Position { own: own & !opponent, opponent, side, ply }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the other side.
    #[inline]
    pub const fn opponent(&self) -> u64 {
        self.opponent
    }

    /// The empty squares.
    #[inline]
    pub const fn empty(&self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The number of empty squares, 0..=64.
    #[inline]
    pub const fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The discs of one player.
    pub const fn discs(&self, side: Side) -> u64 {
        if side.index() == self.side.index() { self.own } else { self.opponent }
    }

    /// The legal moves of the side to move, as a bitboard; empty if it has to pass.
    #[inline]
    pub fn legal_moves(&self) -> u64 {
        bitboard::legal_moves(self.own, self.opponent)
    }

    /// The final disc difference from the perspective of the side to move if the game ended here; empty squares count
    /// for the winner.
    pub fn margin(&self) -> i16 {
        let difference = self.own.count_ones() as i16 - self.opponent.count_ones() as i16;
        difference + difference.signum() * self.empties() as i16
    }
}

impl Game for Othello {
    const CYCLIC: bool = false;
    const MOVE_INDICES: usize = 65;
    const HAS_MATES: bool = false;
    const PERFT_EARLY_END_LEAVES: u64 = 1;

    type Rules = ();
    type Position = Position;
    type Move = Move;
    /// The position before the move. Restoring it is faster than unflipping discs, because the next move does not
    /// depend on the arithmetic.
    type Undo = Position;

    fn start(_rules: &()) -> Position {
        // x on e4 and d5, o on d4 and e5.
        Position::new(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, Side::X, 0)
    }

    #[inline]
    fn side(position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn ply(position: &Position) -> u32 {
        position.ply
    }

    /// A hash of the two bitboards and the side to move, by rounds of the SplitMix finaliser (Steele, Lea and Flood
    /// 2014): a few multiplications cost less than a Zobrist look-up for every flipped disc.
    #[inline]
    fn key(position: &Position) -> u64 {
        const A: u64 = 0xbf58_476d_1ce4_e5b9;
        const B: u64 = 0x94d0_49bb_1331_11eb;
        let side = position.side.index() as u64;
        let mut key = (position.own ^ (position.own >> 29) ^ side.wrapping_mul(A)).wrapping_mul(A);
        key = (key ^ (key >> 32) ^ position.opponent).wrapping_mul(B);
        key = (key ^ (key >> 29)).wrapping_mul(A);
        key ^ (key >> 32)
    }

    #[inline]
    fn terminal(position: &Position) -> Option<Terminal> {
        let over = position.legal_moves() == 0 && bitboard::legal_moves(position.opponent, position.own) == 0;
        over.then(|| Terminal::Margin(position.margin()))
    }

    fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
        let legal = position.legal_moves();
        if legal != 0 {
            moves.reserve(legal.count_ones() as usize);
            moves.extend(bitboard::squares(legal).map(Move::at));
        } else if bitboard::legal_moves(position.opponent, position.own) != 0 {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn count_moves(position: &Position) -> usize {
        match position.legal_moves() {
            0 => usize::from(bitboard::legal_moves(position.opponent, position.own) != 0),
            legal => legal.count_ones() as usize,
        }
    }

    fn count_two_plies(position: &Position) -> Option<u64> {
        Some(perft::count_two_plies(position.own, position.opponent))
    }

    #[inline]
    fn is_legal(position: &Position, mv: Move) -> bool {
        match mv.square() {
            Some(square) => {
                position.empty() & mv.bit() != 0 && bitboard::flips(position.own, position.opponent, square) != 0
            }
            None => position.legal_moves() == 0 && bitboard::legal_moves(position.opponent, position.own) != 0,
        }
    }

    #[inline]
    fn is_pass(mv: Move) -> bool {
        mv == Move::PASS
    }

    #[inline]
    fn play(position: &mut Position, mv: Move) -> Position {
        let flipped = mv.square().map_or(0, |square| bitboard::flips(position.own, position.opponent, square));
        let after = Position {
            own: position.opponent ^ flipped,
            opponent: position.own ^ flipped ^ mv.bit(),
            side: position.side.other(),
            ply: position.ply.saturating_add(1),
        };
        std::mem::replace(position, after)
    }

    #[inline]
    fn undo(position: &mut Position, _mv: Move, before: Position) {
        *position = before;
    }

    #[inline]
    fn move_index(mv: Move) -> usize {
        usize::from(mv.0)
    }
}

impl Symmetric for Othello {
    fn transform(position: &Position, symmetry: u8) -> Position {
        Position {
            own: bitboard::transform(position.own, symmetry),
            opponent: bitboard::transform(position.opponent, symmetry),
            ..position.clone()
        }
    }

    fn transform_move(_position: &Position, mv: Move, symmetry: u8) -> Move {
        // The image of the empty bitboard is empty and has 64 trailing zeros: a pass stays a pass.
        Move::at(bitboard::transform(mv.bit(), symmetry).trailing_zeros())
    }
}
