//! The simplest search: one position, one thread, a fixed depth, no other limits.

use super::expert::{Expert, Mv, Pos};
use super::limits::Limits;
use super::observer::SearchResult;
use super::request::SearchRequest;
use super::stop::Watch;
use super::time_management::TimeManager;
use super::transposition_table::TranspositionTable;
use super::worker::Worker;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Searches `position` by iterative deepening to `depth` plies and returns the best line, or none if there is no legal
/// move. Tables are built for this search only; programs that search more than once keep their [`Worker`]s and call
/// [`parallel::search`](super::parallel::search).
pub fn search_to_depth<E: Expert>(position: &Pos<E>, depth: u8) -> SearchResult<Mv<E>> {
    let tt = Arc::new(TranspositionTable::new(1, 1, false).unwrap_or_default());
    let mut worker = Worker::<E>::new(Arc::default(), tt);
    let time_manager = TimeManager::new(&Limits::default(), Instant::now(), Duration::ZERO, 1);
    let request = SearchRequest::new(position.clone(), depth);
    worker.run_main(&request, Watch::unlimited(), &time_manager, &mut ())
}
