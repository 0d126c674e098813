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
    /// The scores of the last two completed iterations by rank, the last one first.
    pub completed_scores: [Vec<Score>; 2],
    /// See [`SearchRequest::mean_scores`](crate::search::request::SearchRequest::mean_scores).
    pub mean_scores: bool,
    /// Number of recent changes of the best move; each iteration decays it.
    pub best_move_changes: f64,
}

impl<M: Copy + PartialEq> RootMoves<M> {
    /// Moves of which nothing is known yet, the first `active` of them to be searched.
    pub(super) fn new(moves: Vec<RootMove<M>>, active: usize) -> Self {
        RootMoves {
            moves,
            active,
            is_restricted: false,
            completed_depth: 0,
            completed_scores: [const { Vec::new() }; 2],
            mean_scores: false,
            best_move_changes: 0.0,
        }
    }

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
        searched.map(|(rank, line)| PvLine { score: self.estimate(rank, line).reported(), ..line.clone() }).collect()
    }

    /// The score of the line of this rank or, if means are asked for, its mean with the score of this rank in the
    /// iteration before the line's. Ranks stay in order, since the scores of either iteration are.
    fn estimate(&self, rank: usize, line: &PvLine<M>) -> Score {
        let is_estimate = self.mean_scores && line.bound == Bound::Exact && !line.is_solved && line.selectivity == 0;
        let before = &self.completed_scores[usize::from(line.depth <= u16::from(self.completed_depth))];
        match before.get(rank) {
            Some(before) if is_estimate && !line.score.is_proven() && !before.is_proven() => {
                Score(i16::midpoint(line.score.0, before.0))
            }
            _ => line.score,
        }
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
        RootMoves::new(moves.collect(), scores.len())
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

    /// After an iteration of depth 4 with the score 40 and one of depth 5 with the score 60.
    #[test]
    fn only_estimates_are_averaged() {
        let estimate = PvLine { depth: 5, score: Score(60), ..PvLine::default() };
        let mean_of = |line: PvLine<char>| {
            let mut root_moves = RootMoves::with_scores(&[Score(60)]);
            root_moves.moves[0].line = line;
            let completed_scores = [vec![Score(60)], vec![Score(40)]];
            RootMoves { completed_depth: 5, completed_scores, mean_scores: true, ..root_moves }.lines(1)[0].score
        };
        for (line, expected) in [
            (estimate.clone(), Score(50)),
            // The search was stopped after it had found an exact score in the next iteration.
            (PvLine { depth: 6, score: Score(70), ..estimate.clone() }, Score(65)),
            (PvLine { bound: Bound::Lower, ..estimate.clone() }, Score(60)),
            (PvLine { is_solved: true, ..estimate.clone() }, Score(60)),
            (PvLine { selectivity: 3, ..estimate.clone() }, Score(60)),
            (PvLine { score: Score::win_in(3), ..estimate }, Score::win_in(3)),
        ] {
            assert_eq!(mean_of(line.clone()), expected, "{line:?}");
        }
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
