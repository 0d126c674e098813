//! Several workers on one root.
//!
//! All workers search the same tree and share the transposition table; what differs is how they keep out of each
//! other's way. The policy is chosen per iteration by [`Policy::of`]:
//! * [`Policy::Lazy`]: not at all, but for the order in which helpers visit depths (Lazy SMP);
//! * [`Policy::Deferring`]: a move that another worker is searching just now is put off to the end of the list, by when its
//!   value is likely in the table (ABDADA of Weill 1996 in the simplified form of Kerrigan, "Simplified ABDADA").
//!
//! A policy that hands out parts of the tree instead would get its own variant here.
//! Must not know: any particular game, how jobs are started.

use super::clock::Clock;
use super::control::{Counters, StopOnDrop, StopToken, Watch};
use super::knowledge::{Goal, Iteration, Knowledge, Mv};
use super::report::{Observer, Outcome};
use super::root::Request;
use super::worker::Worker;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Explicit stack of every searching thread: lines of 640 plies at under 2 KiB a ply, with room to spare.
pub const STACK_SIZE: usize = 16 << 20;
/// Least depth at which moves are marked as busy; below it the marking costs more than it saves.
const LEAST_DEPTH: i16 = 3;
/// Marks kept at once; a power of two far above workers × plies.
const MARKS: usize = 1 << 15;

/// How workers divide an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Shared table only.
    Lazy,
    /// Busy moves are put off.
    Deferring,
}

impl Policy {
    /// The policy for an iteration.
    pub fn of(iteration: Iteration) -> Policy {
        match iteration.goal {
            Goal::Value | Goal::Exact => Policy::Deferring,
            Goal::Mate => Policy::Lazy,
        }
    }
}

/// The moves being searched just now, as hashes. A lost or doubled mark costs time, never a wrong value.
pub struct Busy(Box<[AtomicU64]>);

impl Default for Busy {
    fn default() -> Self {
        Busy((0..MARKS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Busy {
    /// The mark of a move at a node of this depth, if such moves are marked at all.
    pub(super) fn mark_of(&self, key: u64, mv: u16, depth: i16) -> Option<u64> {
        let mixed = (u64::from(mv) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (depth as u64) << 32;
        (depth >= LEAST_DEPTH).then_some((key ^ mixed) | 1)
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.0[(mark >> 40) as usize % MARKS]
    }

    pub(super) fn is_set(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    pub(super) fn set(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    pub(super) fn clear(&self, mark: u64) {
        let _ = self.slot(mark).compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// What [`search`] gives back.
pub struct Joint<M> {
    /// The lead's result.
    pub outcome: Outcome<M>,
    /// Indices of helpers that panicked; their state is not to be trusted.
    pub lost: Vec<usize>,
}

/// Searches `request` with all `workers`, the first of which leads: it alone reports, decides and ends the search. A panic of the lead
/// unwinds from here after the helpers have ended.
pub fn search<K: Knowledge>(
    workers: &mut [Worker<K>],
    request: &Request<K>,
    stop: &StopToken,
    clock: &Arc<Clock>,
    observer: &mut dyn Observer<Mv<K>>,
) -> Option<Joint<Mv<K>>> {
    let counters = Arc::new(Counters::default());
    let alone = workers.len() == 1;
    let (lead, helpers) = workers.split_first_mut()?;
    std::thread::scope(|scope| {
        // The helpers' own token: the lead raises it when it is done, and by unwinding, too.
        let ending = StopOnDrop(StopToken::default());
        let mut lost = Vec::new();
        let mut running = Vec::new();
        for (index, helper) in helpers.iter_mut().enumerate() {
            let watch = Watch::new(ending.0.clone(), counters.clone(), Some(clock.clone()));
            let body = move || helper.assist(request, index + 1, watch);
            let builder = std::thread::Builder::new().name(format!("helper-{}", index + 1)).stack_size(STACK_SIZE);
            match builder.spawn_scoped(scope, body) {
                Ok(handle) => running.push((index + 1, handle)),
                Err(error) => log::warn!("helper {} was not started: {error}", index + 1),
            }
        }
        let watch = Watch::new(stop.clone(), counters.clone(), Some(clock.clone()));
        let outcome = lead.lead(request, alone, watch, clock, observer);
        drop(ending);
        for (index, handle) in running {
            if handle.join().is_err() {
                lost.push(index);
            }
        }
        Some(Joint { outcome, lost })
    })
}
