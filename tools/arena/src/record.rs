//! The record of a match: a file with a header and one line of JSON for each finished game.
//!
//! Each line is written in one piece when its game ends, so a killed run leaves at most one incomplete line, which is
//! dropped when the match is resumed.

mod collection;
mod difference;
mod file;
mod lock;

use crate::fault::FaultKind;
use crate::openings::Fingerprint;
use crate::player::EngineScore;
use crate::settings::MatchSettings;
pub use collection::{Collection, Duplicate, RecordPart};
pub use file::{RecordFile, Records, read};
use quartet_files::one_line;
use quartet_rules::GameResult;
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
    /// The fingerprint of the openings.
    pub openings: Fingerprint,
    /// The parameters of the experiment, if the record is that of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<serde_json::Value>,
}

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// Its index in the list of openings, from 0.
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
    /// The engine's score from its own point of view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<EngineScore>,
    /// The search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The greatest depth reached, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// The number of nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Nodes per second as the engine reported them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// Milliseconds by the match runner's clock, rounded to a thousandth.
    pub ms: f64,
    /// Milliseconds as the engine reported them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_ms: Option<u64>,
}

impl MoveRecord {
    /// The latency of the answer in milliseconds: the time by the match runner's clock minus the engine's own. It
    /// consists of the transfer through the pipes, scheduling delays of engine and runner, and work of the engine
    /// outside the time that it reports. As engines report whole milliseconds, it may be too long by one; it is at
    /// least 0. `None` if the engine does not report its time.
    pub fn latency(&self) -> Option<f64> {
        self.engine_ms.map(|reported| (self.ms - reported as f64).max(0.0))
    }
}

/// The fault that lost an engine a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The kind.
    pub kind: FaultKind,
    /// The name of the engine at fault.
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
    /// The result.
    pub result: GameResult,
    /// Why the game is over: a word of the rules (`five`, `immobile`, `repetition`, `maxplies`, `full`, `discs`),
    /// `resign`, the kind of a fault, or `adjudicated-` and the rule (`win`, `draw`, `plies`, `solved`).
    #[serde(deserialize_with = "line")]
    pub reason: String,
    /// The fault that ended the game, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<FaultRecord>,
    /// The moves of the engines.
    pub moves: Vec<MoveRecord>,
    /// The position text at the end.
    #[serde(deserialize_with = "line")]
    pub final_position: String,
    /// The first player's margin in games scored by a margin (Othello: discs).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
    /// The time of its start, in UTC.
    #[serde(deserialize_with = "line")]
    pub started: String,
    /// Its duration in seconds.
    pub seconds: f64,
}

/// Reads a text of a record as a single line, since names and messages of engines are copied into tables, plots and
/// files of other formats.
fn line<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| one_line(&text).into_owned())
}

/// Reads several texts of a record, each as a single line.
fn lines<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let texts: Vec<String> = Deserialize::deserialize(from)?;
    Ok(texts.iter().map(|text| one_line(text).into_owned()).collect())
}

impl GameRecord {
    /// A hash of the players, the rules, the engines' moves, the final position and the result, but not of times. Games
    /// that repeat each other move for move have the same key, however their opening is written.
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

/// The header of a record of [`GameRecord`]s for tests.
#[cfg(test)]
pub fn example_header() -> Header {
    let engine = |name: &str| serde_json::json!({ "name": name, "launch": { "program": name } });
    let engines = [engine("a"), engine("b")];
    let settings = serde_json::json!({ "variant": "othello", "engines": engines, "games": 6 });
    let settings = serde_json::from_value(settings).expect("settings");
    Header { quartet_arena: FORMAT, settings, openings: crate::openings::fingerprint(&[]), experiment: None }
}
