//! Parallel search: several workers on one root, with a shared transposition table.
//!
//! Where the game's parameters allow no split points, every worker searches the whole tree (Lazy SMP), and helpers
//! differ only in the order of iteration depths. Else the main worker searches the tree, and helpers join it at split
//! points (`split`).

mod models;
pub(super) mod pool;
mod split;
pub(super) mod split_point;

use super::expert::{Expert, Mv};
use super::observer::{Observer, SearchResult};
use super::request::SearchRequest;
use super::stop::{Counters, StopToken, Watch};
use super::time_management::TimeManager;
use super::worker::Worker;
use pool::{CloseOnDrop, SplitPool};
use std::sync::Arc;

/// Explicit stack size of every searching thread in bytes: lines of 640 plies at under 2 KiB a ply, with room to spare.
pub const STACK_SIZE: usize = 16 << 20;

/// What [`search`] returns.
pub struct ParallelResult<M> {
    /// The main worker's result.
    pub result: SearchResult<M>,
    /// Indices of helpers that panicked; their state is not to be trusted.
    pub panicked: Vec<usize>,
}

/// Searches `request` with all `workers`; `None` if there are none. The first is the main worker: it alone reports,
/// decides and ends the search. If it panics, the panic continues from here after the helpers have ended.
pub fn search<E: Expert>(
    workers: &mut [Worker<E>],
    request: &SearchRequest<E>,
    stop: &StopToken,
    time_manager: &Arc<TimeManager>,
    observer: &mut dyn Observer<Mv<E>>,
) -> Option<ParallelResult<Mv<E>>> {
    let counters = Arc::new(Counters::default());
    let (main, helpers) = workers.split_first_mut()?;
    std::thread::scope(|scope| {
        let pool = (!helpers.is_empty()).then(|| Arc::new(SplitPool::new(stop)));
        let close_pool = pool.clone().map(CloseOnDrop);
        let mut handles = Vec::new();
        for (index, helper) in helpers.iter_mut().enumerate() {
            let watch = Watch::new(stop.clone(), counters.clone(), Some(time_manager.clone()));
            helper.pool = pool.clone();
            let body = move || helper.run_helper(request, index + 1, watch);
            let builder = std::thread::Builder::new().name(format!("helper-{}", index + 1)).stack_size(STACK_SIZE);
            match builder.spawn_scoped(scope, body) {
                Ok(handle) => handles.push((index + 1, handle)),
                Err(error) => log::warn!("helper {} was not started: {error}", index + 1),
            }
        }
        let watch = Watch::new(stop.clone(), counters.clone(), Some(time_manager.clone()));
        main.pool = pool;
        let result = main.run_main(request, watch, time_manager, observer);
        drop(close_pool);
        let mut panicked = Vec::new();
        for (index, handle) in handles {
            if handle.join().is_err() {
                panicked.push(index);
            }
        }
        Some(ParallelResult { result, panicked })
    })
}
