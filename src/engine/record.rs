//! The game being played: the position given, the moves since, and how it stands by all rules, draws by rule included.
//!
//! Must not know: search, options, the wire.

use crate::game::{Game, NotationError, Reason, Terminal};
use std::collections::HashMap;

/// A game from the position given onwards.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    positions: Vec<G::Position>,
    /// How often each key has occurred; kept in cyclic games only.
    occurrences: HashMap<u64, u32>,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setup {
    /// The start position.
    Start,
    /// A position text.
    Text(String),
    /// A position in the notation of a source document.
    Code(String),
}

impl<G: Game> Record<G> {
    /// A game that begins with `position`.
    pub fn new(position: G::Position) -> Self {
        let mut record = Record { positions: Vec::new(), occurrences: HashMap::new() };
        record.push(position);
        record
    }

    /// The game given by a setup and the moves (tokens of a move list) played from it; all or nothing.
    pub fn read(rules: &G::Rules, max_plies: u32, setup: &Setup, moves: &[String]) -> Result<Self, NotationError> {
        let start = match setup {
            Setup::Start => G::start(rules),
            Setup::Text(text) => G::parse_position(rules, text)?,
            Setup::Code(text) => G::parse_code(text)?,
        };
        let mut record = Record::new(start);
        for (index, token) in moves.iter().enumerate() {
            let here = |error: NotationError| NotationError::new(format!("move {} of the list: {error}", index + 1));
            record.expect_going_on(max_plies, token).map_err(here)?;
            for mv in G::parse_token(record.current(), token).map_err(here)? {
                record.expect_going_on(max_plies, token).map_err(here)?;
                record.play(mv);
            }
        }
        Ok(record)
    }

    /// An error if the game is over, so that there is no place for `token`.
    fn expect_going_on(&self, max_plies: u32, token: &str) -> Result<(), NotationError> {
        let Some((_, reason)) = self.ending(max_plies) else { return Ok(()) };
        let shown: String = token.chars().take(40).collect();
        Err(NotationError::new(format!("illegal move '{shown}': the game is over ({})", reason.word())))
    }

    /// Adds a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let mut next = self.current().clone();
        G::play(&mut next, mv);
        self.push(next);
    }

    fn push(&mut self, position: G::Position) {
        if G::CYCLIC {
            *self.occurrences.entry(G::key(&position)).or_default() += 1;
        }
        self.positions.push(position);
    }

    /// The position now.
    #[expect(clippy::indexing_slicing, reason = "never empty: `new` puts a position in and nothing takes one out")]
    pub fn current(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// All positions, from the one given to the current one.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// How the game stands for the side to move, and why, if it is over; `max_plies` 0 means no limit.
    pub fn ending(&self, max_plies: u32) -> Option<(Terminal, Reason)> {
        let position = self.current();
        if let Some(terminal) = G::terminal(position) {
            return Some((terminal, G::reason(position)));
        }
        if !G::CYCLIC {
            return None;
        }
        if self.occurrences.get(&G::key(position)).is_some_and(|&times| times >= 3) {
            return Some((Terminal::Draw, Reason::Repetition));
        }
        let limit = max_plies > 0 && G::ply(position) >= max_plies;
        limit.then_some((Terminal::Draw, Reason::MaxPlies))
    }
}
