//! The experiments of the source documents, reproduced with engine processes, and a simulation of sequential tests.

mod experiment_record;
mod fallible;
mod ladder;
mod move_accuracy;
mod order;
mod progress;
mod proportion;
mod round_robin;
mod school_report;
mod series;
mod solved;
mod tune;

use crate::fault::Cancel;
use crate::limits::Limits;
use crate::process::Launch;
use crate::record::Header;
use crate::settings::{EngineSettings, MatchSettings, Protocol};
use anyhow::Result;
use clap::{Args, Subcommand};
use experiment_record::ExperimentRecord;
use order::OrderArgs;
use quartet_interrupt::{SignalWatch, resume_hint};
use quartet_plots::Chart;
use serde::Serialize;
use solved::SolvedArgs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tune::TuneArgs;

/// The arguments of `experiments`.
#[derive(Args, Clone, Debug)]
pub struct ExperimentArgs {
    #[command(subcommand)]
    experiment: Experiment,
    #[command(flatten)]
    common: Common,
}

/// The experiment.
#[derive(Subcommand, Clone, Debug)]
enum Experiment {
    #[command(flatten)]
    Played(Played),
    /// Whether the order in which pairs are judged bends a sequential test: simulated matches between equal engines
    /// with many workers, whose pairs are judged as they end, or in the order of their numbers. No engine is needed.
    Order(OrderArgs),
}

/// An experiment whose games are played by engines.
#[derive(Subcommand, Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Played {
    /// The five experiments of the school report on Othello: one-ply players with different weights, of which the first
    /// one plays Black.
    School,
    /// The claims of the papers on the L-Game and 斜方棋: perfect play against itself and against players that see 0, 2
    /// and 4 plies ahead.
    Solved(SolvedArgs),
    /// Learned weights: Othello's one-ply players with one, three and six stages are tuned in self-play and then play
    /// against `staged`, the best player of the school report.
    Tune(TuneArgs),
    /// The strength ladder: a round robin between players that move at random, do not search, and search 1, 2, 4 and 6
    /// plies, with ratings; in lgame and rhombus also the accuracy of moves by the table.
    Ladder {
        /// The game.
        variant: String,
        /// Search depths in plies.
        #[arg(long, value_delimiter = ',', default_value = "1,2,4,6")]
        depths: Vec<u32>,
    },
}

/// Options of all experiments.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The engine: a file, or a command line with quotes as in a shell; by default the program `quartet` next to this
    /// one.
    #[arg(long, value_name = "CMD", global = true, value_parser = Launch::from_command_line)]
    engine: Option<Launch>,
    /// Games of each experiment or pairing.
    #[arg(long, global = true, default_value_t = 1000)]
    games: u64,
    /// Seed of all random numbers.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Games played at once.
    #[arg(long, global = true, default_value = "1")]
    concurrency: NonZeroUsize,
    /// A folder for plots, as SVG and PNG; without it none are drawn.
    #[arg(long, value_name = "DIR", global = true)]
    plots: Option<PathBuf>,
    /// Overwrite any other file in that folder as well.
    #[arg(long, global = true)]
    force: bool,
    /// The record: one line of JSON for each game, as in a match.
    #[arg(long, value_name = "FILE", global = true)]
    out: Option<PathBuf>,
    /// Resume the record, if there is one.
    #[arg(long, global = true)]
    resume: bool,
}

/// Runs an experiment and prints its table.
pub fn run(arguments: &ExperimentArgs) -> Result<()> {
    match &arguments.experiment {
        Experiment::Played(experiment) => play(experiment, &arguments.common),
        Experiment::Order(order) => order::run(order, &arguments.common),
    }
}

/// Plays the games of an experiment.
fn play(experiment: &Played, common: &Common) -> Result<()> {
    let engine = common.engine("engine", &[], 1);
    engine.launch.check()?;
    let settings = MatchSettings {
        variant: experiment.variant().into(),
        engines: vec![engine],
        games: common.games,
        ..MatchSettings::default()
    };
    let parameters = serde_json::json!({"games": common.games, "seed": common.seed, "what": experiment});
    let header = Header { experiment: Some(parameters), ..Header::new(settings, &[]) };
    let cancel = Cancel::default();
    let message = format!("interrupted before the first game\n{}", resume_hint(common.out.as_deref()));
    let watch = SignalWatch::new(cancel.canceller(), message)?;
    let record = &mut ExperimentRecord::open(common.out.as_deref(), common.resume, &header, &cancel)?;
    watch.job_started();
    match experiment {
        Played::School => school_report::run(common, record),
        Played::Solved(who) => solved::run(who, common, record),
        Played::Tune(tuning) => tune::run(tuning, common, record),
        Played::Ladder { variant, depths } => ladder::run(variant, depths, common, record),
    }
}

impl Played {
    /// The game; the first one if there are several.
    fn variant(&self) -> &str {
        match self {
            Played::School | Played::Tune(_) => "othello",
            Played::Solved(_) => solved::VARIANTS[0],
            Played::Ladder { variant, .. } => variant,
        }
    }
}

impl Common {
    /// The engine with a name, options and a search depth in plies.
    fn engine(&self, name: &str, options: &[(&str, &str)], depth: u32) -> EngineSettings {
        let own = || Launch { program: crate::process::own_engine(), ..Launch::default() };
        EngineSettings {
            name: name.into(),
            protocol: Protocol::Uci,
            launch: self.engine.clone().unwrap_or_else(own),
            options: options.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            limits: Limits { depth: Some(depth), ..Limits::default() },
            ponder: false,
        }
    }

    /// Fails if a plot of one of these names would overwrite a file that is no plot. Call it before any game is played.
    fn check_plots(&self, names: &[String]) -> Result<()> {
        let Some(folder) = &self.plots else { return Ok(()) };
        names.iter().try_for_each(|name| quartet_plots::check(&folder.join(name), self.force))
    }

    /// Draws a plot, if plots were requested.
    fn plot(&self, name: &str, chart: &Chart) -> Result<()> {
        let Some(folder) = &self.plots else { return Ok(()) };
        quartet_plots::save(chart, &folder.join(name), self.force).map(drop)
    }

    /// The value of option `Seed` for a player in a game: from 1 to 2³¹ - 1, since 0 means a different seed every time.
    fn player_seed(&self, game: u64, player: u64) -> u64 {
        let mixed = quartet::random::mix(self.seed.wrapping_mul(0x1_0000_0001).wrapping_add(2 * game + player));
        1 + mixed % ((1 << 31) - 1)
    }
}
