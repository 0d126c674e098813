//! Positions with labels by the program's own evaluation, for networks to learn from.
//!
//! Must not know: how positions and labels are found, what is learned from them.

use super::evaluator::Evaluation;
use super::labels::{self, Labels};
use super::positions::{self, FEWEST, Sources};
use crate::progress::Log;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// What examples are made with.
#[derive(Args)]
pub(crate) struct Settings {
    /// Where positions, labels and the log are kept; a run that was interrupted goes on from there.
    #[arg(long)]
    folder: PathBuf,
    #[command(flatten)]
    positions: positions::Settings,
    #[command(flatten)]
    labels: labels::Settings,
    #[command(flatten)]
    evaluation: Evaluation,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Finds positions and labels them.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let Settings { folder, threads, .. } = settings;
    let log = Log::begin(folder)?;
    let evaluator = settings.evaluation.load()?;
    let sources = Sources { settings: &settings.positions, evaluator: &evaluator, threads: *threads, log: &log };
    let boards = sources.positions(folder)?;
    log.line(&format!("{} positions", boards.iter().map(Vec::len).sum::<usize>()))?;
    let labels = Labels { settings: &settings.labels, folder, log: &log, threads: *threads };
    for (empties, boards) in (FEWEST..).zip(&boards) {
        labels.of(empties, boards, &evaluator)?;
    }
    Ok(())
}
