//! The record of a match: a file with a header and one line of JSON for each finished game.
//!
//! Each line is written in one piece as its game ends, so a run that is killed leaves at most one torn line, which is
//! dropped when the match goes on.

mod collection;
mod difference;
mod file;
mod lock;

use crate::fault::FaultKind;
use crate::openings::Fingerprint;
use crate::player::EngineScore;
use crate::referee::GameResult;
use crate::settings::MatchSettings;
pub use collection::{Collection, Duplicate, Part};
pub use file::{RecordFile, Records, read};
use quartet_files::one_line;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The version of the format, in the header.
pub const FORMAT: u32 = 1;

/// The first line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`] of the program that wrote it.
    pub quartet_arena: u32,
    /// All settings.
    pub settings: MatchSettings,
    /// The openings, as they were.
    pub openings: Fingerprint,
    /// The parameters of the experiment, if the games are those of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<serde_json::Value>,
}

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// Its place among the openings, from 0.
    pub index: u64,
    /// `startpos`, `fen …` or `code …`.
    #[serde(deserialize_with = "line")]
    pub setup: String,
    /// The moves played from there before the engines took over.
    #[serde(deserialize_with = "lines")]
    pub moves: Vec<String>,
}

/// One move of an engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in canonical spelling.
    #[serde(rename = "move", deserialize_with = "line")]
    pub text: String,
    /// The engine's name.
    #[serde(deserialize_with = "line")]
    pub engine: String,
    /// What the engine thought, from its own point of view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<EngineScore>,
    /// Plies it searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Greatest depth it reached, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// Nodes it searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Nodes per second as the engine reported them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// Milliseconds by the match runner's clock, in steps of a thousandth.
    pub ms: f64,
    /// Milliseconds as the engine reported them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_ms: Option<u64>,
}

impl MoveRecord {
    /// The latency of the answer in milliseconds: what the match runner's clock counts beyond the engine's own. That
    /// is the way of both lines through the pipes, what the system's scheduler kept engine or runner waiting, and
    /// whatever the engine did before and after what it counts. Since engines tell whole milliseconds, it may be too
    /// long by one, and never counts below 0. `None` if the engine does not tell its time.
    pub fn latency(&self) -> Option<f64> {
        self.engine_ms.map(|reported| (self.ms - reported as f64).max(0.0))
    }
}

/// What cost an engine a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The kind.
    pub kind: FaultKind,
    /// The name of the engine that failed.
    #[serde(deserialize_with = "line")]
    pub engine: String,
    /// What happened, in one line.
    #[serde(deserialize_with = "line")]
    pub detail: String,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule.
    pub id: u64,
    /// The number of its pair; the other game of the pair has the same opening and the colours exchanged.
    pub pair: u64,
    /// The opening.
    pub opening: OpeningRecord,
    /// The variant's name.
    #[serde(deserialize_with = "line")]
    pub variant: String,
    /// Options of the rules.
    pub options: BTreeMap<String, String>,
    /// The name of the engine that played x.
    #[serde(deserialize_with = "line")]
    pub first: String,
    /// The name of the engine that played o.
    #[serde(deserialize_with = "line")]
    pub second: String,
    /// Who has won.
    pub result: GameResult,
    /// Why the game is over: a word of the rules (`five`, `immobile`, `repetition`, `maxplies`, `full`, `discs`),
    /// `resign`, the kind of a failure, or `adjudicated-` and the rule (`win`, `draw`, `plies`, `solved`).
    #[serde(deserialize_with = "line")]
    pub reason: String,
    /// What cost an engine the game, if that was it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The moves of the engines.
    pub moves: Vec<MoveRecord>,
    /// The position text at the end.
    #[serde(deserialize_with = "line")]
    pub final_position: String,
    /// The first player's margin in games that are counted out (Othello: discs).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
    /// When it began, in UTC.
    #[serde(deserialize_with = "line")]
    pub started: String,
    /// How long it took.
    pub seconds: f64,
}

/// A text from a record in one line, whoever wrote it: names and what engines said go on into tables, plots and other
/// programs' files.
fn line<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| one_line(&text).into_owned())
}

/// Several such texts.
fn lines<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let texts: Vec<String> = Deserialize::deserialize(from)?;
    Ok(texts.iter().map(|text| one_line(text).into_owned()).collect())
}

impl GameRecord {
    /// A hash of what was played: by whom, by which rules, the engines' moves, the final position and the result.
    /// Games that repeat each other move for move share it, however their opening is written; times do not count.
    pub fn replay_key(&self) -> u64 {
        let mut hash = DefaultHasher::new();
        (&self.variant, &self.options, &self.first, &self.second, self.result, &self.final_position).hash(&mut hash);
        self.moves.iter().for_each(|made| made.text.hash(&mut hash));
        hash.finish()
    }
}

/// A game of Othello without moves, for tests; two games in a row are a pair.
#[cfg(test)]
pub fn example(id: u64, [first, second]: [&str; 2], result: GameResult) -> GameRecord {
    GameRecord {
        id,
        pair: id / 2,
        opening: OpeningRecord { index: id / 2, setup: "startpos".into(), moves: Vec::new() },
        variant: "othello".into(),
        options: BTreeMap::new(),
        first: first.into(),
        second: second.into(),
        result,
        reason: "discs".into(),
        failure: None,
        moves: Vec::new(),
        final_position: String::new(),
        margin: None,
        started: String::new(),
        seconds: 0.0,
    }
}

/// The header of such games, for tests.
#[cfg(test)]
pub fn example_header() -> Header {
    let engine = |name: &str| serde_json::json!({ "name": name, "launch": { "program": name } });
    let engines = [engine("a"), engine("b")];
    let settings = serde_json::json!({ "variant": "othello", "engines": engines, "games": 6 });
    let settings = serde_json::from_value(settings).expect("settings");
    Header { quartet_arena: FORMAT, settings, openings: crate::openings::fingerprint(&[]), experiment: None }
}
