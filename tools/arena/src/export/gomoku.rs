//! Gomoku: SGF, and the files of the program Piskvork.

use super::{moves, setup};
use crate::points::{point, stones};
use crate::record::GameRecord;
use crate::referee::GameResult;
use anyhow::{Context, Result, ensure};
use quartet::game::Side;
use std::fmt::Write;

/// Points on a side of the board.
fn size(game: &GameRecord) -> usize {
    game.final_position.split('/').count()
}

/// Column and row from 0 of a move.
fn place(mv: &str) -> Result<(usize, usize)> {
    point(mv).with_context(|| format!("move '{mv}', expected a point"))
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
        for (name, of) in [("AB", Side::X), ("AW", Side::O)] {
            let own: Vec<_> = stones(position).into_iter().filter(|(.., owner)| *owner == of).collect();
            if !own.is_empty() {
                text.push_str(name);
            }
            for (column, row, _) in own {
                let _ = write!(text, "[{}{}]", letter(column), letter(row));
            }
        }
        side = if position.split_whitespace().nth(1) == Some("o") { Side::O } else { Side::X };
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
