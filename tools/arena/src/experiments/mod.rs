//! The experiments of the source documents, played again by engine processes.
//!
//! Must not know: how games are played, how pictures are drawn.

mod contest;
mod fallible;
mod judge;
mod ladder;
mod progress;
mod school;
mod series;
mod share;
mod solved;
mod tune;

use crate::limits::Limits;
use crate::process::Launch;
use crate::settings::{EngineSettings, Protocol};
use anyhow::Result;
use clap::{Args, Subcommand};
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

/// What is played.
#[derive(Subcommand, Clone, Debug)]
enum Experiment {
    /// The five experiments of the school report on Othello: one-ply players with different weights, the first named Black.
    School,
    /// The claims of the papers on the L-Game and 斜方棋: what perfect play achieves against itself and against players who
    /// see 0, 2 and 4 plies.
    Solved(SolvedArgs),
    /// Weights that learn: Othello's one-ply players with one, three and six stages tuned in games against themselves, and what
    /// they then achieve against `staged`, the best player of the school report.
    Tune(TuneArgs),
    /// Stronger must come out stronger: players by lot, without search, and searching 1, 2, 4, 6 plies, all against all, with
    /// ratings; in lgame and rhombus the table judges every move.
    Ladder {
        /// The game.
        variant: String,
        /// Search depths in plies.
        #[arg(long, value_delimiter = ',', default_value = "1,2,4,6")]
        depths: Vec<u32>,
    },
}

/// What all experiments are told.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The engine; by default the program `quartet` beside this one.
    #[arg(long, global = true)]
    engine: Option<String>,
    /// Games of each experiment or pairing.
    #[arg(long, global = true, default_value_t = 1000)]
    games: u64,
    /// Seed of all lots.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Games played at once.
    #[arg(long, global = true, default_value = "1")]
    concurrency: NonZeroUsize,
    /// A folder for pictures; without it none are drawn.
    #[arg(long, global = true)]
    plots: Option<PathBuf>,
    /// Write over files in that folder that are no earlier plots, too.
    #[arg(long, global = true)]
    force: bool,
}

/// Carries an experiment out and prints its table.
pub fn run(arguments: &ExperimentArgs) -> Result<()> {
    match &arguments.experiment {
        Experiment::School => school::run(&arguments.common),
        Experiment::Solved(who) => solved::run(who, &arguments.common),
        Experiment::Tune(tuning) => tune::run(tuning, &arguments.common),
        Experiment::Ladder { variant, depths } => ladder::run(variant, depths, &arguments.common),
    }
}

impl Common {
    /// The engine under a name, with options, looking `depth` plies ahead.
    fn engine(&self, name: &str, options: &[(&str, &str)], depth: u32) -> EngineSettings {
        let program = self.engine.clone().unwrap_or_else(crate::process::own_engine);
        EngineSettings {
            name: name.into(),
            protocol: Protocol::Uci,
            launch: Launch { program, ..Launch::default() },
            options: options.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            limits: Limits { depth: Some(depth), ..Limits::default() },
        }
    }

    /// A seed for one player of one game, a value of option `Seed`: never 0, which would be another one every time.
    fn lot(&self, game: u64, player: u64) -> u64 {
        let mixed = quartet::random::mix(self.seed.wrapping_mul(0x1_0000_0001).wrapping_add(2 * game + player));
        1 + mixed % ((1 << 31) - 1)
    }
}
