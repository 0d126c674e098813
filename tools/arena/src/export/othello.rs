//! Othello: transcripts, and the WTHOR format of the Fédération Française d'Othello.

use super::{moves, setup};
use crate::record::GameRecord;
use anyhow::{Result, ensure};
use std::fmt::Write;

/// A line a game: the moves without passes, and Black's margin if the game was counted out.
pub fn transcripts(games: &[GameRecord]) -> Result<String> {
    let mut text = String::new();
    for game in games {
        let moves = squares(game)?.concat();
        let margin = game.margin.map_or("-".into(), |margin| format!("{margin:+}"));
        let _ = writeln!(text, "{moves} {margin}");
    }
    Ok(text)
}

/// The squares played to.
fn squares(game: &GameRecord) -> Result<Vec<&str>> {
    ensure!(setup(game).is_none(), "game {} does not begin with the start position", game.id);
    Ok(moves(game).map(|(mv, _)| mv).filter(|&mv| mv != "pass").collect())
}

/// A WTHOR file: a header of 16 bytes, then 68 a game: ids of tournament and players (all of them 0 here, as there are no files
/// of names), Black's discs with the empty squares to the winner, twice, and 60 moves as 10 · row + column.
pub fn wthor(games: &[GameRecord]) -> Result<Vec<u8>> {
    let date = games.first().map_or("", |game| game.started.as_str());
    let number = |from: usize, to: usize| date.get(from..to).and_then(|text| text.parse().ok()).unwrap_or(0_u16);
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let mut bytes = vec![(year / 100) as u8, (year % 100) as u8, month as u8, day as u8];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(year.to_le_bytes());
    // Board of 8 squares, games, no perfect play known.
    bytes.extend([8, 0, 0, 0]);
    for game in games {
        let squares = squares(game)?;
        ensure!(squares.len() <= 60, "game {} has more than 60 moves", game.id);
        let margin = i32::from(game.margin.unwrap_or(0));
        let discs = ((64 + margin) / 2).clamp(0, 64) as u8;
        bytes.extend([0; 6]);
        bytes.extend([discs, discs]);
        let code = |square: &&str| match square.as_bytes() {
            [file, rank] => 10 * (rank - b'0') + (file - b'a' + 1),
            _ => 0,
        };
        bytes.extend(squares.iter().map(code).chain(std::iter::repeat(0)).take(60));
    }
    Ok(bytes)
}
