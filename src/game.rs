//! The vocabulary of rules: what a game is, without any opinion on how to play it well.
//!
//! Must not know: search, evaluation, threads, options' storage, wire syntax. Everything here is pure.

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
    /// The side to move has won (only by a position set up so).
    Win,
    /// The side to move has lost.
    Loss,
    /// Neither side has won.
    Draw,
    /// A signed margin in the game's own unit: Othello's discs, empties to the winner.
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

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A winning row is on the board.
    Five,
    /// The side to move cannot move.
    Immobile,
    /// Third occurrence of a position.
    Repetition,
    /// The ply limit is reached.
    MaxPlies,
    /// Nobody can place a stone any more.
    Full,
    /// The discs are counted.
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

/// A text that does not denote a position or move: what is wrong, where, and what was expected, in one line.
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

/// A move that packs into 16 bits. `u16::MAX` is never the packing of a move: it means "no move" in tables.
pub trait PackedMove: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The packed form, never `u16::MAX`.
    fn to_bits(self) -> u16;
    /// The inverse of [`PackedMove::to_bits`]; any other bits give some move that [`Game::is_legal`] can be asked about.
    fn from_bits(bits: u16) -> Self;
}

/// What a player does to the board when moving; tells a program without rules how to take input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// A point is named.
    Place,
    /// A piece goes from a point to a point.
    Step,
    /// A shape is laid on several points.
    Shape,
}

/// Size of the board under given rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Columns of the lattice.
    pub files: u16,
    /// Rows of the lattice.
    pub ranks: u16,
    /// Points that are part of the board (13 of 25 in rhombus).
    pub cells: u16,
}

/// The type and range of an option that belongs to one game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name as printed; compared without regard to case.
    pub name: &'static str,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// UCI's option types.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Value at start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value at start.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value at start.
        default: &'static str,
        /// All values.
        values: &'static [&'static str],
    },
    /// A text.
    Text {
        /// Value at start.
        default: &'static str,
        /// Whether a text is a value; the error says what was expected.
        check: fn(&str) -> Result<(), &'static str>,
    },
    /// An action without a value.
    Button,
}

/// Reads the current value of an option by its printed name, in canonical spelling (`"true"`, `"16"`, `"renju"`).
pub type OptionReader<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The rules of one game. A type that implements it is never instantiated: it names the rules.
///
/// Invariants, checked by the contract suite for every game in the registry:
/// * `undo` after `play` restores the position exactly, key and all;
/// * the key never depends on the ply or on the way to the position; equal points and side give equal keys;
/// * `is_legal(p, m)` holds exactly for the moves of `legal_moves(p)`, whatever bits `m` was made from;
/// * `terminal(p).is_none()` means that there is at least one legal move; after the end there is none;
/// * `parse_position(write_position(p)) == p`, `parse_move(p, write_move(p, m)) == m`.
pub trait Game: Sized + Send + Sync + 'static {
    /// Whether a line of play can return to an earlier position. Such games are drawn at the third occurrence of a
    /// position and at the ply limit.
    const CYCLIC: bool;
    /// [`Game::move_index`] stays below this.
    const MOVE_INDICES: usize;
    /// What a game that ends before the depth counts in perft: 1 in Othello, as in the published numbers, else 0.
    const PERFT_ENDED: u64 = 0;
    /// Whether the game is decided by winning and losing, so that there are wins in n moves; false where only a margin counts.
    const HAS_MATES: bool = true;
    /// How moves are made.
    const MOVE_KIND: MoveKind;

    /// What can be chosen about the rules (board size, …).
    type Rules: Clone + Default + PartialEq + fmt::Debug + Send + Sync + 'static;
    /// A position: points, side to move, ply, and what makes `key` and `terminal` cheap.
    type Position: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;
    /// A move.
    type Move: PackedMove;
    /// What `undo` needs beside the move.
    type Undo;

    /// The rules that the options ask for.
    fn rules(options: OptionReader<'_>) -> Self::Rules;
    /// Board size under the rules.
    fn geometry(rules: &Self::Rules) -> Geometry;

    /// The start position, ply 0, `X` to move.
    fn start(rules: &Self::Rules) -> Self::Position;
    /// Reads a position text `<rows> <side> <extra> <ply>`, its later fields optional, or one of the game's aliases.
    fn parse_position(rules: &Self::Rules, text: &str) -> Result<Self::Position, NotationError>;
    /// The position text, all four fields.
    fn write_position(position: &Self::Position) -> String;
    /// Reads the notation of a source document (`position code …`), where the game has one.
    fn parse_code(_text: &str) -> Result<Self::Position, NotationError> {
        Err(NotationError::new("this variant has no code notation, expected 'fen' or 'startpos'"))
    }
    /// Writes the notation of a source document, where the game has one.
    fn write_code(_position: &Self::Position) -> Option<String> {
        None
    }
    /// Reads one move in canonical spelling or an alias. The result is legal in `position`, whose game is not over.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, NotationError>;
    /// Reads one token of a move list, which in some games may hold several moves; each is legal where it stands.
    /// A token that goes on behind the end of the game is an error.
    fn parse_token(position: &Self::Position, text: &str) -> Result<Vec<Self::Move>, NotationError> {
        Self::parse_move(position, text).map(|mv| vec![mv])
    }
    /// The canonical spelling of a move.
    fn write_move(position: &Self::Position, mv: Self::Move) -> String;
    /// The board as a picture of several lines, without a final line break.
    fn diagram(position: &Self::Position) -> String;

    /// The side to move.
    fn side(position: &Self::Position) -> Side;
    /// Plies played, as set or counted on from there; saturates.
    fn ply(position: &Self::Position) -> u32;
    /// Zobrist key of points and side (and of what else decides the future, except the ply).
    fn key(position: &Self::Position) -> u64;
    /// The end of the game by the rules of the board alone (draws by repetition and ply limit are the caller's).
    fn terminal(position: &Self::Position) -> Option<Terminal>;
    /// Why a position with `terminal().is_some()` is over.
    fn reason(position: &Self::Position) -> Reason;
    /// Names of the points of the winning row in the order a1 b1 …; empty where there is none.
    fn winning_line(_position: &Self::Position) -> Vec<String> {
        Vec::new()
    }
    /// How many stones x and o have still to place, where their number is limited.
    fn in_hand(_position: &Self::Position) -> Option<[u32; 2]> {
        None
    }
    /// Names of the points that a line joins, each pair once, in the order a1 b1 …; none where all neighbours are joined.
    fn adjacency() -> Vec<(String, String)> {
        Vec::new()
    }
    /// Appends all legal moves in the game's fixed order; none when the game is over.
    fn legal_moves(position: &Self::Position, moves: &mut Vec<Self::Move>);
    /// How many legal moves there are.
    fn count_moves(position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        Self::legal_moves(position, &mut moves);
        moves.len()
    }
    /// The leaves of perft at depth 2, for games that count them faster than by playing the moves.
    fn count_two_plies(_position: &Self::Position) -> Option<u64> {
        None
    }
    /// Whether the move is legal; must be safe to ask about any move at all.
    fn is_legal(position: &Self::Position, mv: Self::Move) -> bool;
    /// Whether the move hands over the turn and changes nothing else (it then costs a search no depth).
    fn is_pass(_mv: Self::Move) -> bool {
        false
    }
    /// Makes a legal move.
    fn play(position: &mut Self::Position, mv: Self::Move) -> Self::Undo;
    /// Takes back the last move made.
    fn undo(position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);
    /// A small number for history tables; equal for moves that are alike.
    fn move_index(mv: Self::Move) -> usize;

    /// The image of a position under board symmetry `symmetry` (0..8, 0 the identity); ply and side stay.
    fn transform(position: &Self::Position, symmetry: u8) -> Self::Position;
    /// The image of a move under the same symmetry.
    fn transform_move(position: &Self::Position, mv: Self::Move, symmetry: u8) -> Self::Move;
}

/// Counts the leaves of the game tree of `depth` plies, bulk counting at the last plies; the naive measure of a move
/// generator. `tick` is called at every node that is visited, inner ones too, and may end the count by an error.
pub fn perft<G: Game, E>(
    position: &mut G::Position,
    depth: u32,
    tick: &mut impl FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    count_leaves::<G, E>(position, depth, tick, &mut Vec::new())
}

/// [`perft`] with move lists from a pool.
fn count_leaves<G: Game, E>(
    position: &mut G::Position,
    depth: u32,
    tick: &mut impl FnMut() -> Result<(), E>,
    pool: &mut Vec<Vec<G::Move>>,
) -> Result<u64, E> {
    tick()?;
    if depth == 0 {
        return Ok(1);
    }
    // A game is over exactly when there is no legal move (see `Game`), so nothing else asks for the end.
    if depth == 1 {
        return Ok(match G::count_moves(position) as u64 {
            0 => G::PERFT_ENDED,
            moves => moves,
        });
    }
    if depth == 2
        && let Some(leaves) = G::count_two_plies(position)
    {
        return Ok(leaves);
    }
    let mut moves = pool.pop().unwrap_or_default();
    moves.clear();
    G::legal_moves(position, &mut moves);
    let mut leaves = if moves.is_empty() { G::PERFT_ENDED } else { 0 };
    for &mv in &moves {
        let undo = G::play(position, mv);
        let below = count_leaves::<G, E>(position, depth - 1, tick, pool);
        G::undo(position, mv, undo);
        leaves += below?;
    }
    pool.push(moves);
    Ok(leaves)
}
