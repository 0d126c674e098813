//! The command `gomoku prediction`: measures how well the scores of searches predict the results of games.
//!
//! Positions are drawn from records of games and searched by engines through their protocols, each with limits of its
//! own. A score is converted into an expected result by a logistic function whose scale is fitted for each engine, and
//! compared with the result of the game: the mean squared error is the Brier score ("Verification of forecasts
//! expressed in terms of probability", 1950). Unlike held-out errors of labels that the engine's own searches have
//! given, it does not reward an evaluation for agreeing with itself.

mod positions;
mod report;
mod scores;
mod statistics;

use crate::progress::Log;
use crate::shards;
use anyhow::{Result, bail, ensure};
use clap::builder::RangedU64ValueParser;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use quartet_arena::cli::engine;
use quartet_arena::settings::EngineSettings;
use scores::Scores;
use std::path::PathBuf;

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Folder for the positions, the scores and the log, from which an interrupted run resumes. Further engines may be
    /// added to it later.
    #[arg(long)]
    folder: PathBuf,
    #[command(flatten)]
    positions: positions::Settings,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    shards: shards::Settings,
    /// Number of engines that search at the same time.
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    threads: usize,
}

/// The engines of the command line.
struct Engines(Vec<EngineSettings>);

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let help = format!(
            "An engine with its limits, in words as for `quartet-arena match`, such as `name=a cmd=target/release/quartet \
             nodes=50000`; once for each engine, the first of which the others are compared with. Words: {}",
            engine::KEYS
        );
        let words = clap::Arg::new("engine").long("engine").value_name("KEY=VALUE").num_args(1..).help(help);
        command.arg(words.action(ArgAction::Append).required(true))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(found: &ArgMatches) -> Result<Self, clap::Error> {
        let read = |words: &Vec<String>| engine::read(words, &[]);
        let engines = engine::groups(found).iter().map(read).collect::<Result<_>>();
        engines
            .map(Engines)
            .map_err(|error| clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{error:#}\n")))
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(found)?;
        Ok(())
    }
}

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let engines = &settings.engines.0;
    check(engines)?;
    let shard = settings.shards.shard()?;
    let log = Log::open(&settings.folder)?;
    let positions = settings.positions.draw(&settings.folder, &log)?;
    let scores = Scores { folder: &settings.folder, positions: &positions };
    scores.measure(engines, shard, settings.threads)?;
    if let Some(shard) = shard {
        return log.write_line(&format!("shard {shard}: done"));
    }
    let found = engines.iter().map(|engine| scores.read(engine)).collect::<Result<Vec<_>>>()?;
    let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
    log.write_line(report::report(&names, &positions, &found).trim_end())
}

/// Fails if two engines have the same name, a name cannot be that of a folder, or an engine has no limit.
fn check(engines: &[EngineSettings]) -> Result<()> {
    for (index, EngineSettings { name, limits, launch, .. }) in engines.iter().enumerate() {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.+".contains(letter);
        if !name.chars().all(is_plain) || name.starts_with('.') {
            bail!("engine '{name}', expected a name of letters, digits and -_.+");
        }
        ensure!(engines[..index].iter().all(|other| other.name != *name), "two engines have the name '{name}'");
        let has_limit = limits.nodes.is_some() || limits.depth.is_some() || limits.movetime.is_some();
        // Engines of some protocols take their limits as arguments only.
        ensure!(
            has_limit || limits.clock.is_some() || !launch.arguments.is_empty(),
            "engine '{name}' has no limit, expected nodes=N, depth=N or movetime=MS"
        );
    }
    Ok(())
}
