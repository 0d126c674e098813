//! Positions from files of games in the WTHOR format of the French Othello Federation.
//!
//! A file consists of a header of 16 bytes and 68 bytes for each game: 8 bytes of names and scores, and 60 moves, each
//! encoded as 10 · row + column, both counted from 1, and padded with zeros. Passes are not recorded. The fields of the
//! header that are used here are the number of games (32 bits at offset 4), their year (16 bits at offset 10) and the
//! size of the board (8 bits at offset 12, where old files have 0 for 8). Numbers are little-endian.

use super::board::Board;
use crate::progress::Log;
use anyhow::{Context, Result, bail, ensure};
use quartet::game::Game;
use quartet::games::othello::{Move, Othello, Position};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Size of the header, in bytes.
const HEADER: usize = 16;
/// Size of a game, in bytes.
const GAME: usize = 68;
/// Offset of the moves in a game.
const MOVES_OFFSET: usize = 8;
/// Maximum number of moves of a game.
const MAX_MOVES: usize = GAME - MOVES_OFFSET;
/// Plausible years, from the first publication of the rules of Reversi. Any other year means the file is not WTHOR.
const YEARS: RangeInclusive<u16> = 1880..=2100;

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
        games.extend(read().with_context(|| format!("not a WTHOR file of games: {}", file.display()))?);
    }
    Ok(games)
}

/// Parses the content of a file.
fn parse(bytes: &[u8]) -> Result<Vec<Vec<Board>>> {
    let Some((header, games)) = bytes.split_first_chunk::<HEADER>() else {
        bail!("it has {} bytes, expected a header of {HEADER}", bytes.len());
    };
    let [.., n0, n1, n2, n3, _, _, y0, y1, size, _, _, _] = *header;
    let (count, year) = (u32::from_le_bytes([n0, n1, n2, n3]), u16::from_le_bytes([y0, y1]));
    ensure!(matches!(size, 0 | 8), "its board has {size} squares on a side, expected 8");
    ensure!(YEARS.contains(&year), "its games are of the year {year}, expected {} to {}", YEARS.start(), YEARS.end());
    let expected = HEADER as u64 + GAME as u64 * u64::from(count);
    ensure!(
        bytes.len() as u64 == expected,
        "it has {} bytes, expected {expected} for the {count} games that its header names",
        bytes.len()
    );
    let read = |(number, game): (usize, &[u8])| {
        replay(&game[MOVES_OFFSET..]).with_context(|| format!("game {} of {count}", number + 1))
    };
    games.chunks_exact(GAME).enumerate().map(read).collect()
}

/// Replays the moves of a game.
fn replay(moves: &[u8]) -> Result<Vec<Board>> {
    let played = moves.iter().position(|&code| code == 0).unwrap_or(moves.len());
    ensure!(moves[played..].iter().all(|&code| code == 0), "move {} is missing, and others follow", played + 1);
    let mut position = Othello::start(&());
    let mut boards = Vec::with_capacity(played);
    for (index, &code) in moves[..played].iter().enumerate() {
        pass_if_forced(&mut position);
        boards.push(Board::canonical(&position));
        let mv = decode_move(code).filter(|&mv| Othello::is_legal(&position, mv));
        let mv = mv.with_context(|| format!("move {} ({code}) is not legal", index + 1))?;
        Othello::play(&mut position, mv);
    }
    // With one empty square there is no choice of moves.
    boards.truncate(MAX_MOVES - 1);
    Ok(boards)
}

fn pass_if_forced(position: &mut Position) {
    if Othello::is_legal(position, Move::PASS) {
        Othello::play(position, Move::PASS);
    }
}

/// Move encoded as 10 · row + column; `None` if it is not on the board.
fn decode_move(code: u8) -> Option<Move> {
    let (row, column) = (u32::from(code / 10), u32::from(code % 10));
    let is_on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    is_on_board.then(|| Move::at(8 * (row - 1) + column - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves f5 d6 c3 d3.
    const OPENING: [u8; 4] = [56, 64, 33, 34];

    fn game(moves: &[u8]) -> [u8; GAME] {
        let mut game = [0; GAME];
        game[MOVES_OFFSET..][..moves.len()].copy_from_slice(moves);
        game
    }

    fn file(games: &[[u8; GAME]]) -> Vec<u8> {
        let mut bytes = vec![20, 26, 1, 1];
        bytes.extend((games.len() as u32).to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(2026_u16.to_le_bytes());
        bytes.extend([8, 0, 24, 0]);
        bytes.extend(games.as_flattened());
        bytes
    }

    /// Encoded moves of a game in which each side plays its first legal move, and its number of passes.
    fn complete_game() -> (Vec<u8>, usize) {
        let mut position = Othello::start(&());
        let (mut codes, mut passes) = (Vec::new(), 0);
        loop {
            let mut moves = Vec::new();
            Othello::legal_moves(&position, &mut moves);
            let Some(&mv) = moves.first() else { return (codes, passes) };
            match mv.square() {
                Some(square) => codes.push((10 * (square / 8 + 1) + square % 8 + 1) as u8),
                None => passes += 1,
            }
            Othello::play(&mut position, mv);
        }
    }

    #[test]
    fn games_are_replayed_with_passes() {
        let (moves, passes) = complete_game();
        assert!(passes > 0, "the game should have a pass");
        let games = parse(&file(&[game(&moves), game(&OPENING), game(&[])])).expect("a good file");
        let counts: Vec<_> = games.iter().map(Vec::len).collect();
        assert_eq!(counts, [moves.len().min(MAX_MOVES - 1), 4, 0]);
        assert!(games[0].iter().all(|board| board.empties() > 1));
        let mut old = file(&[game(&OPENING)]);
        old[12] = 0;
        assert_eq!(parse(&old).expect("an old file without a board size").len(), 1);
        assert!(parse(&file(&[])).expect("no games").is_empty());
    }

    #[test]
    fn errors_say_what_is_wrong_with_a_file() {
        let good = file(&[game(&OPENING); 3]);
        let with = |index: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[index] = byte;
            bytes
        };
        let illegal = |moves: &[u8]| file(&[game(&OPENING), game(moves)]);
        let longer = [good.as_slice(), &[0]].concat();
        let cases: [(&str, &[u8]); 14] = [
            ("it has 0 bytes, expected a header of 16", &[]),
            ("it has 15 bytes", &good[..15]),
            ("its board has 97 squares", b"some text that is no file of games at all"),
            ("its board has 10 squares", &with(12, 10)),
            ("of the year 234", &with(11, 0)),
            ("of the year 65514", &with(11, 255)),
            ("it has 220 bytes, expected 288 for the 4 games", &with(4, 4)),
            ("it has 220 bytes, expected 152 for the 2 games", &with(4, 2)),
            ("for the 4278190083 games", &with(7, 255)),
            ("it has 219 bytes, expected 220", &good[..219]),
            ("it has 221 bytes, expected 220", &longer),
            ("game 2 of 2: move 2 (11) is not legal", &illegal(&[56, 11, 33])),
            ("game 2 of 2: move 2 (99) is not legal", &illegal(&[56, 99])),
            ("game 2 of 2: move 2 is missing", &illegal(&[56, 0, 33])),
        ];
        for (what, bytes) in cases {
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
