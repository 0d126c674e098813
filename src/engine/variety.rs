//! Variety: a choice at random among moves that are nearly as good as the best one (options `Variety` and
//! `Book Variety`).
//!
//! Nothing that is proven is given away: if the best value is game-theoretic, only moves of that very value are chosen
//! among.

use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::request::SearchRequest;

/// The plies of a game in which a search varies its moves, counted from the start position.
pub(super) const OPENING_PLIES: u32 = 10;
/// The greatest loss that can be allowed, in centidiscs or centipoints.
pub(super) const MAX_LOSS: i64 = 1_000;
/// Number of lines that a search chooses among.
const LINES: usize = 8;

/// The choice of one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variety {
    /// How much worse than the best one the move may be.
    loss: i32,
    /// The random number that decides the choice, uniform in [0, 1).
    uniform: f64,
}

impl Variety {
    /// A choice that loses at most `loss`; `None` for 0, where no random number (`uniform`, in [0, 1)) is drawn.
    pub(super) fn new(loss: u64, uniform: impl FnOnce() -> f64) -> Option<Variety> {
        (loss > 0).then(|| Variety { loss: loss.min(MAX_LOSS as u64) as i32, uniform: uniform() })
    }

    /// Asks for the lines to choose among. A solved table gives all lines at no cost.
    pub(super) fn limit<E: Expert>(&self, request: &mut SearchRequest<E>, is_solved: bool) {
        request.multi_pv = request.multi_pv.max(if is_solved { usize::MAX } else { LINES });
    }

    /// The index of the move to play, given the scores of all moves, the best first, and whether each is the
    /// game-theoretic value; 0 if there are none.
    pub(super) fn choose(&self, scores: &[(Score, bool)]) -> usize {
        let Some(&(best, is_exact)) = scores.first() else { return 0 };
        let is_close = |&(score, exact): &(Score, bool)| match is_exact {
            true => exact && score == best,
            false => i32::from(best.0) - i32::from(score.0) <= self.loss,
        };
        let close: Vec<_> = (0..).zip(scores).filter(|(_, score)| is_close(score)).map(|(index, _)| index).collect();
        let chosen = (self.uniform * close.len() as f64) as usize;
        close.get(chosen).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves chosen with a hundred evenly spaced random numbers, each once.
    fn chosen(loss: u64, scores: &[(Score, bool)]) -> Vec<usize> {
        let variety = |step| Variety::new(loss, || f64::from(step) / 100.0).expect("variety");
        let mut chosen: Vec<_> = (0..100).map(|step| variety(step).choose(scores)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    fn estimates(scores: [i16; 4]) -> [(Score, bool); 4] {
        scores.map(|score| (Score(score), false))
    }

    #[test]
    fn without_a_loss_nothing_is_drawn() {
        assert!(Variety::new(0, || unreachable!("no random number is drawn")).is_none());
    }

    #[test]
    fn moves_within_the_loss_are_chosen_and_no_others() {
        let scores = estimates([40, 20, 19, -500]);
        assert_eq!(chosen(1, &scores), [0]);
        assert_eq!(chosen(20, &scores), [0, 1]);
        assert_eq!(chosen(21, &scores), [0, 1, 2]);
        assert_eq!(chosen(u64::MAX, &scores), [0, 1, 2, 3]);
        assert_eq!(chosen(20, &[]), [0]);
        // In a search that was stopped, a line of the iteration before may stand above the best one.
        assert_eq!(chosen(10, &estimates([40, 45, 28, 31])), [0, 1, 3]);
    }

    #[test]
    fn what_is_proven_is_not_given_away() {
        let win =
            [(Score::win_in(9), true), (Score::win_in(9), true), (Score::win_in(11), true), (Score(9_999), false)];
        assert_eq!(chosen(1000, &win), [0, 1]);
        let margin = [(Score(200), true), (Score(200), false), (Score(0), true), (Score(200), true)];
        assert_eq!(chosen(1000, &margin), [0, 3]);
        let loss = [(Score(-9_990), false), (Score::loss_in(2), true)];
        assert_eq!(chosen(1000, &loss), [0]);
    }
}
