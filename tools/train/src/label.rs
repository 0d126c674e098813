//! Labels: what the engine's own search says about positions.
//!
//! Must not know: how positions were found, what is learned from the labels.

use crate::progress::bar;
use crate::sample::Board;
use anyhow::{Result, anyhow};
use indicatif::ProgressBar;
use quartet::games::othello::OthelloKnowledge;
use quartet::games::othello::eval::Evaluator;
use quartet::search::clock::Clock;
use quartet::search::control::StopToken;
use quartet::search::limits::Limits;
use quartet::search::report::{Effort, Line, Note, Observer};
use quartet::search::root::{MAX_DEPTH, Request};
use quartet::search::smp;
use quartet::search::table::Table;
use quartet::search::worker::{Shared, Worker};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Megabytes of each thread's transposition table.
const TABLE: usize = 4;

/// How deep a position is searched: to the end, or so many plies with full width.
#[derive(Clone, Copy, Debug)]
pub enum Search {
    /// Exactly.
    Exact,
    /// So many plies.
    Plies(u8),
}

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
                builder.spawn_scoped(scope, move || Labeller::new(evaluator)?.labels(part, search, progress))
            })
            .collect();
        parts
            .into_iter()
            .map(|part| part?.join().map_err(|_| anyhow!("a search failed"))?)
            .collect::<Result<Vec<_>>>()
    })?;
    progress.finish();
    Ok(labels.concat())
}

/// A thread's means to search.
struct Labeller {
    workers: Vec<Worker<OthelloKnowledge>>,
    clock: Arc<Clock>,
    stop: StopToken,
}

impl Labeller {
    fn new(evaluator: &Arc<Evaluator>) -> Result<Labeller> {
        let table = Table::new(TABLE, 1, true).map_err(|_| anyhow!("no memory for a table"))?;
        let shared = Shared { table: Arc::new(table), busy: Arc::default() };
        let clock = Clock::new(&Limits::default(), Instant::now(), Duration::ZERO, 1);
        Ok(Labeller {
            workers: vec![Worker::new(evaluator.clone(), shared)],
            clock: Arc::new(clock),
            stop: StopToken::default(),
        })
    }

    fn labels(&mut self, boards: &[Board], search: Search, progress: &ProgressBar) -> Result<Vec<i16>> {
        let mut labels = Vec::with_capacity(boards.len());
        for part in boards.chunks(1000) {
            for &board in part {
                labels.push(self.label(board, search).ok_or_else(|| anyhow!("no value for {board:?}"))?);
            }
            progress.inc(part.len() as u64);
        }
        Ok(labels)
    }

    fn label(&mut self, board: Board, search: Search) -> Option<i16> {
        let request = Request::<OthelloKnowledge> {
            course: vec![board.position()],
            max_plies: 0,
            moves: Vec::new(),
            lines: 1,
            depth: match search {
                Search::Exact => MAX_DEPTH,
                Search::Plies(plies) => plies,
            },
            mate_plies: None,
            use_table: false,
            selective: false,
        };
        let joint = smp::search(&mut self.workers, &request, &self.stop, &self.clock, &mut Silent)?;
        joint.outcome.lines.first().map(|line| line.score.0)
    }
}

/// Listens to nothing.
struct Silent;

impl<M> Observer<M> for Silent {
    fn line(&mut self, _: usize, _: &Line<M>, _: Effort) {}
    fn note(&mut self, _: Note) {}
}
