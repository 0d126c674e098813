//! Reports of small records made by hand.

mod files;
mod plots;
mod tables;

use super::Report;
use super::record::parse;
use super::summary::Builder;
use serde_json::{Value, json};

/// A game of a pair, with a move of each engine.
pub(super) fn game(id: u64, first: &str, second: &str, result: &str) -> Value {
    json!({
        "id": id,
        "pair": id / 2,
        "opening": { "index": id / 2, "setup": "startpos", "moves": ["f5"] },
        "variant": "othello",
        "first": first,
        "second": second,
        "result": result,
        "reason": "discs",
        "moves": [
            { "move": "d6", "engine": first, "score": { "kind": "cp", "value": 10 }, "depth": 8, "nodes": 4000, "ms": 20 },
            { "move": "c3", "engine": second, "depth": 6, "nodes": 1000, "ms": 10 },
        ],
        "final_position": "-",
        "margin": match result { "p1win" => 10, "p2win" => -6, _ => 0 },
        "seconds": 0.03,
    })
}

/// Three pairs: 2, 1 and 1.5 points for a.
pub(super) fn six_games() -> Vec<Value> {
    vec![
        game(0, "a", "b", "p1win"),
        game(1, "b", "a", "p2win"),
        game(2, "a", "b", "p1win"),
        game(3, "b", "a", "p1win"),
        game(4, "a", "b", "draw"),
        game(5, "b", "a", "p2win"),
    ]
}

/// The text of a record file: a header and lines.
pub(super) fn file(games: &[Value]) -> String {
    let header = json!({ "settings": { "rounds": 3 } });
    std::iter::once(&header).chain(games).map(|line| format!("{line}\n")).collect()
}

/// The report of files with these contents.
pub(super) fn report(contents: &[&str]) -> Report {
    let mut builder = Builder::default();
    for (number, content) in contents.iter().enumerate() {
        builder.add(&format!("{number}.jsonl"), parse(content.as_bytes()));
    }
    builder.finish()
}
