//! The command `gomoku policy`: trains a network that orders moves, on the games of `gomoku generation`.

use super::games;
use super::policy_examples::{PolicyExample, PolicyExamples};
use super::policy_trainer::PolicyTrainer;
use crate::output::{FileKind, OutputFile};
use crate::progress::{Log, progress_bar};
use crate::shuffle::shuffle;
use anyhow::{Result, ensure};
use clap::Args;
use quartet::games::gomoku::Rule;
use quartet::games::gomoku::evaluation::policy::PolicyNetwork;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::random::{SplitMix64, mix};
use std::path::PathBuf;
use std::time::Instant;

/// How often the best move is counted among the first moves in order, for these numbers of first moves.
const FIRST_MOVES: [usize; 3] = [1, 3, 10];
/// The learning rate of the last examples, as a fraction of the initial one.
const FINAL_RATE: f32 = 0.02;

const POLICY: FileKind =
    FileKind { name: "Gomoku policy network", is_own: |content| PolicyNetwork::read(content).is_ok() };

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Folders with games of `gomoku generation` under any rules.
    #[arg(long, required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Folder for the log.
    #[arg(long)]
    folder: PathBuf,
    #[command(flatten)]
    out: OutputFile,
    /// Number of passes over all positions.
    #[arg(long, default_value_t = 3)]
    epochs: usize,
    /// Initial learning rate; it falls linearly to nearly 0.
    #[arg(long, default_value_t = 0.05)]
    learning_rate: f32,
    /// Seed of the random number generator.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&POLICY, &[])?;
    let log = Log::open(&settings.folder)?;
    let examples = settings.examples(&log)?;
    let (validation, training): (Vec<_>, Vec<_>) = examples.list().iter().partition(|example| example.is_validation);
    log.write_line(&format!("{} positions, {} held out", training.len(), validation.len()))?;
    let mut trainer = PolicyTrainer::new(settings.seed);
    log_accuracy(&log, "before", &trainer, &examples, &validation)?;
    for epoch in 0..settings.epochs {
        let start = Instant::now();
        settings.train_epoch(&mut trainer, &examples, training.clone(), epoch);
        let name = format!("epoch {} ({} s)", epoch + 1, start.elapsed().as_secs());
        log_accuracy(&log, &name, &trainer, &examples, &validation)?;
    }
    settings.out.write(&POLICY, &trainer.quantised().write())
}

impl Settings {
    /// Reads all games and extracts their examples.
    fn examples(&self, log: &Log) -> Result<PolicyExamples> {
        let (patterns, mut examples) = (PatternTables::default(), PolicyExamples::default());
        for folder in &self.games {
            let mut count = 0;
            for rule in Rule::ALL {
                let games = games::read_all(rule, folder)?;
                games.iter().for_each(|game| examples.add(game, &patterns));
                count += games.len();
            }
            ensure!(count > 0, "no games in {}", folder.display());
            log.write_line(&format!("{}: {count} games", folder.display()))?;
        }
        Ok(examples)
    }

    /// Trains on every example once, in random order.
    fn train_epoch(
        &self,
        trainer: &mut PolicyTrainer,
        examples: &PolicyExamples,
        mut training: Vec<&PolicyExample>,
        epoch: usize,
    ) {
        shuffle(&mut training, &mut SplitMix64::new(mix(self.seed) ^ epoch as u64));
        let progress = progress_bar(&format!("epoch {}", epoch + 1), training.len() as u64);
        for (index, example) in training.iter().enumerate() {
            let completed = (epoch as f32 + index as f32 / training.len() as f32) / self.epochs as f32;
            let rate = self.learning_rate * (1.0 - completed).max(FINAL_RATE);
            trainer.update(example.pair_row, examples.candidates(example), example.best, rate);
            progress.inc(1);
        }
        progress.finish();
    }
}

/// Logs the accuracy on the validation set for each rule that has games.
fn log_accuracy(
    log: &Log,
    name: &str,
    trainer: &PolicyTrainer,
    examples: &PolicyExamples,
    validation: &[&PolicyExample],
) -> Result<()> {
    for rule in Rule::ALL {
        let of_rule: Vec<_> = validation.iter().copied().filter(|example| example.rule == rule).collect();
        if !of_rule.is_empty() {
            log.write_line(&format!("{name}, {}: {}", rule.name(), accuracy(trainer, examples, &of_rule)))?;
        }
    }
    Ok(())
}

/// Mean cross entropy of the best move and how often it is among the first moves in order, as text.
fn accuracy(trainer: &PolicyTrainer, examples: &PolicyExamples, validation: &[&PolicyExample]) -> String {
    let (mut cross_entropy, mut among) = (0.0, [0_usize; FIRST_MOVES.len()]);
    for example in validation {
        let probabilities = trainer.probabilities(example.pair_row, examples.candidates(example));
        let of_best = probabilities[example.best];
        let before = probabilities.iter().filter(|&&probability| probability > of_best).count();
        cross_entropy -= f64::from(of_best.max(1e-9).ln());
        among.iter_mut().zip(FIRST_MOVES).for_each(|(count, first)| *count += usize::from(before < first));
    }
    let count = validation.len() as f64;
    let among = among.map(|among| format!("{:.1} %", 100.0 * among as f64 / count));
    format!(
        "best move, cross entropy {:.4}, among the first {FIRST_MOVES:?} {}",
        cross_entropy / count,
        among.join(", ")
    )
}
