//! Proportions of games in percent, with confidence intervals.

use crate::stats::Estimate;
use statrs::distribution::{Beta, ContinuousCDF};
use std::fmt;

/// A count out of a total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proportion {
    /// The count.
    pub count: u64,
    /// The total.
    pub of: u64,
}

impl Proportion {
    /// The proportion in percent; 0 if the total is 0.
    pub fn percent(self) -> f64 {
        100.0 * self.count as f64 / self.of.max(1) as f64
    }

    /// The exact 95 % interval in percent (Clopper and Pearson 1934).
    pub fn interval(self) -> (f64, f64) {
        let (count, rest) = (self.count as f64, (self.of - self.count) as f64);
        let quantile = |a, b, share| Beta::new(a, b).map_or(0.0, |beta| 100.0 * beta.inverse_cdf(share));
        let low = if self.count == 0 { 0.0 } else { quantile(count, rest + 1.0, 0.025) };
        let high = if self.count == self.of { 100.0 } else { quantile(count + 1.0, rest, 0.975) };
        (low, high)
    }
}

impl From<Proportion> for Estimate {
    /// The proportion in percent with its interval, as text.
    fn from(share: Proportion) -> Estimate {
        let (low, high) = share.interval();
        Estimate { value: share.percent(), low, high }
    }
}

impl fmt::Display for Proportion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        write!(f, "{:6.2} ({low:6.2}-{high:6.2})", self.percent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_intervals() {
        // 10 of 10: the lower end is 0.025^(1/10). 0 of 0: the interval is everything.
        let (low, high) = Proportion { count: 10, of: 10 }.interval();
        assert!((low - 69.15).abs() < 0.01 && high == 100.0, "{low}");
        assert_eq!(Proportion { count: 0, of: 0 }.interval(), (0.0, 100.0));
        let (low, high) = Proportion { count: 50, of: 100 }.interval();
        assert!((low - 39.83).abs() < 0.01 && (high - 60.17).abs() < 0.01, "{low} {high}");
    }
}
