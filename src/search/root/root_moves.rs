//! The root moves and their lines.

use crate::score::{Bound, Score};
use crate::search::observer::PvLine;

/// A win found within this many plies is always the shortest: a win in one ply is found before one in three.
pub(super) const ALWAYS_SHORTEST_PLIES: u16 = 3;

/// A root move with its best line so far.
#[derive(Clone)]
pub(super) struct RootMove<M> {
    pub mv: M,
    /// The line of its last search.
    pub line: PvLine<M>,
    /// The line of the last search that returned an exact score; its score is minus infinity before the first.
    pub last_exact: PvLine<M>,
    /// Whether the expert lists it as a candidate, or the request names it.
    pub is_candidate: bool,
    /// Whether it is proven to lose.
    pub is_losing: bool,
}

impl<M: Clone> RootMove<M> {
    /// Replaces a line whose score is an upper bound by the last exact one. A move that was promoted by a fail high and
    /// then failed low may have no exact line; it keeps its bound.
    pub(super) fn restore_last_exact(&mut self) {
        if self.line.bound == Bound::Upper && self.last_exact.score > -Score::INFINITE {
            self.line = self.last_exact.clone();
        }
    }
}

/// The root moves in order, best first.
#[derive(Clone)]
pub(super) struct RootMoves<M> {
    pub moves: Vec<RootMove<M>>,
    /// Number of moves searched; the others are searched only if all of these lose.
    pub active: usize,
    /// Whether the request excludes legal moves, so that the best move's score is not the position's.
    pub is_restricted: bool,
    /// Depth of the last completed iteration; 0 before the first.
    pub completed_depth: u8,
    /// Number of recent changes of the best move; each iteration decays it.
    pub best_move_changes: f64,
}

impl<M: Copy + PartialEq> RootMoves<M> {
    /// Moves the move at `from` forward to `to`; those between shift back by one.
    pub(super) fn promote(&mut self, from: usize, to: usize) {
        self.moves[to..=from].rotate_right(1);
    }

    /// The best line.
    pub(super) fn best(&self) -> &PvLine<M> {
        &self.moves[0].line
    }

    /// The best line and those of the next `count - 1` moves that have been searched, with scores as reported to the
    /// user.
    pub(super) fn lines(&self, count: usize) -> Vec<PvLine<M>> {
        let lines = self.moves.iter().map(|root| &root.line).take(count).enumerate();
        let searched = lines.filter(|(rank, line)| *rank == 0 || line.score > -Score::INFINITE);
        searched.map(|(_, line)| PvLine { score: line.score.reported(), ..line.clone() }).collect()
    }

    /// Whether the best `count` lines are proven. In a search for a win within `mate_plies`, whether the best line is
    /// such a win and always the shortest.
    pub(super) fn are_proven(&self, count: usize, mate_plies: Option<u16>) -> bool {
        let mut best = self.moves.iter().take(count).map(|root| root.line.score);
        let Some(plies) = mate_plies else { return best.all(Score::is_proven) };
        let max_plies = plies.min(ALWAYS_SHORTEST_PLIES);
        let is_shortest = |score: Score| score.distance().is_some_and(|distance| distance <= max_plies);
        best.next().is_some_and(|score| score.is_win() && is_shortest(score))
    }
}

#[cfg(test)]
impl RootMoves<char> {
    /// Moves 'a', 'b' … with these exact scores, all of them candidates.
    pub(super) fn with_scores(scores: &[Score]) -> Self {
        let moves = ('a'..).zip(scores).map(|(mv, score)| {
            let line = PvLine { score: *score, bound: Bound::Exact, pv: vec![mv], ..PvLine::default() };
            RootMove { mv, last_exact: line.clone(), line, is_candidate: true, is_losing: false }
        });
        let moves: Vec<_> = moves.collect();
        RootMoves { active: moves.len(), moves, is_restricted: false, completed_depth: 0, best_move_changes: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(score: Score, bound: Bound, mv: char) -> PvLine<char> {
        PvLine { score, bound, pv: vec![mv], ..PvLine::default() }
    }

    fn after_restoring(line: PvLine<char>, last_exact: PvLine<char>) -> PvLine<char> {
        let mut root = RootMove { mv: 'a', line, last_exact, is_candidate: true, is_losing: false };
        root.restore_last_exact();
        root.line
    }

    #[test]
    fn unproven_wins_are_reported_as_estimates() {
        let reported = |score: Score| {
            RootMoves::with_scores(&[score; 2]).lines(2).iter().map(|line| line.score).collect::<Vec<_>>()
        };
        let limit = Score(Score::ESTIMATE_LIMIT);
        for (score, expected) in [
            (Score(Score::HEURISTIC_LIMIT), vec![limit; 2]),
            (Score(-Score::HEURISTIC_LIMIT), vec![-limit; 2]),
            (Score(-77), vec![Score(-77); 2]),
            (Score::loss_in(4), vec![Score::loss_in(4); 2]),
            // Never searched: only the best move is reported nevertheless.
            (-Score::INFINITE, vec![-Score::INFINITE]),
        ] {
            assert_eq!(reported(score), expected);
        }
    }

    #[test]
    fn an_upper_bound_is_replaced_by_the_last_exact_score() {
        let last_exact = line(Score(70), Bound::Exact, 's');
        assert_eq!(after_restoring(line(Score(30), Bound::Upper, 'l'), last_exact.clone()).pv, ['s']);
        assert_eq!(after_restoring(line(Score(90), Bound::Lower, 'l'), last_exact.clone()).pv, ['l']);
        assert_eq!(after_restoring(line(Score(50), Bound::Exact, 'l'), last_exact).pv, ['l']);
    }

    #[test]
    fn a_move_without_an_exact_score_keeps_its_bound_and_line() {
        let never = PvLine { score: -Score::INFINITE, bound: Bound::Upper, ..PvLine::default() };
        let kept = after_restoring(line(Score(30), Bound::Upper, 'l'), never);
        assert_eq!((kept.score, kept.pv), (Score(30), vec!['l']));
    }

    #[test]
    fn a_search_ends_when_its_lines_are_proven() {
        let proven = RootMoves::with_scores(&[Score::win_in(9), Score::loss_in(4), Score(20)]);
        assert!(proven.are_proven(1, None) && proven.are_proven(2, None) && !proven.are_proven(3, None));
        // Wins that a search finds late need not be the shortest.
        for (distance, plies, ends) in
            [(1, 1, true), (3, 3, true), (3, 9, true), (3, 1, false), (5, 9, false), (5, 5, false)]
        {
            assert_eq!(
                RootMoves::with_scores(&[Score::win_in(distance)]).are_proven(1, Some(plies)),
                ends,
                "{distance} within {plies}"
            );
        }
        assert!(!RootMoves::with_scores(&[Score::loss_in(2)]).are_proven(1, Some(9)));
    }
}
