//! Gomoku: SGF, and the files of the program Piskvork.

use super::{moves, setup};
use crate::record::GameRecord;
use crate::referee::GameResult;
use anyhow::{Context, Result, ensure};
use quartet::game::{Game, Side};
use quartet::games::gomoku::{Gomoku, Point};
use std::fmt::Write;

/// Points on a side of the board.
fn size(game: &GameRecord) -> usize {
    game.final_position.split('/').count()
}

/// Column and row from 0 of a point such as `h8`.
fn place(mv: &str) -> Result<(usize, usize)> {
    let wrong = || format!("move '{mv}', expected a point");
    let file = mv.bytes().next().filter(u8::is_ascii_lowercase).with_context(wrong)?;
    let row: usize = mv.get(1..).and_then(|rank| rank.parse().ok()).with_context(wrong)?;
    Ok((usize::from(file - b'a'), row.checked_sub(1).with_context(wrong)?))
}

/// An SGF game, x being Black.
pub fn sgf(game: &GameRecord) -> Result<String> {
    let letter = |line: usize| char::from(b'a' + line as u8);
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    let result = match game.result {
        GameResult::FirstWins => "B+",
        GameResult::SecondWins => "W+",
        GameResult::Draw => "Draw",
    };
    let mut text = format!(
        "(;FF[4]GM[4]CA[UTF-8]SZ[{}]PB[{}]PW[{}]RE[{result}]",
        size(game),
        escaped(&game.first),
        escaped(&game.second)
    );
    let mut side = Side::X;
    if let Some(position) = setup(game) {
        let position = Gomoku::parse_position(&Default::default(), position).map_err(|error| anyhow::anyhow!(error))?;
        for (name, of) in [("AB", Side::X), ("AW", Side::O)] {
            let stones: Vec<Point> =
                position.board().points().filter(|&point| position.board().stone(point) == Some(of)).collect();
            if !stones.is_empty() {
                text.push_str(name);
            }
            for point in stones {
                let _ = write!(text, "[{}{}]", letter(point.col()), letter(point.row()));
            }
        }
        side = position.side();
        let _ = write!(text, "PL[{}]", colour(side));
    }
    for (mv, _) in moves(game) {
        let (column, row) = place(mv)?;
        let _ = write!(text, ";{}[{}{}]", colour(side), letter(column), letter(row));
        side = side.other();
    }
    text.push_str(")\n");
    Ok(text)
}

fn colour(side: Side) -> char {
    match side {
        Side::X => 'B',
        Side::O => 'W',
    }
}

/// A file of Piskvork: size, moves as column and row from 1 with milliseconds, the names of both.
pub fn psq(game: &GameRecord) -> Result<String> {
    ensure!(setup(game).is_none(), "game {} does not begin with the empty board", game.id);
    let size = size(game);
    let mut text = format!("Piskvorky {size}x{size}, 0:0, 0\n");
    for (mv, milliseconds) in moves(game) {
        let (column, row) = place(mv)?;
        let _ = writeln!(text, "{},{},{}", column + 1, row + 1, milliseconds.round());
    }
    let _ = writeln!(text, "{}\n{}\n-1", game.first, game.second);
    Ok(text)
}
