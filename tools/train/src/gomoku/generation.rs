//! The command `gomoku generation`: plays games and trains the weights of shapes on them.

use super::games::{self, RuleName};
use super::self_play::{self, SelfPlay};
use super::shape_examples;
use super::shape_trainer::{self, ShapeTrainer};
use crate::output::{FileKind, OutputFile};
use crate::progress::Log;
use crate::shards;
use crate::weight_file::read;
use anyhow::Result;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use quartet::game::Side;
use quartet::games::gomoku::evaluation::network::Network;
use quartet::games::gomoku::evaluation::policy::PolicyNetwork;
use quartet::games::gomoku::threats::weights::{RULE_SIDES, ShapeWeights, rule_side};
use quartet::games::gomoku::{Rule, Tables};
use std::path::PathBuf;
use std::sync::Arc;

const SIDES: [Side; 2] = [Side::X, Side::O];

const WEIGHTS: FileKind =
    FileKind { name: "file of Gomoku weights", is_own: |content| ShapeWeights::read(content).is_ok() };

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Weights that play the games and that training starts from; by default hand-written ones.
    #[arg(long = "from")]
    initial: Option<PathBuf>,
    /// A network that plays the games together with the weights; by default the weights play alone.
    #[arg(long)]
    network: Option<PathBuf>,
    /// A policy network that orders the moves of these games; by default the weights do.
    #[arg(long, requires = "network")]
    policy: Option<PathBuf>,
    /// Folder for the log and the games, from which an interrupted run resumes.
    #[arg(long)]
    folder: PathBuf,
    /// Folders of earlier runs whose games are also trained on.
    #[arg(long = "also", num_args = 1..)]
    earlier: Vec<PathBuf>,
    #[command(flatten)]
    out: OutputFile,
    /// Rules to play and train, in this order: freestyle, standard, renju.
    #[arg(long, value_delimiter = ',', default_value = "freestyle,standard,renju")]
    rules: Vec<RuleName>,
    /// Number of games for each rule.
    #[arg(long, default_value_t = 6000)]
    games: usize,
    /// Nodes searched for a move.
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// Number of passes over all positions.
    #[arg(long, default_value_t = 12)]
    epochs: usize,
    /// Weight of the game result in the target of the evaluation, from 0 to 1; the search score has the remaining
    /// weight.
    #[arg(long, alias = "result", default_value_t = 0.6)]
    result_weight: f32,
    #[command(flatten)]
    shards: shards::Settings,
    /// Seed of the random number generator.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads.
    #[arg(long, default_value_t = 2, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    threads: usize,
}

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let shard = settings.shards.shard()?;
    settings.out.check(&WEIGHTS, &[&settings.initial, &settings.network, &settings.policy])?;
    let log = Log::open(&settings.folder)?;
    let initial = settings.initial.as_ref().map(|file| read(file, ShapeWeights::read)).transpose()?;
    let initial = initial.unwrap_or_else(ShapeWeights::untrained);
    let network = settings.network.as_ref().map(|file| read(file, Network::read)).transpose()?;
    let policy = settings.policy.as_ref().map(|file| read(file, PolicyNetwork::read)).transpose()?;
    let tables = Arc::new(Tables::new(initial.clone(), network, policy));
    let rules = || settings.rules.iter().map(|&name| Rule::from(name));
    let self_play = |rule| {
        let Settings { nodes, seed, threads, .. } = *settings;
        SelfPlay { rule, nodes, seed, threads }
    };
    for rule in rules() {
        self_play(rule).play_missing(&tables, settings.games, &settings.folder, shard)?;
    }
    if let Some(shard) = shard {
        return log.write_line(&format!("shard {shard} of the games is complete"));
    }
    let mut trainers: [ShapeTrainer; RULE_SIDES] =
        std::array::from_fn(|rule_side| ShapeTrainer::new(initial.of(rule_side)));
    for rule in rules() {
        let mut games = self_play::read(rule, settings.games, &settings.folder)?;
        for folder in &settings.earlier {
            games.extend(games::read_all(rule, folder)?);
        }
        let examples: Vec<_> =
            games.iter().flat_map(|game| shape_examples::examples(game, settings.result_weight)).collect();
        log.write_line(&format!("{rule:?}: {} games, {} positions", games.len(), examples.len()))?;
        shape_trainer::fit(&mut trainers, &examples, settings.epochs, settings.seed, &log)?;
    }
    // Without initial weights, rule sides that were not trained copy those of the first rule.
    if let (None, Some(first)) = (&settings.initial, rules().next()) {
        let is_trained = |wanted: usize| rules().any(|rule| SIDES.iter().any(|&side| rule_side(rule, side) == wanted));
        for other in (0..RULE_SIDES).filter(|&rule_side| !is_trained(rule_side)) {
            trainers[other] = trainers[rule_side(first, Side::O)].clone();
        }
    }
    let weights = ShapeWeights::new(trainers.map(|trainer| trainer.quantised()));
    settings.out.write(&WEIGHTS, &weights.write())
}
