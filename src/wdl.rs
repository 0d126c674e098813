//! Chances of win, draw and loss, and how a score is read as such.
//!
//! Independent of: any game's constants, search, wire syntax.

use crate::score::Score;

/// Chances of the side to move in permille; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// It wins.
    pub win: u16,
    /// Nobody wins.
    pub draw: u16,
    /// It loses.
    pub loss: u16,
}

impl Wdl {
    /// What an exact value leaves: one of the three is certain.
    pub fn certain(value: Score) -> Wdl {
        let [win, draw, loss] = [value > Score::DRAW, value == Score::DRAW, value < Score::DRAW];
        let permille = |certain| if certain { 1000 } else { 0 };
        Wdl { win: permille(win), draw: permille(draw), loss: permille(loss) }
    }

    /// The expected score of a game, from 0 (lost) to 1 (won); a draw counts half.
    pub fn expected_score(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }
}

/// How the scores of a position turn into chances, a logistic model: the side to move wins with probability
/// 1 / (1 + exp((draw - score) / spread)) and loses with that of the negated score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    /// The difference of scores that makes the odds e times as good, above 0.
    pub spread: f64,
    /// The score at which a win is as likely as none, from 0; draws have the chances between it and its negative.
    pub draw: f64,
}

impl Default for Calibration {
    /// Three wins of four at 100, without draws.
    fn default() -> Self {
        Calibration { spread: 100.0 / 3_f64.ln(), draw: 0.0 }
    }
}

impl Calibration {
    /// The chances that an estimate stands for, or what an exact value leaves.
    pub fn chances_of(self, score: Score, is_exact: bool) -> Wdl {
        if is_exact { Wdl::certain(score) } else { self.chances(score) }
    }

    /// The chances that a score stands for; a proven one is certain, and an estimate never is.
    pub fn chances(self, score: Score) -> Wdl {
        if score.is_proven() {
            return Wdl::certain(score);
        }
        let chance = |score: f64| 1.0 / (1.0 + ((self.draw - score) / self.spread).exp());
        let permille = |score: Score| (1000.0 * chance(f64::from(score.0))).round() as u16;
        let win = permille(score).clamp(1, 999);
        // Without draws both may be rounded up.
        let loss = permille(-score).clamp(1, 1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALIBRATIONS: [Calibration; 3] = [
        Calibration { spread: 91.02, draw: 0.0 },
        Calibration { spread: 850.0, draw: 100.0 },
        Calibration { spread: 3.0, draw: 100.0 },
    ];

    fn all_scores() -> impl Iterator<Item = Score> {
        (-Score::WIN.0..=Score::WIN.0).map(Score)
    }

    #[test]
    fn chances_make_up_the_whole_and_rise_with_the_score() {
        for calibration in CALIBRATIONS {
            let chances: Vec<_> = all_scores().map(|score| calibration.chances(score)).collect();
            assert!(chances.iter().all(|wdl| wdl.win + wdl.draw + wdl.loss == 1000), "{calibration:?}");
            let rises = |pair: &[Wdl]| pair[0].win <= pair[1].win && pair[0].loss >= pair[1].loss;
            assert!(chances.windows(2).all(rises), "{calibration:?}");
            assert_eq!((chances[0].loss, chances[chances.len() - 1].win), (1000, 1000));
        }
    }

    #[test]
    fn the_parameters_mean_what_they_say() {
        let wdl = |spread, draw, score| Calibration { spread, draw }.chances(Score(score));
        assert_eq!(Calibration::default().chances(Score(100)), Wdl { win: 750, draw: 0, loss: 250 });
        assert_eq!(wdl(800.0, 100.0, 100).win, 500);
        assert_eq!(wdl(800.0, 100.0, -100).loss, 500);
        let even = wdl(800.0, 100.0, 0);
        assert!(even.win == even.loss && even.draw > 0, "{even:?}");
    }

    #[test]
    fn an_estimate_is_never_certain() {
        for calibration in CALIBRATIONS {
            for score in all_scores().filter(|score| !score.is_proven()) {
                let Wdl { win, draw, loss } = calibration.chances(score);
                assert!(win > 0 && loss > 0 && draw < 1000, "{calibration:?} {score:?}");
            }
        }
    }

    #[test]
    fn an_exact_value_is_certain() {
        for (value, expected) in [(200, [1000, 0, 0]), (0, [0, 1000, 0]), (-1, [0, 0, 1000])] {
            let Wdl { win, draw, loss } = Wdl::certain(Score(value));
            assert_eq!([win, draw, loss], expected);
        }
    }
}
