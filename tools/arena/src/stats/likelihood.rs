//! Maximum likelihood of multinomial distributions under a constraint, and the likelihood ratio of two constraints.
//!
//! Sources: Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution" for a
//! given mean, "Normalized Elo in practice" for a given t-value. The derivations are repeated at the functions.

/// A constraint on a distribution over values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constraint {
    /// The mean.
    Mean(f64),
    /// The mean less 1/2, in standard deviations.
    TValue(f64),
}

/// The generalised log-likelihood ratio: ln of the highest likelihood under `one` less that under `zero`, for values
/// observed this many times. Classes without observation are taken to have [`REGULAR`] of one, so that every
/// constraint can be met; 0 without any observation.
pub(super) fn log_ratio<const N: usize>(values: [f64; N], counts: [u64; N], zero: Constraint, one: Constraint) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let weights = counts.map(|count| if count == 0 { REGULAR } else { count as f64 });
    let total: f64 = weights.iter().sum();
    let observed = Distribution { values, shares: weights.map(|weight| weight / total) };
    let (zero, one) = (observed.closest(zero), observed.closest(one));
    (0..N).map(|i| weights[i] * (one.shares[i] / zero.shares[i]).ln()).sum()
}

/// What an unobserved class counts, as in fishtest; small enough to leave every other figure alone.
const REGULAR: f64 = 1e-3;
/// Fixed-point steps until shares settle; a handful are enough at the Elo of real tests.
const STEPS: usize = 100;
/// Shares that change by less have settled.
const SETTLED: f64 = 1e-10;

/// Shares of values, all positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distribution<const N: usize> {
    pub(super) values: [f64; N],
    pub(super) shares: [f64; N],
}

impl<const N: usize> Distribution<N> {
    /// The distribution that meets the constraint and under which this one, as observation, is most likely: it
    /// maximises Σ p̂ ln p.
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

    /// Under Σ p (x - m) = 0: [`Self::tilted`] by x - m. The mean has to lie between the values.
    fn with_mean(&self, mean: f64) -> Self {
        // Between the outer values there is a solution always, as all shares are positive.
        self.tilted(self.values.map(|x| x - mean)).unwrap_or(*self)
    }

    /// Under μ - 1/2 = t σ. The gradient of that constraint by p, less its own mean under p, is
    /// `h(x) = x - 1/2 - t σ / 2 (1 + ((x - μ) / σ)²)`, so the solution is [`Self::tilted`] by h; as h holds the
    /// solution's own μ and σ, it is found as a fixed point.
    fn with_t_value(&self, t: f64) -> Self {
        self.settled(*self, t).unwrap_or_else(|| {
            // Far from the observation the steps can leave the domain. They start nearer then; and should that fail
            // too, the start itself meets the constraint and is nearly as likely.
            let start = self.with_t_value_by_mean(t);
            self.settled(start, t).unwrap_or(start)
        })
    }

    fn settled(&self, start: Self, t: f64) -> Option<Self> {
        let mut now = start;
        for _ in 0..STEPS {
            let (mean, deviation) = now.moments();
            let slope = |x: f64| x - 0.5 - t * deviation / 2.0 * (1.0 + ((x - mean) / deviation).powi(2));
            let next = self.tilted(self.values.map(slope))?;
            let change = (0..N).map(|i| (next.shares[i] - now.shares[i]).abs()).fold(0.0, f64::max);
            now = next;
            if change < SETTLED {
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

    /// Shares p̂ / (1 + θ h) with θ such that Σ p h = 0: what Lagrange's multipliers give for the most likely
    /// distribution under a constraint with gradient h. None unless h has both signs.
    ///
    /// θ is between -1 / max h and -1 / min h, where all shares are positive, and Σ p h falls there from +∞ to -∞.
    /// Newton's steps are quick but may leave the bracket; halving it does not.
    pub(super) fn tilted(&self, slopes: [f64; N]) -> Option<Self> {
        let least = slopes.into_iter().fold(f64::INFINITY, f64::min);
        let most = slopes.into_iter().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut theta = 0.0;
        for _ in 0..STEPS {
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
