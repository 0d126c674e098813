//! The referee: one interface to the rules of all games. It knows legal moves, results, and exact values in solved
//! games.
//!
//! All rules are those of the `quartet` library, including draws by rule.

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

/// How a game ended.
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
}

/// The end of a game by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who has won.
    pub result: GameResult,
    /// By which rule.
    pub reason: Reason,
    /// In games scored by a margin: that of the first player, in the game's unit (Othello: discs, empties to the
    /// winner).
    pub margin: Option<i16>,
}

/// The rules of one variant under given options, and one game in progress.
///
/// A text that is rejected changes nothing.
pub trait Referee: Send {
    /// The variant.
    fn variant(&self) -> &'static Variant;
    /// Another referee of the same rules, at the start position; it shares exact tables.
    fn another(&self) -> Box<dyn Referee>;
    /// Begins a game: a setup, and the tokens of a move list played from it.
    fn begin(&mut self, setup: &Setup, moves: &[String]) -> Result<(), NotationError>;
    /// Plays a move in any notation of the game; returns the canonical one. The error says why it is illegal.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;
    /// The moves of the game in canonical notation, including those that it began with.
    fn moves(&self) -> &[String];
    /// All legal moves in the game's own order; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// The position text.
    fn position(&self) -> String;
    /// The board as a picture of several lines.
    fn diagram(&self) -> String;
    /// The side to move.
    fn side(&self) -> Side;
    /// The number of plies that the position counts.
    fn ply(&self) -> u32;
    /// The key of the position, which includes the side to move.
    fn key(&self) -> u64;
    /// A key that is the same for all reflections and rotations of the position.
    fn symmetric_key(&self) -> u64;
    /// The end by the rules, if the game is over.
    fn ending(&self) -> Option<Ending>;
    /// The calibration of win, draw and loss probabilities for the position.
    fn calibration(&self) -> Calibration;
    /// The points of the winning row; empty if there is none.
    fn winning_line(&self) -> Vec<String>;
    /// In solved games that are not over: every legal move with its exact value for the side to move under draws by
    /// rule, best first. `None` in other games.
    fn exact_moves(&mut self) -> Option<Vec<(String, Score)>>;
}

/// A referee of the variant of this name (or alias); the options (`Rule`, `BoardSize`, `MaxPlies`) are those of the
/// engine's protocol, with the same defaults.
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

/// Opens a referee for a game's types.
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
