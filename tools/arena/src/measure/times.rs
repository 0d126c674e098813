//! Distributions of latencies.

use anyhow::Result;
use hdrhistogram::Histogram;
use std::time::Duration;

/// A histogram of microseconds up to ten minutes, with three significant digits.
pub(super) struct Times(Histogram<u64>);

impl Times {
    /// An empty histogram.
    pub(super) fn new() -> Result<Self> {
        Ok(Times(Histogram::new_with_bounds(1, 600_000_000, 3)?))
    }

    /// Counts a time.
    pub(super) fn add(&mut self, time: Duration) {
        self.0.saturating_record(time.as_micros() as u64);
    }

    /// Prints count, minimum, median, 99 % quantile and maximum in milliseconds.
    pub(super) fn print(&self, name: &str) {
        let milliseconds = |value: u64| value as f64 / 1000.0;
        let [min, median, high, max] =
            [self.0.min(), self.0.value_at_quantile(0.5), self.0.value_at_quantile(0.99), self.0.max()]
                .map(milliseconds);
        println!("{name:<36} {:>6} {min:>9.3} {median:>9.3} {high:>9.3} {max:>9.3}", self.0.len());
    }

    /// The fraction of times from `low` to `high` milliseconds.
    pub(super) fn fraction(&self, low: u64, high: u64) -> f64 {
        self.0.count_between(low * 1000, high * 1000 + 999) as f64 / self.0.len().max(1) as f64
    }
}
