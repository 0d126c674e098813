//! Transposition table cutoffs: by the entry of the node, and by those of its successors.

use super::expert::{Expert, Mv, Node, Pos, ScoredMove};
use super::move_loop::BestMove;
use super::transposition_table::{Draft, Entry};
use super::worker::Worker;
use crate::game::{Game, PackedMove};
use crate::score::{Score, Window};

/// Maximum number of successors that are looked up for an enhanced transposition cutoff.
const MAX_SUCCESSORS: usize = 32;

/// The score of a node at `ply` by its table entry, if that is deep enough (`wanted`) and decides the window. A proven
/// win or loss is valid at any draft.
pub(super) fn tt_cutoff(entry: Entry, wanted: Draft, window: Window, ply: u16) -> Option<Score> {
    let is_deep_enough = entry.draft.suffices_for(wanted);
    let (lower, upper) = (entry.lower.add_plies(ply), entry.upper.add_plies(ply));
    if lower >= window.beta && (is_deep_enough || lower.is_win()) {
        return Some(lower);
    }
    if upper <= window.alpha && (is_deep_enough || upper.is_loss()) {
        return Some(upper);
    }
    (is_deep_enough && entry.lower == entry.upper).then_some(lower)
}

impl<E: Expert> Worker<E> {
    /// TT keys of the first successors; `None` if their entries are unusable. Prefetches the entries.
    pub(super) fn successor_keys(
        &self,
        position: &mut Pos<E>,
        moves: &[ScoredMove<Mv<E>>],
    ) -> [Option<u64>; MAX_SUCCESSORS] {
        let mut keys = [None; MAX_SUCCESSORS];
        for (key, scored) in keys.iter_mut().zip(moves) {
            *key = self.successor_key(position, scored.mv);
        }
        // All at once, so that TLB misses overlap.
        keys.iter().take(moves.len()).flatten().for_each(|&key| self.tt.prefetch(key));
        keys
    }

    /// Enhanced transposition cutoff (Plaat et al. 1996): a move whose successor has an upper bound that refutes the
    /// node.
    pub(super) fn enhanced_tt_cutoff(
        &self,
        node: &Node,
        moves: &[ScoredMove<Mv<E>>],
        keys: &[Option<u64>],
    ) -> Option<BestMove> {
        keys.iter().zip(moves).find_map(|(key, scored)| {
            let depth = if E::Game::is_pass(scored.mv) { node.depth } else { node.depth - 1 };
            let entry = self.tt.probe((*key)?)?;
            let score = -entry.upper.add_plies(node.ply + 1);
            let is_cutoff = entry.draft.suffices_for(self.draft(depth)) && score >= node.window.beta;
            is_cutoff.then_some(BestMove { score, mv: scored.mv.to_bits() })
        })
    }

    /// The table key after a move; `None` if the game is over there or a draw by repetition could make the entry
    /// invalid.
    fn successor_key(&self, position: &mut Pos<E>, mv: Mv<E>) -> Option<u64> {
        let undo = E::Game::play(position, mv);
        let is_invalid = E::Game::CYCLIC || E::Game::terminal(position).is_some();
        let key = (!is_invalid).then(|| self.tt_key(position));
        E::Game::undo(position, mv, undo);
        key
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposition_table::NO_MOVE;
    use super::*;

    const EXACT: Draft = Draft { depth: 140, selectivity: 0 };
    const SELECTIVE: Draft = Draft { selectivity: 5, ..EXACT };

    fn entry(lower: i16, upper: i16, draft: Draft) -> Entry {
        Entry { lower: Score(lower), upper: Score(upper), mv: NO_MOVE, draft }
    }

    #[test]
    fn only_an_entry_as_deep_and_as_certain_as_wanted_cuts_off() {
        let window = Window::null(Score(100));
        for (lower, upper, score) in [
            (101, 32_001, Some(101)),
            (-32_001, 100, Some(100)),
            (7, 7, Some(7)),
            (100, 101, None),
            (-32_001, 32_001, None),
        ] {
            let cutoff = |draft, wanted| tt_cutoff(entry(lower, upper, draft), wanted, window, 3).map(|score| score.0);
            assert_eq!(cutoff(EXACT, EXACT), score);
            assert_eq!(cutoff(EXACT, SELECTIVE), score);
            assert_eq!(cutoff(SELECTIVE, SELECTIVE), score);
            assert_eq!(cutoff(SELECTIVE, EXACT), None, "{lower} {upper}");
            assert_eq!(cutoff(Draft { depth: 139, ..EXACT }, EXACT), None, "{lower} {upper}");
        }
    }

    /// Proofs are valid at any draft, and are as many plies further from the root as the node is.
    #[test]
    fn proofs_cut_off_at_their_distance_from_the_root() {
        let window = Window::null(Score::DRAW);
        let cutoff = |lower: Score, upper: Score| tt_cutoff(entry(lower.0, upper.0, SELECTIVE), EXACT, window, 4);
        assert_eq!(cutoff(Score::win_in(5), Score::INFINITE), Some(Score(32_000 - 9)));
        assert_eq!(cutoff(-Score::INFINITE, Score::loss_in(6)), Some(Score(10 - 32_000)));
    }
}
