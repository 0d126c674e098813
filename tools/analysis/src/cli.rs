//! The command line.

use crate::game_analysis::GameAnalyst;
use crate::settings::{Limit, Settings};
use crate::table;
use anyhow::{Context, Result};
use clap::{Args, Parser};
use quartet::search::stop::StopToken;
use quartet_records::{Hints, read};
use std::path::PathBuf;

/// Analyses whole games.
#[derive(Parser, Debug)]
#[command(name = "quartet-analysis", version, about)]
pub struct Arguments {
    /// Files of games.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// JSON instead of tables, a line for each game.
    #[arg(long)]
    pub json: bool,
}

/// How deeply positions are searched.
#[derive(Args, Clone, Debug)]
pub struct SearchArguments {
    /// Plies.
    #[arg(long, group = "limit", value_name = "PLIES", value_parser = clap::value_parser!(u64).range(1..=127))]
    pub depth: Option<u64>,
    /// Milliseconds.
    #[arg(long, group = "limit", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub movetime: Option<u64>,
    /// Nodes.
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Othello: solve positions with at most this many empty squares.
    #[arg(long, value_name = "EMPTIES", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact: u32,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=512))]
    pub threads: u64,
    /// The size of the hash table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub hash: u64,
}

impl SearchArguments {
    /// The settings; without a limit, positions are searched 16 plies deep.
    pub fn settings(&self) -> Settings {
        let limit = match (self.depth, self.movetime, self.nodes) {
            (_, Some(milliseconds), _) => Limit::Movetime(milliseconds),
            (_, _, Some(nodes)) => Limit::Nodes(nodes),
            (depth, ..) => Limit::Depth(depth.unwrap_or(16)),
        };
        Settings { limit, exact_empties: self.exact, threads: self.threads as usize, hash: self.hash as usize }
    }
}

/// Runs the program.
pub fn run(arguments: &Arguments) -> Result<()> {
    let settings = arguments.search.settings();
    let hints = Hints::default();
    for path in &arguments.files {
        let content = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        for (index, game) in read(quartet_records::Format::Transcript, &content, &hints).enumerate() {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    eprintln!("{}: {error}", path.display());
                    continue;
                }
            };
            let mut analyst = GameAnalyst::new(&game, &settings, StopToken::default())?;
            let name = path.display().to_string();
            if let Some(report) = analyst.analyse(&name, index + 1, &game, &mut || {})? {
                if arguments.json {
                    println!("{}", serde_json::to_string(&report)?);
                } else {
                    println!("{}", table::game(&report));
                }
            }
        }
    }
    Ok(())
}
