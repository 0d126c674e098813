//! One generation: positions, then labels and fits from the end of the game to its beginning.

use super::board::Board;
use super::errors::Errors;
use super::evaluator::evaluator;
use super::labels::{self, Labels};
use super::linear_model::{Classes, Example, Model, errors};
use super::positions::{self, FEWEST, MOST, Sources};
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

/// What is made.
const WEIGHTS: FileKind =
    FileKind { name: "file of Othello weights", is_own: |content| Evaluator::from_files(Some(content), None).is_ok() };

/// What a generation is made with.
#[derive(Args)]
pub(crate) struct Settings {
    /// The weights that play the games; without, all moves are random.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Where positions, labels and the log are kept; a run that was interrupted goes on from there.
    #[arg(long)]
    folder: PathBuf,
    #[command(flatten)]
    out: OutputFile,
    #[command(flatten)]
    positions: positions::Settings,
    #[command(flatten)]
    labels: labels::Settings,
    /// Steps of each fit.
    #[arg(long, default_value_t = 40)]
    rounds: u64,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Runs a generation.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&WEIGHTS, &[&settings.from])?;
    let log = Log::begin(&settings.folder)?;
    let classes = Classes::default();
    let player = match &settings.from {
        Some(file) => evaluator(Some(file), None)?,
        None => engine(&Model::zero(&classes), &classes),
    };
    let sources = Sources { settings: &settings.positions, evaluator: &player, threads: settings.threads, log: &log };
    let boards = sources.positions(&settings.folder)?;
    log.line(&format!("{} positions", boards.iter().map(Vec::len).sum::<usize>()))?;
    let mut model = Model::zero(&classes);
    let mut examples: Vec<Vec<(Board, Example)>> = Vec::new();
    for lower in 0..(MOST / KNOT_SPACING) as usize - 1 {
        let group = Group { settings, classes: &classes, log: &log, lower };
        group.label(&model, &boards, &mut examples)?;
        group.fit(&mut model, &examples)?;
    }
    settings.out.write(&WEIGHTS, &model.weights(&classes).write())
}

/// The engine's evaluation with the weights as they are now.
fn engine(model: &Model, classes: &Classes) -> Arc<Evaluator> {
    Arc::new(Evaluator::new(Some(&model.weights(classes)), Network::default()))
}

/// The step of a generation that makes the weights of knot `lower + 1` from positions between it and the one below.
struct Group<'a> {
    settings: &'a Settings,
    classes: &'a Classes,
    log: &'a Log,
    lower: usize,
}

impl Group<'_> {
    /// The most empty squares of its positions.
    fn most(&self) -> u32 {
        KNOT_SPACING * (self.lower as u32 + 2)
    }

    /// Labels all positions up to its own that have no labels yet; `examples` are by empty squares from [`FEWEST`].
    fn label(&self, model: &Model, boards: &[Vec<Board>], examples: &mut Vec<Vec<(Board, Example)>>) -> Result<()> {
        // Only the fits of this group and the next need examples; older ones give their memory back.
        let kept = (self.most() - FEWEST - KNOT_SPACING).saturating_sub(2) as usize;
        examples.iter_mut().take(kept).for_each(|old| *old = Vec::new());
        let evaluator = engine(model, self.classes);
        let Settings { labels: settings, folder, threads, .. } = self.settings;
        let labels = Labels { settings, folder, log: self.log, threads: *threads };
        for empties in FEWEST + examples.len() as u32..=self.most() {
            let boards = &boards[(empties - FEWEST) as usize];
            let found = labels.of(empties, boards, &evaluator)?;
            let example = |(&board, &label): (&Board, &i16)| (board, self.classes.example(board, label));
            examples.push(boards.iter().zip(&found).map(example).collect());
        }
        Ok(())
    }

    /// Fits its two knots, the upper one beginning as the lower.
    fn fit(&self, model: &mut Model, examples: &[Vec<(Board, Example)>]) -> Result<()> {
        let begun = Instant::now();
        model.knots[self.lower + 1] = model.knots[self.lower].clone();
        let own = examples.iter().flatten();
        let (held, learned): (Vec<_>, Vec<_>) = own.partition(|(board, _)| board.is_held_out());
        let learned: Vec<_> = learned.into_iter().map(|(_, example)| example).collect();
        let name = format!("fit: up to {} empty", self.most());
        fit(&name, model, &learned, self.lower, self.settings.rounds, self.settings.threads);
        let seconds = begun.elapsed().as_secs_f64();
        let text = |errors: Errors| {
            let (count, root, mean) = (errors.count(), errors.root_mean_square(), errors.mean_size());
            format!("{count} positions {root:.2} discs (root mean square) {mean:.2} (mean)")
        };
        let learned = text(errors(model, learned.into_iter()));
        let held = text(errors(model, held.into_iter().map(|(_, example)| example)));
        self.log.line(&format!(
            "up to {} empty: fitted in {seconds:.0} s; error on {learned}, held out {held}",
            self.most()
        ))?;
        // Until it has positions of its own, the next knot is the last one's copy.
        for knot in self.lower + 2..KNOTS {
            model.knots[knot] = model.knots[self.lower + 1].clone();
        }
        Ok(())
    }
}
