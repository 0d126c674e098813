//! Single-threaded use of the engine's search.

use anyhow::{Result, anyhow};
use quartet::score::Score;
use quartet::search::expert::{Expert, Mv, Pos};
use quartet::search::limits::Limits;
use quartet::search::observer::{Note, Observer, PvLine, SearchStats};
use quartet::search::parallel;
use quartet::search::request::{MAX_DEPTH, SearchRequest};
use quartet::search::stop::StopToken;
use quartet::search::time_management::TimeManager;
use quartet::search::transposition_table::TranspositionTable;
use quartet::search::worker::Worker;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchLimit {
    /// Fixed depth.
    Depth {
        /// Depth in plies.
        plies: u8,
        /// Whether to prune and reduce as in a game, rather than search full width.
        selective: bool,
    },
    /// Fixed number of nodes, with the pruning and reductions of a game.
    Nodes(u64),
}

/// Result of a search.
pub(crate) struct SearchResult<M> {
    /// Score for the side to move.
    pub score: Score,
    /// Best move.
    pub best_move: M,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// A search worker with a transposition table of its own; each thread uses one.
pub(crate) struct Searcher<E: Expert> {
    workers: Vec<Worker<E>>,
    table: Arc<TranspositionTable>,
}

impl<E: Expert> Searcher<E> {
    /// A searcher with an empty transposition table of the given size in megabytes.
    pub(crate) fn new(tables: &Arc<E::Tables>, megabytes: usize) -> Result<Searcher<E>> {
        let table = TranspositionTable::new(megabytes, 1, true).map_err(|_| anyhow!("no memory for a table"))?;
        let table = Arc::new(table);
        Ok(Searcher { workers: vec![Worker::new(tables.clone(), table.clone())], table })
    }

    /// Clears the transposition table and all other search state.
    pub(crate) fn clear(&mut self) {
        self.table.clear(1);
        self.workers.iter_mut().for_each(Worker::new_game);
    }

    /// Searches a position. Fails if it has no legal move.
    pub(crate) fn search(&mut self, position: &Pos<E>, limit: SearchLimit) -> Result<SearchResult<Mv<E>>> {
        let (plies, selective, nodes) = match limit {
            SearchLimit::Depth { plies, selective } => (plies, selective, None),
            SearchLimit::Nodes(nodes) => (MAX_DEPTH, true, Some(nodes)),
        };
        let request = SearchRequest::<E> { selective, ..SearchRequest::new(position.clone(), plies) };
        let limits = Limits { nodes, ..Limits::default() };
        let time_manager = Arc::new(TimeManager::new(&limits, Instant::now(), Duration::ZERO, 1));
        let mut counter = NodeCounter { nodes: 0 };
        let searched =
            parallel::search(&mut self.workers, &request, &StopToken::default(), &time_manager, &mut counter);
        let line = searched.and_then(|searched| searched.result.lines.into_iter().next());
        let line = line.ok_or_else(|| anyhow!("there is no move in {position:?}"))?;
        let best_move = line.pv.first().copied().ok_or_else(|| anyhow!("no move was found in {position:?}"))?;
        Ok(SearchResult { score: line.score, best_move, nodes: counter.nodes })
    }
}

/// Keeps the node count of the last reported line.
struct NodeCounter {
    nodes: u64,
}

impl<M> Observer<M> for NodeCounter {
    fn line(&mut self, _: usize, _: &PvLine<M>, effort: SearchStats) {
        self.nodes = effort.nodes;
    }
    fn note(&mut self, _: Note) {}
}
