//! Splitting the tree: Young Brothers Wait (Feldmann, "Game Tree Search on Massively Parallel Systems", 1993). When the
//! first move of a node has been searched without a cutoff, all the others are likely to be needed, and any idle worker
//! may search one: the node becomes a split point. Its owner searches moves like every other worker; when none remains,
//! it joins the split points below those moves until the last one is finished ("helpful master").
//!
//! Nodes that are deep enough are split whether a worker is idle or not, so that a worker finds work near the root as
//! soon as it becomes idle.

use super::pool::{OwnerStep, SplitPool};
use super::split_point::{SplitPoint, SplitState};
use crate::search::expert::{Expert, Goal, Mv, Node, Pos, ScoredMove};
use crate::search::move_loop::MoveLoop;
use crate::search::worker::Worker;
use crate::sync::Mutex;
use std::sync::Arc;

/// How the search of a split point ended, apart from the state of its move loop.
pub(in crate::search) struct SplitOutcome<M> {
    /// Whether the search, or the subtree that the node is in, was stopped before all moves were searched.
    pub is_stopped: bool,
    /// Moves proven to lose.
    pub losing_moves: Vec<M>,
}

impl<E: Expert> Worker<E> {
    /// Minimum depth of a split point in a search for `goal`; `i16::MAX` for no split points.
    pub(in crate::search) fn min_split_depth(&self, goal: Goal) -> i16 {
        match goal {
            Goal::Heuristic | Goal::Mate => self.params.split_min_depth,
            Goal::Solve => self.params.exact_split_min_depth,
        }
    }

    /// Whether the remaining moves of a node, `move_count` of which have been picked, may be searched at a split point.
    pub(in crate::search) fn can_split(&self, node: &Node, move_count: usize, moves: usize) -> bool {
        let is_deep_enough = node.depth >= self.min_split_depth(node.goal);
        self.pool.is_some() && move_count > 0 && move_count < moves && is_deep_enough
    }

    /// Searches the remaining moves of a node together with idle workers.
    pub(in crate::search) fn search_split<const PV: bool>(
        &mut self,
        position: &mut Pos<E>,
        node: &Node,
        moves: &mut Vec<ScoredMove<Mv<E>>>,
        move_loop: &mut MoveLoop,
    ) -> SplitOutcome<Mv<E>> {
        let Some(pool) = self.pool.clone() else {
            return SplitOutcome { is_stopped: false, losing_moves: Vec::new() };
        };
        let point = self.new_split_point::<PV>(node, std::mem::take(moves), *move_loop);
        let open = pool.open(&point);
        pool.run_owner(&point, |step| match step {
            OwnerStep::Work => self.work_loop(position, &point, &pool),
            OwnerStep::Join(below) => self.join_split_point(position, &below, &pool),
        });
        let is_stopped = point.stop.is_set();
        drop(open);
        let mut state = point.state.lock();
        *moves = std::mem::take(&mut state.moves);
        *move_loop = state.move_loop;
        self.seldepth = state.seldepth;
        if !state.pv.is_empty() {
            std::mem::swap(&mut self.stack[usize::from(node.ply)].pv, &mut state.pv);
        }
        let losing_moves = std::mem::take(&mut state.losing_moves);
        SplitOutcome { is_stopped: is_stopped && !move_loop.is_cutoff(), losing_moves }
    }

    /// The current node as a split point.
    fn new_split_point<const PV: bool>(
        &self,
        node: &Node,
        moves: Vec<ScoredMove<Mv<E>>>,
        move_loop: MoveLoop,
    ) -> Arc<SplitPoint<Mv<E>>> {
        let (pv, losing_moves) = (Vec::new(), Vec::new());
        let state = SplitState { moves, move_loop, in_progress: 0, pv, seldepth: self.seldepth, losing_moves };
        Arc::new(SplitPoint {
            parent: self.split_point.clone(),
            line: self.line.clone(),
            node: *node,
            iteration: self.iteration,
            is_in_probcut: self.is_in_probcut,
            is_pv: PV,
            stop: self.watch.subtree_token().child(),
            state: Mutex::new(state),
        })
    }

    /// Joins split points, starting from the root position, until the search ends.
    pub(in crate::search) fn helper_loop(&mut self, root: &mut Pos<E>) {
        let Some(pool) = self.pool.clone() else { return };
        while let Some(point) = pool.next() {
            self.seldepth = 0;
            self.join_split_point(root, &point, &pool);
            self.watch.flush();
        }
    }

    /// Makes the moves from `position` to a split point below it, searches moves there, and unmakes them.
    fn join_split_point(&mut self, position: &mut Pos<E>, point: &Arc<SplitPoint<Mv<E>>>, pool: &SplitPool<Mv<E>>) {
        let iteration = std::mem::replace(&mut self.iteration, point.iteration);
        let was_in_probcut = std::mem::replace(&mut self.is_in_probcut, point.is_in_probcut);
        let path = &point.line[self.line.len()..];
        self.with_moves(position, path, &mut |worker, position| worker.work_loop(position, point, pool));
        self.is_in_probcut = was_in_probcut;
        self.iteration = iteration;
    }

    /// Makes `moves`, calls `body`, and unmakes them.
    fn with_moves(&mut self, position: &mut Pos<E>, moves: &[Mv<E>], body: &mut dyn FnMut(&mut Self, &mut Pos<E>)) {
        self.update_improving(position, self.line.len() as u16);
        match moves.split_first() {
            Some((&mv, rest)) => {
                self.with_move(position, mv, |worker, position| worker.with_moves(position, rest, body));
            }
            None => body(self, position),
        }
    }

    /// Searches moves of a split point, at whose node the worker is, until none remains or one causes a cutoff.
    fn work_loop(&mut self, position: &mut Pos<E>, point: &Arc<SplitPoint<Mv<E>>>, pool: &SplitPool<Mv<E>>) {
        let outer_point = self.split_point.replace(point.clone());
        let outer_token = self.watch.set_subtree_token(point.stop.clone());
        while let Some(task) = pool.pick(point) {
            let score = match point.is_pv {
                true => self.search_move::<true>(position, &point.node, &task.picked),
                false => self.search_move::<false>(position, &point.node, &task.picked),
            };
            if let Ok(score) = score {
                task.finish(score, &self.stack[usize::from(point.node.ply) + 1].pv, self.seldepth);
            }
        }
        self.watch.set_subtree_token(outer_token);
        self.split_point = outer_point;
    }
}
