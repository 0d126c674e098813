//! Simulated matches with many workers, and a sequential test that judges their pairs.

use crate::stats::simulation::{pair, uniform};
use crate::stats::{Cluster, InOrder, Outcome, Sample, Sprt, SprtState};
use quartet::random::SplitMix64;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The probability of a draw in every game.
const DRAWS: f64 = 0.3;

/// Which pairs a test judges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Order {
    /// Each pair as it ends.
    Arrival,
    /// Those without a gap, in the order of their numbers.
    Number,
}

/// How long pairs take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Durations {
    /// 0.7 seconds and an exponentially distributed time with a mean of 0.3 seconds, whoever wins.
    Equal,
    /// As long, but half of it if the first engine wins the pair. That is an exaggeration: the direction of the effect
    /// is that of any difference, its size is not.
    WinsAreShort,
}

/// A simulated match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match<'a> {
    /// The test that ends it.
    pub(super) test: &'a Sprt,
    /// Pairs that are played at a time.
    pub(super) workers: u64,
    /// The pairs that are judged.
    pub(super) order: Order,
    /// The durations of pairs.
    pub(super) durations: Durations,
}

/// The pairs in progress, the one that ends first at the top: its end in microseconds, its number, and its games.
type Running = BinaryHeap<Reverse<(u64, u64, Outcome, Outcome)>>;

impl Match<'_> {
    /// Plays it between equal engines. Returns whether the test accepts H1, which is wrong.
    pub(super) fn is_wrong(&self, seed: u64) -> bool {
        let rng = &mut SplitMix64::new(seed);
        let (mut running, mut arrived, mut sample) = (Running::new(), InOrder::default(), Sample::default());
        (0..self.workers).for_each(|number| self.begin(rng, number, 0, &mut running));
        let mut next = self.workers;
        while let Some(Reverse((now, number, one, other))) = running.pop() {
            self.begin(rng, next, now, &mut running);
            next += 1;
            let mut judged = |played| {
                sample.add(played);
                self.test.judge(&sample).state
            };
            arrived.add(number, Cluster::Pair(one, other));
            let state = match self.order {
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

    /// Begins the pair of this number.
    fn begin(&self, rng: &mut SplitMix64, number: u64, now: u64, running: &mut Running) {
        let Cluster::Pair(one, other) = pair(rng, 0.5, DRAWS, 0.0) else { return };
        let seconds = 0.7 - 0.3 * (1.0 - uniform(rng)).ln();
        let is_short = self.durations == Durations::WinsAreShort && one.half_points() + other.half_points() > 2;
        let factor = if is_short { 0.5 } else { 1.0 };
        running.push(Reverse((now + (1e6 * factor * seconds) as u64, number, one, other)));
    }
}
