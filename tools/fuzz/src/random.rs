//! Random choices, all of them from one seed.

use quartet::random::SplitMix64;

/// A source of random choices; equal seeds give equal choices on every machine.
pub struct Random(SplitMix64);

impl Random {
    /// A source with this seed.
    pub fn new(seed: u64) -> Self {
        // Close seeds must not give choices that look alike.
        Random(SplitMix64::new(quartet::random::mix(seed)))
    }

    /// A number below `bound` (0 for a bound of 0).
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True with the probability 1/n.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// An element of a list, which must not be empty.
    pub fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}
