//! Labels: what the engine's own search says about positions.
//!
//! Must not know: how positions were found, what is learned from the labels.

use super::board::Board;
use super::dataset;
use super::search::Search;
use crate::progress::{Log, bar};
use crate::records;
use crate::searcher::Searcher;
use crate::threads::in_parts;
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use quartet::games::othello::OthelloExpert;
use quartet::games::othello::eval::Evaluator;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// How positions are labelled.
#[derive(Args)]
#[group(skip)]
pub(super) struct Settings {
    /// Up to this many empty squares labels are exact.
    #[arg(long, default_value_t = 14)]
    exact: u32,
    /// Plies of the searches that label the others.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=12))]
    depth: u8,
    /// Label them by searches as selective as the engine's own.
    #[arg(long)]
    selective: bool,
}

/// Where labels are kept.
pub(super) struct Labels<'a> {
    /// How they are found.
    pub settings: &'a Settings,
    /// The folder of their files.
    pub folder: &'a Path,
    /// Of the folder.
    pub log: &'a Log,
    /// That search.
    pub threads: usize,
}

impl Labels<'_> {
    /// Those of all positions with so many empty squares, read from the folder where they were found already.
    pub(super) fn of(&self, empties: u32, boards: &[Board], evaluator: &Arc<Evaluator>) -> Result<Vec<i16>> {
        let known = dataset::labels(self.folder, empties)?;
        if known.len() == boards.len() {
            return Ok(known);
        }
        let begun = Instant::now();
        let search = match self.settings {
            settings if empties <= settings.exact => Search::Exact,
            Settings { selective: true, depth, .. } => Search::Selective(*depth),
            Settings { depth, .. } => Search::Plies(*depth),
        };
        let found = labels(&format!("labels: {empties} empty"), boards, search, evaluator, self.threads)?;
        records::save(&dataset::labels_file(self.folder, empties), &found)?;
        let seconds = begun.elapsed().as_secs_f64();
        self.log.line(&format!("{empties} empty: {} labels by {search:?} in {seconds:.0} s", found.len()))?;
        Ok(found)
    }
}

/// Megabytes of each thread's transposition table.
const TABLE: usize = 4;

/// The values of positions from the side to move, in centidiscs.
fn labels(
    name: &str,
    boards: &[Board],
    search: Search,
    evaluator: &Arc<Evaluator>,
    threads: usize,
) -> Result<Vec<i16>> {
    let progress = bar(name, boards.len() as u64);
    let labels = in_parts(0..boards.len() as u64, threads, |part| {
        label(&boards[part.start as usize..part.end as usize], search, evaluator, &progress)
    })?;
    progress.finish();
    Ok(labels)
}

/// One thread's part.
fn label(boards: &[Board], search: Search, evaluator: &Arc<Evaluator>, progress: &ProgressBar) -> Result<Vec<i16>> {
    let mut searcher = Searcher::<OthelloExpert>::new(evaluator, TABLE)?;
    let mut labels = Vec::with_capacity(boards.len());
    for part in boards.chunks(1000) {
        for board in part {
            labels.push(searcher.search(&board.position(), search.limit())?.score.0);
        }
        progress.inc(part.len() as u64);
    }
    Ok(labels)
}
