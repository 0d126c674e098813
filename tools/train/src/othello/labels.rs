//! Labels by searches: each position is labelled with its search score.

use super::board::Board;
use super::dataset;
use super::search::Search;
use crate::progress::{Log, progress_bar};
use crate::records;
use crate::searcher::Searcher;
use crate::threads::map_parts;
use anyhow::{Context, Result};
use clap::Args;
use indicatif::ProgressBar;
use quartet::games::othello::OthelloExpert;
use quartet::games::othello::eval::Evaluator;
use quartet::shard::Shard;
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

/// Number of positions that are labelled together: a unit of work, stored in a file of its own until all labels for
/// its number of empty squares are there.
const BLOCK_SIZE: usize = 10_000;

impl Labels<'_> {
    /// Labels the positions with a number of empty squares, in centidiscs from the side to move. Labels that the folder
    /// already contains are read from it; new ones are written to it.
    pub(super) fn label(&self, empties: u32, boards: &[Board], evaluator: &Arc<Evaluator>) -> Result<Vec<i16>> {
        let stored = dataset::labels(self.folder, empties)?;
        if stored.len() == boards.len() {
            return Ok(stored);
        }
        let start = Instant::now();
        let mut labels = Vec::with_capacity(boards.len());
        for (block, boards) in boards.chunks(BLOCK_SIZE).enumerate() {
            labels.extend(self.block(empties, block, boards, evaluator)?);
        }
        records::save(&dataset::labels_file(self.folder, empties), &labels)?;
        for block in 0..boards.len().div_ceil(BLOCK_SIZE) {
            let file = dataset::block_file(self.folder, empties, block);
            std::fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        }
        let (seconds, search) = (start.elapsed().as_secs_f64(), self.search(empties));
        self.log.write_line(&format!("{empties} empty: {} labels by {search:?} in {seconds:.0} s", labels.len()))?;
        Ok(labels)
    }

    /// Labels the blocks of a shard. `boards` are the positions by their number of empty squares, from `first` on.
    pub(super) fn label_shard(
        &self,
        first: u32,
        boards: &[Vec<Board>],
        evaluator: &Arc<Evaluator>,
        shard: Shard,
    ) -> Result<()> {
        let blocks = (first..).zip(boards).flat_map(|(empties, boards)| {
            boards.chunks(BLOCK_SIZE).enumerate().map(move |(block, boards)| (empties, block, boards))
        });
        let own: Vec<_> = (0..).zip(blocks).filter(|(unit, _)| shard.contains(*unit)).map(|(_, block)| block).collect();
        for &(empties, block, boards) in &own {
            if dataset::labels(self.folder, empties)?.is_empty() {
                self.block(empties, block, boards, evaluator)?;
            }
        }
        self.log.write_line(&format!("shard {shard}: {} blocks of labels", own.len()))
    }

    /// The labels of a block of positions. They are read from the folder if it contains them, or else written to it.
    fn block(&self, empties: u32, block: usize, boards: &[Board], evaluator: &Arc<Evaluator>) -> Result<Vec<i16>> {
        let file = dataset::block_file(self.folder, empties, block);
        let stored = dataset::load_labels(&file)?;
        if stored.len() == boards.len() {
            return Ok(stored);
        }
        let name = format!("labels: {empties} empty, block {block}");
        let labels = search_all(&name, boards, self.search(empties), evaluator, self.threads)?;
        records::save(&file, &labels)?;
        Ok(labels)
    }

    /// The search that labels positions with a number of empty squares.
    fn search(&self, empties: u32) -> Search {
        match self.settings {
            settings if empties <= settings.exact_empties => Search::Exact,
            Settings { selective: true, depth, .. } => Search::Selective(*depth),
            Settings { depth, .. } => Search::Plies(*depth),
        }
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
