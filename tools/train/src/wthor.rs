//! Positions from files of games in the WTHOR format of the French Othello Federation.
//!
//! Must not know: what is done with the positions.

use crate::sample::Board;
use anyhow::{Context, Result};
use quartet::game::Game;
use quartet::games::othello::{Move, Othello};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Bytes before the first game.
const HEADER: usize = 16;
/// Bytes of a game,
const GAME: usize = 68;
/// of which so many stand before its moves.
const BEFORE_MOVES: usize = 8;

/// The different positions of all games of some files in which there is a move to choose, in an order by lot.
pub fn shuffled(files: &[PathBuf], seed: u64) -> Result<Vec<Board>> {
    let mut boards = HashSet::new();
    for file in files {
        boards.extend(positions(file)?);
    }
    let mut boards: Vec<_> = boards.into_iter().collect();
    // Equal lots do not leave the order to the set.
    boards.sort_unstable_by_key(|&board| (board.lot(seed), board));
    Ok(boards)
}

/// The positions of all games of a file in which there is a move to choose.
fn positions(file: &Path) -> Result<Vec<Board>> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let games = bytes.get(HEADER..).unwrap_or_default().chunks_exact(GAME);
    Ok(games.flat_map(|game| replay(&game[BEFORE_MOVES..])).collect())
}

/// The positions of a game, as far as its moves are legal.
fn replay(moves: &[u8]) -> Vec<Board> {
    let mut position = Othello::start(&());
    let mut boards = Vec::new();
    for &code in moves {
        if !Othello::is_legal(&position, Move::PASS) {
            boards.push(Board::canonical(&position));
        } else {
            Othello::play(&mut position, Move::PASS);
            boards.push(Board::canonical(&position));
        }
        // Ten times the row and the column, both from 1.
        let (row, column) = (u32::from(code / 10), u32::from(code % 10));
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            break;
        }
        let mv = Move::to(8 * (row - 1) + column - 1);
        if !Othello::is_legal(&position, mv) {
            break;
        }
        Othello::play(&mut position, mv);
    }
    // The last one was never left by a move.
    boards.pop();
    boards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_replayed_up_to_the_first_move_that_is_none() {
        // f5 d6 c3 d3, as ten times the row and the column.
        let moves = [56, 64, 33, 34, 0, 0];
        assert_eq!(replay(&moves).len(), 4);
        // a1 is not legal as a second move.
        assert_eq!(replay(&[56, 11, 33]).len(), 1);
        assert_eq!(replay(&[56, 99]).len(), 1);
        assert!(replay(&[]).is_empty());
    }
}
