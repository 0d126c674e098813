//! Maximum likelihood of multinomial distributions under a constraint, and the likelihood ratio of two constraints.
//!
//! Sources: Van den Bergh, "The generalised maximum likelihood ratio for the expectation value of a distribution" for a
//! given mean, "Normalized Elo in practice" for a given t-value. The derivations are repeated at the functions.

/// A constraint on a distribution over values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constraint {
    /// The mean.
    Mean(f64),
    /// The t-value: the mean minus 1/2, in standard deviations.
    TValue(f64),
}

/// The generalised log-likelihood ratio for values with their counts: the logarithm of the maximum likelihood under
/// `one` minus that under `zero`. Values without observations count as [`PSEUDOCOUNT`] observations, so that every
/// constraint can be met. 0 without any observations.
pub(super) fn log_ratio<const N: usize>(values: [f64; N], counts: [u64; N], zero: Constraint, one: Constraint) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let weights = counts.map(|count| if count == 0 { PSEUDOCOUNT } else { count as f64 });
    let total: f64 = weights.iter().sum();
    let observed = Distribution { values, shares: weights.map(|weight| weight / total) };
    let (zero, one) = (observed.closest(zero), observed.closest(one));
    (0..N).map(|i| weights[i] * (one.shares[i] / zero.shares[i]).ln()).sum()
}

/// The count of an unobserved value, as in fishtest; too small to affect anything else.
const PSEUDOCOUNT: f64 = 1e-3;
/// The maximum number of fixed-point iterations; a handful are enough at the Elo of real tests.
const MAX_ITERATIONS: usize = 100;
/// The iteration has converged when probabilities change by less than this.
const TOLERANCE: f64 = 1e-10;

/// A distribution over values with positive probabilities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distribution<const N: usize> {
    pub(super) values: [f64; N],
    pub(super) shares: [f64; N],
}

impl<const N: usize> Distribution<N> {
    /// The maximum-likelihood distribution under the constraint, with this one as the observation: it maximises Σ p̂ ln
    /// p.
    pub(super) fn closest(&self, constraint: Constraint) -> Self {
        match constraint {
            Constraint::Mean(mean) => self.with_mean(mean),
            Constraint::TValue(t) => self.with_t_value(t),
        }
    }

    /// Mean and standard deviation.
    pub(super) fn moments(&self) -> (f64, f64) {
        let expect = |value: &dyn Fn(f64) -> f64| -> f64 {
            self.values.iter().zip(&self.shares).map(|(&x, share)| share * value(x)).sum()
        };
        let mean = expect(&|x| x);
        (mean, expect(&|x| (x - mean).powi(2)).sqrt())
    }

    fn t_value(&self) -> f64 {
        let (mean, deviation) = self.moments();
        (mean - 0.5) / deviation
    }

    /// The maximum-likelihood distribution under Σ p (x - m) = 0: [`Self::tilted`] by x - m. The mean must be between
    /// the least and the greatest value.
    fn with_mean(&self, mean: f64) -> Self {
        // Between the least and the greatest value there is always a solution, as all probabilities are positive.
        self.tilted(self.values.map(|x| x - mean)).unwrap_or(*self)
    }

    /// The maximum-likelihood distribution under μ - 1/2 = t σ. The gradient of the constraint with respect to p, minus
    /// its mean under p, is `h(x) = x - 1/2 - t σ / 2 (1 + ((x - μ) / σ)²)`, so the solution is [`Self::tilted`] by h.
    /// As h depends on μ and σ of the solution, it is found as a fixed point.
    fn with_t_value(&self, t: f64) -> Self {
        self.settled(*self, t).unwrap_or_else(|| {
            // Far from the observation the iteration can leave the domain. It then restarts from a nearer point; if
            // that fails, too, this point itself meets the constraint and is nearly as likely.
            let start = self.with_t_value_by_mean(t);
            self.settled(start, t).unwrap_or(start)
        })
    }

    fn settled(&self, start: Self, t: f64) -> Option<Self> {
        let mut now = start;
        for _ in 0..MAX_ITERATIONS {
            let (mean, deviation) = now.moments();
            let slope = |x: f64| x - 0.5 - t * deviation / 2.0 * (1.0 + ((x - mean) / deviation).powi(2));
            let next = self.tilted(self.values.map(slope))?;
            let change = (0..N).map(|i| (next.shares[i] - now.shares[i]).abs()).fold(0.0, f64::max);
            now = next;
            if change < TOLERANCE {
                return Some(now);
            }
        }
        None
    }

    /// The distribution among those of [`Self::with_mean`] that has this t-value: there is one, as the t-value goes to
    /// infinity when the mean goes to the outer values.
    fn with_t_value_by_mean(&self, t: f64) -> Self {
        let outer = |pick: fn(f64, f64) -> f64| self.values.into_iter().reduce(pick).unwrap_or(0.5);
        let (mut low, mut high) = (outer(f64::min), outer(f64::max));
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if self.with_mean(middle).t_value() < t { low = middle } else { high = middle }
        }
        self.with_mean(f64::midpoint(low, high))
    }

    /// The probabilities p̂ / (1 + θ h) with θ such that Σ p h = 0: the maximum-likelihood distribution under a
    /// constraint with gradient h, by Lagrange multipliers. `None` unless h has both signs.
    ///
    /// θ is between -1 / max h and -1 / min h, where all probabilities are positive, and Σ p h decreases there from +∞
    /// to -∞. It is found by Newton's method, with bisection when a step leaves the bracket.
    pub(super) fn tilted(&self, slopes: [f64; N]) -> Option<Self> {
        let least = slopes.into_iter().fold(f64::INFINITY, f64::min);
        let most = slopes.into_iter().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut theta = 0.0;
        for _ in 0..MAX_ITERATIONS {
            let (mut sum, mut derivative) = (0.0, 0.0);
            for (share, slope) in self.shares.iter().zip(slopes) {
                let part = slope / (1.0 + theta * slope);
                sum += share * part;
                derivative -= share * part * part;
            }
            if sum > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            let newton = theta - sum / derivative;
            let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
            let done = (next - theta).abs() <= 1e-14 * (1.0 + theta.abs());
            theta = next;
            if done {
                break;
            }
        }
        let mut shares = self.shares;
        shares.iter_mut().zip(slopes).for_each(|(share, slope)| *share /= 1.0 + theta * slope);
        Some(Distribution { values: self.values, shares })
    }
}
