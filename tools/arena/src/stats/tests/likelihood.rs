use super::near;
use crate::stats::likelihood::{Constraint, Distribution, log_ratio};

const PAIR: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The maximum of Σ n ln p over a fine grid of distributions of three values that meet the constraint.
fn best_on_grid(counts: [u64; 3], meets: impl Fn(f64, f64) -> f64) -> f64 {
    // For every probability of a draw, the probability of a win at which `meets` changes its sign.
    let likelihood = |draws: f64, wins: f64| -> f64 {
        let shares = [1.0 - draws - wins, draws, wins];
        counts.iter().zip(shares).map(|(&count, share)| count as f64 * share.ln()).sum()
    };
    (1..20_000)
        .filter_map(|step| {
            let draws = step as f64 / 20_000.0;
            let (mut low, mut high) = (1e-12, 1.0 - draws - 1e-12);
            (meets(draws, low) < 0.0 && meets(draws, high) > 0.0).then(|| {
                for _ in 0..60 {
                    let middle = f64::midpoint(low, high);
                    if meets(draws, middle) < 0.0 { low = middle } else { high = middle }
                }
                likelihood(draws, low)
            })
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

fn moments(draws: f64, wins: f64) -> (f64, f64) {
    let mean = wins + draws / 2.0;
    (mean, (wins + draws / 4.0 - mean * mean).sqrt())
}

#[test]
fn a_search_over_all_distributions_finds_the_same_ratio() {
    let counts = [20, 50, 35];
    let mean = |target: f64| best_on_grid(counts, |draws, wins| moments(draws, wins).0 - target);
    let ratio = log_ratio([0.0, 0.5, 1.0], counts, Constraint::Mean(0.5), Constraint::Mean(0.6));
    near(ratio, mean(0.6) - mean(0.5), 1e-5);
    for (zero, one) in [(0.0, 0.1), (-0.3, 0.4), (0.5, 1.5)] {
        let t_value = |target: f64| {
            best_on_grid(counts, |draws, wins| {
                let (mean, deviation) = moments(draws, wins);
                mean - 0.5 - target * deviation
            })
        };
        let ratio = log_ratio([0.0, 0.5, 1.0], counts, Constraint::TValue(zero), Constraint::TValue(one));
        near(ratio, t_value(one) - t_value(zero), 1e-3);
    }
}

#[test]
fn the_closest_distribution_meets_its_constraint() {
    let observed = Distribution { values: PAIR, shares: [0.05, 0.2, 0.4, 0.25, 0.1] };
    for target in [-1.0, -0.2, 0.0, 0.01, 0.3, 2.0] {
        let (mean, deviation) = observed.closest(Constraint::TValue(target)).moments();
        near((mean - 0.5) / deviation, target, 1e-6);
        let (mean, _) = observed.closest(Constraint::Mean(0.5 + target / 5.0)).moments();
        near(mean, 0.5 + target / 5.0, 1e-9);
        let closest = observed.closest(Constraint::TValue(target));
        near(closest.shares.iter().sum(), 1.0, 1e-9);
        assert!(closest.shares.iter().all(|&share| share > 0.0));
    }
}

#[test]
fn an_observation_maximises_its_own_likelihood() {
    let observed = Distribution { values: PAIR, shares: [0.05, 0.2, 0.4, 0.25, 0.1] };
    let (mean, deviation) = observed.moments();
    for constraint in [Constraint::Mean(mean), Constraint::TValue((mean - 0.5) / deviation)] {
        let closest = observed.closest(constraint);
        closest.shares.into_iter().zip(observed.shares).for_each(|(one, other)| near(one, other, 1e-9));
    }
    assert!(observed.tilted([1.0; 5]).is_none());
}
