//! The command `othello examples`: collects positions and labels them by searches.

use super::evaluator::Evaluation;
use super::labels::{self, Labels};
use super::positions::{self, MIN_EMPTIES, Sources};
use crate::progress::Log;
use crate::shards;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Folder for positions, labels and the log, from which an interrupted run resumes.
    #[arg(long)]
    folder: PathBuf,
    #[command(flatten)]
    positions: positions::Settings,
    #[command(flatten)]
    labels: labels::Settings,
    #[command(flatten)]
    evaluation: Evaluation,
    #[command(flatten)]
    shards: shards::Settings,
    /// Number of threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let Settings { folder, threads, .. } = settings;
    let shard = settings.shards.shard()?;
    let log = Log::open(folder)?;
    let evaluator = settings.evaluation.load()?;
    let sources = Sources { settings: &settings.positions, evaluator: &evaluator, threads: *threads, log: &log };
    let boards = sources.positions(folder)?;
    log.write_line(&format!("{} positions", boards.iter().map(Vec::len).sum::<usize>()))?;
    let labels = Labels { settings: &settings.labels, folder, log: &log, threads: *threads };
    match shard {
        Some(shard) => labels.label_shard(MIN_EMPTIES, &boards, &evaluator, shard),
        None => (MIN_EMPTIES..)
            .zip(&boards)
            .try_for_each(|(empties, boards)| labels.label(empties, boards, &evaluator).map(drop)),
    }
}
