//! Values that arrive in any order and are needed in the order of their numbers.

use std::collections::BTreeMap;

/// Hands out values by number, from 0 and without a gap, in whatever order they arrive. What it has handed out depends
/// only on the set of values that have arrived.
#[derive(Clone, Debug)]
pub struct InOrder<V> {
    next: u64,
    waiting: BTreeMap<u64, V>,
}

impl<V> Default for InOrder<V> {
    fn default() -> Self {
        InOrder { next: 0, waiting: BTreeMap::new() }
    }
}

impl<V> InOrder<V> {
    /// Adds a value. A number that was added before is ignored.
    pub fn add(&mut self, number: u64, value: V) {
        if number >= self.next {
            self.waiting.entry(number).or_insert(value);
        }
    }

    /// The next value, if it has arrived.
    pub fn take(&mut self) -> Option<V> {
        let value = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(value)
    }

    /// The number of the next value.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The number of values that wait for one with a lower number, once [`InOrder::take`] returns nothing.
    pub fn waiting(&self) -> u64 {
        self.waiting.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::random::SplitMix64;

    fn taken(numbers: &InOrder<u64>) -> Vec<u64> {
        let mut numbers = numbers.clone();
        std::iter::from_fn(|| numbers.take()).collect()
    }

    #[test]
    fn a_gap_holds_back_what_follows() {
        let mut numbers = InOrder::default();
        [2, 0, 4].into_iter().for_each(|number| numbers.add(number, number));
        assert_eq!((numbers.take(), numbers.take(), numbers.next(), numbers.waiting()), (Some(0), None, 1, 2));
        // What was handed out or is waiting is not replaced.
        [0, 2].into_iter().for_each(|number| numbers.add(number, 9));
        numbers.add(1, 1);
        assert_eq!(taken(&numbers), [1, 2]);
    }

    #[test]
    fn the_order_of_arrival_does_not_matter() {
        let mut random = SplitMix64::new(5);
        for _ in 0..200 {
            let mut arrivals: Vec<u64> = (0..30).filter(|_| random.below(8) > 0).collect();
            let prefix: Vec<u64> = (0..).zip(&arrivals).map_while(|(i, &n)| (i == n).then_some(n)).collect();
            for last in (1..arrivals.len()).rev() {
                arrivals.swap(last, random.below(last + 1));
            }
            let (mut numbers, mut early) = (InOrder::default(), Vec::new());
            for number in arrivals {
                numbers.add(number, number);
                early.extend(std::iter::from_fn(|| numbers.take()));
            }
            assert_eq!(early, prefix);
        }
    }
}
