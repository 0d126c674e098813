//! One generation of weights: games of the engine against itself, and what shapes are worth by their results.

use super::{games, read, shape_examples, shape_trainer};
use crate::output::{FileKind, OutputFile};
use crate::progress::Log;
use anyhow::Result;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use quartet::game::Side;
use quartet::games::gomoku::evaluation::network::Network;
use quartet::games::gomoku::threats::weights::{ROLES, Weights, role};
use quartet::games::gomoku::{Rule, Tables};
use std::path::PathBuf;
use std::sync::Arc;

const SIDES: [Side; 2] = [Side::X, Side::O];

/// What is made.
const WEIGHTS: FileKind = FileKind { name: "file of Gomoku weights", is_own: |content| Weights::read(content).is_ok() };

/// What a generation is made with.
#[derive(Args)]
pub(crate) struct Settings {
    /// The weights that play the games; without, hand-written ones.
    #[arg(long)]
    from: Option<PathBuf>,
    /// A network that plays the games together with the weights; without, the weights alone.
    #[arg(long)]
    network: Option<PathBuf>,
    /// Where games and the log are kept; a run that was interrupted goes on from there.
    #[arg(long)]
    folder: PathBuf,
    /// Folders of earlier runs whose games are learned from, too.
    #[arg(long, num_args = 1..)]
    also: Vec<PathBuf>,
    #[command(flatten)]
    out: OutputFile,
    /// Rules to play: freestyle, standard, renju.
    #[arg(long, value_delimiter = ',', default_value = "freestyle,standard,renju")]
    rules: Vec<games::RuleName>,
    /// Games under each rule.
    #[arg(long, default_value_t = 6000)]
    games: usize,
    /// Nodes a move.
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// Steps through all positions.
    #[arg(long, default_value_t = 12)]
    epochs: usize,
    /// Share of the game's result in what the value should be; the rest is the search's score.
    #[arg(long, default_value_t = 0.6)]
    result: f32,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = 2, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    threads: usize,
}

/// Runs a generation.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&WEIGHTS, &[&settings.from, &settings.network])?;
    let log = Log::begin(&settings.folder)?;
    let first = settings.from.as_ref().map(|file| read(file, Weights::read)).transpose()?;
    let first = first.unwrap_or_else(Weights::untrained);
    let network = settings.network.as_ref().map(|file| read(file, Network::read)).transpose()?;
    let tables = Arc::new(Tables::new(first.clone(), network));
    let mut learners: [shape_trainer::Learner; ROLES] =
        std::array::from_fn(|role| shape_trainer::Learner::new(first.of(role)));
    let rules = || settings.rules.iter().map(|&name| Rule::from(name));
    for rule in rules() {
        let source = games::Source { rule, nodes: settings.nodes, seed: settings.seed, threads: settings.threads };
        let mut games = source.games(&tables, settings.games, &settings.folder)?;
        for folder in &settings.also {
            games.extend(games::finished(rule, folder)?);
        }
        let examples: Vec<_> = games.iter().flat_map(|game| shape_examples::examples(game, settings.result)).collect();
        log.line(&format!("{rule:?}: {} games, {} positions", games.len(), examples.len()))?;
        shape_trainer::fit(&mut learners, &examples, settings.epochs, settings.seed, &log)?;
    }
    // In a first generation, what nobody has played takes over what was learned of the first rule.
    if let (None, Some(first)) = (&settings.from, rules().next()) {
        let played = |wanted: usize| rules().any(|rule| SIDES.iter().any(|&side| role(rule, side) == wanted));
        for other in (0..ROLES).filter(|&role| !played(role)) {
            learners[other] = learners[role(first, Side::O)].clone();
        }
    }
    let weights = Weights::new(learners.map(|learner| learner.rounded()));
    settings.out.write(&WEIGHTS, &weights.write())
}
