//! The static evaluation of the nodes of the line searched, and whether it is improving.

use super::expert::{Expert, Pos};
use super::worker::Worker;
use crate::score::Score;

impl<E: Expert> Worker<E> {
    /// The static evaluation of the node at `ply`, computed once.
    pub(super) fn static_eval(&mut self, position: &Pos<E>, ply: u16) -> Score {
        let ply = usize::from(ply);
        let value = self.stack[ply].static_eval.unwrap_or_else(|| self.expert.evaluate(position));
        self.stack[ply].static_eval = Some(value);
        value
    }

    /// Records the static evaluation that [`Worker::is_improving`] compares, if any technique of the game asks for it.
    /// Under a threat it is that of the node before, from the other side.
    pub(super) fn update_improving(&mut self, position: &Pos<E>, ply: u16) {
        if !self.params.uses_improving() {
            return;
        }
        let index = usize::from(ply);
        let previous = if self.expert.is_threatened(position) { index.checked_sub(1) } else { None };
        self.stack[index].improving_eval = match previous {
            Some(previous) => -self.stack[previous].improving_eval,
            None => self.static_eval(position, ply),
        };
    }

    /// Whether the static evaluation is better than at the side to move's previous turn.
    pub(super) fn is_improving(&self, ply: u16) -> bool {
        let value = |ply: u16| self.stack[usize::from(ply)].improving_eval;
        ply < 2 || value(ply) > value(ply - 2)
    }
}
