//! The engine's search, for one position after the other.
//!
//! Must not know: what is asked for, and why.

use anyhow::{Result, anyhow};
use quartet::score::Score;
use quartet::search::clock::Clock;
use quartet::search::expert::{Expert, Mv, Pos};
use quartet::search::limits::Limits;
use quartet::search::observer::{Effort, Note, Observer, PvLine};
use quartet::search::parallel;
use quartet::search::request::{MAX_DEPTH, SearchRequest};
use quartet::search::stop::StopToken;
use quartet::search::transposition_table::TranspositionTable;
use quartet::search::worker::Worker;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How far a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchLimit {
    /// To a fixed depth.
    Depth {
        /// In plies.
        plies: u8,
        /// With the pruning and reductions of a game, not with full width.
        selective: bool,
    },
    /// For this many nodes, as selectively as in a game.
    Nodes(u64),
}

/// What a search found.
pub(crate) struct Found<M> {
    /// The value from the side to move.
    pub score: Score,
    /// The best move.
    pub best: M,
    /// Nodes searched.
    pub nodes: u64,
}

/// One thread's means to search.
pub(crate) struct Searcher<E: Expert> {
    workers: Vec<Worker<E>>,
    table: Arc<TranspositionTable>,
}

impl<E: Expert> Searcher<E> {
    /// With a transposition table of so many megabytes.
    pub(crate) fn new(tables: &Arc<E::Tables>, megabytes: usize) -> Result<Searcher<E>> {
        let table = TranspositionTable::new(megabytes, 1, true).map_err(|_| anyhow!("no memory for a table"))?;
        let table = Arc::new(table);
        Ok(Searcher { workers: vec![Worker::new(tables.clone(), table.clone())], table })
    }

    /// Forgets the positions searched before.
    pub(crate) fn clear(&mut self) {
        self.table.clear(1);
        self.workers.iter_mut().for_each(Worker::new_game);
    }

    /// Searches a position; an error where there is no move.
    pub(crate) fn search(&mut self, position: &Pos<E>, limit: SearchLimit) -> Result<Found<Mv<E>>> {
        let (plies, selective, nodes) = match limit {
            SearchLimit::Depth { plies, selective } => (plies, selective, None),
            SearchLimit::Nodes(nodes) => (MAX_DEPTH, true, Some(nodes)),
        };
        let request = SearchRequest::<E> {
            positions: vec![position.clone()],
            max_plies: 0,
            moves: Vec::new(),
            lines: 1,
            depth: plies,
            mate_plies: None,
            outcome_only: false,
            selective,
        };
        let limits = Limits { nodes, ..Limits::default() };
        let clock = Arc::new(Clock::new(&limits, Instant::now(), Duration::ZERO, 1));
        let mut nodes = Nodes(0);
        let searched = parallel::search(&mut self.workers, &request, &StopToken::default(), &clock, &mut nodes);
        let line = searched.and_then(|searched| searched.result.lines.into_iter().next());
        let line = line.ok_or_else(|| anyhow!("there is no move in {position:?}"))?;
        let best = line.pv.first().copied().ok_or_else(|| anyhow!("no move was found in {position:?}"))?;
        Ok(Found { score: line.score, best, nodes: nodes.0 })
    }
}

/// Counts what a search tells.
struct Nodes(u64);

impl<M> Observer<M> for Nodes {
    fn line(&mut self, _: usize, _: &PvLine<M>, effort: Effort) {
        self.0 = effort.nodes;
    }
    fn note(&mut self, _: Note) {}
}
