//! Several workers on one root.
//!
//! All share the transposition table; how they divide the work is the [`Policy`] of the iteration.
//!
//! Must not know: any particular game, how jobs are started, how a tree is divided.

use super::clock::Clock;
use super::control::{Counters, StopToken, Watch};
use super::knowledge::{Goal, Knowledge, Mv};
use super::params::Params;
use super::pool::{CloseOnDrop, Pool};
use super::report::{Observer, Outcome};
use super::root::Request;
use super::worker::Worker;
use std::sync::Arc;

/// Explicit stack of every searching thread: lines of 640 plies at under 2 KiB a ply, with room to spare.
pub const STACK_SIZE: usize = 16 << 20;

/// How workers divide an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Not at all: everyone searches the whole tree; they differ only in the order in which they visit depths (Lazy SMP).
    Lazy,
    /// The lead searches the tree, and the helpers parts of it (see `split`). Everyone who has begun to do so goes on until
    /// the search ends, so that no lazy iteration may follow.
    Dividing,
}

impl Policy {
    /// The policy of a game for an iteration.
    pub fn of(params: &Params, goal: Goal) -> Policy {
        if params.min_split_depth(goal) == i16::MAX { Policy::Lazy } else { Policy::Dividing }
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
    let (lead, helpers) = workers.split_first_mut()?;
    std::thread::scope(|scope| {
        let pool = (!helpers.is_empty()).then(|| Arc::new(Pool::new(stop)));
        let ending = pool.clone().map(CloseOnDrop);
        let mut lost = Vec::new();
        let mut running = Vec::new();
        for (index, helper) in helpers.iter_mut().enumerate() {
            let watch = Watch::new(stop.clone(), counters.clone(), Some(clock.clone()));
            helper.pool = pool.clone();
            let body = move || helper.attend(request, index + 1, watch);
            let builder = std::thread::Builder::new().name(format!("helper-{}", index + 1)).stack_size(STACK_SIZE);
            match builder.spawn_scoped(scope, body) {
                Ok(handle) => running.push((index + 1, handle)),
                Err(error) => log::warn!("helper {} was not started: {error}", index + 1),
            }
        }
        let watch = Watch::new(stop.clone(), counters.clone(), Some(clock.clone()));
        lead.pool = pool;
        let outcome = lead.lead(request, watch, clock, observer);
        drop(ending);
        for (index, handle) in running {
            if handle.join().is_err() {
                lost.push(index);
            }
        }
        Some(Joint { outcome, lost })
    })
}
