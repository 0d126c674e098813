//! Labels: what the engine's own search says about positions.
//!
//! Must not know: how positions were found, what is learned from the labels.

use crate::progress::bar;
use crate::sample::Board;
use crate::search::{Search, Searcher};
use anyhow::{Result, anyhow};
use indicatif::ProgressBar;
use quartet::games::othello::eval::Evaluator;
use quartet::search::smp;
use std::sync::Arc;

/// Megabytes of each thread's transposition table.
const TABLE: usize = 4;

/// The values of positions from the side to move, in centidiscs.
pub fn labels(
    name: &str,
    boards: &[Board],
    search: Search,
    evaluator: &Arc<Evaluator>,
    threads: usize,
) -> Result<Vec<i16>> {
    let progress = bar(name, boards.len() as u64);
    let labels = std::thread::scope(|scope| {
        let parts: Vec<_> = boards
            .chunks(boards.len().div_ceil(threads).max(1))
            .map(|part| {
                let progress = &progress;
                // Deep lines need the stack that searching threads of the engine have.
                let builder = std::thread::Builder::new().stack_size(smp::STACK_SIZE);
                builder.spawn_scoped(scope, move || label(part, search, evaluator, progress))
            })
            .collect();
        parts.into_iter().map(|part| part?.join().map_err(|_| anyhow!("a search failed"))?).collect::<Result<Vec<_>>>()
    })?;
    progress.finish();
    Ok(labels.concat())
}

/// One thread's part.
fn label(boards: &[Board], search: Search, evaluator: &Arc<Evaluator>, progress: &ProgressBar) -> Result<Vec<i16>> {
    let mut searcher = Searcher::new(evaluator, TABLE)?;
    let mut labels = Vec::with_capacity(boards.len());
    for part in boards.chunks(1000) {
        for board in part {
            labels.push(searcher.search(&board.position(), search)?.score.0);
        }
        progress.inc(part.len() as u64);
    }
    Ok(labels)
}
