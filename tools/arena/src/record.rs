//! The record of a match: a file with a header and one line of JSON for each finished game.
//!
//! Each line is written in one piece when its game ends, so a killed run leaves at most one incomplete line, which is
//! dropped when the match is resumed.

mod collection;
mod difference;
mod file;
mod foreign;

use crate::openings::Fingerprint;
use crate::settings::MatchSettings;
pub use collection::{Collection, Duplicate, RecordPart};
pub use file::{RecordFile, Records, read};
pub use quartet_records::formats::arena_record::{FORMAT, FaultRecord, GameRecord, MoveRecord, OpeningRecord};
#[cfg(test)]
use quartet_rules::GameResult;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use std::collections::BTreeMap;

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
