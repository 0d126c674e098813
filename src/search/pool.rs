//! What workers that divide a tree share: the open [`SplitPoint`]s, and the [`Pool`] where idle workers wait for one.
//!
//! Must not know: any particular game, how a node is searched, how threads are started.

use super::alphabeta::{Child, Standing};
use super::control::StopToken;
use super::knowledge::{At, Iteration, Scored};
use super::move_ordering::pick_move;
use crate::game::PackedMove;
use crate::score::Score;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;

/// A node whose moves are handed out.
pub(super) struct SplitPoint<M> {
    /// The split point that the owner is below.
    pub parent: Option<Arc<SplitPoint<M>>>,
    /// The moves from the root to the node.
    pub line: Vec<M>,
    pub at: At,
    pub iteration: Iteration,
    /// Whether the node is inside a search whose value stands for that of a deeper one.
    pub is_estimating: bool,
    /// Whether the node has an open window.
    pub is_pv: bool,
    /// Raised by a cutoff, and when the owner leaves.
    pub token: StopToken,
    pub state: Mutex<State<M>>,
}

/// What changes while a split point is worked at.
pub(super) struct State<M> {
    /// The moves; as many as the standing's order says were handed out.
    pub moves: Vec<Scored<M>>,
    pub standing: Standing,
    /// How many of the moves handed out have not come back.
    pub busy: usize,
    /// The line of the best move; empty while it is the one that was best before the split.
    pub pv: Vec<M>,
    /// The deepest ply looked at.
    pub seldepth: u16,
    /// Moves that are proven to lose.
    pub lost: Vec<M>,
}

impl<M: PackedMove> SplitPoint<M> {
    /// The next move to search, if one is left and needed.
    fn take(&self) -> Option<Child<M>> {
        let mut state = self.state.lock();
        let order = state.standing.order;
        if order == state.moves.len() || self.token.is_set() {
            return None;
        }
        let scored = pick_move(&mut state.moves, order);
        state.standing.order += 1;
        state.busy += 1;
        Some(Child { scored, order, window: state.standing.window })
    }

    /// Notes the score of a move; `below` is the line after it.
    fn note(&self, mv: M, score: Score, below: &[M], seldepth: u16) {
        let mut state = self.state.lock();
        state.busy -= 1;
        state.seldepth = state.seldepth.max(seldepth);
        if score.is_loss() {
            state.lost.push(mv);
        }
        if state.standing.note(score, mv.to_bits()) {
            state.pv.clear();
            state.pv.push(mv);
            state.pv.extend_from_slice(below);
        }
        if state.standing.is_cutoff() {
            self.token.stop();
        }
    }

    /// Takes back a move that was not searched to the end.
    fn put_back(&self, mv: M) {
        let mut state = self.state.lock();
        state.busy -= 1;
        state.standing.order -= 1;
        let last = state.standing.order;
        if let Some(place) = state.moves.iter().position(|scored| scored.mv == mv) {
            state.moves.swap(place, last);
        }
    }

    /// Whether there is a move to take.
    fn has_work(&self) -> bool {
        let state = self.state.lock();
        state.standing.order < state.moves.len() && !self.token.is_set()
    }

    /// Whether the owner has nothing to do but wait for others.
    fn is_awaited(&self) -> bool {
        let state = self.state.lock();
        state.busy > 0 && state.standing.order == state.moves.len() && !self.token.is_set()
    }

    fn is_below(&self, other: &SplitPoint<M>) -> bool {
        let mut ancestors = std::iter::successors(self.parent.as_deref(), |point| point.parent.as_deref());
        ancestors.any(|point| std::ptr::eq(point, other))
    }
}

/// Where workers find the parts of a tree.
pub(super) struct Pool<M> {
    open: Mutex<Vec<Arc<SplitPoint<M>>>>,
    /// Something has changed for those who wait.
    news: Condvar,
    /// Ends what helpers do.
    ending: StopToken,
    /// Ends what helpers do by themselves.
    dividing: StopToken,
}

impl<M: PackedMove> Pool<M> {
    /// The pool of the search that `stop` ends.
    pub fn new(stop: &StopToken) -> Self {
        let ending = stop.child();
        Pool { open: Mutex::default(), news: Condvar::new(), dividing: ending.child(), ending }
    }

    /// Raised when helpers shall end.
    pub fn ending(&self) -> &StopToken {
        &self.ending
    }

    /// Raised when helpers shall leave what they do by themselves, for from now on the tree is divided.
    pub fn dividing(&self) -> &StopToken {
        &self.dividing
    }

    /// Ends what helpers do.
    pub fn close(&self) {
        self.ending.stop();
        self.tell();
    }

    /// Hands out the moves of a split point until the ownership ends.
    pub fn publish<'a>(&'a self, point: &'a Arc<SplitPoint<M>>) -> Ownership<'a, M> {
        self.open.lock().push(point.clone());
        self.news.notify_all();
        Ownership { pool: self, point }
    }

    /// A move to search at a split point, if one is left and needed.
    pub fn take<'a>(&'a self, point: &'a SplitPoint<M>) -> Option<Turn<'a, M>> {
        Some(Turn { pool: self, point, child: point.take()?, is_over: false })
    }

    /// The split point nearest to the root that has work, as soon as there is one; `None` at the end of the search.
    pub fn next(&self) -> Option<Arc<SplitPoint<M>>> {
        self.wait_for(|| !self.ending.is_set(), |_| true)
    }

    /// The same for an owner who has no move left, as long as others are busy with some of them. Only work below that split
    /// point keeps nobody waiting longer than need be.
    pub fn next_below(&self, own: &SplitPoint<M>) -> Option<Arc<SplitPoint<M>>> {
        self.wait_for(|| own.is_awaited(), |point| point.is_below(own))
    }

    fn wait_for(&self, waits: impl Fn() -> bool, suits: impl Fn(&SplitPoint<M>) -> bool) -> Option<Arc<SplitPoint<M>>> {
        let mut open = self.open.lock();
        while waits() {
            let suitable = open.iter().filter(|point| suits(point) && point.has_work());
            if let Some(point) = suitable.min_by_key(|point| point.at.ply) {
                return Some(point.clone());
            }
            self.news.wait(&mut open);
        }
        None
    }

    /// Tells those who wait that something has changed.
    fn tell(&self) {
        // Whoever has looked but does not wait yet holds the lock.
        drop(self.open.lock());
        self.news.notify_all();
    }
}

/// A split point as long as its owner is there. However the owner leaves, nobody goes on with it.
pub(super) struct Ownership<'a, M: PackedMove> {
    pool: &'a Pool<M>,
    point: &'a Arc<SplitPoint<M>>,
}

impl<M: PackedMove> Drop for Ownership<'_, M> {
    fn drop(&mut self) {
        self.pool.open.lock().retain(|other| !Arc::ptr_eq(other, self.point));
        self.point.token.stop();
    }
}

/// A move that was handed out. It is put back when its search does not come to an end, be it that the worker is stopped or
/// that it panics.
pub(super) struct Turn<'a, M: PackedMove> {
    pool: &'a Pool<M>,
    point: &'a SplitPoint<M>,
    pub child: Child<M>,
    is_over: bool,
}

impl<M: PackedMove> Turn<'_, M> {
    /// The move has been searched; `below` is the line after it.
    pub fn finish(mut self, score: Score, below: &[M], seldepth: u16) {
        self.point.note(self.child.scored.mv, score, below, seldepth);
        self.is_over = true;
    }
}

impl<M: PackedMove> Drop for Turn<'_, M> {
    fn drop(&mut self) {
        if !self.is_over {
            self.point.put_back(self.child.scored.mv);
        }
        if !self.point.is_awaited() {
            self.pool.tell();
        }
    }
}

/// Closes the pool when dropped, so that helpers end even when the lead unwinds.
pub(super) struct CloseOnDrop<M: PackedMove>(pub Arc<Pool<M>>);

impl<M: PackedMove> Drop for CloseOnDrop<M> {
    fn drop(&mut self) {
        self.0.close();
    }
}
