//! Guesses near the horizon: nodes that the static evaluation decides, late moves that are not tried, and the opposite, replies
//! that cost no depth.
//!
//! Must not know: any particular game.

use super::knowledge::{At, Coverage, Goal, Knowledge, Pos};
use super::params::{LateMovePruning, ReverseFutility};
use super::worker::Worker;
use crate::score::{Score, Window};

impl<K: Knowledge> Worker<K> {
    /// Whether guesses of this module and of `singular` are allowed here.
    pub(super) fn may_prune(&self, position: &Pos<K>, at: &At, depth: i16) -> bool {
        let Window { alpha, beta } = at.window;
        at.depth <= depth
            && at.goal == Goal::Value
            && self.is_selective()
            && !alpha.is_proven()
            && !beta.is_proven()
            && !self.know.is_pressed(position)
    }

    /// The static evaluation of a node where it lies so far above the window that it is enough (reverse futility).
    pub(super) fn is_far_above(&mut self, position: &Pos<K>, at: &At) -> Option<Score> {
        let ReverseFutility { max_depth, margin } = self.params.reverse_futility;
        if !self.may_prune(position, at, max_depth) {
            return None;
        }
        let value = self.evaluated(position, at.ply);
        (value.shifted(-margin * i32::from(at.depth)) >= at.window.beta).then_some(value)
    }

    /// The static evaluation of a node, which several guesses ask for.
    pub(super) fn evaluated(&mut self, position: &Pos<K>, ply: u16) -> Score {
        let place = usize::from(ply);
        let value = self.frames[place].evaluated.unwrap_or_else(|| self.know.evaluate(position));
        self.frames[place].evaluated = Some(value);
        value
    }

    /// How many moves of a node are tried at least; `None` for all.
    pub(super) fn late_moves(&self, position: &Pos<K>, at: &At) -> Option<usize> {
        let LateMovePruning { max_depth, base, per_depth, not_improving_percent } = self.params.late_move_pruning;
        let percent = if self.improves(at.ply) { 100 } else { not_improving_percent };
        let count = base * 100 + per_depth * i32::from(at.depth);
        self.may_prune(position, at, max_depth).then_some((count * percent / 10_000) as usize)
    }

    /// Notes what the node is worth by the static evaluation, where that counts; under a threat, what it was worth before.
    pub(super) fn assess(&mut self, position: &Pos<K>, ply: u16) {
        if !self.params.uses_improving() {
            return;
        }
        let place = usize::from(ply);
        let before = if self.know.is_pressed(position) { place.checked_sub(1) } else { None };
        self.frames[place].value = match before {
            Some(before) => -self.frames[before].value,
            None => self.evaluated(position, ply),
        };
    }

    /// Whether the static evaluation is better than when the side to move was on move last.
    pub(super) fn improves(&self, ply: u16) -> bool {
        let value = |ply: u16| self.frames[usize::from(ply)].value;
        ply < 2 || value(ply) > value(ply - 2)
    }

    /// By how much a node is searched deeper: the only reply to a threat costs nothing.
    pub(super) fn extension(&self, at: &At, moves: usize, coverage: Coverage) -> i16 {
        let forced = moves == 1 && coverage == Coverage::Complete && at.goal == Goal::Value;
        i16::from(forced && self.params.one_reply_extension)
    }
}
