//! The vocabulary of rules: what a game is ([`Game`]) and how it is written ([`Notation`]), independent of how to play
//! it well.
//!
//! Knows nothing of search, evaluation, threads, storage of options, or wire syntax. Everything here is pure.

mod notation;
mod options;
mod perft;

pub use notation::{Geometry, MoveKind, Notation, NotationError, PASS, Reason};
pub use options::{OptionKind, OptionReader, OptionSpec};
pub use perft::perft;

use crate::score::Score;
use std::fmt;
use std::hash::Hash;

/// The two players; `X` moves first from every start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Side {
    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::X => Side::O,
            Side::O => Side::X,
        }
    }

    /// `x` or `o`, as in position texts.
    pub const fn letter(self) -> char {
        match self {
            Side::X => 'x',
            Side::O => 'o',
        }
    }

    /// 0 for `X`, 1 for `O`.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a finished game stands for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terminal {
    /// The side to move has won; possible only in a set-up position.
    Win,
    /// The side to move has lost.
    Loss,
    /// Neither side has won.
    Draw,
    /// The final margin for the side to move, in the unit of the game: in Othello discs, with empty squares counted
    /// for the winner.
    Margin(i16),
}

impl Terminal {
    /// The score for the side to move, `ply` plies from the root.
    pub fn score(self, ply: u16) -> Score {
        match self {
            Terminal::Win => Score::win_in(ply),
            Terminal::Loss => Score::loss_in(ply),
            Terminal::Draw => Score::DRAW,
            Terminal::Margin(margin) => Score::cp(100 * i32::from(margin)),
        }
    }
}

/// A move that packs into 16 bits. `u16::MAX` is never the packing of a move: it means "no move" in tables.
pub trait PackedMove: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The packed form, never `u16::MAX`.
    fn to_bits(self) -> u16;
    /// The inverse of [`PackedMove::to_bits`]; any other bits give some move that [`Game::is_legal`] accepts as an
    /// argument.
    fn from_bits(bits: u16) -> Self;
}

/// The rules of one game. A type that implements it is never instantiated: it names the rules.
///
/// Invariants, checked by the contract suite for every game in the registry:
/// * `undo` after `play` restores the position exactly, including its key;
/// * the key depends neither on the ply nor on the moves that led to the position; identical
///   boards with the same side to move have equal keys;
/// * `is_legal(p, m)` holds exactly for the moves of `legal_moves(p)`, whatever bits `m` was made from;
/// * `terminal(p)` is `None` exactly if `legal_moves(p)` is not empty.
pub trait Game: Sized + Send + Sync + 'static {
    /// Whether a line of play can return to an earlier position. Such games are drawn at the third occurrence of a
    /// position and at the ply limit.
    const CYCLIC: bool;
    /// [`Game::move_index`] is less than this.
    const MOVE_INDICES: usize;
    /// The number of perft leaves that a game which ends before the depth counts as: 1 in Othello, as in published
    /// perft tables, otherwise 0.
    const PERFT_EARLY_END_LEAVES: u64 = 0;
    /// Whether a game is won, lost or drawn, so that a position can be a win in n moves; false if a margin is scored.
    const HAS_MATES: bool = true;

    /// The configurable rules (board size, …).
    type Rules: Clone + Default + PartialEq + fmt::Debug + Send + Sync + 'static;
    /// A position: board, side to move, ply, and what makes `key` and `terminal` cheap.
    type Position: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;
    /// A move.
    type Move: PackedMove;
    /// What `undo` needs besides the move.
    type Undo;

    /// The start position, ply 0, `X` to move.
    fn start(rules: &Self::Rules) -> Self::Position;
    /// The side to move.
    fn side(position: &Self::Position) -> Side;
    /// Plies played since the start position, or since ply 0 of a position that was set up; saturates.
    fn ply(position: &Self::Position) -> u32;
    /// Zobrist key of the board and the side to move (and of any other state that affects later play, except the ply).
    fn key(position: &Self::Position) -> u64;
    /// The end of the game by the rules of the board alone (draws by repetition and ply limit are the caller's).
    fn terminal(position: &Self::Position) -> Option<Terminal>;
    /// Appends all legal moves in the game's fixed order; none when the game is over.
    fn legal_moves(position: &Self::Position, moves: &mut Vec<Self::Move>);
    /// The number of legal moves.
    fn count_moves(position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        Self::legal_moves(position, &mut moves);
        moves.len()
    }
    /// The leaves of perft at depth 2, for games that count them faster than by playing the moves.
    fn count_two_plies(_position: &Self::Position) -> Option<u64> {
        None
    }
    /// Whether the move is legal; accepts any move, even one that is legal in no position.
    fn is_legal(position: &Self::Position, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        Self::legal_moves(position, &mut moves);
        moves.contains(&mv)
    }
    /// Whether the move passes the turn and changes nothing else (it then costs a search no depth).
    fn is_pass(_mv: Self::Move) -> bool {
        false
    }
    /// Makes a legal move.
    fn play(position: &mut Self::Position, mv: Self::Move) -> Self::Undo;
    /// Takes back the last move made.
    fn undo(position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);
    /// Index of the move in history tables, less than [`Game::MOVE_INDICES`]; similar moves may share one.
    fn move_index(mv: Self::Move) -> usize {
        usize::from(mv.to_bits())
    }
}

/// The symmetries of a game's board.
pub trait Symmetric: Game {
    /// The image of a position under board symmetry `symmetry` (0..8, 0 the identity); ply and side are unchanged.
    fn transform(position: &Self::Position, symmetry: u8) -> Self::Position;
    /// The image of a move under the same symmetry.
    fn transform_move(position: &Self::Position, mv: Self::Move, symmetry: u8) -> Self::Move;
}
