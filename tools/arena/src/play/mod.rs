//! `quartet-arena play`: a game at the terminal between humans, engines, or both.
//!
//! ```text
//! mod ─► session ─► display, player_slot ─► language, illegal_move, undoable_game, hints
//!     ─► board_drawing, saved_game, move_input, commands, input_lines, signals, style
//! ```

mod board_drawing;
mod commands;
mod display;
mod hints;
mod illegal_move;
mod input_lines;
mod language;
mod move_input;
mod player_slot;
mod saved_game;
mod session;
mod signals;
mod style;
mod terminal;
mod undoable_game;

pub use language::Language;

use crate::cli::{engine, rules};
use crate::process::own_engine;
use anyhow::{Result, bail};
use clap::Args;
use input_lines::Piped;
use player_slot::PlayerSlot;
use quartet_records::formats::saved_game::SavedGame;
use session::{Console, End, PlaySession};
use signals::Signals;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use style::Style;
use undoable_game::UndoableGame;

/// The exit status if a signal ended the game.
const SIGNALLED: u8 = 3;

/// The arguments of `play`.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs {
    /// The game: lgame, rhombus, othello, gomoku.
    #[arg(required_unless_present = "load")]
    pub variant: Option<String>,
    /// The player of x, the first player: `person`, `engine` (Quartet with a second for each move), or an engine as
    /// words key=value, as in `match`.
    #[arg(long, num_args = 1.., default_value = "person")]
    pub x: Vec<String>,
    /// The player of o.
    #[arg(long, num_args = 1.., default_value = "engine")]
    pub o: Vec<String>,
    /// The option `Skill Level` of engines that speak UCI or UGI: 0 (a beginner) to 20 (full strength).
    #[arg(long, value_name = "0..20", value_parser = clap::value_parser!(u8).range(0..=i64::from(player_slot::STRONGEST)))]
    pub level: Option<u8>,
    /// An option of the rules, such as BoardSize=15 or Rule=renju.
    #[arg(long = "rules", value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
    /// Start from this position text.
    #[arg(long)]
    pub position: Option<String>,
    /// Resume a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "position", "rules"])]
    pub load: Option<PathBuf>,
    /// The language of the messages; by default that of the locale.
    #[arg(long, value_enum)]
    pub language: Option<Language>,
    /// Draw x, o and . without colour, even where the terminal has ● and ○. This is the default with NO_COLOR set,
    /// outside a terminal, and in a locale other than UTF-8.
    #[arg(long)]
    pub ascii: bool,
}

/// Plays on standard input and output until a player leaves or, between engines, the game is over. The exit status is
/// 3 if a signal ended it.
pub fn start(arguments: &PlayArgs) -> Result<ExitCode> {
    let (game, players) = prepare(arguments)?;
    let signals = Arc::new(Signals::take_over()?);
    let style = if arguments.ascii { Style::Plain } else { Style::of_output() };
    let texts = language(arguments).texts(style);
    let lines = Box::new(terminal::Standard::open(signals.clone())?);
    let console = Console { lines, signals, style, texts };
    let end = PlaySession::new(game, players, console, std::io::stdout()).run(Path::new("."))?;
    Ok(if end == End::Signalled { ExitCode::from(SIGNALLED) } else { ExitCode::SUCCESS })
}

/// Plays on any input and output that is not a terminal.
pub fn run(arguments: &PlayArgs, input: impl BufRead + 'static, output: impl Write) -> Result<()> {
    let (game, players) = prepare(arguments)?;
    let texts = language(arguments).texts(Style::Plain);
    let signals = Arc::new(Signals::none());
    let console = Console { lines: Box::new(Piped::new(input)), signals, style: Style::Plain, texts };
    PlaySession::new(game, players, console, output).run(Path::new(".")).map(drop)
}

fn language(arguments: &PlayArgs) -> Language {
    arguments.language.unwrap_or_else(Language::of_locale)
}

/// The game and its players.
fn prepare(arguments: &PlayArgs) -> Result<(UndoableGame, [PlayerSlot; 2])> {
    let saved = match &arguments.load {
        Some(path) => saved_game::read(path)?,
        None => SavedGame {
            variant: arguments.variant.clone().unwrap_or_default(),
            options: rules(&arguments.rules)?,
            setup: arguments.position.clone(),
            moves: Vec::new(),
        },
    };
    let game = UndoableGame::open(saved)?;
    let mut players = [slot(&arguments.x)?, slot(&arguments.o)?];
    // A missing engine is an error before the game, not during it.
    players.iter().filter_map(PlayerSlot::engine).try_for_each(|engine| engine.launch.check())?;
    if let Some(level) = arguments.level
        && players.iter_mut().filter_map(|slot| slot.set_level(level).then_some(())).count() == 0
    {
        bail!("--level {level}, but no engine plays whose level can be set");
    }
    Ok((game, players))
}

/// The player that these words describe.
fn slot(words: &[String]) -> Result<PlayerSlot> {
    match words {
        [word] if word == "person" => Ok(PlayerSlot::Human),
        [word] if word == "engine" => {
            let words = [format!("cmd={}", own_engine()), "st=1".into(), "margin=1000".into()];
            Ok(PlayerSlot::NotStarted(Box::new(engine::read(&words, &[])?)))
        }
        words => Ok(PlayerSlot::NotStarted(Box::new(engine::read(words, &["margin=1000".into()])?))),
    }
}
