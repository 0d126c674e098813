//! Simultaneous perturbation stochastic approximation (SPSA): optimisation by noisy comparisons.
//!
//! All parameters are perturbed at once, each up or down at random, and the points on both sides are compared, so a
//! step needs two measurements for any number of parameters. Chess engines are tuned in this way, with matches as
//! comparisons. Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimisation", IEEE Transactions on Aerospace and Electronic Systems 34 (1998).
//!
//! Independent of what is optimised.

use quartet::random::SplitMix64;

/// The exponent of the decay of the steps (Spall's α, with his recommended value).
const STEP_DECAY: f64 = 0.602;
/// The exponent of the decay of the perturbations (Spall's γ, with his recommended value).
const PERTURBATION_DECAY: f64 = 0.101;
/// The offset of the iteration number in the step size, as a share of all iterations (Spall's A).
const STABILITY: f64 = 0.1;

/// The settings of a tuning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spsa {
    /// The number of steps, at least 1.
    pub iterations: u64,
    /// The initial perturbation of each parameter, in its own unit (Spall's c).
    pub perturbation: f64,
    /// The change of each parameter in the first step if one side wins all games.
    pub step: f64,
    /// The seed of the random perturbations.
    pub seed: u64,
}

impl Spsa {
    /// Optimises from a start point. `compare` gets the number of the iteration and two points, and returns by how much
    /// the first is better than the second, from −1 to 1, possibly with noise. Returns all points reached, including
    /// the start; an error of `compare` ends the tuning.
    pub(super) fn optimise<E>(
        &self,
        start: Vec<f64>,
        mut compare: impl FnMut(u64, &[f64], &[f64]) -> Result<f64, E>,
    ) -> Result<Vec<Vec<f64>>, E> {
        let mut rng = SplitMix64::new(self.seed);
        let mut point = start;
        let mut trajectory = vec![point.clone()];
        for iteration in 0..self.iterations {
            let signs: Vec<f64> = point.iter().map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 }).collect();
            let perturbed = |distance: f64| -> Vec<f64> {
                point.iter().zip(&signs).map(|(value, sign)| value + distance * sign).collect()
            };
            let distance = self.perturbation * decayed(iteration as f64, 1.0, PERTURBATION_DECAY);
            let gain = compare(iteration, &perturbed(distance), &perturbed(-distance))?;
            point = perturbed(self.step_size(iteration) * gain);
            trajectory.push(point.clone());
        }
        Ok(trajectory)
    }

    /// The change of each parameter for a difference of 1 (Spall's a_k / 2 c_k).
    fn step_size(&self, iteration: u64) -> f64 {
        let first = 1.0 + STABILITY * self.iterations as f64;
        let iteration = iteration as f64;
        self.step * decayed(iteration, first, STEP_DECAY) / decayed(iteration, 1.0, PERTURBATION_DECAY)
    }
}

/// The decay factor after this number of iterations, with `first` as the number of the first iteration.
fn decayed(iteration: f64, first: f64, exponent: f64) -> f64 {
    (first / (first + iteration)).powf(exponent)
}

/// The result of a tuning: the mean of the second half of its points, which has less noise than the last point
/// (B. T. Polyak and A. B. Juditsky, "Acceleration of stochastic approximation by averaging", 1992).
pub(super) fn averaged_iterate(trajectory: &[Vec<f64>]) -> Vec<f64> {
    let half = &trajectory[trajectory.len() / 2..];
    let mut sum = vec![0.0; half.first().map_or(0, Vec::len)];
    for point in half {
        sum.iter_mut().zip(point).for_each(|(sum, value)| *sum += value);
    }
    sum.iter().map(|sum| sum / half.len() as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::score_of_elo;
    use std::convert::Infallible;

    const OPTIMUM: [f64; 6] = [1.0, -2.0, 0.5, 3.0, 0.0, -1.0];

    /// An Elo model: 100 Elo per squared unit of distance below the optimum.
    fn strength(point: &[f64]) -> f64 {
        -100.0 * point.iter().zip(OPTIMUM).map(|(value, best)| (value - best).powi(2)).sum::<f64>()
    }

    /// The final point of a tuning with random results at the probabilities of the Elo differences.
    fn tune(seed: u64, start: f64) -> Vec<f64> {
        let mut rng = SplitMix64::new(seed ^ 0x5eed);
        let mut won = |probability: f64| rng.next() as f64 / u64::MAX as f64 <= probability;
        let spsa = Spsa { iterations: 400, perturbation: 0.5, step: 0.5, seed };
        let trajectory = spsa.optimise(vec![start; OPTIMUM.len()], |_, one, other| {
            let probability = score_of_elo(strength(one) - strength(other));
            let wins = (0..20).filter(|_| won(probability)).count();
            Ok::<_, Infallible>(wins as f64 / 10.0 - 1.0)
        });
        let Ok(trajectory) = trajectory;
        assert_eq!(trajectory.len(), 401);
        averaged_iterate(&trajectory)
    }

    #[test]
    fn the_optimum_is_found_from_noisy_games() {
        for (seed, start) in [(1, 0.0), (2, 1.0), (3, -1.0)] {
            let point = tune(seed, start);
            for (value, best) in point.iter().zip(OPTIMUM) {
                assert!((value - best).abs() < 0.3, "seed {seed}: {point:?}");
            }
            assert_eq!(point, tune(seed, start));
        }
    }

    #[test]
    fn an_error_ends_the_tuning() {
        let spsa = Spsa { iterations: 9, perturbation: 0.5, step: 0.5, seed: 1 };
        let mut compared = 0;
        let result = spsa.optimise(vec![0.0], |iteration, _, _| {
            compared += 1;
            if iteration == 2 { Err("no more") } else { Ok(0.0) }
        });
        assert_eq!((result, compared), (Err("no more"), 3));
    }

    #[test]
    fn the_result_is_the_mean_of_the_second_half() {
        assert_eq!(averaged_iterate(&[vec![9.0, 9.0], vec![7.0, 5.0], vec![1.0, 2.0], vec![3.0, 4.0]]), [2.0, 3.0]);
    }
}
