//! Moves of WTHOR games, replayed on bitboards.
//!
//! A builder of games knows the moves as texts, which takes ten times as long: the archive has more than a hundred
//! thousand games. A test compares the two.

use super::{EDAX_PADDING, MAX_MOVES};
use crate::builder::GameBuilder;
use crate::game::{Game, Tags};
use crate::tree::{NodeId, Tree};
use quartet::engine::Setup;
use quartet::game::{Game as Rules, PASS, Side};
use quartet::games::othello::{Move, Othello, Position};
use quartet::games::{self, Variant};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Othello in the registry of games.
static VARIANT: LazyLock<&'static Variant> = LazyLock::new(|| games::find("othello").expect("Othello is registered"));
/// The names of the squares, by number.
static SQUARES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let name = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
    (0..64).map(name).collect()
});

/// A game that was replayed.
pub(super) struct Replayed {
    /// The game: its moves, and nothing else.
    pub(super) game: Game,
    /// Black's margin if the game is over.
    pub(super) margin: Option<i16>,
}

/// Why moves cannot be replayed.
pub(super) struct Fault {
    /// The index of the wrong move among the codes.
    pub(super) index: usize,
    /// What is wrong.
    pub(super) message: String,
    /// The game up to there.
    pub(super) partial: Game,
}

/// Replays encoded moves, with the passes that are left out.
pub(super) fn replay(codes: &[u8]) -> Result<Replayed, Box<Fault>> {
    let is_padding = |code: &u8| matches!(*code, 0 | EDAX_PADDING);
    let played = codes.iter().position(is_padding).unwrap_or(codes.len());
    let (moves, padding) = codes.split_at(played);
    let mut line = Line { position: Othello::start(&()), tree: Tree::with_capacity(MAX_MOVES), last: NodeId::ROOT };
    for (index, &code) in moves.iter().enumerate() {
        if !decode(code).is_some_and(|square| line.play(square)) {
            let message = format!("move {} ({code}) is not legal: {}", index + 1, reason(&line.tree, code));
            return Err(Box::new(Fault { index, message, partial: game(line.tree) }));
        }
    }
    if !padding.iter().all(is_padding) {
        let message = format!("move {} is missing, and others follow", played + 1);
        return Err(Box::new(Fault { index: played, message, partial: game(line.tree) }));
    }
    let margin = Othello::terminal(&line.position).map(|_| match line.position.margin() {
        own if Othello::side(&line.position) == Side::X => own,
        own => -own,
    });
    Ok(Replayed { game: game(line.tree), margin })
}

/// The square 0 to 63 of a move encoded as 10 · row + column; `None` if it is not on the board.
fn decode(code: u8) -> Option<u32> {
    let (row, column) = (u32::from(code / 10), u32::from(code % 10));
    let is_on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    is_on_board.then(|| 8 * (row - 1) + column - 1)
}

/// The code of a move to a square `a1` to `h8`.
pub(super) fn encode(mv: &str) -> Option<u8> {
    match *mv.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some(10 * (row - b'0') + (column - b'a' + 1)),
        _ => None,
    }
}

/// The position at the end of a line of moves.
struct Line {
    position: Position,
    tree: Tree,
    last: NodeId,
}

impl Line {
    /// Plays a move, after a pass if it is forced. Returns false if the move is not legal, and then plays nothing.
    fn play(&mut self, square: u32) -> bool {
        let mv = Move::at(square);
        let legal = self.position.legal_moves();
        if legal & mv.bit() != 0 {
            self.add(mv, SQUARES.get(square as usize).map_or("", String::as_str));
            return true;
        }
        if legal != 0 || !Othello::is_legal(&self.position, Move::PASS) {
            return false;
        }
        let mut after = self.position.clone();
        Othello::play(&mut after, Move::PASS);
        if after.legal_moves() & mv.bit() == 0 {
            return false;
        }
        self.add(Move::PASS, PASS);
        self.play(square)
    }

    fn add(&mut self, mv: Move, name: &str) {
        Othello::play(&mut self.position, mv);
        self.last = self.tree.add(self.last, name.into());
    }
}

/// The reason that the rules give against a move after this line.
fn reason(line: &Tree, code: u8) -> String {
    let Some(name) = decode(code).and_then(|square| SQUARES.get(square as usize)) else {
        return "expected 10 · row + column, each from 1 to 8".into();
    };
    let replayed = GameBuilder::new(VARIANT.name, &BTreeMap::new(), &Setup::Start).and_then(|mut builder| {
        line.main_moves().try_for_each(|mv| builder.play(mv).map(drop))?;
        Ok(builder.play(name).err())
    });
    replayed.ok().flatten().map(|error| error.to_string()).unwrap_or_default()
}

/// The game with these moves.
fn game(tree: Tree) -> Game {
    Game {
        variant: *VARIANT,
        options: BTreeMap::new(),
        setup: None,
        tags: Tags::default(),
        result: None,
        termination: None,
        margin: None,
        tree,
    }
}
