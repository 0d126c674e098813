//! Tests against closed forms, published figures of other programs, and simulations.

mod comparison;
mod likelihood;
mod ratings;
mod simulation;
mod sprt;

use super::{Cluster, Outcome, Sample};

/// A sample of complete pairs by their points; 1 point is two draws.
pub(super) fn pairs(counts: [u64; 5]) -> Sample {
    use Outcome::{Draw, Loss, Win};
    let kinds = [(Loss, Loss), (Loss, Draw), (Draw, Draw), (Draw, Win), (Win, Win)];
    let mut sample = Sample::default();
    for ((one, other), count) in kinds.into_iter().zip(counts) {
        (0..count).for_each(|_| sample.add(Cluster::Pair(one, other)));
    }
    sample
}

/// A sample of single games: wins, draws, losses.
pub(super) fn singles(wins: u64, draws: u64, losses: u64) -> Sample {
    let mut sample = Sample::default();
    for (outcome, count) in [(Outcome::Win, wins), (Outcome::Draw, draws), (Outcome::Loss, losses)] {
        (0..count).for_each(|_| sample.add(Cluster::Single(outcome)));
    }
    sample
}

/// Fails if the numbers differ by more than `tolerance`.
#[track_caller]
pub(super) fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected} ± {tolerance}");
}
