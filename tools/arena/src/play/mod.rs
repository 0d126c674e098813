//! A game at the terminal: persons, engines, or one of each, as the programs of the four source documents were played.
//!
//! Must not know: matches, records, statistics.

mod commands;
mod hints;
mod messages;
mod saved;
mod table;

pub use messages::Language;

use crate::cli::{engine, rules};
use crate::fault::Cancel;
use crate::process::own_engine;
use crate::referee::referee;
use anyhow::Result;
use clap::Args;
use quartet::engine::Setup;
use saved::Saved;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use table::{Seat, Table};

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
    /// An option of the rules, such as BoardSize=15 or Rule=renju.
    #[arg(long = "rules", value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
    /// Begins with this position text.
    #[arg(long)]
    pub position: Option<String>,
    /// Goes on with a saved game.
    #[arg(long, conflicts_with_all = ["variant", "position", "rules"])]
    pub load: Option<PathBuf>,
    /// The language of the messages; by default that of the locale.
    #[arg(long, value_enum)]
    pub language: Option<Language>,
}

/// Plays until the person leaves or, between engines, the game is over.
pub fn run(arguments: &PlayArgs, input: impl BufRead, output: impl Write) -> Result<()> {
    let saved = match &arguments.load {
        Some(path) => Saved::read(path)?,
        None => Saved {
            variant: arguments.variant.clone().unwrap_or_default(),
            options: rules(&arguments.rules)?,
            setup: arguments.position.clone(),
            moves: Vec::new(),
        },
    };
    let mut referee = referee(&saved.variant, &saved.options)?;
    let setup = saved.setup.clone().map_or(Setup::Start, Setup::Text);
    referee.begin(&setup, &saved.moves)?;
    let language = arguments.language.unwrap_or_else(Language::of_locale);
    let seats = [seat(&arguments.x)?, seat(&arguments.o)?];
    Table::new(referee, saved, seats, language, input, output).run(&Cancel::default())
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
