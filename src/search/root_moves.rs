//! The root moves with what is known of each.
//!
//! Must not know: any particular game, how they are searched.

use super::observer::PvLine;
use crate::score::{Bound, Score};

/// Distances up to this are shortest by themselves: a win in one ply is always seen before one in three.
pub(super) const SURELY_SHORTEST: u16 = 3;

/// A root move with its best line so far.
#[derive(Clone)]
pub(super) struct RootMove<M> {
    pub mv: M,
    pub line: PvLine<M>,
    /// The line of the last iteration that gave an exact value.
    pub settled: PvLine<M>,
    /// The expert thinks it worth searching, or it was asked for.
    pub listed: bool,
    /// The move is proven to lose.
    pub lost: bool,
}

impl<M: Clone> RootMove<M> {
    /// Instead of a line that is an upper bound, the last one with a value. A move that came to the front by failing high and
    /// then failed low may have none: its bound stays.
    pub fn fall_back(&mut self) {
        if self.line.bound == Bound::Upper && self.settled.score > -Score::INFINITE {
            self.line = self.settled.clone();
        }
    }
}

/// The root moves; those from `active` on are left out unless everything before them loses.
#[derive(Clone)]
pub(super) struct RootMoves<M> {
    pub moves: Vec<RootMove<M>>,
    pub active: usize,
    /// Whether legal moves are missing, so that the best one's value is not the position's.
    pub restricted: bool,
    /// Iterations completed, by their depth.
    pub completed: u8,
    /// How often the best move changed lately; old changes fade.
    pub instability: f64,
}

impl<M: Copy + PartialEq> RootMoves<M> {
    /// Brings `index` to `rank`, those between one back.
    pub fn promote(&mut self, index: usize, rank: usize) {
        self.moves[rank..=index].rotate_right(1);
    }

    /// The best line.
    pub fn best(&self) -> &PvLine<M> {
        &self.moves[0].line
    }

    /// The best line, and of the next ones those that have been looked at, as they are told outside the search.
    pub fn lines(&self, count: usize) -> Vec<PvLine<M>> {
        let lines = self.moves.iter().map(|root| &root.line).take(count).enumerate();
        let looked_at = lines.filter(|(rank, line)| *rank == 0 || line.score > -Score::INFINITE);
        looked_at.map(|(_, line)| PvLine { score: line.score.reported(), ..line.clone() }).collect()
    }

    /// Whether the best `count` lines are proven; when a win within some plies is asked for, whether there is one and none
    /// is shorter.
    pub fn are_settled(&self, count: usize, mate_plies: Option<u16>) -> bool {
        let mut best = self.moves.iter().take(count).map(|root| root.line.score);
        let Some(plies) = mate_plies else { return best.all(Score::is_proven) };
        let shortest = |score: Score| score.distance().is_some_and(|distance| distance <= plies.min(SURELY_SHORTEST));
        best.next().is_some_and(|score| score.is_win() && shortest(score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(score: Score, bound: Bound, mv: char) -> PvLine<char> {
        PvLine { score, bound, pv: vec![mv], ..PvLine::default() }
    }

    fn after_falling_back(line: PvLine<char>, settled: PvLine<char>) -> PvLine<char> {
        let mut root = RootMove { mv: 'a', line, settled, listed: true, lost: false };
        root.fall_back();
        root.line
    }

    #[test]
    fn what_only_the_search_knows_is_not_told() {
        let told = |score: Score| {
            let line = line(score, Bound::Exact, 'l');
            let root = RootMove { mv: 'l', settled: line.clone(), line, listed: true, lost: false };
            let moves = vec![root.clone(), root];
            let roots = RootMoves { moves, active: 2, restricted: false, completed: 3, instability: 0.0 };
            roots.lines(2).iter().map(|line| line.score).collect::<Vec<_>>()
        };
        let limit = Score(Score::ESTIMATE_LIMIT);
        for (score, expected) in [
            (Score(Score::HEURISTIC_LIMIT), vec![limit; 2]),
            (Score(-Score::HEURISTIC_LIMIT), vec![-limit; 2]),
            (Score(-77), vec![Score(-77); 2]),
            (Score::loss_in(4), vec![Score::loss_in(4); 2]),
            // Never looked at: only the best move is told all the same.
            (-Score::INFINITE, vec![-Score::INFINITE]),
        ] {
            assert_eq!(told(score), expected);
        }
    }

    #[test]
    fn an_upper_bound_makes_way_for_the_last_value() {
        let settled = line(Score(70), Bound::Exact, 's');
        assert_eq!(after_falling_back(line(Score(30), Bound::Upper, 'l'), settled.clone()).pv, ['s']);
        assert_eq!(after_falling_back(line(Score(90), Bound::Lower, 'l'), settled.clone()).pv, ['l']);
        assert_eq!(after_falling_back(line(Score(50), Bound::Exact, 'l'), settled).pv, ['l']);
    }

    #[test]
    fn a_move_that_never_had_a_value_keeps_its_bound_and_line() {
        let never = PvLine { score: -Score::INFINITE, bound: Bound::Upper, ..PvLine::default() };
        let kept = after_falling_back(line(Score(30), Bound::Upper, 'l'), never);
        assert_eq!((kept.score, kept.pv), (Score(30), vec!['l']));
    }
}
