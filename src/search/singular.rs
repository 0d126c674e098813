//! Singular extensions (Anantharaman, Campbell and Hsu, "Singular extensions", 1988, in the form that Stockfish has given
//! them): the move that the table remembers is searched deeper if all others are worse by a shallow search.
//!
//! Must not know: any particular game.

use super::control::Stopped;
use super::knowledge::{At, Goal, Knowledge, Pos};
use super::params::SingularExtensions;
use super::table::{Entry, NO_MOVE};
use super::worker::{EXACT_DRAFT, Worker};
use crate::score::{Score, Window};

/// A move extended by a ply ever again could make a line endless: none is in a line of this many times the iteration's depth.
const LONGEST: u16 = 2;

/// The move that the table remembers of a node, if it does.
#[derive(Clone, Copy)]
pub(super) struct HashMove {
    /// As the table packs it, or `NO_MOVE`.
    pub mv: u16,
    /// By how many plies it is searched deeper than the others.
    pub extension: i16,
    /// Whether it is left out, since it is the others that are asked about.
    pub is_left_out: bool,
}

impl HashMove {
    /// That of a table's entry. In an exact search only a move counts that an exact search has found good: what guesses and
    /// nodes that failed low leave behind is worse than the expert's own order.
    pub(super) fn of(entry: Option<Entry>, goal: Goal) -> HashMove {
        let counts =
            |entry: &Entry| goal != Goal::Exact || (entry.draft.depth >= EXACT_DRAFT && entry.lower > -Score::INFINITE);
        HashMove { mv: entry.filter(counts).map_or(NO_MOVE, |entry| entry.mv), extension: 0, is_left_out: false }
    }
}

/// What the others say.
pub(super) enum Others {
    /// By how many plies the hash move is to be searched deeper.
    Extend(i16),
    /// One of them is good enough, too: with two such moves a node is believed to fail high (multi-cut; Björnsson and Marsland 2001).
    Cut(Score),
}

impl<K: Knowledge> Worker<K> {
    /// Asks how the moves other than the hash move stand against it.
    pub(super) fn ask_others(
        &mut self,
        position: &mut Pos<K>,
        at: &At,
        entry: Option<Entry>,
    ) -> Result<Others, Stopped> {
        let none = Ok(Others::Extend(0));
        let (Some(singular), Some(entry)) = (self.params.singular, entry) else { return none };
        let Some(bar) = self.bar(position, at, entry, singular) else { return none };
        let depth = (i32::from(at.depth) * singular.depth_percent / 100) as i16;
        let asked = At { window: Window::null(bar.previous()), depth, ..*at };
        let hash = HashMove { is_left_out: true, ..HashMove::of(Some(entry), at.goal) };
        let found = self.with_moves(at.ply, |worker, moves| worker.expand::<false>(position, &asked, hash, moves))?;
        Ok(if found.score < bar {
            let is_alone = at.window.is_null() && found.score < bar.shifted(-singular.double_margin);
            Others::Extend(1 + i16::from(is_alone))
        } else if bar >= at.window.beta {
            Others::Cut(bar)
        } else {
            // The hash move is likely to be enough, and it is not the only one.
            Others::Extend(-i16::from(entry.lower >= at.window.beta))
        })
    }

    /// What all others must stay below, if they are to be asked: somewhat less than what the table's move is worth at least.
    fn bar(&self, position: &Pos<K>, at: &At, entry: Entry, singular: SingularExtensions) -> Option<Score> {
        let trusts = entry.mv != NO_MOVE
            && entry.draft.depth < EXACT_DRAFT
            && i16::from(entry.draft.depth) + singular.max_entry_deficit >= at.depth
            && entry.lower > Score(-Score::HEURISTIC_LIMIT)
            && !entry.lower.is_proven();
        let asks = trusts
            && at.depth >= singular.min_depth
            && (1..LONGEST * u16::from(self.iteration.depth)).contains(&at.ply)
            && self.may_prune(position, at, i16::MAX);
        let bar = entry.lower.shifted(-(singular.margin * i32::from(at.depth) / 100));
        (asks && !bar.is_proven()).then_some(bar)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Draft;
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
            assert_eq!(HashMove::of(Some(entry), Goal::Exact).mv == 7, trusted, "{entry:?}");
            assert_eq!(HashMove::of(Some(entry), Goal::Value).mv, 7);
        }
        assert_eq!(HashMove::of(None, Goal::Value).mv, NO_MOVE);
    }
}
