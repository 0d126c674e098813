//! How a search is stopped: stop tokens, and the watch that checks them together with clock and node limit.

use super::time_management::TimeManager;
use crate::sync::{AtomicBool, AtomicU64, Mutex, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

/// The error that unwinds a stopped search. The results of completed searches remain valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A flag that stops one search. Each job has a fresh one, so that a late `stop` cannot reach the next search and none
/// is lost in a reset. Split subtrees have child tokens, so that a node checks a single flag.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    after_iteration: AtomicBool,
    /// The tokens that are raised together with this one.
    children: Mutex<Vec<Weak<Flags>>>,
    /// The token that this one is raised by, kept because a stop reaches it that way.
    _parent: Option<Arc<Flags>>,
}

impl Flags {
    fn stop(&self) {
        // The flag comes first: a child created after the loop copies it.
        self.stop.store(true, Ordering::Relaxed);
        for child in self.children.lock().iter().filter_map(Weak::upgrade) {
            child.stop();
        }
    }
}

impl StopToken {
    /// Raises this token and all its descendants.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// A child token: raised together with this one, but not vice versa.
    pub fn child(&self) -> StopToken {
        let child = StopToken(Arc::new(Flags { _parent: Some(self.0.clone()), ..Flags::default() }));
        let mut children = self.0.children.lock();
        children.retain(|known| known.strong_count() > 0);
        children.push(Arc::downgrade(&child.0));
        child.0.stop.store(self.is_set(), Ordering::Relaxed);
        child
    }

    /// Whether the token is raised.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Ends the search as soon as its first iteration is completed.
    pub fn stop_after_first_iteration(&self) {
        self.0.after_iteration.store(true, Ordering::Relaxed);
    }

    /// Whether the search should end after its first iteration.
    pub fn stops_after_first_iteration(&self) -> bool {
        self.0.after_iteration.load(Ordering::Relaxed)
    }
}

/// Nodes and table hits of all workers of a job, as of their last flush.
#[derive(Debug, Default)]
pub struct Counters {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl Counters {
    /// Nodes of all workers as of their last flush.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Solved-table hits of all workers as of their last flush.
    pub fn table_hits(&self) -> u64 {
        self.table_hits.load(Ordering::Relaxed)
    }
}

/// Nodes between two checks of the clock and the counters.
const CHECK_INTERVAL: u64 = 256;

/// One worker's view of the limits. Every node of the search, of quiescence and of threat searches calls
/// [`Watch::tick`] and unwinds on an error. Searches too short to be stopped (the last plies of an exact endgame) add
/// their nodes with [`Watch::spend`] when they are finished.
pub struct Watch {
    /// Stops the whole search.
    stop: StopToken,
    /// Stops the subtree that the worker searches: `stop` itself or a descendant of it.
    subtree: StopToken,
    counters: Arc<Counters>,
    nodes: u64,
    flushed_nodes: u64,
    table_hits: u64,
    flushed_table_hits: u64,
    /// Node count at the next check of the clock and the counters.
    next_check: u64,
    time_manager: Option<Arc<TimeManager>>,
    /// Whether the first iteration is completed.
    first_iteration_done: bool,
}

impl Watch {
    /// A watch over `stop`, which it raises itself when the limits of `time_manager` are reached.
    pub fn new(stop: StopToken, counters: Arc<Counters>, time_manager: Option<Arc<TimeManager>>) -> Self {
        Watch {
            subtree: stop.clone(),
            stop,
            counters,
            nodes: 0,
            flushed_nodes: 0,
            table_hits: 0,
            flushed_table_hits: 0,
            next_check: 0,
            time_manager,
            first_iteration_done: false,
        }
    }

    /// A watch without limits, for tests and tools.
    pub fn unlimited() -> Self {
        Watch::new(StopToken::default(), Arc::default(), None)
    }

    /// Counts one node; an error if the search must end now.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check();
        }
        if self.subtree.is_set() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts `nodes` searched without a check, all of them finished.
    #[inline]
    pub fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Counts one answer from a solved table or proof search.
    #[inline]
    pub fn table_hit(&mut self) {
        self.table_hits += 1;
    }

    /// Nodes of this worker so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds what was counted since the last flush to the job's counters.
    pub fn flush(&mut self) {
        self.counters.nodes.fetch_add(self.nodes - self.flushed_nodes, Ordering::Relaxed);
        self.counters.table_hits.fetch_add(self.table_hits - self.flushed_table_hits, Ordering::Relaxed);
        self.flushed_nodes = self.nodes;
        self.flushed_table_hits = self.table_hits;
    }

    /// The counters of all workers, after flushing this one's.
    pub fn totals(&mut self) -> &Counters {
        self.flush();
        &self.counters
    }

    /// Records that an iteration is completed, so that the search may end before the next one.
    pub fn iteration_completed(&mut self) {
        self.first_iteration_done = true;
    }

    /// The token that stops the search.
    pub fn token(&self) -> &StopToken {
        &self.stop
    }

    /// The token that stops the subtree that the worker searches.
    pub(super) fn subtree_token(&self) -> &StopToken {
        &self.subtree
    }

    /// Sets the token of the subtree that the worker searches, a descendant of the search's own; returns the one set
    /// before.
    pub(super) fn set_subtree_token(&mut self, token: StopToken) -> StopToken {
        std::mem::replace(&mut self.subtree, token)
    }

    #[cold]
    fn check(&mut self) {
        self.flush();
        self.next_check = self.nodes + CHECK_INTERVAL;
        if self.first_iteration_done && self.stop.stops_after_first_iteration() {
            self.stop.stop();
        }
        let Some(time_manager) = &self.time_manager else { return };
        let total = self.counters.nodes();
        time_manager.record_nodes(total);
        if let Some(limit) = time_manager.node_limit(total) {
            if total >= limit {
                self.stop.stop();
            }
            // A single worker stops at exactly the limit.
            self.next_check = self.next_check.min(self.nodes + limit.saturating_sub(total).max(1));
        }
        if time_manager.deadline().is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subtree_ends_with_the_search_and_not_vice_versa() {
        let search = StopToken::default();
        let subtrees = [search.child(), search.child()];
        let below = subtrees[0].child();
        subtrees[0].stop();
        assert!(below.is_set() && !subtrees[1].is_set() && !search.is_set());
        search.stop();
        assert!(subtrees[1].is_set());
        assert!(search.child().is_set(), "a subtree that starts too late");
    }

    #[test]
    fn a_stop_reaches_descendants_of_tokens_that_nobody_holds() {
        let search = StopToken::default();
        let below = search.child().child();
        search.stop();
        assert!(below.is_set());
    }

    #[test]
    fn dropped_children_are_forgotten() {
        let search = StopToken::default();
        for _ in 0..100 {
            search.child();
        }
        assert_eq!(search.0.children.lock().len(), 1);
    }
}
