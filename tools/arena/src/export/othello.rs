//! Othello: transcripts, and the WTHOR format of the Fédération Française d'Othello.

use super::ending::Ending;
use super::game::Game;
use anyhow::{Context, Result, ensure};

/// The size of a WTHOR file's header in bytes.
const HEAD: usize = 16;
/// The size of a game in a WTHOR file in bytes: the numbers of tournament and players, Black's discs twice, the moves.
const IDS: usize = 6;
const MOVES: usize = 60;
const GAME: usize = IDS + 2 + MOVES;
/// The end of a WTHOR file's header: board size 8, games instead of solitaires, depth of perfect play unknown.
const KIND: [u8; 4] = [8, 0, 0, 0];

/// A line with the moves without passes, and Black's margin if the discs were counted.
pub(super) fn transcript(game: &Game<'_>) -> Result<String> {
    let margin = game.record.margin.map_or("-".into(), |margin| format!("{margin:+}"));
    Ok(format!("{} {margin}\n", squares(game)?.concat()))
}

/// The moves without passes.
fn squares<'a>(game: &'a Game<'_>) -> Result<Vec<&'a str>> {
    ensure!(game.is_start, "it does not begin with the start position");
    Ok(game.moves().map(|(mv, _)| mv).filter(|&mv| mv != "pass").collect())
}

/// The header of a WTHOR file: the date of the first game (`YYYY-MM-DD…`, 0 if it has none), the number of games, the
/// year.
pub(super) fn wthor_head(games: u32, date: &str) -> Vec<u8> {
    let number = |from: usize, to: usize| date.get(from..to).and_then(|text| text.parse().ok()).unwrap_or(0_u16);
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let mut bytes = vec![(year / 100) as u8, (year % 100) as u8, month as u8, day as u8];
    bytes.extend(games.to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(year.to_le_bytes());
    bytes.extend(KIND);
    bytes
}

/// A game of a WTHOR file: the numbers of tournament and players (all 0, as there are no files of names), Black's discs
/// twice, with the empty squares for the winner, and the moves as 10 · row + column. The discs are the only result.
pub(super) fn wthor_game(game: &Game<'_>) -> Result<Vec<u8>> {
    let reason = &game.record.reason;
    let uncounted = || format!("ended by '{reason}', and a WTHOR file knows no end but the count of discs");
    let margin = game.record.margin.filter(|_| game.ending == Ending::Rules).with_context(uncounted)?;
    let squares = squares(game)?;
    ensure!(squares.len() <= MOVES, "it has more than {MOVES} moves");
    let discs = ((64 + i32::from(margin)) / 2).clamp(0, 64) as u8;
    let mut bytes = vec![0; IDS];
    bytes.extend([discs, discs]);
    let code = |square: &&str| match square.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => 10 * (rank - b'0') + (file - b'a' + 1),
        _ => 0,
    };
    bytes.extend(squares.iter().map(code));
    bytes.resize(GAME, 0);
    Ok(bytes)
}

/// Whether a text consists only of lines written by this program.
pub(super) fn is_own_transcripts(text: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let is_margin = |word: &str| word == "-" || word.starts_with(['+', '-']) && word.parse::<i16>().is_ok();
    text.lines().all(|line| {
        line.split_once(' ')
            .is_some_and(|(moves, margin)| moves.as_bytes().chunks(2).all(is_square) && is_margin(margin))
    })
}

/// Whether this is a WTHOR file written by this program, in which all numbers of tournaments and players are 0.
pub(super) fn is_own_wthor(content: &[u8]) -> bool {
    let Some((head, games)) = content.split_at_checked(HEAD) else { return false };
    let is_own = |game: &[u8]| game.len() == GAME && game[..IDS] == [0; IDS] && game[IDS] == game[IDS + 1];
    head[4..8] == ((games.len() / GAME) as u32).to_le_bytes() && head[12..] == KIND && games.chunks(GAME).all(is_own)
}
