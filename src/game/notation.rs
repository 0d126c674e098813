//! How a game is written: the trait [`Notation`] and the types it describes a game with.

use super::{Game, OptionReader};
use std::fmt;

/// The canonical spelling of a pass, in the games that have one.
pub const PASS: &str = "pass";

/// How the game is written and described to the outside: position texts, moves, names of points, the shape of the
/// board.
///
/// Invariant, checked by the contract suite for every game in the registry: `parse_position(write_position(p)) == p`
/// and `parse_move(p, write_move(p, m)) == m`. No text may make these functions panic.
pub trait Notation: Game {
    /// How moves are made.
    const MOVE_KIND: MoveKind;

    /// The rules selected by the options.
    fn rules(options: OptionReader<'_>) -> Self::Rules;
    /// Board size under the rules.
    fn geometry(rules: &Self::Rules) -> Geometry;

    /// Reads a position text `<rows> <side> <extra> <ply>`, of which all fields but the first may be missing, or one of
    /// the game's aliases.
    fn parse_position(rules: &Self::Rules, text: &str) -> Result<Self::Position, NotationError>;
    /// The position text with all four fields.
    fn write_position(position: &Self::Position) -> String;
    /// Reads the notation of a source document (`position code …`), where the game has one.
    fn parse_code(_text: &str) -> Result<Self::Position, NotationError> {
        Err(NotationError::new("this variant has no code notation, expected 'fen' or 'startpos'"))
    }
    /// Writes the notation of a source document, where the game has one.
    fn write_code(_position: &Self::Position) -> Option<String> {
        None
    }
    /// Reads one move in canonical spelling or an alias. The result is legal in `position`, which must not be terminal.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, NotationError>;
    /// Reads one token of a move list, which in some games may hold several moves; each is legal where it stands. A
    /// token that continues after the end of the game is an error.
    fn parse_token(position: &Self::Position, text: &str) -> Result<Vec<Self::Move>, NotationError> {
        Self::parse_move(position, text).map(|mv| vec![mv])
    }
    /// The canonical spelling of a move.
    fn write_move(position: &Self::Position, mv: Self::Move) -> String;
    /// The board as a text picture of several lines, without a final line break.
    fn diagram(position: &Self::Position) -> String;

    /// Why a terminal position is over.
    fn reason(position: &Self::Position) -> Reason;
    /// Names of the points of the winning row in the order a1 b1 …; empty if there is none.
    fn winning_row(_position: &Self::Position) -> Vec<String> {
        Vec::new()
    }
    /// How many stones x and o still have to place, where their number is limited.
    fn in_hand(_position: &Self::Position) -> Option<[u32; 2]> {
        None
    }
    /// Names of the points that a line joins, each pair once, in the order a1 b1 …; empty if all neighbours are joined.
    fn adjacency() -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Five in a row is on the board.
    Five,
    /// The side to move cannot move.
    Immobile,
    /// Third occurrence of a position.
    Repetition,
    /// The ply limit is reached.
    MaxPlies,
    /// A draw because no stone can be placed: the board is full, or the side to move has no legal move.
    Full,
    /// Neither side can move; the discs are counted.
    Discs,
}

impl Reason {
    /// The word for it in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Five => "five",
            Reason::Immobile => "immobile",
            Reason::Repetition => "repetition",
            Reason::MaxPlies => "maxplies",
            Reason::Full => "full",
            Reason::Discs => "discs",
        }
    }
}

/// Why a text is not a position or move: what is wrong, where, and what was expected, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError(pub String);

impl NotationError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        NotationError(message.into())
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

/// What a player does to the board when moving. A client that does not know the rules takes input accordingly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// A point is named.
    Place,
    /// A piece goes from a point to a point.
    Step,
    /// A shape is placed on several points.
    Shape,
}

/// Size of the board under given rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Columns of the grid.
    pub files: u16,
    /// Rows of the grid.
    pub ranks: u16,
    /// Points that are part of the board (13 of 25 in rhombus).
    pub cells: u16,
}
