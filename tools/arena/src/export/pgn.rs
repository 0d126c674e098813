//! Text after the manner of PGN: tags, numbered moves, and in braces what the engine thought.

use super::{moves, setup};
use crate::player::{EngineScore, ScoreKind};
use crate::record::{GameRecord, MoveRecord};
use crate::referee::GameResult;
use std::fmt::Write;

/// A game.
pub fn game(game: &GameRecord) -> String {
    let result = match game.result {
        GameResult::FirstWins => "1-0",
        GameResult::SecondWins => "0-1",
        GameResult::Draw => "1/2-1/2",
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "match");
    tag("Date", &game.started.get(..10).unwrap_or_default().replace('-', "."));
    tag("Round", &format!("{}.{}", game.pair + 1, game.id + 1));
    tag("White", &game.first);
    tag("Black", &game.second);
    tag("Result", result);
    tag("Variant", &game.variant);
    if let Some(position) = setup(game) {
        tag("SetUp", "1");
        tag("FEN", position);
    }
    tag("Termination", &game.reason);
    text.push('\n');
    // Whose move the first one is does not matter here: a number stands before every other move.
    let opening = game.opening.moves.len();
    for (index, (mv, _)) in moves(game).enumerate() {
        let end = if index % 2 == 0 { format!("{}. ", index / 2 + 1) } else { " ".into() };
        let comment = index.checked_sub(opening).and_then(|made| game.moves.get(made)).map(comment);
        let _ = write!(text, "{end}{mv}{}", comment.unwrap_or_default());
        if index % 2 == 1 {
            text.push('\n');
        }
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let _ = writeln!(text, "{result}\n");
    text
}

/// Score, depth and time: ` {+0.35/12 0.100s}`.
fn comment(mv: &MoveRecord) -> String {
    let score = mv.score.map(|EngineScore { kind, value }| match kind {
        ScoreKind::Cp => format!("{:+.2}/", value as f64 / 100.0),
        ScoreKind::Mate => format!("M{value}/"),
    });
    let depth = mv.depth.map_or("-".into(), |depth| depth.to_string());
    format!(" {{{}{depth} {:.3}s}}", score.unwrap_or_default(), mv.ms / 1000.0)
}
