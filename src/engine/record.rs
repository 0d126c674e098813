//! The game being played: its first position, the moves since, and its result by all rules, draws by rule included.
//!
//! Independent of: search, options, the wire.

use crate::game::{Game, Notation, NotationError, PASS, Reason, Side, Terminal};
use std::collections::HashMap;

/// Begins the error about a move or turn of the side that is not to move.
pub const WRONG_SIDE: &str = "wrong side";

/// A game from its first position on.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// One more than moves.
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    /// Indices in `moves`, ascending, of the passes that [`Record::pass_until`] has inserted.
    inserted_passes: Vec<usize>,
    /// How often each key has occurred; kept in cyclic games only.
    occurrences: HashMap<u64, u32>,
}

/// The first position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setup {
    /// The start position.
    Start,
    /// A position text.
    Text(String),
    /// A position in the notation of a source document.
    Code(String),
}

impl<G: Notation> Record<G> {
    /// A game that begins with `position`.
    pub fn new(position: G::Position) -> Self {
        let mut record = Record {
            positions: Vec::new(),
            moves: Vec::new(),
            inserted_passes: Vec::new(),
            occurrences: HashMap::new(),
        };
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
            record.append(max_plies, token).map_err(here)?;
        }
        Ok(record)
    }

    /// A game that ends in the position `text`: these moves from the start position if they lead there, else that
    /// position alone.
    pub fn reconstruct(rules: &G::Rules, max_plies: u32, text: &str, moves: &[String]) -> Result<Self, NotationError> {
        let position = G::parse_position(rules, text)?;
        let played = Record::read(rules, max_plies, &Setup::Start, moves).ok();
        let leads_there = |record: &Self| G::key(record.current()) == G::key(&position);
        Ok(played.filter(leads_there).unwrap_or_else(|| Record::new(position)))
    }

    /// Plays the moves in a token of a move list; all or nothing.
    pub fn append(&mut self, max_plies: u32, token: &str) -> Result<(), NotationError> {
        self.all_or_nothing(|record| record.append_each(max_plies, token))
    }

    /// Plays moves; if one of them fails, the ones before it are taken back.
    fn all_or_nothing(
        &mut self,
        play: impl FnOnce(&mut Self) -> Result<(), NotationError>,
    ) -> Result<(), NotationError> {
        let before = self.moves.len();
        let played = play(self);
        while played.is_err() && self.moves.len() > before {
            self.pop();
        }
        played
    }

    fn append_each(&mut self, max_plies: u32, token: &str) -> Result<(), NotationError> {
        self.expect_not_over(max_plies, token)?;
        for mv in G::parse_token(self.current(), token)? {
            self.expect_not_over(max_plies, token)?;
            self.play(mv);
        }
        Ok(())
    }

    /// Takes the last move back, which must be the one that `text` names.
    pub fn take_back(&mut self, text: &str) -> Result<(), NotationError> {
        let [.., before, _] = self.positions.as_slice() else {
            return Err(NotationError::new("no move since the position was set, expected one to take back"));
        };
        match G::parse_move(before, text) {
            Ok(mv) if self.moves.last() == Some(&mv) => {
                self.pop();
                Ok(())
            }
            _ => {
                let last = self.recent(1).join(" ");
                Err(NotationError::new(format!("'{text}' is not the last move, expected '{last}'")))
            }
        }
    }

    /// Inserts a forced pass if needed so that `side` is to move. Inserted passes do not count when moves are taken
    /// back, since the client knows nothing of them. Does nothing when the game is over.
    pub fn pass_until(&mut self, max_plies: u32, side: Side) -> Result<(), NotationError> {
        let to_move = G::side(self.current());
        if to_move == side || self.ending(max_plies).is_some() {
            return Ok(());
        }
        let wrong_side = || NotationError::new(format!("{WRONG_SIDE}: it is {}'s turn", to_move.letter()));
        let pass = self.forced_pass().ok_or_else(wrong_side)?;
        self.inserted_passes.push(self.moves.len());
        self.play(pass);
        Ok(())
    }

    /// The pass, if it is the only legal move.
    pub fn forced_pass(&self) -> Option<G::Move> {
        let mut moves = Vec::new();
        G::legal_moves(self.current(), &mut moves);
        match moves.as_slice() {
            [only] => Some(*only).filter(|only| G::is_pass(*only)),
            _ => None,
        }
    }

    /// Plays moves of the sides given, each after [`Record::pass_until`]; all or nothing. Passing when the game is over
    /// does nothing.
    pub fn append_turns(&mut self, max_plies: u32, turns: &[(Side, String)]) -> Result<(), NotationError> {
        self.all_or_nothing(|record| {
            turns.iter().try_for_each(|(side, token)| {
                if token == PASS && record.ending(max_plies).is_some() {
                    return Ok(());
                }
                record.pass_until(max_plies, *side)?;
                record.append_each(max_plies, token)
            })
        })
    }

    /// Takes the last `count` moves back, not counting inserted passes; all or nothing.
    pub fn take_back_last(&mut self, count: usize) -> Result<(), NotationError> {
        let available = self.moves.len() - self.inserted_passes.len();
        if count > available {
            return Err(NotationError::new(format!("{count} moves to take back, expected at most {available}")));
        }
        for _ in 0..count {
            self.pop_inserted_passes();
            self.pop();
        }
        self.pop_inserted_passes();
        Ok(())
    }

    fn pop_inserted_passes(&mut self) {
        while !self.moves.is_empty() && self.inserted_passes.last() == Some(&(self.moves.len() - 1)) {
            self.pop();
        }
    }

    /// The last moves in the order played, at most `count`.
    pub fn recent(&self, count: usize) -> Vec<String> {
        let first = self.moves.len().saturating_sub(count);
        let played = self.positions.iter().zip(&self.moves).skip(first);
        played.map(|(before, &mv)| G::write_move(before, mv)).collect()
    }

    /// An error if the game is over, so that `token` cannot be played.
    fn expect_not_over(&self, max_plies: u32, token: &str) -> Result<(), NotationError> {
        let Some((_, reason)) = self.ending(max_plies) else { return Ok(()) };
        let shown: String = token.chars().take(40).collect();
        Err(NotationError::new(format!("illegal move '{shown}': the game is over ({})", reason.word())))
    }

    /// Adds a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let mut next = self.current().clone();
        G::play(&mut next, mv);
        self.moves.push(mv);
        self.push(next);
    }

    /// Removes the last move, if there is one.
    fn pop(&mut self) {
        if self.moves.pop().is_none() {
            return;
        }
        self.inserted_passes.pop_if(|index| *index == self.moves.len());
        let left = self.positions.pop().map(|position| G::key(&position));
        if let Some(times) = left.and_then(|key| self.occurrences.get_mut(&key)) {
            *times -= 1;
        }
    }

    fn push(&mut self, position: G::Position) {
        if G::CYCLIC {
            *self.occurrences.entry(G::key(&position)).or_default() += 1;
        }
        self.positions.push(position);
    }

    /// The current position.
    #[expect(clippy::indexing_slicing, reason = "never empty: `new` puts a position in and `pop` leaves it")]
    pub fn current(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// All positions, from the first to the current one.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The moves between the positions.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The result for the side to move and its reason, if the game is over; `max_plies` 0 means no limit.
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

#[cfg(test)]
mod tests;
