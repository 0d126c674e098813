//! Gomoku: SGF, and the format of the program Piskvork.

use super::ending::Ending;
use super::game::Game;
use anyhow::{Context, Result, ensure};
use quartet::game::Side;
use quartet_rules::GameResult;
use quartet_rules::points::{point, stones};
use std::fmt::Write;

/// The beginning of every SGF game: the version of the format, the game, the character set, and the writing program.
const SGF_HEAD: &str = concat!("(;FF[4]GM[4]CA[UTF-8]AP[", env!("CARGO_PKG_NAME"), ":");
/// The rest of the first line of a Piskvork file after the board size: neither player is one of its own, and x begins.
const PSQ_HEAD: &str = ", 0:0, 0";

/// The size of the board.
fn size(game: &Game<'_>) -> usize {
    game.start_position.split('/').count()
}

/// Column and row of a move, from 0.
fn place(mv: &str) -> Result<(usize, usize)> {
    point(mv).with_context(|| format!("move '{mv}', expected a point"))
}

/// A game in SGF, with x as Black.
pub(super) fn sgf(game: &Game<'_>) -> Result<String> {
    let letter = |line: usize| char::from(b'a' + line as u8);
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    let mut text = format!(
        "{SGF_HEAD}{}]SZ[{}]PB[{}]PW[{}]RE[{}]",
        env!("CARGO_PKG_VERSION"),
        size(game),
        escaped(&game.record.first),
        escaped(&game.record.second),
        sgf_result(game.record.result, game.ending)
    );
    if !game.is_start {
        for (name, of) in [("AB", Side::X), ("AW", Side::O)] {
            let own: Vec<_> = stones(&game.start_position).into_iter().filter(|(.., owner)| *owner == of).collect();
            if !own.is_empty() {
                text.push_str(name);
            }
            for (column, row, _) in own {
                let _ = write!(text, "[{}{}]", letter(column), letter(row));
            }
        }
        let _ = write!(text, "PL[{}]", colour(game.side));
    }
    let mut side = game.side;
    for (mv, _) in game.moves() {
        let (column, row) = place(mv)?;
        let _ = write!(text, ";{}[{}{}]", colour(side), letter(column), letter(row));
        side = side.other();
    }
    text.push_str(")\n");
    Ok(text)
}

/// The property RE: `B+` or `W+`, with a letter for a win on time, by resignation or by forfeit.
fn sgf_result(result: GameResult, ending: Ending) -> String {
    let winner = match result {
        GameResult::FirstWins => "B+",
        GameResult::SecondWins => "W+",
        GameResult::Draw => return "Draw".into(),
    };
    let how = match ending {
        Ending::Time => "T",
        Ending::Resigned => "R",
        Ending::Infraction | Ending::Abandoned => "F",
        Ending::Rules | Ending::Adjudicated => "",
    };
    format!("{winner}{how}")
}

fn colour(side: Side) -> char {
    match side {
        Side::X => 'B',
        Side::O => 'W',
    }
}

/// A Piskvork file: board size, moves as column and row from 1 with milliseconds, the names of the players, and how the
/// game ended.
pub(super) fn psq(game: &Game<'_>) -> Result<String> {
    ensure!(game.is_start, "it does not begin with the empty board");
    let size = size(game);
    let mut text = format!("Piskvorky {size}x{size}{PSQ_HEAD}\n");
    for (mv, milliseconds) in game.moves() {
        let (column, row) = place(mv)?;
        let _ = writeln!(text, "{},{},{}", column + 1, row + 1, milliseconds.round());
    }
    let _ = writeln!(text, "{}\n{}\n{}", game.record.first, game.record.second, psq_code(game.ending));
    Ok(text)
}

/// Piskvork's code for the ending of a game: 0 for a regular end, 15 for time, -2 for another failure of a player, -1
/// for an ending without a code.
fn psq_code(ending: Ending) -> i32 {
    match ending {
        Ending::Rules => 0,
        Ending::Time => 15,
        Ending::Infraction | Ending::Abandoned => -2,
        Ending::Resigned | Ending::Adjudicated => -1,
    }
}

/// Whether a text consists only of games written by this program, one in each line.
pub(super) fn is_own_sgf(text: &str) -> bool {
    text.lines().all(|line| line.starts_with(SGF_HEAD) && line.ends_with(')'))
}

/// Whether this is a Piskvork file written by this program, which has names although neither player is Piskvork's.
pub(super) fn is_own_psq(text: &str) -> bool {
    let mut lines = text.lines();
    let is_head = lines.next().is_some_and(|line| line.starts_with("Piskvorky ") && line.ends_with(PSQ_HEAD));
    let is_move = |line: &&str| line.split(',').count() == 3 && line.split(',').all(|n| n.parse::<u64>().is_ok());
    let rest: Vec<&str> = lines.skip_while(is_move).collect();
    is_head && rest.len() == 3 && rest[2].parse::<i32>().is_ok()
}
