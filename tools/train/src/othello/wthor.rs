//! Positions from files of games in the WTHOR format of the French Othello Federation.
//!
//! The files are read by `quartet-records`. Any game that it refuses fails the whole reading, because what is wrong in
//! one game may be wrong in all.

use super::board::Board;
use crate::progress::Log;
use anyhow::{Context, Result};
use quartet::game::{Game, PASS};
use quartet::games::othello::notation::square_of;
use quartet::games::othello::{Move, Othello};
use quartet_records::{Format, Hints};
use std::collections::HashSet;
use std::path::PathBuf;

/// Reads the distinct positions of all games of the files in random order, except those where the only move is a pass
/// and those with one empty square. Logs the numbers of games and positions. The error names the file and the fault.
pub(super) fn read(files: &[PathBuf], seed: u64, log: &Log) -> Result<Vec<Board>> {
    let games = read_files(files)?;
    let count = games.len();
    let boards: HashSet<_> = games.into_iter().flatten().collect();
    if !files.is_empty() {
        log.write_line(&format!("{count} games read, {} different positions", boards.len()))?;
    }
    let mut boards: Vec<_> = boards.into_iter().collect();
    // The board itself breaks ties, so that the order does not depend on that of the set.
    boards.sort_unstable_by_key(|&board| (board.hash(seed), board));
    Ok(boards)
}

/// Reads the positions of files, by game.
fn read_files(files: &[PathBuf]) -> Result<Vec<Vec<Board>>> {
    let mut games = Vec::new();
    for file in files {
        let read = || parse(&std::fs::read(file)?);
        games.extend(read().with_context(|| file.display().to_string())?);
    }
    Ok(games)
}

/// The positions of a file's content, by game.
fn parse(bytes: &[u8]) -> Result<Vec<Vec<Board>>> {
    let hints = Hints::default();
    quartet_records::read(Format::Wthor, bytes, &hints).map(|game| positions(game?.tree.main_moves())).collect()
}

/// The positions before the moves, except where the only move is a pass or fills the last square.
fn positions<'a>(moves: impl Iterator<Item = &'a str>) -> Result<Vec<Board>> {
    let mut position = Othello::start(&());
    let mut boards = Vec::new();
    for name in moves {
        if name == PASS {
            Othello::play(&mut position, Move::PASS);
            continue;
        }
        let square = square_of(name).with_context(|| format!("the move {name} is no square"))?;
        if position.empties() > 1 {
            boards.push(Board::canonical(&position));
        }
        Othello::play(&mut position, Move::at(square));
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::engine::Setup;
    use quartet_records::{Game, GameBuilder, write};
    use std::collections::BTreeMap;

    /// The game in which each side plays its first legal move, up to this number of plies.
    fn game(plies: usize) -> Game {
        let mut builder = GameBuilder::new("othello", &BTreeMap::new(), &Setup::Start).expect("the start position");
        for _ in 0..plies {
            let Some(mv) = builder.referee().legal_moves().into_iter().next() else { break };
            builder.play(&mv).expect("a legal move");
        }
        builder.game_mut().margin = Some(0);
        builder.finish()
    }

    #[test]
    fn games_are_replayed_with_passes() {
        let complete = game(usize::MAX);
        let passes = complete.tree.main_moves().filter(|&mv| mv == PASS).count();
        let moves = complete.tree.len() - passes;
        assert!(passes > 0, "the game should have a pass");
        let games = parse(&write(Format::Wthor, &[complete, game(4), game(0)]).bytes).expect("a good file");
        let counts: Vec<_> = games.iter().map(Vec::len).collect();
        assert_eq!(counts, [moves.min(59), 4, 0]);
        assert!(games[0].iter().all(|board| board.empties() > 1));
    }

    #[test]
    fn one_bad_game_or_a_cut_file_fails() {
        let good = write(Format::Wthor, &[game(9), game(9)]).bytes;
        assert_eq!(parse(&good).expect("a good file").len(), 2);
        let mut illegal = good.clone();
        illegal[16 + 68 + 8] = 11;
        for (what, bytes) in [
            ("game 2, byte 92: move 1 (11) is not legal", illegal.as_slice()),
            ("game 2, byte 84: the file ends 67 bytes into this game", &good[..good.len() - 1]),
            ("not a WTHOR file of games: it has 0 bytes", &[]),
        ] {
            let error = parse(bytes).map(|games| games.len()).map_err(|error| format!("{error:#}"));
            assert!(error.as_ref().is_err_and(|error| error.contains(what)), "{what}: {error:?}");
        }
    }

    #[test]
    fn an_error_names_the_file() {
        let path = std::env::temp_dir().join(format!("quartet-train-{}.wtb", std::process::id()));
        for content in [None, Some(&b"no games"[..])] {
            content.map_or(Ok(()), |content| std::fs::write(&path, content)).expect("written");
            let error = read_files(std::slice::from_ref(&path)).err().map(|error| format!("{error:#}"));
            assert!(error.as_ref().is_some_and(|error| error.contains(&*path.to_string_lossy())), "{error:?}");
        }
        std::fs::remove_file(&path).expect("removed");
    }
}
