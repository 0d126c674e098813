//! Singular extensions (Anantharaman, Campbell and Hsu, "Singular extensions", 1988, in the form of Stockfish): the
//! TT move is searched deeper if a shallow search finds every other move worse.

use super::expert::{Expert, Goal, Node, Pos};
use super::params::SingularExtensions;
use super::stop::Stopped;
use super::transposition_table::{Entry, NO_MOVE};
use super::worker::{EXACT_DRAFT, Worker};
use crate::score::{Score, Window};

/// No move is extended at a ply of this many times the iteration's depth or more, so that no line grows endlessly.
const MAX_PLY_PER_DEPTH: u16 = 2;

/// The TT move of a node and how it is searched.
#[derive(Clone, Copy)]
pub(super) struct TtMove {
    /// The packed move, or `NO_MOVE`.
    pub mv: u16,
    /// Extension in plies; negative for a reduction.
    pub extension: i16,
    /// Whether it is left out of the move loop, as in a singular search.
    pub is_excluded: bool,
}

impl TtMove {
    /// The TT move of a table entry. In an exact search it counts only if an exact search has found it good: moves
    /// from selective searches and from nodes that failed low order worse than the expert's priors.
    pub(super) fn of(entry: Option<Entry>, goal: Goal) -> TtMove {
        let counts =
            |entry: &Entry| goal != Goal::Solve || (entry.draft.depth >= EXACT_DRAFT && entry.lower > -Score::INFINITE);
        TtMove { mv: entry.filter(counts).map_or(NO_MOVE, |entry| entry.mv), extension: 0, is_excluded: false }
    }
}

/// What the singular search has found.
pub(super) enum SingularOutcome {
    /// Extension of the TT move in plies; negative for a reduction.
    Extend(i16),
    /// A second move reaches beta, so that the node is expected to fail high (multi-cut; Björnsson and Marsland 2001).
    MultiCut(Score),
}

impl<E: Expert> Worker<E> {
    /// Searches all moves but the TT move against singular beta, to a reduced depth.
    pub(super) fn singular_search(
        &mut self,
        position: &mut Pos<E>,
        node: &Node,
        entry: Option<Entry>,
    ) -> Result<SingularOutcome, Stopped> {
        let no_extension = Ok(SingularOutcome::Extend(0));
        let (Some(params), Some(entry)) = (self.params.singular, entry) else { return no_extension };
        let Some(singular_beta) = self.singular_beta(position, node, entry, params) else { return no_extension };
        let depth = (i32::from(node.depth) * params.depth_percent / 100) as i16;
        let singular_node = Node { window: Window::null(singular_beta.previous()), depth, ..*node };
        let excluded = TtMove { is_excluded: true, ..TtMove::of(Some(entry), node.goal) };
        let best = self.with_move_list(node.ply, |worker, moves| {
            worker.move_loop::<false>(position, &singular_node, excluded, moves)
        })?;
        Ok(if best.score < singular_beta {
            let is_double = node.window.is_null() && best.score < singular_beta.shifted(-params.double_margin);
            SingularOutcome::Extend(1 + i16::from(is_double))
        } else if singular_beta >= node.window.beta {
            SingularOutcome::MultiCut(singular_beta)
        } else {
            // Negative extension: the TT move is expected to fail high and is not the only good move.
            SingularOutcome::Extend(-i16::from(entry.lower >= node.window.beta))
        })
    }

    /// The table's lower bound less a margin; `None` if the entry or the node does not qualify for a singular search.
    fn singular_beta(&self, position: &Pos<E>, node: &Node, entry: Entry, params: SingularExtensions) -> Option<Score> {
        let entry_qualifies = entry.mv != NO_MOVE
            && entry.draft.depth < EXACT_DRAFT
            && i16::from(entry.draft.depth) + params.max_tt_depth_gap >= node.depth
            && entry.lower > Score(-Score::HEURISTIC_LIMIT)
            && !entry.lower.is_proven();
        let node_qualifies = entry_qualifies
            && node.depth >= params.min_depth
            && (1..MAX_PLY_PER_DEPTH * u16::from(self.iteration.depth)).contains(&node.ply)
            && self.may_prune(position, node, i16::MAX);
        let singular_beta = entry.lower.shifted(-(params.margin * i32::from(node.depth) / 100));
        (node_qualifies && !singular_beta.is_proven()).then_some(singular_beta)
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposition_table::Draft;
    use super::*;

    #[test]
    fn exact_searches_trust_moves_that_exact_searches_found_good() {
        let entry = |depth: u8, lower: Score| Entry {
            lower,
            upper: Score::INFINITE,
            mv: 7,
            draft: Draft { depth, selectivity: 3 },
        };
        let [bad, good] = [-Score::INFINITE, Score(200)];
        for (entry, trusted) in [
            (entry(20, bad), false),
            (entry(20, good), false),
            (entry(EXACT_DRAFT + 20, bad), false),
            (entry(EXACT_DRAFT + 20, good), true),
        ] {
            assert_eq!(TtMove::of(Some(entry), Goal::Solve).mv == 7, trusted, "{entry:?}");
            assert_eq!(TtMove::of(Some(entry), Goal::Heuristic).mv, 7);
        }
        assert_eq!(TtMove::of(None, Goal::Heuristic).mv, NO_MOVE);
    }
}
