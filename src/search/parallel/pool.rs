//! The open split points of a search, where idle workers wait for moves to search.

use super::split_point::SplitPoint;
use crate::game::PackedMove;
use crate::score::Score;
use crate::search::move_loop::PickedMove;
use crate::search::stop::StopToken;
use crate::sync::{Condvar, Mutex};
use std::sync::Arc;

/// The open split points of a search.
pub(in crate::search) struct SplitPool<M> {
    open: Mutex<Vec<Arc<SplitPoint<M>>>>,
    /// Signalled when waiting workers should look again.
    changed: Condvar,
    /// Ends the helpers.
    helpers_stop: StopToken,
    /// Ends the searches of the whole tree that helpers make on their own.
    lazy_stop: StopToken,
}

impl<M: PackedMove> SplitPool<M> {
    /// The pool of the search that `stop` ends.
    pub(crate) fn new(stop: &StopToken) -> Self {
        let helpers_stop = stop.child();
        SplitPool { open: Mutex::default(), changed: Condvar::new(), lazy_stop: helpers_stop.child(), helpers_stop }
    }

    /// The token that ends the helpers.
    pub(crate) fn helpers_stop(&self) -> &StopToken {
        &self.helpers_stop
    }

    /// The token that ends the searches of the whole tree that helpers make on their own; raised when the tree is
    /// split.
    pub(crate) fn lazy_stop(&self) -> &StopToken {
        &self.lazy_stop
    }

    /// Ends the helpers.
    pub(crate) fn close(&self) {
        self.helpers_stop.stop();
        self.notify();
    }

    /// Opens a split point until the guard is dropped.
    pub(super) fn open<'a>(&'a self, point: &'a Arc<SplitPoint<M>>) -> OpenSplitPoint<'a, M> {
        self.open.lock().push(point.clone());
        self.changed.notify_all();
        OpenSplitPoint { pool: self, point }
    }

    /// Picks a move of a split point, if one remains and none has caused a cutoff.
    pub(super) fn pick<'a>(&'a self, point: &'a SplitPoint<M>) -> Option<MoveTask<'a, M>> {
        Some(MoveTask { pool: self, point, picked: point.pick()?, is_finished: false })
    }

    /// Waits for a split point with moves to pick and returns the one nearest the root; `None` at the end of the
    /// search.
    pub(super) fn next(&self) -> Option<Arc<SplitPoint<M>>> {
        self.wait_for(|| !self.helpers_stop.is_set(), |_| true)
    }

    /// Calls `step` for what the owner of an open split point has to do, until no move is left or it is stopped.
    pub(super) fn run_owner(&self, point: &SplitPoint<M>, mut step: impl FnMut(OwnerStep<M>)) {
        loop {
            step(OwnerStep::Work);
            match self.next_below(point) {
                Some(below) => step(OwnerStep::Join(below)),
                // A worker that panicked has put its move back.
                None if point.has_moves() => {}
                None => return,
            }
        }
    }

    /// Waits for a split point in the subtree of `own`; `None` as soon as no other worker searches a move of `own`.
    /// Other work could delay the owner's return ("helpful master").
    fn next_below(&self, own: &SplitPoint<M>) -> Option<Arc<SplitPoint<M>>> {
        self.wait_for(|| own.waits_for_helpers(), |point| point.is_below(own))
    }

    fn wait_for(
        &self,
        should_wait: impl Fn() -> bool,
        is_eligible: impl Fn(&SplitPoint<M>) -> bool,
    ) -> Option<Arc<SplitPoint<M>>> {
        let mut open = self.open.lock();
        while should_wait() {
            let eligible = open.iter().filter(|point| is_eligible(point) && point.has_moves());
            if let Some(point) = eligible.min_by_key(|point| point.node.ply) {
                return Some(point.clone());
            }
            self.changed.wait(&mut open);
        }
        None
    }

    /// Wakes the waiting workers.
    fn notify(&self) {
        // A worker that has looked but does not wait yet holds the lock.
        drop(self.open.lock());
        self.changed.notify_all();
    }
}

/// What the owner of a split point does next.
pub(super) enum OwnerStep<M> {
    /// Search moves of its split point until none is left to be picked.
    Work,
    /// Search moves of this split point below one of them.
    Join(Arc<SplitPoint<M>>),
}

/// Keeps a split point open. When dropped, however the owner leaves, no worker continues there.
pub(super) struct OpenSplitPoint<'a, M: PackedMove> {
    pool: &'a SplitPool<M>,
    point: &'a Arc<SplitPoint<M>>,
}

impl<M: PackedMove> Drop for OpenSplitPoint<'_, M> {
    fn drop(&mut self) {
        self.pool.open.lock().retain(|other| !Arc::ptr_eq(other, self.point));
        self.point.stop.stop();
    }
}

/// A picked move of a split point. When dropped without a score, because the worker is stopped or panics, it is put
/// back.
pub(super) struct MoveTask<'a, M: PackedMove> {
    pool: &'a SplitPool<M>,
    point: &'a SplitPoint<M>,
    pub picked: PickedMove<M>,
    is_finished: bool,
}

impl<M: PackedMove> MoveTask<'_, M> {
    /// Reports the score of the move; `child_pv` is the variation after it.
    pub(super) fn finish(mut self, score: Score, child_pv: &[M], seldepth: u16) {
        self.point.update(self.picked.scored.mv, score, child_pv, seldepth);
        self.is_finished = true;
    }
}

impl<M: PackedMove> Drop for MoveTask<'_, M> {
    fn drop(&mut self) {
        if !self.is_finished {
            self.point.put_back(self.picked.scored.mv);
        }
        if !self.point.waits_for_helpers() {
            self.pool.notify();
        }
    }
}

/// Closes the pool when dropped, so that helpers end even if the main worker panics.
pub(super) struct CloseOnDrop<M: PackedMove>(pub Arc<SplitPool<M>>);

impl<M: PackedMove> Drop for CloseOnDrop<M> {
    fn drop(&mut self) {
        self.0.close();
    }
}
