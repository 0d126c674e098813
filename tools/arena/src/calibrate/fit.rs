//! Logistic regression of results on scores: expected points = 1 / (1 + exp(-score / spread)), where the spread is a
//! polynomial in the number of empty points. A draw is half a win.
//!
//! Maximum likelihood by Fisher scoring.

use nalgebra::{DMatrix, DVector};

/// Steps until the fit settles; a dozen are usual.
const STEPS: usize = 100;
/// The logarithmic loss that falls by less has settled.
const SETTLED: f64 = 1e-10;
/// Chances are never thought to be nearer to certainty.
const LEAST_CHANCE: f64 = 5e-4;

/// A position that was scored in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    /// The score for the side to move.
    pub score: f64,
    /// Empty points.
    pub empties: f64,
    /// What the side to move made of it: 1, ½ or 0.
    pub points: f64,
}

/// The spread as a polynomial in the empty points: the constant, the coefficient of the first power, ….
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spread(pub Vec<f64>);

impl Spread {
    /// The spread of a position.
    fn at(&self, empties: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, coefficient| sum * empties + coefficient)
    }

    /// The points that are to be expected of a sample.
    pub(super) fn expected(&self, sample: &Sample) -> f64 {
        1.0 / (1.0 + (-sample.score / self.at(sample.empties)).exp())
    }
}

/// The mean logarithmic loss of expectations, in nats; infinite without samples.
pub(super) fn log_loss(samples: &[Sample], expected: impl Fn(&Sample) -> f64) -> f64 {
    let loss = |sample: &Sample| {
        let chance = expected(sample).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        -sample.points * chance.ln() - (1.0 - sample.points) * (1.0 - chance).ln()
    };
    if samples.is_empty() { f64::INFINITY } else { samples.iter().map(loss).sum::<f64>() / samples.len() as f64 }
}

/// The spread, with this number of coefficients, under which the results are likeliest; `None` if the samples do not
/// determine one.
pub(super) fn fit(samples: &[Sample], coefficients: usize) -> Option<Spread> {
    let square = samples.iter().map(|sample| sample.score.powi(2)).sum::<f64>() / samples.len() as f64;
    let mut spread = Spread(vec![0.0; coefficients]);
    *spread.0.first_mut()? = square.sqrt();
    let mut loss = log_loss(samples, |sample| spread.expected(sample));
    for _ in 0..STEPS {
        let step = scoring_step(samples, &spread)?;
        let (next, next_loss) = damped(samples, &spread, &step, loss)?;
        let gain = loss - next_loss;
        (spread, loss) = (next, next_loss);
        if gain < SETTLED {
            break;
        }
    }
    Some(spread)
}

/// A step of Fisher scoring: the inverse of the information matrix times the gradient.
fn scoring_step(samples: &[Sample], spread: &Spread) -> Option<DVector<f64>> {
    let count = spread.0.len();
    let mut information = DMatrix::zeros(count, count);
    let mut gradient = DVector::zeros(count);
    for sample in samples {
        let chance = spread.expected(sample);
        let outer = -sample.score / spread.at(sample.empties).powi(2);
        let slope = DVector::from_fn(count, |power, _| outer * sample.empties.powi(power as i32));
        gradient += &slope * (sample.points - chance);
        information += &slope * slope.transpose() * (chance * (1.0 - chance));
    }
    Some(information.cholesky()?.solve(&gradient))
}

/// The step, halved until the loss does not rise and every spread is above 0.
fn damped(samples: &[Sample], from: &Spread, step: &DVector<f64>, loss: f64) -> Option<(Spread, f64)> {
    let attempt = |halvings: i32| {
        let next = Spread(from.0.iter().zip(step).map(|(value, step)| value + step * 0.5_f64.powi(halvings)).collect());
        let is_positive = samples.iter().all(|sample| next.at(sample.empties) > 0.0);
        let next_loss = log_loss(samples, |sample| next.expected(sample));
        (is_positive && next_loss <= loss).then_some((next, next_loss))
    };
    (0..60).find_map(attempt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::random::SplitMix64;

    /// Results drawn from the model itself.
    fn drawn(truth: &Spread, count: usize) -> Vec<Sample> {
        let mut rng = SplitMix64::new(1);
        let sample = |_| {
            let (score, empties) = (2000.0 * (rng.fraction() - 0.5), 60.0 * rng.fraction());
            let blank = Sample { score, empties, points: 0.0 };
            let points = if rng.fraction() < truth.expected(&blank) { 1.0 } else { 0.0 };
            Sample { points, ..blank }
        };
        (0..count).map(sample).collect()
    }

    #[test]
    fn the_spread_that_made_the_results_is_found_again() {
        let truth = Spread(vec![100.0, 10.0]);
        let samples = drawn(&truth, 40_000);
        let found = fit(&samples, 2).expect("determined");
        for empties in [10.0, 30.0, 50.0] {
            let ratio = found.at(empties) / truth.at(empties);
            assert!((0.93..1.07).contains(&ratio), "{found:?}");
        }
        let constant = fit(&samples, 1).expect("determined");
        let loss = |spread: &Spread| log_loss(&samples, |sample| spread.expected(sample));
        assert!(loss(&found) + 0.005 < loss(&constant), "{} {}", loss(&found), loss(&constant));
    }

    #[test]
    fn nothing_is_found_where_nothing_varies() {
        let sample = Sample { score: 0.0, empties: 9.0, points: 1.0 };
        assert_eq!(fit(&[sample; 9], 1), None);
        assert_eq!(fit(&[], 1), None);
    }
}
