//! The lines of a record file.
//!
//! Lenient on purpose: records of killed runs and of older or newer runners are read as far as they go, and what cannot be
//! read is noted. Must not know what is made of the games.

use crate::stats::Outcome;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::HashSet;

/// A game as recorded. Fields that a reader can do without have defaults.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Game {
    /// Number or name of the game, unique in its file.
    pub(super) id: Value,
    /// Which pair the game belongs to, unique in its file; none for a game that stands alone.
    #[serde(default)]
    pub(super) pair: Option<Value>,
    #[serde(default)]
    pub(super) opening: Opening,
    #[serde(default)]
    pub(super) variant: String,
    /// The engine that moves first.
    pub(super) first: String,
    /// The engine that moves second.
    pub(super) second: String,
    /// "p1win", "p2win" or "draw"; anything else is a game without result.
    #[serde(default)]
    pub(super) result: String,
    /// How it ended.
    #[serde(default)]
    pub(super) reason: String,
    #[serde(default)]
    pub(super) failure: Option<Failure>,
    /// The moves behind those of the opening.
    #[serde(default)]
    pub(super) moves: Vec<Move>,
    /// Othello: discs of `first` less those of `second`.
    #[serde(default)]
    pub(super) margin: Option<f64>,
}

impl Game {
    /// The result as the first player sees it.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match self.result.as_str() {
            "p1win" => Some(Outcome::Win),
            "p2win" => Some(Outcome::Loss),
            "draw" => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Plies from the start of the game, those of the opening included.
    pub(super) fn plies(&self) -> usize {
        self.opening.moves.len() + self.moves.len()
    }
}

/// Where a game started.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Opening {
    /// Number in the match's list of openings.
    pub(super) index: Option<u64>,
    /// The position's text, such as `startpos`.
    pub(super) setup: String,
    /// Moves from there, as a list or as words in one text.
    #[serde(deserialize_with = "words")]
    pub(super) moves: Vec<String>,
}

/// What an engine did wrong.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Failure {
    pub(super) kind: String,
    pub(super) engine: String,
    pub(super) detail: String,
}

/// A move and what its engine said and took.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Move {
    /// Who moved; none for a move that nobody thought about.
    pub(super) engine: Option<String>,
    pub(super) depth: Option<f64>,
    pub(super) nodes: Option<f64>,
    /// Milliseconds by the runner's clock.
    pub(super) ms: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Text(String),
    List(Vec<String>),
    Nothing(()),
}

fn words<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<String>, D::Error> {
    Ok(match Words::deserialize(input)? {
        Words::Text(text) => text.split_whitespace().map(String::from).collect(),
        Words::List(list) => list,
        Words::Nothing(()) => Vec::new(),
    })
}

/// What a file holds.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) games: Vec<Game>,
    /// What could not be read, a sentence each.
    pub(super) notes: Vec<String>,
}

/// Reads the lines of a file. Objects without `id` are headers, and say nothing about games.
pub(super) fn parse(content: &[u8]) -> Records {
    let mut records = Records::default();
    let mut seen = HashSet::new();
    // A line is whole when its end is: a file that does not end with one was cut off.
    let torn = content.rsplit(|&byte| byte == b'\n').next().is_some_and(|tail| !tail.trim_ascii().is_empty());
    let lines: Vec<_> = content.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).collect();
    let last = lines.len();
    for (number, line) in (1..).zip(lines).filter(|(_, line)| !line.is_empty()) {
        match game(line) {
            Ok(Some(game)) if seen.insert(game.id.to_string()) => records.games.push(game),
            Ok(Some(game)) => records.notes.push(format!("line {number}: game {} is there already, skipped", game.id)),
            Ok(None) => {}
            Err(_) if torn && number == last => {
                records.notes.push(format!("line {number}, the last, is torn, skipped"))
            }
            Err(error) => records.notes.push(format!("line {number} cannot be read, skipped: {error}")),
        }
    }
    records
}

fn game(line: &[u8]) -> Result<Option<Game>, serde_json::Error> {
    let value: Value = serde_json::from_slice(line)?;
    if value.is_object() && value.get("id").is_none() {
        return Ok(None);
    }
    serde_json::from_value(value).map(Some)
}
