//! A recorded game.

use crate::tree::{Notes, Tree};
use quartet::engine::Setup;
use quartet::games::Variant;
use quartet_rules::{Ending, GameResult};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A recorded game, possibly unfinished, possibly with variations. It is built by a [`GameBuilder`], which checks every
/// move.
///
/// [`GameBuilder`]: crate::GameBuilder
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The game that is played.
    pub variant: &'static Variant,
    /// Options of the rules (`Rule`, `BoardSize`, `MaxPlies`) that differ from their defaults, with the names and
    /// values of the engine's protocol.
    pub options: BTreeMap<String, String>,
    /// The position text of the first position; `None` for the start position of the rules.
    pub setup: Option<String>,
    /// Who played, where and when.
    pub tags: Tags,
    /// The result; `None` if it is unknown or the game was not finished.
    pub result: Option<GameResult>,
    /// How the game ended; `None` if it is unknown or the game was not finished.
    pub termination: Option<Termination>,
    /// The first player's margin in games scored by a margin (Othello: discs, with empty squares for the winner), if
    /// it is known.
    pub margin: Option<i16>,
    /// The moves.
    pub tree: Tree,
}

impl Game {
    /// The number of moves at the beginning of the main line that the players were given: those before the first move
    /// with a time, a value or a depth. 0 if no move has any of them.
    pub fn opening_length(&self) -> usize {
        let has_numbers = |node| self.tree.node(node).notes.as_deref().is_some_and(Notes::has_numbers);
        self.tree.main_line().position(has_numbers).unwrap_or_default()
    }

    /// The first position, as the rules take it.
    pub fn initial_setup(&self) -> Setup {
        self.setup.clone().map_or(Setup::Start, Setup::Text)
    }

    /// Sets result, margin and termination by the rules if they have ended the main line, unless the game is known to
    /// have ended in another way.
    ///
    /// In Othello the discs decide whatever result the file states, because Edax 4.6 states the wrong winner of some
    /// games with passes. In other games a result that the rules contradict is kept, and their ending is returned: the
    /// game may have been played by other rules.
    pub fn settle(&mut self, ending: Option<Ending>) -> Option<Ending> {
        let is_by_rules = matches!(self.termination, None | Some(Termination::Rules));
        let ending = ending.filter(|_| is_by_rules)?;
        if self.variant.name != "othello" && self.result.is_some_and(|result| result != ending.result) {
            return Some(ending);
        }
        (self.result, self.margin, self.termination) = (Some(ending.result), ending.margin, Some(Termination::Rules));
        None
    }
}

/// What is wrong if a stated result is not that of the rules. Results are as PGN writes them.
pub(crate) fn contradiction(stated: &str, ending: &Ending) -> String {
    let result = result_word(Some(ending.result));
    format!("the result {stated}, but by the rules the game ended {result} ({})", ending.reason.word())
}

/// A result as PGN writes it; `*` if there is none.
pub(crate) fn result_word(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::FirstWins) => "1-0",
        Some(GameResult::SecondWins) => "0-1",
        Some(GameResult::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Who played a game, where and when. All texts are single lines. In JSON, what is unknown is missing.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Tags {
    /// The player of x, who moves first (Black in Othello and Gomoku).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The player of o.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The tournament or match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The round of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// The date as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, with a time after it where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Anything else, by the name of the tag in PGN or of the property in SGF.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub other: BTreeMap<String, String>,
}

/// How a game ended, as far as file formats distinguish it. In JSON, the name in lower case.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Termination {
    /// By the rules of the game, including draws by rule.
    Rules,
    /// A player resigned.
    Resignation,
    /// A player lost on time.
    Time,
    /// A player made an illegal move or violated the protocol.
    Infraction,
    /// A player crashed, hung or left.
    Abandoned,
    /// The arbiter or match runner adjudicated the game.
    Adjudication,
}
