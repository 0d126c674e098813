//! A network learns what labels say, or what they say beyond weights that are made already.
//!
//! Must not know: how labels were found, how the network learns.

use super::board::Board;
use super::dataset;
use super::errors::Errors;
use super::evaluator::evaluator;
use super::linear_model::Classes;
use super::network_trainer::{Learner, Rates};
use super::positions::{FEWEST, MOST};
use crate::output::{FileKind, OutputFile};
use crate::progress::{Log, bar};
use crate::records;
use crate::shuffle::shuffle;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::linear_weights::KNOT_SPACING;
use quartet::random::SplitMix64;
use quartet_plots::{Chart, Curves};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// More epochs than this are not run.
const MOST_EPOCHS: u64 = 99;

/// What is made.
const NETWORK: FileKind =
    FileKind { name: "Othello network", is_own: |content| Evaluator::from_files(None, Some(content)).is_ok() };

/// What a network is made with.
#[derive(Args)]
pub(crate) struct Settings {
    /// The weights that it corrects; without, it says all by itself.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Folders of `generation` with positions and labels; of a position that stands in several, the first counts.
    #[arg(long, required = true, num_args = 1..)]
    examples: Vec<PathBuf>,
    /// Where the state after each epoch and the log are kept; a run that was interrupted goes on from there.
    #[arg(long)]
    folder: PathBuf,
    /// The folder of an earlier run whose last state this one begins with; without, it begins with nothing.
    #[arg(long)]
    begin: Option<PathBuf>,
    #[command(flatten)]
    out: OutputFile,
    /// How often each example is learned from.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u64).range(1..=MOST_EPOCHS))]
    epochs: u64,
    /// Initial learning rate of the rows; the rates fall linearly to 0.
    #[arg(long, default_value_t = 0.014)]
    row_rate: f32,
    /// Initial learning rate of the heads.
    #[arg(long, default_value_t = 0.004)]
    head_rate: f32,
    /// Weight decay of the rows, as a fraction of their learning rate.
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A labelled position.
struct Example {
    board: Board,
    empties: u32,
    /// The label, in discs.
    label: f32,
    /// The value by the weights alone, in discs.
    weighted: f32,
}

/// Learns a network.
pub(super) fn run(settings: &Settings) -> Result<()> {
    settings.out.check(&NETWORK, &[&settings.weights])?;
    let log = Log::begin(&settings.folder)?;
    let classes = Classes::default();
    let (held, mut learned) = settings.examples()?;
    let (mut learner, begin) = settings.begin(&classes)?;
    if begin == 0 {
        log.line(&format!("{} positions to learn from, {} held out", learned.len(), held.len()))?;
        log.line(&format!("without a network: {}", errors(&held, |_| 0.0)))?;
    }
    for epoch in 0..settings.epochs {
        // The order of an epoch hangs on those before it, so they are shuffled even if they were learned by an earlier
        // run.
        shuffle(&mut learned, &mut SplitMix64::new(settings.seed ^ epoch));
        if epoch >= begin {
            let begun = Instant::now();
            settings.learn(&mut learner, &learned, &classes, epoch);
            let seconds = begun.elapsed().as_secs_f64();
            let value =
                |example: &Example| learner.value(&classes.example(example.board, 0).classes, example.empties as usize);
            log.line(&format!("epoch {} in {seconds:.0} s: {}", epoch + 1, errors(&held, value)))?;
            settings.save(&learner, epoch + 1)?;
        }
    }
    let file = learner.network().write();
    settings.out.write(&NETWORK, &file)?;
    let rounded = evaluator(settings.weights.as_deref(), Some(settings.out.path()))?;
    let value = |example: &Example| f32::from(rounded.evaluate(&example.board.position()).0) / 100.0 - example.weighted;
    log.line(&format!("{} bytes, rounded: {}", file.len(), errors(&held, value)))?;
    draw(&held, value, &settings.folder.join("errors"), settings.out.is_forced())
}

impl Settings {
    /// All positions with labels: those held out, and the others.
    fn examples(&self) -> Result<(Vec<Example>, Vec<Example>)> {
        let weights = self.weights.as_deref().map(|weights| evaluator(Some(weights), None)).transpose()?;
        let weighted = |board: Board| weights.as_ref().map_or(0, |weights| weights.evaluate(&board.position()).0);
        let mut examples = Vec::new();
        for folder in &self.examples {
            let is_kept = |empties| dataset::boards_file(folder, empties).exists();
            ensure!((FEWEST..=MOST).any(is_kept), "no positions in {}", folder.display());
        }
        for empties in FEWEST..=MOST {
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
                examples.extend(new.map(|(board, label)| Example {
                    board,
                    empties,
                    label: f32::from(label) / 100.0,
                    weighted: f32::from(weighted(board)) / 100.0,
                }));
            }
        }
        Ok(examples.into_iter().partition(|example| example.board.is_held_out()))
    }

    /// Learns from every example once.
    fn learn(&self, learner: &mut Learner, examples: &[Example], classes: &Classes, epoch: u64) {
        let progress = bar(&format!("epoch {}", epoch + 1), examples.len() as u64);
        for (index, part) in examples.chunks(10_000).enumerate() {
            let done = (epoch as f32 + index as f32 * 10_000.0 / examples.len() as f32) / self.epochs as f32;
            let rates =
                Rates { rows: self.row_rate * (1.0 - done), heads: self.head_rate * (1.0 - done), decay: self.decay };
            for example in part {
                let rest = example.label - example.weighted;
                learner.learn(&classes.example(example.board, 0).classes, example.empties as usize, rest, &rates);
            }
            progress.inc(part.len() as u64);
        }
        progress.finish();
    }

    /// What to go on with, and how many epochs are done.
    fn begin(&self, classes: &Classes) -> Result<(Learner, u64)> {
        let own = last_state(&self.folder, classes)?;
        if let Some(own) = own {
            return Ok(own);
        }
        let Some(folder) = &self.begin else {
            return Ok((Learner::new(classes.count, &mut SplitMix64::new(self.seed)), 0));
        };
        let earlier = last_state(folder, classes)?;
        earlier.map(|(learner, _)| (learner, 0)).with_context(|| format!("no state in {}", folder.display()))
    }

    /// Keeps the state after an epoch; the heads are written last, so where they are, all is.
    fn save(&self, learner: &Learner, epoch: u64) -> Result<()> {
        records::save(&state(&self.folder, epoch, "rows"), &learner.rows)?;
        records::save(&state(&self.folder, epoch, "slopes"), &learner.gradients)?;
        records::save(&state(&self.folder, epoch, "heads"), &learner.heads)
    }
}

/// The state after the last epoch that a folder keeps, and how many epochs that were.
fn last_state(folder: &Path, classes: &Classes) -> Result<Option<(Learner, u64)>> {
    let Some(epoch) = (1..=MOST_EPOCHS).rev().find(|&epoch| state(folder, epoch, "heads").exists()) else {
        return Ok(None);
    };
    let learner = Learner {
        rows: records::load(&state(folder, epoch, "rows"))?,
        gradients: records::load(&state(folder, epoch, "slopes"))?,
        heads: records::load(&state(folder, epoch, "heads"))?,
    };
    ensure!(learner.is_of(classes.count), "{}: the state after epoch {epoch} is not whole", folder.display());
    Ok(Some((learner, epoch)))
}

fn state(folder: &Path, epoch: u64, what: &str) -> PathBuf {
    folder.join(format!("epoch-{epoch:02}-{what}.bin"))
}

/// How far examples with so many empty squares are from what weights say and a network adds.
fn errors_of(examples: &[Example], empties: RangeInclusive<u32>, added: impl Fn(&Example) -> f32) -> Errors {
    let own = examples.iter().filter(|example| empties.contains(&example.empties));
    let error = |example: &Example| (example.weighted + added(example)).clamp(-64.0, 64.0) - example.label;
    own.map(|example| f64::from(error(example))).collect()
}

/// Root mean square and mean error by groups of empty squares, when so many discs are added to what the weights say.
fn errors(examples: &[Example], added: impl Fn(&Example) -> f32) -> String {
    let group = |from: u32| {
        let errors = errors_of(examples, from + 1..=from + KNOT_SPACING, &added);
        format!("{}-{}: {:.2} {:.2}", from + 1, from + KNOT_SPACING, errors.root_mean_square(), errors.mean_size())
    };
    let groups: Vec<_> = (FEWEST..MOST).step_by(KNOT_SPACING as usize).map(group).collect();
    format!("error by empty squares (root mean square, mean) {}", groups.join(", "))
}

/// Draws the errors without the network and with it.
fn draw(held: &[Example], added: impl Fn(&Example) -> f32, path: &Path, force: bool) -> Result<()> {
    let point = |empties: u32, added: &dyn Fn(&Example) -> f32| {
        (f64::from(empties), errors_of(held, empties..=empties, added).root_mean_square())
    };
    let curve = |name: &str, added: &dyn Fn(&Example) -> f32| {
        (name.to_string(), (FEWEST..=MOST).map(|empties| point(empties, added)).collect())
    };
    let curves = if held.iter().all(|example| example.weighted == 0.0) {
        vec![curve("network", &added)]
    } else {
        vec![curve("weights", &|_| 0.0), curve("with the network", &added)]
    };
    let chart = Chart::Curves(Curves {
        title: "Error on held-out positions".into(),
        axes: ("empty squares".into(), "discs (root mean square)".into()),
        curves,
    });
    quartet_plots::save(&chart, path, force).map(|_| ())
}
