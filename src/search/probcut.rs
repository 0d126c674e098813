//! ProbCut (Buro 1995): a reduced search far outside the window replaces the full one.

use super::expert::{Expert, Goal, Iteration, Node, Pos};
use super::params::ProbCutParams;
use super::stop::Stopped;
use super::worker::Worker;
use crate::score::{Score, Window};

impl<E: Expert> Worker<E> {
    /// Returns beta (or alpha) if a reduced search fails high (or low) by the expert's margin. It is tried only on the
    /// side of the window where the static evaluation is; depth 0 is that evaluation itself.
    pub(super) fn probcut(&mut self, position: &mut Pos<E>, node: &Node) -> Result<Option<Score>, Stopped> {
        let Window { alpha, beta } = node.window;
        let ProbCutParams { fail_low, nested } = self.params.probcut;
        if !self.is_selective() || alpha.is_proven() || beta.is_proven() || (self.is_in_probcut && !nested) {
            return Ok(None);
        }
        let Some(probcut) = self.expert.probcut(position, node) else { return Ok(None) };
        let margin = i32::from(probcut.margin);
        let static_eval = self.static_eval(position, node.ply);
        let mut reduced = |window| match probcut.depth {
            ..=0 => Ok(static_eval),
            depth => self.reduced_search(position, &Node { window, depth, ..*node }),
        };
        let high = beta.shifted(margin);
        if static_eval >= beta && !high.is_proven() {
            return Ok((reduced(Window::null(high.previous()))? >= high).then_some(beta));
        }
        let low = alpha.shifted(-margin);
        if fail_low && static_eval <= alpha && !low.is_proven() {
            return Ok((reduced(Window::null(low))? <= low).then_some(alpha));
        }
        Ok(None)
    }

    /// A search for the heuristic value, also inside an exact iteration. It is at least as selective as the game's
    /// parameters say: its result is an estimate anyway.
    fn reduced_search(&mut self, position: &mut Pos<E>, node: &Node) -> Result<Score, Stopped> {
        let selectivity = self.iteration.selectivity.max(self.params.probcut_selectivity);
        let heuristic = Iteration { goal: Goal::Heuristic, selectivity, ..self.iteration };
        let iteration = std::mem::replace(&mut self.iteration, heuristic);
        let was_in_probcut = std::mem::replace(&mut self.is_in_probcut, true);
        let result = self.search_node::<false>(position, node.window, node.depth, node.ply, node.cut_node);
        self.is_in_probcut = was_in_probcut;
        self.iteration = iteration;
        result
    }
}
