//! `export`: the games of a record in the formats of other programs.
//!
//! Must not know: how games are played or counted.

mod gomoku;
mod othello;
mod pgn;

use crate::record::{self, GameRecord};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// The arguments of `export`.
#[derive(Args, Clone, Debug)]
pub struct ExportArgs {
    /// The record of a match.
    pub record: PathBuf,
    /// The format.
    #[arg(long, value_enum)]
    pub format: Format,
    /// The file to write: for `psq` the stem of one file a game, else by default the standard output.
    #[arg(long, value_name = "FILE", required_if_eq("format", "psq"))]
    pub out: Option<PathBuf>,
}

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Text after the manner of chess's PGN, for all games.
    Pgn,
    /// Othello: a line of moves a game, passes left out, and Black's margin.
    Transcript,
    /// Othello: a WTHOR file.
    Wthor,
    /// Gomoku: a collection of SGF games (GM 4).
    Sgf,
    /// Gomoku: Piskvork's files, one a game.
    Psq,
}

/// Writes the games, in the order of their numbers.
pub fn run(arguments: &ExportArgs) -> Result<()> {
    let mut games = record::read(&arguments.record)?.games;
    games.sort_by_key(|game| game.id);
    let wanted = match arguments.format {
        Format::Pgn => None,
        Format::Transcript | Format::Wthor => Some("othello"),
        Format::Sgf | Format::Psq => Some("gomoku"),
    };
    for game in &games {
        let here = wanted.unwrap_or(&game.variant);
        ensure!(game.variant == here, "game {} is of {}, expected {here}", game.id, game.variant);
    }
    let bytes = match arguments.format {
        Format::Pgn => games.iter().map(pgn::game).collect::<String>().into_bytes(),
        Format::Transcript => othello::transcripts(&games)?.into_bytes(),
        Format::Wthor => othello::wthor(&games)?,
        Format::Sgf => games.iter().map(gomoku::sgf).collect::<Result<String>>()?.into_bytes(),
        Format::Psq => return write_each(arguments, &games),
    };
    match &arguments.out {
        Some(path) => std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display())),
        None => Ok(std::io::stdout().write_all(&bytes)?),
    }
}

/// One file a game: the stem, a hyphen, the number.
fn write_each(arguments: &ExportArgs, games: &[GameRecord]) -> Result<()> {
    let stem = arguments.out.as_ref().context("no file given")?.with_extension("");
    for game in games {
        let path = format!("{}-{}.psq", stem.display(), game.id);
        std::fs::write(&path, gomoku::psq(game)?).with_context(|| format!("cannot write {path}"))?;
    }
    Ok(())
}

/// All moves of a game, those of its opening first, with the milliseconds of those that an engine made.
fn moves(game: &GameRecord) -> impl Iterator<Item = (&str, f64)> {
    let opening = game.opening.moves.iter().map(|mv| (mv.as_str(), 0.0));
    opening.chain(game.moves.iter().map(|mv| (mv.text.as_str(), mv.ms)))
}

/// The position text that a game began with, if not the start position.
fn setup(game: &GameRecord) -> Option<&str> {
    let setup = game.opening.setup.as_str();
    (setup != "startpos").then(|| setup.split_once(' ').map_or(setup, |(_, text)| text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{MoveRecord, OpeningRecord, example};
    use crate::referee::GameResult;

    /// A game with an opening of its first two moves.
    pub fn game(variant: &str, list: &str, result: GameResult) -> GameRecord {
        let all: Vec<String> = list.split_whitespace().map(str::to_string).collect();
        let made = |text: &String| MoveRecord {
            text: text.clone(),
            engine: "a".into(),
            score: None,
            depth: Some(3),
            seldepth: None,
            nodes: None,
            nps: None,
            ms: 12.6,
            engine_ms: None,
        };
        GameRecord {
            opening: OpeningRecord { index: 2, setup: "startpos".into(), moves: all[..2].to_vec() },
            variant: variant.into(),
            moves: all[2..].iter().map(made).collect(),
            final_position: "x2/3/3 o - 5".into(),
            margin: Some(-10),
            started: "2026-01-02T03:04:05Z".into(),
            ..example(4, ["a", "b [old]"], result)
        }
    }

    #[test]
    fn pgn_of_any_game() {
        let text = pgn::game(&game("lgame", "b1c1d1d2 c3a4b4c4+d4b3 b2c2d2d3", GameResult::FirstWins));
        assert!(text.starts_with("[Event \"match\"]\n") && text.contains("[Result \"1-0\"]\n"), "{text}");
        assert!(text.contains("1. b1c1d1d2 c3a4b4c4+d4b3\n2. b2c2d2d3 {3 0.013s}\n1-0\n\n"), "{text}");
    }

    #[test]
    fn othello_in_both_formats() {
        let games = [game("othello", "f5 d6 c3 pass d3", GameResult::SecondWins)];
        assert_eq!(othello::transcripts(&games).expect("fine"), "f5d6c3d3 -10\n");
        let bytes = othello::wthor(&games).expect("fine");
        assert_eq!(bytes.len(), 16 + 68);
        // Number of games, year; Black's discs, then moves as 10 · row + column.
        assert_eq!((&bytes[4..8], &bytes[10..12]), (&[1, 0, 0, 0][..], &2026_u16.to_le_bytes()[..]));
        assert_eq!(bytes[16 + 6], 27);
        assert_eq!(bytes[16 + 8..16 + 14], [56, 64, 33, 34, 0, 0]);
    }

    #[test]
    fn gomoku_in_both_formats() {
        let mut game = game("gomoku", "h8 i9 a1", GameResult::Draw);
        game.final_position = "16/".repeat(15) + "16 o - 3";
        let text = gomoku::sgf(&game).expect("fine");
        assert_eq!(text, "(;FF[4]GM[4]CA[UTF-8]SZ[16]PB[a]PW[b \\[old\\]]RE[Draw];B[hh];W[ii];B[aa])\n");
        let text = gomoku::psq(&game).expect("fine");
        assert_eq!(text, "Piskvorky 16x16, 0:0, 0\n8,8,0\n9,9,0\n1,1,13\na\nb [old]\n-1\n");
        game.opening.setup = "fen x15/".to_string() + &"16/".repeat(14) + "16 o - 1";
        assert!(gomoku::sgf(&game).expect("fine").contains("AB[aa]PL[W];W[hh];B[ii]"));
        assert!(gomoku::psq(&game).is_err());
    }
}
