//! The record of a match: a file with a header and one line of JSON for each finished game.
//!
//! The header has what all runs of the match share. Each run begins with a line of its own, a [`Start`], which tells
//! where and when the games after it were played. Each line is written in one piece, so a killed run leaves at most one
//! incomplete line, which is dropped when the match is resumed.
//!
//! A match that is played in [shards](quartet::shard) has a record for each of them, in one [`folder`].

mod difference;
mod file;
pub mod folder;
mod header;
mod start;

pub(crate) use file::read_content;
pub use file::{RecordFile, Records, read};
pub use header::{EngineProgram, Header};
pub use quartet_records::formats::arena_record::{
    FORMAT, FaultRecord, GameRecord, MoveRecord, OpeningRecord, is_start,
};
#[cfg(test)]
use quartet_rules::GameResult;
pub use start::{Start, StartLine};
#[cfg(test)]
use std::collections::BTreeMap;

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

/// As [`example`], with random moves to an end with this result.
#[cfg(test)]
pub fn played_example(id: u64, names: [&str; 2], result: GameResult) -> GameRecord {
    let mut othello = quartet_rules::referee("othello", &BTreeMap::new()).expect("rules");
    let mut random = quartet::random::SplitMix64::new(id);
    let ending = loop {
        othello.begin(&quartet::engine::Setup::Start, &[]).expect("the start position");
        while othello.ending().is_none() {
            let moves = othello.legal_moves();
            othello.play(&moves[random.below(moves.len())]).expect("legal");
        }
        if let Some(ending) = othello.ending().filter(|ending| ending.result == result) {
            break ending;
        }
    };
    let made = |(ply, text): (usize, &String)| MoveRecord {
        text: text.clone(),
        engine: names[ply % 2].into(),
        score: None,
        depth: None,
        seldepth: None,
        nodes: None,
        nps: None,
        ms: 1.0,
        engine_ms: None,
        ponderhit: false,
    };
    GameRecord {
        opening: OpeningRecord { index: 0, setup: "startpos".into(), moves: Vec::new() },
        moves: othello.moves().iter().enumerate().map(made).collect(),
        final_position: othello.position(),
        margin: ending.margin,
        ..example(id, names, result)
    }
}

/// The header of a record of [`GameRecord`]s for tests.
#[cfg(test)]
pub fn example_header() -> Header {
    let engine = |name: &str| serde_json::json!({ "name": name, "launch": { "program": name } });
    let engines = [engine("a"), engine("b")];
    let settings = serde_json::json!({ "variant": "othello", "engines": engines, "games": 6 });
    let settings = serde_json::from_value(settings).expect("settings");
    Header::new(settings, &[crate::openings::Opening::start()])
}
