//! The error probability of a test whose pairs end in another order than they began, checked on simulated matches.

use super::simulation::{pair, uniform};
use crate::stats::{Cluster, InOrder, Model, Outcome, Sample, Sprt, SprtState};
use quartet::random::SplitMix64;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which pairs are judged.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// All that have arrived.
    Arrival,
    /// Those without a gap, in the order of their numbers.
    Number,
}

/// How long a pair takes, in microseconds: half as long if the new engine wins it. That is an exaggeration, which shows
/// the effect in a short test.
fn duration(rng: &mut SplitMix64, pair: Cluster<Outcome>) -> u64 {
    let Cluster::Pair(one, other) = pair else { return 0 };
    let seconds = 0.7 - 0.3 * (1.0 - uniform(rng)).ln();
    let factor = if one.half_points() + other.half_points() > 2 { 0.5 } else { 1.0 };
    (1e6 * factor * seconds) as u64
}

/// Whether a test between equal engines accepts H1.
fn is_wrong(rng: &mut SplitMix64, test: &Sprt, workers: u64, order: Order) -> bool {
    let (mut running, mut arrived, mut sample) = (BinaryHeap::new(), InOrder::default(), Sample::default());
    let begin = |rng: &mut SplitMix64, number: u64, now: u64, running: &mut BinaryHeap<_>| {
        let played = pair(rng, 0.5, 0.3, 0.0);
        let Cluster::Pair(one, other) = played else { return };
        running.push(Reverse((now + duration(rng, played), number, one, other)));
    };
    (0..workers).for_each(|number| begin(rng, number, 0, &mut running));
    let mut next = workers;
    while let Some(Reverse((now, number, one, other))) = running.pop() {
        begin(rng, next, now, &mut running);
        next += 1;
        arrived.add(number, Cluster::Pair(one, other));
        let mut judged = |played| {
            sample.add(played);
            test.judge(&sample).state
        };
        let state = match order {
            Order::Arrival => judged(Cluster::Pair(one, other)),
            Order::Number => std::iter::from_fn(|| arrived.take())
                .map(judged)
                .find(|state| *state != SprtState::Continue)
                .unwrap_or(SprtState::Continue),
        };
        if state != SprtState::Continue {
            return state == SprtState::AcceptH1;
        }
    }
    false
}

/// The share of 400 tests between equal engines that accept H1, at a nominal error of 5 %.
fn false_positives(workers: u64, order: Order) -> f64 {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, Model::Logistic).unwrap();
    let mut rng = SplitMix64::new(workers);
    let wrong = (0..400).filter(|_| is_wrong(&mut rng, &test, workers, order)).count();
    wrong as f64 / 400.0
}

#[test]
fn in_the_order_of_numbers_errors_do_not_depend_on_durations() {
    // 5 % within three standard deviations; overshooting the bounds makes the true error a little smaller.
    for workers in [1, 64, 512] {
        let wrong = false_positives(workers, Order::Number);
        assert!((0.012..=0.083).contains(&wrong), "{workers} workers: {wrong}");
    }
}

/// The simulation shows the bias that the order of numbers avoids.
#[test]
fn in_the_order_of_arrival_many_workers_accept_what_is_false() {
    let few = false_positives(1, Order::Arrival);
    assert!((0.012..=0.083).contains(&few), "{few}");
    let many = false_positives(512, Order::Arrival);
    assert!(many > 0.3, "{many}");
}
