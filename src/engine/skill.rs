//! Play below full strength, the same way in every game (option `Skill Level`).
//!
//! A weak player searches less deeply, and errs: it chooses one of the best lines of the search at random, each with
//! probability proportional to exp(strength / temperature), the multinomial logit of McKelvey and Palfrey
//! ("Quantal response equilibria for normal form games", 1995). A line's strength grows with the logarithm of its odds,
//! so that errors weigh as much as they cost, in every game and at every stage. The reported lines are not affected.
//!
//! Strength by level in Elo above random play, measured at 20,000 nodes a move (round robin, 30 games a pairing from
//! random openings of 4 plies):
//!
//! | level | 0 | 5 | 10 | 15 | 20 |
//! |---|---|---|---|---|---|
//! | othello | 281 | 718 | 1128 | 1716 | 1889 |
//! | gomoku | 775 | 1025 | 1147 | 1250 | 1378 |

use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::request::SearchRequest;
use crate::wdl::Calibration;

/// The level of full strength.
pub(super) const FULL: u64 = 20;
/// Softmax temperature of level 0.
const MAX_TEMPERATURE: f64 = 1.2;
/// Number of lines that level 0 chooses from; one fewer every two levels.
const MAX_LINES: usize = 12;
/// Strength of a proven win that is far away; no heuristic score reaches it.
const PROVEN_STRENGTH: f64 = 4.0;
/// Added strength of a proven win one ply away, divided by its plies: weak players see short wins too.
const SHORT_WIN_BONUS: f64 = 6.0;

/// A player below full strength, for one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill {
    depth: u8,
    lines: usize,
    temperature: f64,
    /// The random number that decides the choice, uniform in [0, 1).
    uniform: f64,
}

impl Skill {
    /// The player of a level; `None` from [`FULL`] on, where no random number (`uniform`, in [0, 1)) is drawn.
    pub(super) fn new(level: u64, uniform: impl FnOnce() -> f64) -> Option<Skill> {
        (level < FULL).then(|| {
            let missing = (FULL - level) as f64 / FULL as f64;
            Skill {
                depth: 1 + level as u8,
                lines: MAX_LINES - level as usize / 2,
                temperature: MAX_TEMPERATURE * missing.powf(1.5),
                uniform: uniform(),
            }
        })
    }

    /// Limits the depth, and asks for the lines to choose from. A solved table gives all lines at no cost.
    pub(super) fn limit<E: Expert>(&self, request: &mut SearchRequest<E>, is_solved: bool) {
        request.depth = request.depth.min(self.depth);
        request.multi_pv = request.multi_pv.max(if is_solved { usize::MAX } else { self.lines });
    }

    /// The index of the line to play, given the scores of all lines; 0 if there are none.
    pub(super) fn choose(&self, calibration: Calibration, scores: &[Score]) -> usize {
        let strengths = scores.iter().map(|&score| strength(calibration, score));
        let best = strengths.clone().fold(f64::NEG_INFINITY, f64::max);
        let weights = strengths.map(|strength| ((strength - best) / self.temperature).exp());
        let total: f64 = weights.clone().sum();
        let mut left = self.uniform * total;
        let is_chosen = |weight: f64| {
            left -= weight;
            left < 0.0
        };
        weights.into_iter().position(is_chosen).unwrap_or(0)
    }
}

/// The log-odds of a line, squashed so that a heuristic score always counts less than a proven one; a proven win counts
/// more the shorter it is, a proven loss less.
fn strength(calibration: Calibration, score: Score) -> f64 {
    match score.distance() {
        None => {
            let odds = f64::from(score.0) / calibration.spread;
            odds / (1.0 + odds.abs() / PROVEN_STRENGTH)
        }
        Some(plies) => {
            let size = PROVEN_STRENGTH + SHORT_WIN_BONUS / f64::from(plies.max(1));
            if score.is_win() { size } else { -size }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [Score; 5] = [Score(250), Score(200), Score(90), Score(-100), Score(-400)];

    /// The choices of a level for a thousand evenly spaced random numbers.
    fn choices(level: u64, scores: &[Score]) -> impl Iterator<Item = usize> {
        let player = move |step| Skill::new(level, || f64::from(step) / 1000.0).expect("below full strength");
        (0..1000).map(move |step| player(step).choose(Calibration::default(), scores))
    }

    /// Average score loss of a level.
    fn average_loss(level: u64) -> f64 {
        choices(level, &SCORES).map(|chosen| f64::from(SCORES[0].0 - SCORES[chosen].0)).sum::<f64>() / 1000.0
    }

    #[test]
    fn full_strength_has_no_handicap() {
        assert!(Skill::new(FULL, || unreachable!("no random number is drawn")).is_none());
        assert!(Skill::new(FULL - 1, || 0.5).is_some());
    }

    #[test]
    fn every_level_loses_less_than_the_one_below() {
        let losses: Vec<_> = (0..FULL).map(average_loss).collect();
        assert!(losses.is_sorted_by(|weaker, stronger| weaker > stronger || *weaker == 0.0), "{losses:?}");
        assert!(losses[0] > 2.0 * losses[10] && losses[10] > 10.0 && losses[19] < 1.0, "{losses:?}");
    }

    #[test]
    fn short_wins_are_seen_and_long_ones_missed() {
        let missed = |plies| {
            choices(0, &[Score::win_in(plies), Score(100), Score(50), Score(0), Score(-50)])
                .filter(|&line| line > 0)
                .count()
        };
        assert!(missed(1) < 10 && missed(9) > 50, "{} {}", missed(1), missed(9));
        assert!(choices(19, &[Score::win_in(3), Score::win_in(15)]).all(|line| line == 0));
    }

    #[test]
    fn without_lines_there_is_nothing_to_choose() {
        assert!(choices(0, &[]).all(|line| line == 0));
    }
}
