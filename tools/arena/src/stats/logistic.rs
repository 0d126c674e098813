//! Logistic regression of results on scores: expected points = 1 / (1 + exp(-score / spread)), where the spread is a
//! polynomial in the number of empty points. A draw is half a win.
//!
//! Maximum likelihood by Fisher scoring.

use nalgebra::{DMatrix, DVector};

/// The maximum number of steps; a dozen are usual.
const MAX_ITERATIONS: usize = 100;
/// The fit has converged when the logarithmic loss decreases by less than this.
const TOLERANCE: f64 = 1e-10;
/// The minimum distance of an expectation from 0 and 1.
const MIN_PROBABILITY: f64 = 5e-4;

/// A position with the score that an engine reported in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The score for the side to move.
    pub score: f64,
    /// The number of empty points.
    pub empties: f64,
    /// The points of the side to move at the end of the game: 1, ½ or 0.
    pub points: f64,
}

/// The spread as a polynomial in the number of empty points, coefficients in ascending order.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread(
    /// The coefficients, that of the constant term first.
    pub Vec<f64>,
);

impl Spread {
    /// The spread of a position.
    pub fn at(&self, empties: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, coefficient| sum * empties + coefficient)
    }

    /// The expected points in a sample's position.
    pub fn expected(&self, sample: &Sample) -> f64 {
        1.0 / (1.0 + (-sample.score / self.at(sample.empties)).exp())
    }
}

/// The mean logarithmic loss of expectations, in nats; infinite without samples.
pub fn log_loss(samples: &[Sample], expected: impl Fn(&Sample) -> f64) -> f64 {
    let loss = |sample: &Sample| {
        let probability = expected(sample).clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
        -sample.points * probability.ln() - (1.0 - sample.points) * (1.0 - probability).ln()
    };
    if samples.is_empty() { f64::INFINITY } else { samples.iter().map(loss).sum::<f64>() / samples.len() as f64 }
}

/// The maximum-likelihood spread with this number of coefficients; `None` if the samples do not determine one.
pub fn fit(samples: &[Sample], coefficients: usize) -> Option<Spread> {
    let square = samples.iter().map(|sample| sample.score.powi(2)).sum::<f64>() / samples.len() as f64;
    let mut spread = Spread(vec![0.0; coefficients]);
    *spread.0.first_mut()? = square.sqrt();
    let mut loss = log_loss(samples, |sample| spread.expected(sample));
    for _ in 0..MAX_ITERATIONS {
        let step = scoring_step(samples, &spread)?;
        let (next, next_loss) = damped(samples, &spread, &step, loss)?;
        let gain = loss - next_loss;
        (spread, loss) = (next, next_loss);
        if gain < TOLERANCE {
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

    /// Samples with random results from the model itself.
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
    fn the_spread_of_simulated_results_is_recovered() {
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
