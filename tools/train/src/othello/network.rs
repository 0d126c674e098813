//! The command `othello network`: trains a network on labelled positions, on its own or as a correction of given
//! weights.

use super::board::Board;
use super::checkpoint::{MAX_EPOCHS, last_checkpoint, save_checkpoint};
use super::dataset;
use super::errors::Errors;
use super::evaluator::evaluator;
use super::linear_model::FeatureExtractor;
use super::network_trainer::{LearningRates, NetworkTrainer};
use super::positions::{MAX_EMPTIES, MIN_EMPTIES};
use crate::output::{FileKind, OutputFile};
use crate::progress::{Log, progress_bar};
use crate::shuffle::shuffle;
use crate::weight_file::read;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::linear_weights::KNOT_SPACING;
use quartet::games::othello::network::Network;
use quartet::random::SplitMix64;
use quartet_plots::{Chart, Curves};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Number of examples between updates of the learning rates.
const RATE_INTERVAL: usize = 10_000;

const NETWORK: FileKind =
    FileKind { name: "Othello network", is_own: |content| Evaluator::from_files(None, Some(content)).is_ok() };

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Weights that the network corrects; without them, the network is the whole evaluation.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Folders with labelled positions. If several contain a position, the label in the first one is used.
    #[arg(long, required = true, num_args = 1..)]
    examples: Vec<PathBuf>,
    /// Folder for the log and for a checkpoint after each epoch, from which an interrupted run resumes.
    #[arg(long)]
    folder: PathBuf,
    /// Folder of an earlier run whose last checkpoint training starts from, or a file of a network; without it,
    /// training starts from random parameters.
    #[arg(long = "begin")]
    initial: Option<PathBuf>,
    #[command(flatten)]
    out: OutputFile,
    /// Number of passes over all examples.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u64).range(1..=MAX_EPOCHS))]
    epochs: u64,
    /// Initial learning rate of the rows; learning rates fall linearly to 0.
    #[arg(long, default_value_t = 0.014)]
    row_rate: f32,
    /// Initial learning rate of the heads.
    #[arg(long, default_value_t = 0.004)]
    head_rate: f32,
    /// Weight decay of the rows, relative to their learning rate.
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// Seed of the random number generator.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A labelled position.
struct LabelledPosition {
    board: Board,
    empties: u32,
    /// Label, in discs.
    label: f32,
    /// Value by the weights alone, in discs.
    base_value: f32,
}

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&NETWORK, &[&settings.weights])?;
    let log = Log::open(&settings.folder)?;
    let extractor = FeatureExtractor::default();
    let (validation, mut training) = settings.examples()?;
    let (mut trainer, epochs_done) = settings.start(&extractor)?;
    if epochs_done == 0 {
        log.write_line(&format!("{} positions to learn from, {} held out", training.len(), validation.len()))?;
        log.write_line(&format!("without a network: {}", errors_by_empties(&validation, |_| 0.0)))?;
    }
    for epoch in 0..settings.epochs {
        // Each shuffle starts from the order of the epoch before, so completed epochs must be shuffled, too.
        shuffle(&mut training, &mut SplitMix64::new(settings.seed ^ epoch));
        if epoch >= epochs_done {
            let start = Instant::now();
            settings.train_epoch(&mut trainer, &training, &extractor, epoch);
            let seconds = start.elapsed().as_secs_f64();
            let value =
                |example: &LabelledPosition| trainer.value(&extractor.classes(example.board), example.empties as usize);
            let errors = errors_by_empties(&validation, value);
            log.write_line(&format!("epoch {} in {seconds:.0} s: {errors}", epoch + 1))?;
            save_checkpoint(&settings.folder, &trainer, epoch + 1)?;
        }
    }
    let file = trainer.quantised().write();
    settings.out.write(&NETWORK, &file)?;
    let quantised = evaluator(settings.weights.as_deref(), Some(settings.out.path()))?;
    let correction = |example: &LabelledPosition| {
        f32::from(quantised.evaluate(&example.board.position()).0) / 100.0 - example.base_value
    };
    log.write_line(&format!("{} bytes, rounded: {}", file.len(), errors_by_empties(&validation, correction)))?;
    plot_errors(&validation, correction, &settings.folder.join("errors"), settings.out.is_forced())
}

impl Settings {
    /// Reads all labelled positions, as validation set and training set.
    fn examples(&self) -> Result<(Vec<LabelledPosition>, Vec<LabelledPosition>)> {
        let weights = self.weights.as_deref().map(|weights| evaluator(Some(weights), None)).transpose()?;
        let base_value = |board: Board| {
            let value = weights.as_ref().map_or(0, |weights| weights.evaluate(&board.position()).0);
            f32::from(value) / 100.0
        };
        for folder in &self.examples {
            let has_boards = |empties| dataset::boards_file(folder, empties).exists();
            ensure!((MIN_EMPTIES..=MAX_EMPTIES).any(has_boards), "no positions in {}", folder.display());
        }
        let mut examples = Vec::new();
        for empties in MIN_EMPTIES..=MAX_EMPTIES {
            let mut known = HashSet::new();
            for folder in &self.examples {
                let (boards, labels) = (dataset::boards(folder, empties)?, dataset::labels(folder, empties)?);
                ensure!(
                    boards.len() == labels.len(),
                    "{}: {} positions with {empties} empty squares, but {} labels",
                    folder.display(),
                    boards.len(),
                    labels.len()
                );
                let new = boards.into_iter().zip(labels).filter(|(board, _)| known.insert(*board));
                examples.extend(new.map(|(board, label)| LabelledPosition {
                    board,
                    empties,
                    label: f32::from(label) / 100.0,
                    base_value: base_value(board),
                }));
            }
        }
        Ok(examples.into_iter().partition(|example| example.board.is_validation()))
    }

    /// Trains on every example once.
    fn train_epoch(
        &self,
        trainer: &mut NetworkTrainer,
        examples: &[LabelledPosition],
        extractor: &FeatureExtractor,
        epoch: u64,
    ) {
        let progress = progress_bar(&format!("epoch {}", epoch + 1), examples.len() as u64);
        for (index, part) in examples.chunks(RATE_INTERVAL).enumerate() {
            let epoch_part = index as f32 * RATE_INTERVAL as f32 / examples.len() as f32;
            let completed = (epoch as f32 + epoch_part) / self.epochs as f32;
            let rates = LearningRates {
                rows: self.row_rate * (1.0 - completed),
                heads: self.head_rate * (1.0 - completed),
                decay: self.decay,
            };
            for example in part {
                let target = example.label - example.base_value;
                trainer.train(&extractor.classes(example.board), example.empties as usize, target, &rates);
            }
            progress.inc(part.len() as u64);
        }
        progress.finish();
    }

    /// The trainer to start with, and the number of epochs that it has completed. Resumes from the last checkpoint in
    /// the folder if there is one.
    fn start(&self, extractor: &FeatureExtractor) -> Result<(NetworkTrainer, u64)> {
        if let Some(resumed) = last_checkpoint(&self.folder, extractor.class_count)? {
            return Ok(resumed);
        }
        let (classes, mut random) = (extractor.class_count, SplitMix64::new(self.seed));
        let trainer = match &self.initial {
            None => NetworkTrainer::new(classes, &mut random),
            Some(file) if file.is_file() => {
                let network = read(file, |bytes| Network::read(bytes, classes))?;
                NetworkTrainer::from_network(&network, &mut random)
            }
            Some(folder) => {
                let checkpoint = last_checkpoint(folder, classes)?;
                checkpoint.with_context(|| format!("no checkpoint in {}", folder.display()))?.0
            }
        };
        Ok((trainer, 0))
    }
}

/// Errors on the examples with a number of empty squares in a range. `correction`, in discs, is added to the value by
/// the weights alone.
fn errors(
    examples: &[LabelledPosition],
    empties: RangeInclusive<u32>,
    correction: impl Fn(&LabelledPosition) -> f32,
) -> Errors {
    let error =
        |example: &LabelledPosition| (example.base_value + correction(example)).clamp(-64.0, 64.0) - example.label;
    let examples = examples.iter().filter(|example| empties.contains(&example.empties));
    examples.map(|example| f64::from(error(example))).collect()
}

/// Root mean square error and mean absolute error by groups of empty squares, as text.
fn errors_by_empties(examples: &[LabelledPosition], correction: impl Fn(&LabelledPosition) -> f32) -> String {
    let group = |below: u32| {
        let empties = below + 1..=below + KNOT_SPACING;
        let errors = errors(examples, empties.clone(), &correction);
        let (root_mean_square, mean) = (errors.root_mean_square(), errors.mean_absolute());
        format!("{}-{}: {root_mean_square:.2} {mean:.2}", empties.start(), empties.end())
    };
    let groups: Vec<_> = (MIN_EMPTIES..MAX_EMPTIES).step_by(KNOT_SPACING as usize).map(group).collect();
    format!("error by empty squares (root mean square, mean) {}", groups.join(", "))
}

/// Plots the errors with the network, and without it if there are weights.
fn plot_errors(
    validation: &[LabelledPosition],
    correction: impl Fn(&LabelledPosition) -> f32,
    path: &Path,
    force: bool,
) -> Result<()> {
    let point = |empties: u32, correction: &dyn Fn(&LabelledPosition) -> f32| {
        (f64::from(empties), errors(validation, empties..=empties, correction).root_mean_square())
    };
    let curve = |name: &str, correction: &dyn Fn(&LabelledPosition) -> f32| {
        (name.to_string(), (MIN_EMPTIES..=MAX_EMPTIES).map(|empties| point(empties, correction)).collect())
    };
    let curves = if validation.iter().all(|example| example.base_value == 0.0) {
        vec![curve("network", &correction)]
    } else {
        vec![curve("weights", &|_| 0.0), curve("with the network", &correction)]
    };
    let chart = Chart::Curves(Curves {
        title: "Error on held-out positions".into(),
        axes: ("empty squares".into(), "discs (root mean square)".into()),
        curves,
    });
    quartet_plots::save(&chart, path, force).map(|_| ())
}
