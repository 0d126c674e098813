//! Labels by searches: each position is labelled with its search score.

use super::board::Board;
use super::dataset;
use super::search::Search;
use crate::progress::{Log, progress_bar};
use crate::records;
use crate::searcher::Searcher;
use crate::threads::map_parts;
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use quartet::games::othello::OthelloExpert;
use quartet::games::othello::eval::Evaluator;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Options for labels.
#[derive(Args)]
#[group(skip)]
pub(super) struct Settings {
    /// Positions with at most this many empty squares are solved exactly.
    #[arg(long = "exact", default_value_t = 14)]
    exact_empties: u32,
    /// Depth of the searches that label the other positions, in plies.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=12))]
    depth: u8,
    /// Use selective searches, as in a game, rather than full-width searches.
    #[arg(long)]
    selective: bool,
}

/// Labelling of the positions in a folder.
pub(super) struct Labels<'a> {
    /// Options for labels.
    pub settings: &'a Settings,
    /// Folder of the positions and labels.
    pub folder: &'a Path,
    /// Log of the run.
    pub log: &'a Log,
    /// Number of threads.
    pub threads: usize,
}

impl Labels<'_> {
    /// Labels the positions with a number of empty squares, in centidiscs from the side to move. Labels that the folder
    /// already contains are read from it; new ones are written to it.
    pub(super) fn label(&self, empties: u32, boards: &[Board], evaluator: &Arc<Evaluator>) -> Result<Vec<i16>> {
        let stored = dataset::labels(self.folder, empties)?;
        if stored.len() == boards.len() {
            return Ok(stored);
        }
        let start = Instant::now();
        let search = match self.settings {
            settings if empties <= settings.exact_empties => Search::Exact,
            Settings { selective: true, depth, .. } => Search::Selective(*depth),
            Settings { depth, .. } => Search::Plies(*depth),
        };
        let labels = search_all(&format!("labels: {empties} empty"), boards, search, evaluator, self.threads)?;
        records::save(&dataset::labels_file(self.folder, empties), &labels)?;
        let seconds = start.elapsed().as_secs_f64();
        self.log.write_line(&format!("{empties} empty: {} labels by {search:?} in {seconds:.0} s", labels.len()))?;
        Ok(labels)
    }
}

/// Size of each thread's transposition table, in megabytes.
const TABLE_MEGABYTES: usize = 4;

/// Scores of positions for the side to move, in centidiscs.
fn search_all(
    name: &str,
    boards: &[Board],
    search: Search,
    evaluator: &Arc<Evaluator>,
    threads: usize,
) -> Result<Vec<i16>> {
    let progress = progress_bar(name, boards.len() as u64);
    let labels = map_parts(0..boards.len() as u64, threads, |part| {
        search_part(&boards[part.start as usize..part.end as usize], search, evaluator, &progress)
    })?;
    progress.finish();
    Ok(labels)
}

/// Scores of the positions that are searched by one thread.
fn search_part(
    boards: &[Board],
    search: Search,
    evaluator: &Arc<Evaluator>,
    progress: &ProgressBar,
) -> Result<Vec<i16>> {
    let mut searcher = Searcher::<OthelloExpert>::new(evaluator, TABLE_MEGABYTES)?;
    let mut labels = Vec::with_capacity(boards.len());
    for part in boards.chunks(1000) {
        for board in part {
            labels.push(searcher.search(&board.position(), search.limit())?.score.0);
        }
        progress.inc(part.len() as u64);
    }
    Ok(labels)
}
