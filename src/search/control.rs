//! How a search is told to end: stop tokens, and the watch that every node looks at.
//!
//! Must not know: any game, who raises the token, or how limits are written on the wire.

use super::clock::Clock;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

/// The error that unwinds a search after its token was raised. What was searched so far stays valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A flag that ends one search. Each job has a fresh one, so that a late `stop` cannot hit the next search and
/// none is lost by a reset. Parts of a search have tokens of their own below it, so that a node looks at one flag only.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    brief: AtomicBool,
    /// The tokens that are raised with this one.
    children: Mutex<Vec<Weak<Flags>>>,
}

impl Flags {
    fn stop(&self) {
        // The flag first: who becomes a child after the children were told sees it.
        self.stop.store(true, Ordering::Relaxed);
        for child in self.children.lock().iter().filter_map(Weak::upgrade) {
            child.stop();
        }
    }
}

impl StopToken {
    /// Ends the search, and all parts that have a token below this one.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// A token for a part of the search: raised with this one, but not the other way round.
    pub fn child(&self) -> StopToken {
        let child = StopToken::default();
        let mut children = self.0.children.lock();
        children.retain(|known| known.strong_count() > 0);
        children.push(Arc::downgrade(&child.0));
        child.0.stop.store(self.is_set(), Ordering::Relaxed);
        child
    }

    /// Whether the search shall end.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Ends the search as soon as its first iteration is complete.
    pub fn cut_short(&self) {
        self.0.brief.store(true, Ordering::Relaxed);
    }

    /// Whether the first iteration shall be the last.
    pub fn is_cut_short(&self) -> bool {
        self.0.brief.load(Ordering::Relaxed)
    }
}

/// Nodes and table hits of all workers of a job, flushed now and then.
#[derive(Debug, Default)]
pub struct Counters {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl Counters {
    /// Nodes of all workers at their last flush.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Solver-table hits of all workers at their last flush.
    pub fn table_hits(&self) -> u64 {
        self.table_hits.load(Ordering::Relaxed)
    }
}

/// Nodes between two looks at clock and counters.
const CHECK_EVERY: u64 = 256;

/// One worker's view of the limits. Every node, of search, quiescence, leaf solver and threat search alike, calls
/// [`Watch::tick`] and unwinds when it says so.
pub struct Watch {
    /// Ends the whole search.
    stop: StopToken,
    /// Ends the subtree that the worker searches: `stop` itself or a descendant of it.
    subtree: StopToken,
    counters: Arc<Counters>,
    nodes: u64,
    flushed: u64,
    table_hits: u64,
    flushed_hits: u64,
    checkpoint: u64,
    clock: Option<Arc<Clock>>,
    iterated: bool,
}

impl Watch {
    /// A watch over `stop`; with a `clock` it raises the token itself when that runs out.
    pub fn new(stop: StopToken, counters: Arc<Counters>, clock: Option<Arc<Clock>>) -> Self {
        Watch {
            subtree: stop.clone(),
            stop,
            counters,
            nodes: 0,
            flushed: 0,
            table_hits: 0,
            flushed_hits: 0,
            checkpoint: 0,
            clock,
            iterated: false,
        }
    }

    /// A watch without limits, for tests and tools.
    pub fn unlimited() -> Self {
        Watch::new(StopToken::default(), Arc::default(), None)
    }

    /// Counts one node; the error says that the search must end now.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.checkpoint {
            self.check();
        }
        if self.subtree.is_set() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts `nodes` that were searched without asking: few, and done with.
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
        self.counters.nodes.fetch_add(self.nodes - self.flushed, Ordering::Relaxed);
        self.counters.table_hits.fetch_add(self.table_hits - self.flushed_hits, Ordering::Relaxed);
        self.flushed = self.nodes;
        self.flushed_hits = self.table_hits;
    }

    /// The counters of all workers, this one's share up to date.
    pub fn totals(&mut self) -> &Counters {
        self.flush();
        &self.counters
    }

    /// An iteration is complete: from now on the search may be cut short.
    pub fn iterated(&mut self) {
        self.iterated = true;
    }

    /// The token that ends the search.
    pub fn token(&self) -> &StopToken {
        &self.stop
    }

    /// The token that ends the subtree that the worker searches.
    pub(super) fn subtree_token(&self) -> &StopToken {
        &self.subtree
    }

    /// Sets the token of the subtree that the worker searches, a descendant of the search's own; returns the one set before.
    pub(super) fn set_subtree_token(&mut self, token: StopToken) -> StopToken {
        std::mem::replace(&mut self.subtree, token)
    }

    #[cold]
    fn check(&mut self) {
        self.flush();
        self.checkpoint = self.nodes + CHECK_EVERY;
        if self.iterated && self.stop.is_cut_short() {
            self.stop.stop();
        }
        let Some(clock) = &self.clock else { return };
        let total = self.counters.nodes();
        clock.saw(total);
        if let Some(limit) = clock.node_limit(total) {
            if total >= limit {
                self.stop.stop();
            }
            // Alone, a worker meets the limit to the node.
            self.checkpoint = self.checkpoint.min(self.nodes + limit.saturating_sub(total).max(1));
        }
        if clock.deadline().is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_with_the_search_and_not_the_other_way_round() {
        let search = StopToken::default();
        let parts = [search.child(), search.child()];
        let below = parts[0].child();
        parts[0].stop();
        assert!(below.is_set() && !parts[1].is_set() && !search.is_set());
        search.stop();
        assert!(parts[1].is_set());
        assert!(search.child().is_set(), "a part that begins too late");
    }

    #[test]
    fn parts_that_are_over_are_forgotten() {
        let search = StopToken::default();
        for _ in 0..100 {
            search.child();
        }
        assert_eq!(search.0.children.lock().len(), 1);
    }
}
