//! Self-play games and the text files that hold them, a line for each game.
//!
//! A line consists of the board size, the winner (`x`, `o` or `-`), the moves, and the search results of the moves
//! after the random opening. A search result is the best move and its score, written `MOVE:SCORE`.

use crate::records::save_bytes;
use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use quartet::game::{Game as _, Notation, Side};
use quartet::games::gomoku::{Gomoku, Point, Position, Rule, Rules};
use quartet::score::Score;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Board sizes, one of which is drawn at random for each game.
pub(super) const BOARD_SIZES: [usize; 4] = [15, 15, 16, 20];
/// Number of games in a file.
pub(super) const BATCH_SIZE: usize = 200;

/// Name of a rule on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum RuleName {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Exactly five in a row win for `x`, who has forbidden moves.
    Renju,
}

impl From<RuleName> for Rule {
    fn from(name: RuleName) -> Rule {
        match name {
            RuleName::Freestyle => Rule::Freestyle,
            RuleName::Standard => Rule::Standard,
            RuleName::Renju => Rule::Renju,
        }
    }
}

/// Result of the search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Searched {
    /// Best move.
    pub best_move: Point,
    /// Score for the side to move.
    pub score: Score,
}

/// A self-play game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Game {
    /// Rules and board size.
    pub rules: Rules,
    /// All moves, those of the random opening included.
    pub moves: Vec<Point>,
    /// Search results of the moves after the random opening.
    pub searched: Vec<Searched>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
}

impl Game {
    /// Number of moves in the random opening, which is the index of the first searched move.
    pub(super) fn opening_len(&self) -> usize {
        self.moves.len() - self.searched.len()
    }

    /// Side that plays the move of an index.
    pub(super) fn side(&self, index: usize) -> Side {
        if index.is_multiple_of(2) { Side::X } else { Side::O }
    }
}

/// Reads all games of a rule in a folder.
pub(super) fn read_all(rule: Rule, folder: &Path) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for batch in 0.. {
        let file = batch_file(rule, folder, batch);
        if !file.exists() {
            break;
        }
        games.extend(read_batch(rule, &file)?);
    }
    Ok(games)
}

/// Path of the file of a batch.
pub(super) fn batch_file(rule: Rule, folder: &Path, batch: usize) -> PathBuf {
    folder.join(format!("games-{rule:?}-{batch:03}.txt").to_lowercase())
}

/// Reads the games of a batch. The error names the file and the line.
pub(super) fn read_batch(rule: Rule, file: &Path) -> Result<Vec<Game>> {
    let game = |(index, line)| parse(rule, line).with_context(|| format!("{}, line {}", file.display(), index + 1));
    let games = quartet_files::read_text(file)?.lines().enumerate().map(game).collect::<Result<Vec<_>>>()?;
    ensure!(games.len() == BATCH_SIZE, "{}: {} games, expected {BATCH_SIZE}", file.display(), games.len());
    Ok(games)
}

/// Writes the games of a batch.
pub(super) fn write_batch(file: &Path, games: &[Game]) -> Result<()> {
    let text: String = games.iter().map(write).collect();
    save_bytes(file, text.as_bytes())
}

/// Formats a game as a line of text.
pub(super) fn write(game: &Game) -> String {
    let mut text = format!("{} {}", game.rules.size, game.winner.map_or('-', Side::letter));
    let position = Position::new(game.rules.size, game.rules.rule);
    for mv in &game.moves {
        let _ = write!(text, " {}", Gomoku::write_move(&position, *mv));
    }
    for Searched { best_move, score } in &game.searched {
        let _ = write!(text, " {}:{}", Gomoku::write_move(&position, *best_move), score.0);
    }
    text.push('\n');
    text
}

/// Parses a line written by [`write()`]. Fails if it is malformed or the game is illegal.
pub(super) fn parse(rule: Rule, line: &str) -> Result<Game> {
    let mut words = line.split(' ');
    let mut next_word = || words.next().context("the line is truncated");
    let size = next_word()?.parse().ok().filter(|size| BOARD_SIZES.contains(size));
    let size = size.with_context(|| format!("size of the board, expected one of {BOARD_SIZES:?}"))?;
    let winner = match next_word()? {
        "x" => Some(Side::X),
        "o" => Some(Side::O),
        "-" => None,
        other => bail!("winner '{other}', expected x, o or -"),
    };
    let words: Vec<&str> = words.collect();
    let (moves, searched) = words.split_at(words.iter().take_while(|word| !word.contains(':')).count());
    let opening_len = moves.len().checked_sub(searched.len()).context("more moves were searched for than played")?;
    let rules = Rules { size, rule };
    let mut game = Game { rules, moves: Vec::new(), searched: Vec::new(), winner };
    let mut position = Gomoku::start(&rules);
    for (index, mv) in moves.iter().enumerate() {
        if index >= opening_len {
            game.searched.push(parse_searched(&position, searched[index - opening_len])?);
        }
        let mv = Gomoku::parse_move(&position, mv)?;
        Gomoku::play(&mut position, mv);
        game.moves.push(mv);
    }
    ensure!(position.winner().is_none_or(|side| winner == Some(side)), "the five is not the winner's");
    Ok(game)
}

/// Parses the best move and the score of a search.
fn parse_searched(position: &Position, word: &str) -> Result<Searched> {
    let parse = |(best_move, score): (&str, &str)| {
        let score = score.parse().ok().map(Score).filter(|score| *score < Score::INFINITE && *score > -Score::INFINITE);
        Some((Gomoku::parse_move(position, best_move), score?))
    };
    let parsed = word.split_once(':').and_then(parse);
    let (best_move, score) = parsed.with_context(|| format!("'{word}', expected MOVE:SCORE"))?;
    Ok(Searched { best_move: best_move?, score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_lines_and_illegal_games_are_errors() {
        let good = "15 x h8 i9 h9 i10 h10 i11 h11 i12 h12 h12:900 h12:31999";
        assert_eq!(parse(Rule::Freestyle, good).expect("a game").searched.len(), 2);
        for (line, what) in [
            ("", "size of the board"),
            ("15", "truncated"),
            ("1000 x h8", "size of the board"),
            ("15 y h8", "winner"),
            ("15 x h8 h8", "not legal"),
            ("15 x h8 p16", "no point"),
            ("15 x h8 i9:5 i9:5", "more moves were searched for"),
            ("15 x h8 i9 h8:5", "not legal"),
            ("15 x h8 i9 i9:40000", "MOVE:SCORE"),
            ("15 x h8 i9 i9:5 h9", "MOVE:SCORE"),
            ("15 o h8 i9 h9 i10 h10 i11 h11 i12 h12", "winner's"),
            ("15 x h8 i9 h9 i10 h10 i11 h11 i12 h12 a1", "not legal"),
        ] {
            let error = parse(Rule::Freestyle, line).map_err(|error| format!("{error:#}"));
            assert!(error.as_ref().is_err_and(|error| error.contains(what)), "{line}: {error:?}");
        }
    }
}
