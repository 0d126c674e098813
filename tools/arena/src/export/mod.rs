//! `export`: the games of a record in the formats of other programs.
//!
//! Games that a format cannot represent are left out, with a message on stderr.

mod ending;
mod game;
mod gomoku;
mod othello;
mod pgn;
#[cfg(test)]
mod tests;

use crate::record::{self, GameRecord};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use game::{Game, Rules};
use quartet_files::{Output, is_same_file};
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The arguments of `export`.
#[derive(Args, Clone, Debug)]
pub struct ExportArgs {
    /// The record of a match.
    pub record: PathBuf,
    /// The format.
    #[arg(long, value_enum)]
    pub format: Format,
    /// The file to write (for `psq` the beginning of the name of each game's file); by default the standard output. An
    /// existing file is overwritten only if it is an earlier export of the same format, and never if it is the record
    /// itself.
    #[arg(long, value_name = "FILE", required_if_eq("format", "psq"))]
    pub out: Option<PathBuf>,
    /// Overwrite any other file as well.
    #[arg(long)]
    pub force: bool,
}

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Text similar to PGN for chess, for all variants.
    Pgn,
    /// Othello: a line of moves without passes for each game, and Black's margin, or `-` if the discs were not counted.
    Transcript,
    /// Othello: a WTHOR file of the games that ended with a count of discs; the format has no other endings.
    Wthor,
    /// Gomoku: a collection of SGF games (GM 4).
    Sgf,
    /// Gomoku: a Piskvork file for each game.
    Psq,
}

impl Format {
    /// The variant of the format; `None` for all variants.
    fn variant(self) -> Option<&'static str> {
        match self {
            Format::Pgn => None,
            Format::Transcript | Format::Wthor => Some("othello"),
            Format::Sgf | Format::Psq => Some("gomoku"),
        }
    }

    /// A game in this format; the error says why it cannot be represented.
    fn game(self, game: &Game<'_>) -> Result<Vec<u8>> {
        let variant = &game.record.variant;
        ensure!(self.variant().is_none_or(|wanted| wanted == variant), "of another variant, {variant}");
        match self {
            Format::Pgn => Ok(pgn::game(game).into_bytes()),
            Format::Transcript => othello::transcript(game).map(String::into_bytes),
            Format::Wthor => othello::wthor_game(game),
            Format::Sgf => gomoku::sgf(game).map(String::into_bytes),
            Format::Psq => gomoku::psq(game).map(String::into_bytes),
        }
    }

    /// The text before these games.
    fn head(self, games: &[Exported<'_>]) -> Vec<u8> {
        match self {
            Format::Wthor => {
                let date = games.first().map_or("", |exported| exported.game.started.as_str());
                othello::wthor_head(games.len() as u32, date)
            }
            _ => Vec::new(),
        }
    }

    /// Whether this is the content of a file in this format that was written by this program.
    fn is_own(self, content: &[u8]) -> bool {
        let is_text = |is_own: fn(&str) -> bool| std::str::from_utf8(content).is_ok_and(is_own);
        match self {
            Format::Pgn => is_text(pgn::is_own),
            Format::Transcript => is_text(othello::is_own_transcripts),
            Format::Wthor => othello::is_own_wthor(content),
            Format::Sgf => is_text(gomoku::is_own_sgf),
            Format::Psq => is_text(gomoku::is_own_psq),
        }
    }
}

/// An exported game.
struct Exported<'a> {
    game: &'a GameRecord,
    content: Vec<u8>,
}

/// The numbers of the games that are left out, by reason.
type LeftOut = BTreeMap<String, Vec<u64>>;

/// Writes the games, in the order of their numbers.
pub fn run(arguments: &ExportArgs) -> Result<()> {
    let ExportArgs { record, format, out, force } = arguments;
    let mut games = record::read(record)?.games;
    games.sort_by_key(|game| game.id);
    if let (Some(wanted), Some(game)) = (format.variant(), games.first())
        && games.iter().all(|game| game.variant != wanted)
    {
        bail!("{} holds games of {}, expected {wanted} for this format", record.display(), game.variant);
    }
    let (exported, left_out) = convert(*format, &games);
    let output = Output {
        kind: "earlier export in this format",
        is_own: &|content| format.is_own(content),
        force: Some(*force),
        sources: std::slice::from_ref(record),
    };
    match (out, format) {
        (Some(stem), Format::Psq) => write_each(&output, stem, &exported)?,
        (Some(path), _) => output.write(path, &whole(*format, &exported))?,
        (None, _) => print(record, &whole(*format, &exported))?,
    }
    report_left_out(&left_out, games.len());
    Ok(())
}

/// All games that can be exported, and the reasons why others cannot.
fn convert(format: Format, games: &[GameRecord]) -> (Vec<Exported<'_>>, LeftOut) {
    let (mut exported, mut left_out) = (Vec::new(), LeftOut::new());
    let mut rules = Rules::default();
    for game in games {
        match rules.game(game).and_then(|played| format.game(&played)) {
            Ok(content) => exported.push(Exported { game, content }),
            Err(why) => left_out.entry(format!("{why:#}")).or_default().push(game.id),
        }
    }
    (exported, left_out)
}

/// The content of one file for all games.
fn whole(format: Format, exported: &[Exported<'_>]) -> Vec<u8> {
    let games = exported.iter().flat_map(|exported| &exported.content).copied();
    format.head(exported).into_iter().chain(games).collect()
}

/// Writes a file for each game, named by the stem, a hyphen and the number. None is written unless all can be.
fn write_each(output: &Output<'_>, stem: &Path, exported: &[Exported<'_>]) -> Result<()> {
    let stem = stem.with_extension("");
    let path = |game: &GameRecord| PathBuf::from(format!("{}-{}.psq", stem.display(), game.id));
    exported.iter().try_for_each(|exported| output.check(&path(exported.game)))?;
    exported.iter().try_for_each(|exported| output.write(&path(exported.game), &exported.content))
}

/// Writes to stdout, unless that is the record itself.
fn print(record: &Path, content: &[u8]) -> Result<()> {
    ensure!(!is_same_file(Path::new("/dev/stdout"), record), "the standard output is {} itself", record.display());
    match std::io::stdout().write_all(content) {
        // A closed stdout, as by `head`, is not an error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write the standard output"),
        _ => Ok(()),
    }
}

/// Reports which games were left out, and why.
fn report_left_out(left_out: &LeftOut, games: usize) {
    /// The maximum number of games that are listed by number.
    const LISTED: usize = 10;
    for (why, ids) in left_out {
        let listed: Vec<String> = ids.iter().take(LISTED).map(u64::to_string).collect();
        let more = ids.len().saturating_sub(LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        eprintln!("left out {} of {games} games ({}{more}): {why}", ids.len(), listed.join(", "));
    }
}
