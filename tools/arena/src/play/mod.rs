//! A game at the terminal: persons, engines, or one of each, as the programs of the four source documents were played.
//!
//! ```text
//! mod ─► table ─► showing, seats ─► language, refusal, played, hints ─► picture, saved, spelling, commands, lines, signals, style
//! ```
//!
//! Must not know: matches, records, statistics.

mod commands;
mod hints;
mod language;
mod lines;
mod picture;
mod played;
mod refusal;
mod saved;
mod seats;
mod showing;
mod signals;
mod spelling;
mod style;
mod table;
mod terminal;

pub use language::Language;

use crate::cli::{engine, rules};
use crate::process::own_engine;
use anyhow::{Result, bail};
use clap::Args;
use lines::Piped;
use played::Played;
use saved::Saved;
use seats::Seat;
use signals::Signals;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use style::Style;
use table::{Console, End, Table};

/// The exit status when a signal ended the game.
const SIGNALLED: u8 = 3;

/// The arguments of `play`.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs {
    /// The game: lgame, rhombus, othello, gomoku.
    #[arg(required_unless_present = "load")]
    pub variant: Option<String>,
    /// Who plays x, the first player: `person`, `engine` (Quartet with a second a move), or an engine in words key=value as
    /// for `match`.
    #[arg(long, num_args = 1.., default_value = "person")]
    pub x: Vec<String>,
    /// Who plays o.
    #[arg(long, num_args = 1.., default_value = "engine")]
    pub o: Vec<String>,
    /// How well engines play that speak UCI or UGI, their option `Skill Level`: 0, a beginner, to 20, full strength.
    #[arg(long, value_name = "0..20", value_parser = clap::value_parser!(u8).range(0..=i64::from(seats::STRONGEST)))]
    pub level: Option<u8>,
    /// An option of the rules, such as BoardSize=15 or Rule=renju.
    #[arg(long = "rules", value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
    /// Begins with this position text.
    #[arg(long)]
    pub position: Option<String>,
    /// Goes on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "position", "rules"])]
    pub load: Option<PathBuf>,
    /// The language of the messages; by default that of the locale.
    #[arg(long, value_enum)]
    pub language: Option<Language>,
    /// Draws x, o and . without colour, even where the terminal has ● and ○. So it is done anyway with NO_COLOR set, outside a
    /// terminal, and in a locale that is not of UTF-8.
    #[arg(long)]
    pub ascii: bool,
}

/// Plays on standard input and output until the person leaves or, between engines, the game is over; the exit status is 3 if a
/// signal ended it.
pub fn start(arguments: &PlayArgs) -> Result<ExitCode> {
    let (game, seats) = prepare(arguments)?;
    let signals = Arc::new(Signals::take_over()?);
    let style = if arguments.ascii { Style::Plain } else { Style::of_output() };
    let texts = language(arguments).texts(style);
    let lines = Box::new(terminal::Standard::open(signals.clone())?);
    let console = Console { lines, signals, style, texts };
    let end = Table::new(game, seats, console, std::io::stdout()).run(Path::new("."))?;
    Ok(if end == End::Signalled { ExitCode::from(SIGNALLED) } else { ExitCode::SUCCESS })
}

/// The same with any input and output, neither of them a terminal.
pub fn run(arguments: &PlayArgs, input: impl BufRead + 'static, output: impl Write) -> Result<()> {
    let (game, seats) = prepare(arguments)?;
    let texts = language(arguments).texts(Style::Plain);
    let signals = Arc::new(Signals::none());
    let console = Console { lines: Box::new(Piped::new(input)), signals, style: Style::Plain, texts };
    Table::new(game, seats, console, output).run(Path::new(".")).map(drop)
}

fn language(arguments: &PlayArgs) -> Language {
    arguments.language.unwrap_or_else(Language::of_locale)
}

/// The game and who plays it.
fn prepare(arguments: &PlayArgs) -> Result<(Played, [Seat; 2])> {
    let saved = match &arguments.load {
        Some(path) => Saved::read(path)?,
        None => Saved {
            variant: arguments.variant.clone().unwrap_or_default(),
            options: rules(&arguments.rules)?,
            setup: arguments.position.clone(),
            moves: Vec::new(),
        },
    };
    let game = Played::open(saved)?;
    let mut seats = [seat(&arguments.x)?, seat(&arguments.o)?];
    // Told before the game, not in the midst of it.
    seats.iter().filter_map(Seat::engine).try_for_each(|engine| engine.launch.check())?;
    if let Some(level) = arguments.level
        && seats.iter_mut().filter_map(|seat| seat.set_level(level).then_some(())).count() == 0
    {
        bail!("--level {level}, but no engine plays whose level can be set");
    }
    Ok((game, seats))
}

/// Who sits where.
fn seat(words: &[String]) -> Result<Seat> {
    match words {
        [word] if word == "person" => Ok(Seat::Person),
        [word] if word == "engine" => {
            let words = [format!("cmd={}", own_engine()), "st=1".into(), "margin=1000".into()];
            Ok(Seat::Waiting(Box::new(engine::read(&words, &[])?)))
        }
        words => Ok(Seat::Waiting(Box::new(engine::read(words, &["margin=1000".into()])?))),
    }
}
