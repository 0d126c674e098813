//! Play below full strength, the same way in every game (option `Skill Level`).
//!
//! A weak player looks less far ahead, and errs: of the best lines that the search has found it chooses one by lot, a
//! line with probability proportional to exp(strength / temperature), the multinomial logit of McKelvey and Palfrey
//! ("Quantal response equilibria for normal form games", 1995). A line's strength grows with the logarithm of its odds, so that
//! errors weigh as much as they cost, in every game and at every stage. What the search says stays as it is.
//!
//! The ladder, measured at 20,000 nodes a move (round robin, 30 games a pairing from random openings of 4 plies), in
//! Elo above play by lot:
//!
//! | level | 0 | 5 | 10 | 15 | 20 |
//! |---|---|---|---|---|---|
//! | othello | 281 | 718 | 1128 | 1716 | 1889 |
//! | gomoku | 775 | 1025 | 1147 | 1250 | 1378 |
//!
//! Must not know: any particular game, how lines are found.

use crate::score::Score;
use crate::search::expert::Expert;
use crate::search::request::SearchRequest;
use crate::wdl::Calibration;

/// The level of full strength.
pub const FULL: u64 = 20;
/// Temperature of level 0.
const HOTTEST: f64 = 1.2;
/// Lines among which level 0 chooses; one less every two levels.
const MOST_LINES: usize = 12;
/// Strength of a proven win that is far away, which no estimate reaches …
const PROOF: f64 = 4.0;
/// … and what it gains when it is a single ply away: near ends are seen by the weak too.
const IN_SIGHT: f64 = 6.0;

/// A player below full strength, for one search.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    depth: u8,
    lines: usize,
    temperature: f64,
    /// Decides the choice: from 0 to below 1, each as likely.
    lot: f64,
}

impl Skill {
    /// The player of a level; `None` from [`FULL`] on, where no `lot` (from 0 to below 1) is drawn.
    pub fn new(level: u64, lot: impl FnOnce() -> f64) -> Option<Skill> {
        (level < FULL).then(|| {
            let missing = (FULL - level) as f64 / FULL as f64;
            Skill {
                depth: 1 + level as u8,
                lines: MOST_LINES - level as usize / 2,
                temperature: HOTTEST * missing.powf(1.5),
                lot: lot(),
            }
        })
    }

    /// Makes a request no deeper than the player sees, and as broad as it needs. A solved table gives all lines at no cost.
    pub fn limit<E: Expert>(&self, request: &mut SearchRequest<E>) {
        request.depth = request.depth.min(self.depth);
        request.lines = request.lines.max(if request.use_table { usize::MAX } else { self.lines });
    }

    /// The index of the line to play, out of the scores of all lines; 0 if there is none.
    pub fn choose(&self, calibration: Calibration, scores: &[Score]) -> usize {
        let strengths = scores.iter().map(|&score| strength(calibration, score));
        let best = strengths.clone().fold(f64::NEG_INFINITY, f64::max);
        let weights = strengths.map(|strength| ((strength - best) / self.temperature).exp());
        let total: f64 = weights.clone().sum();
        let mut left = self.lot * total;
        let falls_on = |weight: f64| {
            left -= weight;
            left < 0.0
        };
        weights.into_iter().position(falls_on).unwrap_or(0)
    }
}

/// The logarithm of a line's odds, bent so that an estimate always counts less than a proof; that counts the more the
/// nearer its end is.
fn strength(calibration: Calibration, score: Score) -> f64 {
    match score.distance() {
        None => {
            let odds = f64::from(score.0) / calibration.spread;
            odds / (1.0 + odds.abs() / PROOF)
        }
        Some(plies) => {
            let size = PROOF + IN_SIGHT / f64::from(plies.max(1));
            if score.is_win() { size } else { -size }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [Score; 5] = [Score(250), Score(200), Score(90), Score(-100), Score(-400)];

    /// The choices of a level for a thousand lots, which share their range evenly.
    fn choices(level: u64, scores: &[Score]) -> impl Iterator<Item = usize> {
        let player = move |lot| Skill::new(level, || f64::from(lot) / 1000.0).expect("below full strength");
        (0..1000).map(move |lot| player(lot).choose(Calibration::default(), scores))
    }

    /// How much the choices of a level give away on average.
    fn given_away(level: u64) -> f64 {
        choices(level, &SCORES).map(|chosen| f64::from(SCORES[0].0 - SCORES[chosen].0)).sum::<f64>() / 1000.0
    }

    #[test]
    fn full_strength_is_no_handicap() {
        assert!(Skill::new(FULL, || unreachable!("no lot is drawn")).is_none());
        assert!(Skill::new(FULL - 1, || 0.5).is_some());
    }

    #[test]
    fn every_level_gives_less_away_than_the_one_below() {
        let losses: Vec<_> = (0..FULL).map(given_away).collect();
        assert!(losses.is_sorted_by(|weaker, stronger| weaker > stronger || *weaker == 0.0), "{losses:?}");
        assert!(losses[0] > 2.0 * losses[10] && losses[10] > 10.0 && losses[19] < 1.0, "{losses:?}");
    }

    #[test]
    fn near_ends_are_seen_and_far_ones_missed() {
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
