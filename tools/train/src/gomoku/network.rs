//! The command `gomoku network`: trains a network that corrects given weights, on the games of `gomoku generation`.

use super::games::{self, RuleName};
use super::network_examples::{NetworkExample, NetworkExamples};
use super::network_trainer::{NetworkTrainer, Parameter};
use crate::output::{FileKind, OutputFile};
use crate::progress::{Log, progress_bar};
use crate::records::{load, save};
use crate::shuffle::shuffle;
use crate::weight_file::read;
use anyhow::{Result, ensure};
use clap::Args;
use quartet::game::Side;
use quartet::games::gomoku::Rule;
use quartet::games::gomoku::evaluation::network::Network;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::threats::weights::{ShapeWeights, rule_side};
use quartet::random::{SplitMix64, mix};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Number of examples in a batch.
const BATCH_SIZE: usize = 256;
/// Validation losses are reported for groups of positions, each of which spans this many numbers of stones.
const GROUP_STONES: usize = 10;
/// Number of groups.
const GROUPS: usize = 7;

const NETWORK: FileKind = FileKind { name: "Gomoku network", is_own: |content| Network::read(content).is_ok() };

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// The weights that the network corrects.
    #[arg(long)]
    weights: PathBuf,
    /// Folders with games of `gomoku generation`.
    #[arg(long, required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Folder for the log and for a checkpoint after each epoch, from which an interrupted run resumes.
    #[arg(long)]
    folder: PathBuf,
    /// A network to start from. Only its parameters for the rule of the games are trained; those for other rules are
    /// kept. Without it, training starts from random parameters, and the result is used for all rules.
    #[arg(long = "begin")]
    initial: Option<PathBuf>,
    #[command(flatten)]
    out: OutputFile,
    /// Rule of the games.
    #[arg(long, default_value = "freestyle")]
    rule: RuleName,
    /// Number of passes over all positions.
    #[arg(long, default_value_t = 5)]
    epochs: usize,
    /// Initial learning rate; it falls linearly to 0.
    #[arg(long, alias = "rate", default_value_t = 0.002)]
    learning_rate: f32,
    /// λ of the λ-returns that are the targets: with 0, only the search of the position itself counts, with 1, only the
    /// result of the game.
    #[arg(long, alias = "trace", default_value_t = 0.8)]
    lambda: f32,
    /// Seed of the random number generator.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&NETWORK, &[&Some(settings.weights.clone()), &settings.initial])?;
    let log = Log::open(&settings.folder)?;
    let examples = settings.examples(&log)?;
    let (validation, training): (Vec<_>, Vec<_>) = examples.list().iter().partition(|example| example.is_validation);
    log.write_line(&format!("{} positions, {} held out", training.len(), validation.len()))?;
    log.write_line(&format!("weights alone: {}", losses(&validation, |_| 0.0)))?;
    let initial = settings.initial.as_ref().map(|file| read(file, Network::read)).transpose()?;
    let (mut trainer, epochs_done) = settings.start(initial.as_ref(), training.len().div_ceil(BATCH_SIZE))?;
    for epoch in epochs_done..settings.epochs {
        let start = Instant::now();
        settings.train_epoch(&mut trainer, &examples, training.clone(), epoch);
        save(&checkpoint_file(&settings.folder, epoch), &trainer.checkpoint())?;
        let losses = losses(&validation, |example| trainer.logit(&examples.input(example)));
        log.write_line(&format!("epoch {} ({} s): {losses}", epoch + 1, start.elapsed().as_secs()))?;
    }
    settings.out.write(&NETWORK, &settings.network(initial, &trainer).write())
}

impl Settings {
    /// Reads all games and extracts their examples.
    fn examples(&self, log: &Log) -> Result<NetworkExamples> {
        let weights = read(&self.weights, ShapeWeights::read)?;
        let (patterns, mut examples) = (PatternTables::default(), NetworkExamples::default());
        for folder in &self.games {
            let games = games::read_all(Rule::from(self.rule), folder)?;
            ensure!(!games.is_empty(), "no games under this rule in {}", folder.display());
            log.write_line(&format!("{}: {} games", folder.display(), games.len()))?;
            let progress = progress_bar("positions", games.len() as u64);
            for game in &games {
                examples.add(game, &weights, &patterns, self.lambda);
                progress.inc(1);
            }
            progress.finish();
        }
        Ok(examples)
    }

    /// The trainer to start with, and the number of epochs that it has completed. Resumes from the last checkpoint in
    /// the folder if there is one.
    fn start(&self, initial: Option<&Network>, steps_per_epoch: usize) -> Result<(NetworkTrainer, usize)> {
        let rule_sides = self.rule_sides().count();
        let epochs_done = (0..self.epochs).take_while(|&epoch| checkpoint_file(&self.folder, epoch).exists()).count();
        let Some(last) = epochs_done.checked_sub(1) else {
            let from_network = |network: &Network| {
                NetworkTrainer::from_networks(
                    &self.rule_sides().map(|rule_side| &network.0[rule_side]).collect::<Vec<_>>(),
                )
            };
            return Ok((initial.map_or_else(|| NetworkTrainer::new(self.seed, rule_sides), from_network), 0));
        };
        let file = checkpoint_file(&self.folder, last);
        let checkpoint: Vec<Parameter> = load(&file)?;
        ensure!(
            NetworkTrainer::is_checkpoint(&checkpoint, rule_sides),
            "{}: the checkpoint is incomplete",
            file.display()
        );
        Ok((NetworkTrainer::from_checkpoint(&checkpoint, epochs_done * steps_per_epoch), epochs_done))
    }

    /// Rule sides of the rule.
    fn rule_sides(&self) -> RangeInclusive<usize> {
        let rule = Rule::from(self.rule);
        rule_side(rule, Side::X)..=rule_side(rule, Side::O)
    }

    /// The initial network with the trained rule sides replaced. Without an initial network, the trained rule sides are
    /// used for all rules.
    fn network(&self, initial: Option<Network>, trainer: &NetworkTrainer) -> Network {
        let mut trained = trainer.quantised().into_iter().cycle();
        match initial {
            Some(mut network) => {
                network.0[self.rule_sides()]
                    .iter_mut()
                    .zip(trained)
                    .for_each(|(rule_side, trained)| *rule_side = trained);
                network
            }
            None => Network(std::array::from_fn(|_| trained.next().unwrap_or_default())),
        }
    }

    /// Trains on every example once, in random order.
    fn train_epoch(
        &self,
        trainer: &mut NetworkTrainer,
        examples: &NetworkExamples,
        mut training: Vec<&NetworkExample>,
        epoch: usize,
    ) {
        let mut random = SplitMix64::new(mix(self.seed) ^ epoch as u64);
        shuffle(&mut training, &mut random);
        let progress = progress_bar(&format!("epoch {}", epoch + 1), training.len() as u64);
        for (index, batch) in training.chunks(BATCH_SIZE).enumerate() {
            for example in batch {
                trainer.accumulate_gradient(&examples.input(example), example.base_logit, example.target);
            }
            let completed = (epoch as f32 + (index * BATCH_SIZE) as f32 / training.len() as f32) / self.epochs as f32;
            trainer.step(batch.len(), self.learning_rate * (1.0 - completed));
            progress.inc(batch.len() as u64);
        }
        progress.finish();
    }
}

/// Path of the checkpoint after an epoch, which is counted from 0.
fn checkpoint_file(folder: &Path, epoch: usize) -> PathBuf {
    folder.join(format!("epoch-{:02}.bin", epoch + 1))
}

/// Mean cross entropy and mean squared error of the expected score, of all examples and by number of stones, as text.
/// `correction` is the output of the network, which is added to the logit by the weights alone.
fn losses(examples: &[&NetworkExample], mut correction: impl FnMut(&NetworkExample) -> f32) -> String {
    let mut sums = [[0.0_f64; 3]; 1 + GROUPS];
    for example in examples {
        let prediction = 1.0 / (1.0 + (-f64::from(example.base_logit + correction(example))).exp());
        let (prediction, target) = (prediction.clamp(1e-6, 1.0 - 1e-6), f64::from(example.target));
        let cross_entropy = -target * prediction.ln() - (1.0 - target) * (1.0 - prediction).ln();
        for group in [0, 1 + (usize::from(example.stones) / GROUP_STONES).min(GROUPS - 1)] {
            let terms = [1.0, cross_entropy, (prediction - target).powi(2)];
            sums[group].iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        }
    }
    let text = |(group, [count, cross_entropy, squared_error]): (usize, &[f64; 3])| {
        let name = group.checked_sub(1).map_or("all".into(), |group| format!("{}+", group * GROUP_STONES));
        format!("{name} {:.4} {:.4}", cross_entropy / count.max(1.0), squared_error / count.max(1.0))
    };
    let groups: Vec<_> = sums.iter().enumerate().map(text).collect();
    format!("cross entropy and squared error by stones: {}", groups.join(", "))
}
