//! Dividing the tree: "young brothers wait" (Feldmann, "Game Tree Search on Massively Parallel Systems", 1993). When the
//! first move of a node has been searched without a cutoff, its brothers are likely to be needed all, and any idle worker may take
//! one: the node becomes a split point. Its owner takes moves like everybody else; when none is left, it helps those
//! who are still busy there with the split points below ("helpful master"), as other work would keep it from coming back.
//!
//! Nodes deep enough are handed out whether a worker is idle or not: whoever becomes so finds work near the root at once.
//!
//! Must not know: any particular game, iterations, how threads are started.

use super::alphabeta::Standing;
use super::knowledge::{At, Knowledge, Mv, Pos, Scored};
use super::pool::{Pool, SplitPoint, State};
use super::worker::Worker;
use parking_lot::Mutex;
use std::sync::Arc;

/// How sharing ended, beside the standing.
pub(super) struct Shared<M> {
    /// The search, or the part of it that the node is in, was stopped before all was known.
    pub is_stopped: bool,
    /// Moves that are proven to lose.
    pub lost: Vec<M>,
}

impl<K: Knowledge> Worker<K> {
    /// Whether the rest of a node's moves, some of them begun, is to be shared out.
    pub(super) fn is_worth_sharing(&self, at: &At, begun: usize, moves: usize) -> bool {
        self.pool.is_some() && begun > 0 && begun < moves && at.depth >= self.params.min_split_depth(at.goal)
    }

    /// Searches the rest of a node's moves together with whoever is idle.
    pub(super) fn share<const PV: bool>(
        &mut self,
        position: &mut Pos<K>,
        at: &At,
        moves: &mut Vec<Scored<Mv<K>>>,
        standing: &mut Standing,
    ) -> Shared<Mv<K>> {
        let Some(pool) = self.pool.clone() else { return Shared { is_stopped: false, lost: Vec::new() } };
        let point = self.split_point::<PV>(at, std::mem::take(moves), *standing);
        let ownership = pool.publish(&point);
        self.take_turns(position, &point, &pool);
        while let Some(below) = pool.next_below(&point) {
            self.help(position, &below, &pool);
            // A move may have been put back meanwhile.
            self.take_turns(position, &point, &pool);
        }
        let is_stopped = point.token.is_set();
        drop(ownership);
        let mut state = point.state.lock();
        *moves = std::mem::take(&mut state.moves);
        *standing = state.standing;
        self.seldepth = state.seldepth;
        if !state.pv.is_empty() {
            std::mem::swap(&mut self.frames[usize::from(at.ply)].pv, &mut state.pv);
        }
        Shared { is_stopped: is_stopped && !standing.is_cutoff(), lost: std::mem::take(&mut state.lost) }
    }

    /// The node where the worker is, as a split point.
    fn split_point<const PV: bool>(
        &self,
        at: &At,
        moves: Vec<Scored<Mv<K>>>,
        standing: Standing,
    ) -> Arc<SplitPoint<Mv<K>>> {
        let (pv, lost) = (Vec::new(), Vec::new());
        Arc::new(SplitPoint {
            parent: self.split.clone(),
            line: self.line.clone(),
            at: *at,
            iteration: self.iteration,
            is_estimating: self.is_estimating,
            is_pv: PV,
            token: self.watch.part().child(),
            state: Mutex::new(State { moves, standing, busy: 0, pv, seldepth: self.seldepth, lost }),
        })
    }

    /// Takes part, from the root given, in all that is handed out, until the search ends.
    pub(super) fn serve(&mut self, root: &mut Pos<K>) {
        let Some(pool) = self.pool.clone() else { return };
        while let Some(point) = pool.next() {
            self.seldepth = 0;
            self.help(root, &point, &pool);
            self.watch.flush();
        }
    }

    /// Goes from `position` down to a split point, takes moves there until none is left, and comes back.
    fn help(&mut self, position: &mut Pos<K>, point: &Arc<SplitPoint<Mv<K>>>, pool: &Pool<Mv<K>>) {
        let iteration = std::mem::replace(&mut self.iteration, point.iteration);
        let was_estimating = std::mem::replace(&mut self.is_estimating, point.is_estimating);
        let way = &point.line[self.line.len()..];
        self.along(position, way, &mut |worker, position| worker.take_turns(position, point, pool));
        self.is_estimating = was_estimating;
        self.iteration = iteration;
    }

    /// Makes the moves of `way`, runs `there`, and takes them back.
    fn along(&mut self, position: &mut Pos<K>, way: &[Mv<K>], there: &mut dyn FnMut(&mut Self, &mut Pos<K>)) {
        self.assess(position, self.line.len() as u16);
        match way.split_first() {
            Some((&mv, rest)) => self.below(position, mv, |worker, position| worker.along(position, rest, there)),
            None => there(self, position),
        }
    }

    /// Searches moves of a split point, at whose node the worker is, until none is left or needed.
    fn take_turns(&mut self, position: &mut Pos<K>, point: &Arc<SplitPoint<Mv<K>>>, pool: &Pool<Mv<K>>) {
        let split = self.split.replace(point.clone());
        let part = self.watch.heed(point.token.clone());
        while let Some(turn) = pool.take(point) {
            let score = match point.is_pv {
                true => self.child::<true>(position, &point.at, &turn.child),
                false => self.child::<false>(position, &point.at, &turn.child),
            };
            if let Ok(score) = score {
                turn.finish(score, &self.frames[usize::from(point.at.ply) + 1].pv, self.seldepth);
            }
        }
        self.watch.heed(part);
        self.split = split;
    }
}
