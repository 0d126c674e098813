//! Tests of reports of small example records.

mod files;
mod html;
mod plots;
mod tables;

use super::Report;
use crate::collection::Collection;
use crate::fault::FaultKind;
use crate::record::{FaultRecord, GameRecord, MoveRecord, OpeningRecord, example, example_header, played_example};
use quartet_rules::GameResult::{self, Draw, FirstWins, SecondWins};

/// A game of a pair, with a move of each engine.
fn game(id: u64, first: &str, second: &str, result: GameResult) -> GameRecord {
    let made = |engine: &str, depth, nodes, ms, engine_ms| MoveRecord {
        text: "d6".into(),
        engine: engine.into(),
        score: None,
        depth: Some(depth),
        seldepth: None,
        nodes: Some(nodes),
        nps: None,
        ms,
        engine_ms,
        ponderhit: false,
    };
    let margin = match result {
        FirstWins => 10,
        SecondWins => -6,
        Draw => 0,
    };
    GameRecord {
        opening: OpeningRecord { index: id / 2, setup: "startpos".into(), moves: vec!["f5".into()] },
        // The first player reports its time.
        moves: vec![made(first, 8, 4000, 20.0, Some(18)), made(second, 6, 1000, 10.0, None)],
        margin: Some(margin),
        ..example(id, [first, second], result)
    }
}

/// A game that its first player lost by a failure.
fn failed(id: u64, first: &str, second: &str) -> GameRecord {
    let failure = FaultRecord { kind: FaultKind::Time, engine: first.into(), detail: "12 ms over".into() };
    GameRecord { failure: Some(failure), reason: "time".into(), ..game(id, first, second, SecondWins) }
}

/// Three pairs: 2, 1 and 1.5 points for a.
pub(super) fn six_games() -> Vec<GameRecord> {
    vec![
        game(0, "a", "b", FirstWins),
        game(1, "b", "a", SecondWins),
        game(2, "a", "b", FirstWins),
        game(3, "b", "a", FirstWins),
        game(4, "a", "b", Draw),
        game(5, "b", "a", SecondWins),
    ]
}

/// The same pairs with moves by the rules, as a file has to have them.
pub(super) fn six_played_games() -> Vec<GameRecord> {
    six_games().iter().map(|game| played_example(game.id, [&game.first, &game.second], game.result)).collect()
}

/// Records of these games.
pub(super) fn records(files: &[&[GameRecord]]) -> Collection {
    let mut records = Collection::default();
    files.iter().for_each(|games| records.add("record.jsonl".as_ref(), example_header(), games.to_vec()));
    records
}

/// The report of one record.
fn report(games: &[GameRecord]) -> Report {
    Report::of(&records(&[games]))
}
