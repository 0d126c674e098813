//! Random results of simulated matches.

use super::{Cluster, Outcome};
use quartet::random::SplitMix64;

/// A random number from 0 to 1.
pub(crate) fn uniform(rng: &mut SplitMix64) -> f64 {
    (rng.next() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A random result with these expected points and this probability of a draw.
fn game(rng: &mut SplitMix64, score: f64, draws: f64) -> Outcome {
    let value = uniform(rng);
    match value {
        _ if value < draws => Outcome::Draw,
        _ if value < draws + (score - draws / 2.0) => Outcome::Win,
        _ => Outcome::Loss,
    }
}

/// A pair whose opening favours one colour: one game is easier by `bias`, and the other is harder.
pub(crate) fn pair(rng: &mut SplitMix64, score: f64, draws: f64, bias: f64) -> Cluster<Outcome> {
    let bias = if rng.next().is_multiple_of(2) { bias } else { -bias };
    Cluster::Pair(game(rng, score + bias, draws), game(rng, score - bias, draws))
}
