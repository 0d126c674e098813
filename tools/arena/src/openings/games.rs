//! Openings from games in the formats of other programs.

use super::Opening;
use anyhow::{Context, Result, bail, ensure};
use quartet::engine::Setup;
use quartet_records::referees::Referees;
use quartet_records::{Format, Hints, read as read_games};
use quartet_rules::Referee;
use std::collections::BTreeMap;
use std::path::Path;

/// The format of a file of games; `None` for a list of openings in text. A list of moves without spaces, as transcripts
/// of Othello are, is one of games if only their first moves are wanted.
pub(super) fn format(content: &[u8], plies: Option<usize>) -> Option<Format> {
    // The content decides, since a list may have any name.
    let format = Format::detect(Path::new(""), content);
    format.filter(|format| *format != Format::Transcript || plies.is_some())
}

/// The first moves of each game's main line, at most so many plies.
///
/// Fails if a game cannot be read, is of another variant, or is over after these moves.
pub(super) fn read(
    format: Format,
    content: &[u8],
    referee: &mut dyn Referee,
    options: &BTreeMap<String, String>,
    plies: Option<usize>,
) -> Result<Vec<Opening>> {
    let variant = referee.variant();
    let hints = Hints { variant: Some(variant), options: options.clone(), ..Hints::default() };
    referee.begin(&Setup::Start, &[])?;
    let size = rows(referee);
    let (mut openings, mut referees) = (Vec::new(), Referees::default());
    for (index, game) in read_games(format, content, &hints).enumerate() {
        let game = game?;
        let here = || format!("game {}", index + 1);
        let (found, wanted) = (game.variant.name, variant.name);
        ensure!(game.variant == variant, "game {} is a game of {found}, expected {wanted}", index + 1);
        let game_rows = rows(&*referees.open(game.variant.name, &game.options)?);
        ensure!(
            game_rows == size,
            "game {} is on a board of {game_rows}x{game_rows}, expected {size}x{size}",
            index + 1
        );
        let setup = game.initial_setup();
        let moves: Vec<String> = game.tree.main_moves().take(plies.unwrap_or(usize::MAX)).map(str::to_string).collect();
        referee.begin(&setup, &moves).with_context(here)?;
        if let Some(ending) = referee.ending() {
            let word = ending.reason.word();
            bail!("game {} is over after the opening ({word}); --opening-plies takes its first moves only", index + 1);
        }
        openings.push(Opening { setup, moves: referee.moves().to_vec() });
    }
    ensure!(!openings.is_empty(), "no game, expected at least one");
    Ok(openings)
}

/// The number of rows of the board.
fn rows(referee: &dyn Referee) -> usize {
    referee.position().split('/').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet_rules::referee;

    fn openings(content: &str, plies: Option<usize>) -> Result<Vec<String>> {
        let mut othello = referee("othello", &BTreeMap::new())?;
        let format = format(content.as_bytes(), plies).context("a list")?;
        let openings = read(format, content.as_bytes(), &mut *othello, &BTreeMap::new(), plies)?;
        Ok(openings.iter().map(|opening| opening.moves.join(" ")).collect())
    }

    #[test]
    fn the_first_moves_of_games() {
        let pgn = "[Event \"a\"]\n\n1. f5 d6 (1... f4) 2. c3 *\n\n1. d3 *\n";
        assert_eq!(openings(pgn, Some(2)).expect("openings"), ["f5 d6", "d3"]);
        assert_eq!(openings(pgn, None).expect("openings"), ["f5 d6 c3", "d3"]);
        assert_eq!(openings("(;GM[2];B[f5];W[d6])", None).expect("openings"), ["f5 d6"]);
        assert_eq!(openings("f5d6c3 -2\nd3 +4\n", Some(2)).expect("openings"), ["f5 d6", "d3"]);
    }

    #[test]
    fn text_lists_are_none_of_these_formats() {
        for list in
            ["f5d6\nf5f6\n", "8/8/8/3ox3/3xo3/8/8/8 x - 0\n", "0,0, 1,1\n\n1,0, 2,2\n", "# comment\nstartpos\n", ""]
        {
            assert_eq!(format(list.as_bytes(), None), None, "{list}");
        }
    }

    #[test]
    fn what_is_wrong_has_its_game() {
        let over = "[FEN \"8/8/8/8/8/8/8/5xo1 x - 0\"]\n\n1. h8 *\n";
        let error = openings(over, None).expect_err("over").to_string();
        assert!(error.starts_with("game 1 is over after the opening"), "{error}");
        let error = openings("[Event \"a\"]\n\n1. f5 *\n\n1. a1 *", None).expect_err("illegal").to_string();
        assert!(error.starts_with("game 2, line 5, byte "), "{error}");
        assert!(openings("[Variant \"gomoku\"]\n\n1. h8 *", None).is_err());
        let mut gomoku = referee("gomoku", &BTreeMap::new()).expect("a referee");
        let small = b"[Variant \"gomoku\"]\n[BoardSize \"15\"]\n\n1. h8 *";
        let error = read(Format::Pgn, small, &mut *gomoku, &BTreeMap::new(), None).expect_err("small").to_string();
        assert_eq!(error, "game 1 is on a board of 15x15, expected 16x16");
    }
}
