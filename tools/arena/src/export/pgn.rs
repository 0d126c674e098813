//! Text similar to PGN: tags, numbered moves, and scores in braces.

use super::ending::Ending;
use super::game::Game;
use crate::player::{EngineScore, ScoreKind};
use crate::record::{GameRecord, MoveRecord};
use quartet::game::Side;
use quartet_rules::GameResult;
use std::fmt::Write;

/// The value of every game's Event tag.
const EVENT: &str = "match";
/// All tags in order. The first seven are PGN's Seven Tag Roster; those of [`SETUP`] are written only for games that do
/// not begin at the start position.
const TAGS: [&str; 11] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "SetUp", "FEN", "Termination"];
const SETUP: [&str; 2] = ["SetUp", "FEN"];

/// A game as text.
pub(super) fn game(game: &Game<'_>) -> String {
    let record = game.record;
    let result = result(record.result);
    let mut text = String::new();
    for name in TAGS {
        let value = match name {
            "Event" => EVENT.into(),
            "Date" => record.started.get(..10).map_or("????.??.??".into(), |date| date.replace('-', ".")),
            "Round" => format!("{}.{}", record.pair + 1, record.id + 1),
            "White" => record.first.clone(),
            "Black" => record.second.clone(),
            "Result" => result.into(),
            "Variant" => record.variant.clone(),
            "Termination" => termination(game.ending).into(),
            _ if SETUP.contains(&name) && game.is_start => continue,
            "SetUp" => "1".into(),
            "FEN" => game.start_position.clone(),
            _ => "?".into(),
        };
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    moves(game, &mut text);
    let _ = writeln!(text, "{{{}}}\n{result}\n", last_word(record));
    text
}

/// The numbered moves, one number on each line.
fn moves(game: &Game<'_>, text: &mut String) {
    let opening = game.record.opening.moves.len();
    // If the second player begins, the first number has no move of the first player.
    let skipped = usize::from(game.side == Side::O);
    let mut last = skipped;
    for (index, (mv, _)) in game.moves().enumerate() {
        let half = index + skipped;
        let number = half / 2 + 1;
        let before = match (half.is_multiple_of(2), index) {
            (true, _) => format!("{number}. "),
            (false, 0) => format!("{number}... "),
            (false, _) => " ".into(),
        };
        let comment = index.checked_sub(opening).and_then(|made| game.record.moves.get(made)).map(comment);
        let after = if half.is_multiple_of(2) { "" } else { "\n" };
        let _ = write!(text, "{before}{mv}{}{after}", comment.unwrap_or_default());
        last = half + 1;
    }
    if !last.is_multiple_of(2) && !text.ends_with('\n') {
        text.push('\n');
    }
}

fn result(result: GameResult) -> &'static str {
    match result {
        GameResult::FirstWins => "1-0",
        GameResult::SecondWins => "0-1",
        GameResult::Draw => "1/2-1/2",
    }
}

/// The value of PGN's Termination tag (section 9.8.1 of the standard).
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules | Ending::Resigned => "normal",
        Ending::Time => "time forfeit",
        Ending::Infraction => "rules infraction",
        Ending::Abandoned => "abandoned",
        Ending::Adjudicated => "adjudication",
    }
}

/// The exact reason for the end of the game, without braces, which would end the comment.
fn last_word(record: &GameRecord) -> String {
    let failure = record.failure.as_ref().map(|failure| format!(", {}: {}", failure.engine, failure.detail));
    (record.reason.clone() + &failure.unwrap_or_default()).replace('{', "(").replace('}', ")")
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

/// Whether a text consists only of games written by this program.
pub(super) fn is_own(text: &str) -> bool {
    let mut blocks = text.split("\n\n");
    loop {
        match (blocks.next(), blocks.next()) {
            // After the last game.
            (None | Some(""), None) => return true,
            (Some(tags), Some(moves)) if is_own_head(tags) && is_end(moves) => {}
            _ => return false,
        }
    }
}

/// Whether these are the tags of a game written by this program.
fn is_own_head(tags: &str) -> bool {
    let name = |line: &str| Some(line.strip_prefix('[')?.split_once(" \"")?.0.to_string());
    let names: Option<Vec<String>> = tags.lines().map(name).collect();
    let Some(names) = names else { return false };
    let plain = TAGS.iter().filter(|name| !SETUP.contains(name));
    tags.starts_with(&format!("[Event \"{EVENT}\"]\n")) && (names.iter().eq(&TAGS) || names.iter().eq(plain))
}

/// Whether the moves end as in a game written by this program.
fn is_end(moves: &str) -> bool {
    let mut last = moves.lines().rev();
    let results = [GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw].map(result);
    last.next().is_some_and(|line| results.contains(&line)) && last.next().is_some_and(|line| line.starts_with('{'))
}
