//! The command `othello generation`: collects positions from games, then labels them and fits the weights, from the end
//! of the game to its beginning.

use super::board::Board;
use super::errors::Errors;
use super::evaluator::evaluator;
use super::labels::{self, Labels};
use super::linear_model::{Example, FeatureExtractor, Model, errors};
use super::positions::{self, MAX_EMPTIES, MIN_EMPTIES, Sources};
use super::ridge_regression::fit;
use crate::output::{FileKind, OutputFile};
use crate::progress::Log;
use anyhow::Result;
use clap::Args;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::linear_weights::{KNOT_SPACING, KNOTS};
use quartet::games::othello::network::Network;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

const WEIGHTS: FileKind =
    FileKind { name: "file of Othello weights", is_own: |content| Evaluator::from_files(Some(content), None).is_ok() };

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Weights that play the games; without them, all moves are random.
    #[arg(long = "from")]
    player: Option<PathBuf>,
    /// Folder for positions, labels and the log, from which an interrupted run resumes.
    #[arg(long)]
    folder: PathBuf,
    #[command(flatten)]
    out: OutputFile,
    #[command(flatten)]
    positions: positions::Settings,
    #[command(flatten)]
    labels: labels::Settings,
    /// Number of conjugate gradient iterations of each fit.
    #[arg(long, alias = "rounds", default_value_t = 40)]
    iterations: u64,
    /// Number of threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&WEIGHTS, &[&settings.player])?;
    let log = Log::open(&settings.folder)?;
    let extractor = FeatureExtractor::default();
    let mut model = Model::zero(extractor.class_count);
    let player = match &settings.player {
        Some(file) => evaluator(Some(file), None)?,
        None => quantised(&model),
    };
    let sources = Sources { settings: &settings.positions, evaluator: &player, threads: settings.threads, log: &log };
    let boards = sources.positions(&settings.folder)?;
    log.write_line(&format!("{} positions", boards.iter().map(Vec::len).sum::<usize>()))?;
    let mut examples: Vec<Vec<(Board, Example)>> = Vec::new();
    for lower in 0..(MAX_EMPTIES / KNOT_SPACING) as usize - 1 {
        let interval = KnotInterval { settings, extractor: &extractor, log: &log, lower };
        interval.label(&model, &boards, &mut examples)?;
        interval.fit(&mut model, &examples)?;
    }
    settings.out.write(&WEIGHTS, &model.quantised().write())
}

/// The engine's evaluation with the current weights.
fn quantised(model: &Model) -> Arc<Evaluator> {
    Arc::new(Evaluator::new(Some(&model.quantised()), Network::default()))
}

/// An interval between two adjacent knots, whose weights are fitted together.
struct KnotInterval<'a> {
    settings: &'a Settings,
    extractor: &'a FeatureExtractor,
    log: &'a Log,
    /// The knot with fewer empty squares.
    lower: usize,
}

impl KnotInterval<'_> {
    /// Maximum number of empty squares of its positions.
    fn max_empties(&self) -> u32 {
        KNOT_SPACING * (self.lower as u32 + 2)
    }

    /// Labels all positions up to [`KnotInterval::max_empties`] that have no labels yet. `examples` is indexed by empty
    /// squares, starting at [`MIN_EMPTIES`].
    fn label(&self, model: &Model, boards: &[Vec<Board>], examples: &mut Vec<Vec<(Board, Example)>>) -> Result<()> {
        // Only this fit and the next one need examples: free the memory of older ones.
        let unused = (self.max_empties() - MIN_EMPTIES - KNOT_SPACING).saturating_sub(2) as usize;
        examples.iter_mut().take(unused).for_each(|examples| *examples = Vec::new());
        let evaluator = quantised(model);
        let Settings { labels: settings, folder, threads, .. } = self.settings;
        let labels = Labels { settings, folder, log: self.log, threads: *threads };
        for empties in MIN_EMPTIES + examples.len() as u32..=self.max_empties() {
            let boards = &boards[(empties - MIN_EMPTIES) as usize];
            let labels = labels.label(empties, boards, &evaluator)?;
            let example = |(&board, &label): (&Board, &i16)| (board, self.extractor.example(board, label));
            examples.push(boards.iter().zip(&labels).map(example).collect());
        }
        Ok(())
    }

    /// Fits the weights of both knots. Those of the upper knot start as a copy of the lower ones.
    fn fit(&self, model: &mut Model, examples: &[Vec<(Board, Example)>]) -> Result<()> {
        let start = Instant::now();
        model.knots[self.lower + 1] = model.knots[self.lower].clone();
        let (validation, training): (Vec<_>, Vec<_>) =
            examples.iter().flatten().partition(|(board, _)| board.is_validation());
        let training: Vec<_> = training.into_iter().map(|(_, example)| example).collect();
        let name = format!("fit: up to {} empty", self.max_empties());
        fit(&name, model, &training, self.lower, self.settings.iterations, self.settings.threads)?;
        let seconds = start.elapsed().as_secs_f64();
        let summary = |errors: Errors| {
            let (count, root_mean_square, mean) = (errors.count(), errors.root_mean_square(), errors.mean_absolute());
            format!("{count} positions {root_mean_square:.2} discs (root mean square) {mean:.2} (mean)")
        };
        self.log.write_line(&format!(
            "up to {} empty: fitted in {seconds:.0} s; error on {}, held out {}",
            self.max_empties(),
            summary(errors(model, training.into_iter())),
            summary(errors(model, validation.into_iter().map(|(_, example)| example)))
        ))?;
        // Knots that are not fitted yet are copies of the last fitted one.
        for knot in self.lower + 2..KNOTS {
            model.knots[knot] = model.knots[self.lower + 1].clone();
        }
        Ok(())
    }
}
