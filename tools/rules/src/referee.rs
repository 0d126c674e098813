//! The referee: one interface to the rules of all games, with legal moves, results, and exact values in solved games.
//!
//! All rules, including draws by rule, are those of the `quartet` library.

mod rules;
#[cfg(test)]
mod tests;

use anyhow::{Result, anyhow};
use quartet::engine::Setup;
use quartet::engine::options::{Options, names};
use quartet::game::{Notation, NotationError, Reason, Side};
use quartet::games::playable::Playable;
use quartet::games::{self, Variant, Visitor};
use quartet::score::Score;
use quartet::wdl::Calibration;
use rules::Rules;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// The first player, x, has won.
    #[serde(rename = "p1win")]
    FirstWins,
    /// The second player, o, has won.
    #[serde(rename = "p2win")]
    SecondWins,
    /// A draw.
    #[serde(rename = "draw")]
    Draw,
}

impl GameResult {
    /// A win of this side.
    pub fn win_of(side: Side) -> Self {
        match side {
            Side::X => GameResult::FirstWins,
            Side::O => GameResult::SecondWins,
        }
    }

    /// The result of a game that the first player ends with this margin.
    pub fn of_margin(margin: i16) -> Self {
        match margin.signum() {
            1 => GameResult::FirstWins,
            0 => GameResult::Draw,
            _ => GameResult::SecondWins,
        }
    }
}

/// The end of a game by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The result.
    pub result: GameResult,
    /// The rule that ended the game, as a word of records.
    pub reason: Reason,
    /// The first player's margin in games scored by a margin (Othello: discs, with empty squares for the winner).
    pub margin: Option<i16>,
}

/// The rules of one variant under given options, and one game in progress.
///
/// A text that is rejected changes nothing.
pub trait Referee: Send {
    /// The variant.
    fn variant(&self) -> &'static Variant;
    /// A new referee of the same rules at the start position, which shares the tables of solved games.
    fn another(&self) -> Box<dyn Referee>;
    /// Starts a game from a setup with the moves of a list.
    fn begin(&mut self, setup: &Setup, moves: &[String]) -> Result<(), NotationError>;
    /// Plays a move in any notation of the game; returns the canonical one. The error says why it is illegal.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;
    /// Takes the last move back. Returns false if there is none since the position was set.
    fn take_back(&mut self) -> bool;
    /// The setup that the game was started with.
    fn setup(&self) -> &Setup;
    /// All moves of the game in canonical notation, including those that it was started with.
    fn moves(&self) -> &[String];
    /// All legal moves in the order of the move generator; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// The position text.
    fn position(&self) -> String;
    /// The board as text of several lines.
    fn diagram(&self) -> String;
    /// The side to move.
    fn side(&self) -> Side;
    /// The ply counter of the position.
    fn ply(&self) -> u32;
    /// The key of the position, which includes the side to move.
    fn key(&self) -> u64;
    /// A key that is equal for all reflections and rotations of the position.
    fn symmetric_key(&self) -> u64;
    /// How the game ended by the rules, if it is over.
    fn ending(&self) -> Option<Ending>;
    /// The calibration of win, draw and loss probabilities for the position.
    fn calibration(&self) -> Calibration;
    /// The points of the winning row; empty if there is none.
    fn winning_row(&self) -> Vec<String>;
    /// Whether the variant is solved: a table has the exact value of every position.
    fn is_solved(&self) -> bool;
    /// Every legal move with its exact value for the side to move under draws by rule, best first. `None` if the
    /// variant is not solved or the game is over.
    fn exact_moves(&mut self) -> Option<Vec<(String, Score)>>;
}

/// A referee of the variant with this name or alias. The options (`Rule`, `BoardSize`, `MaxPlies`) and their defaults
/// are those of the engine's protocol.
pub fn referee(variant: &str, options: &BTreeMap<String, String>) -> Result<Box<dyn Referee>> {
    let known = || games::VARIANTS.iter().map(|variant| variant.name).collect::<Vec<_>>().join(" ");
    let row =
        games::find(variant).ok_or_else(|| anyhow!("unknown variant '{variant}', expected one of {}", known()))?;
    let mut values = Options::default();
    for (name, value) in options {
        let setting = values.check(name, Some(value)).map_err(|why| anyhow!(why))?;
        values.set(&setting, row);
    }
    games::visit(row, Open { options: &values }).ok_or_else(|| anyhow!("variant '{variant}' has no rules"))
}

/// The visitor that creates a referee for the types of a game.
struct Open<'a> {
    options: &'a Options,
}

impl Visitor for Open<'_> {
    type Out = Box<dyn Referee>;

    fn visit<P: Playable>(self, variant: &'static Variant) -> Box<dyn Referee> {
        let rules = P::Game::rules(&|name| self.options.text(name));
        let max_plies = self.options.number(names::MAX_PLIES) as u32;
        Box::new(Rules::<P>::new(variant, rules, max_plies, Arc::default()))
    }
}
