//! How well scores predict results: expected results, Brier scores, correlations.

use quartet::random::SplitMix64;
use quartet_arena::stats::logistic::{Sample, fit};
use quartet_arena::stats::{CONFIDENCE, Mean};
use std::collections::{BTreeMap, BTreeSet};

/// Number of resamples for the interval of a correlation.
const RESAMPLES: usize = 1000;
/// Least number of openings for an interval.
const LEAST_CLUSTERS: usize = 10;

/// A score and the result of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredResult {
    /// Number of the opening; neither the positions of a game nor the games from one opening are independent.
    pub cluster: usize,
    /// Score for the side to move.
    pub score: f64,
    /// Points of the side to move at the end of the game: 1, ½ or 0.
    pub points: f64,
}

/// An estimate with the ends of its interval, if there are enough openings for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub value: f64,
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// The same estimate of a quantity that is never negative.
    pub(super) fn not_negative(self) -> Self {
        Estimate { interval: self.interval.map(|(low, high)| (low.max(0.0), high)), ..self }
    }
}

/// The expected points of the side to move: a logistic function of the score, whose scale for one half of the openings
/// is fitted to the other half, and vice versa. `None` if a half determines no scale.
pub(super) fn expected_points(results: &[ScoredResult]) -> Option<Vec<f64>> {
    let clusters: BTreeSet<usize> = results.iter().map(|result| result.cluster).collect();
    let halves: BTreeMap<usize, usize> = clusters.into_iter().zip([0, 1].into_iter().cycle()).collect();
    let half_of = |result: &ScoredResult| halves[&result.cluster];
    let fitted_to_other = |half: usize| {
        let others = results.iter().filter(|result| half_of(result) != half).map(sample).collect::<Vec<_>>();
        fit(&others, 1)
    };
    let spreads = [fitted_to_other(0)?, fitted_to_other(1)?];
    Some(results.iter().map(|result| spreads[half_of(result)].expected(&sample(result))).collect())
}

/// The scale of the logistic function that is fitted to all results: a score as large means an expected result of
/// e / (1 + e) = 0.73. `None` if the results determine no scale.
pub(super) fn scale(results: &[ScoredResult]) -> Option<f64> {
    let samples: Vec<Sample> = results.iter().map(sample).collect();
    fit(&samples, 1).map(|spread| spread.at(0.0))
}

fn sample(result: &ScoredResult) -> Sample {
    Sample { score: result.score, empties: 0.0, points: result.points }
}

/// The mean of values, one for each result, with an interval that takes openings as independent observations. `None`
/// without values.
pub(super) fn mean(results: &[ScoredResult], values: &[f64]) -> Option<Estimate> {
    let mut clusters: BTreeMap<usize, (f64, u64, u64)> = BTreeMap::new();
    for (result, value) in results.iter().zip(values) {
        let (sum, count, _) = clusters.entry(result.cluster).or_insert((0.0, 0, 1));
        *sum += value;
        *count += 1;
    }
    let is_enough = clusters.len() >= LEAST_CLUSTERS;
    let mean = Mean::of(clusters.into_values().collect::<Vec<_>>())?;
    Some(Estimate { value: mean.mean, interval: mean.interval(CONFIDENCE).filter(|_| is_enough) })
}

/// Pearson's correlation of expected and actual points, with the interval of a bootstrap over openings (Efron,
/// "Bootstrap methods: another look at the jackknife", 1979). `None` where nothing varies.
pub(super) fn correlation(results: &[ScoredResult], expected: &[f64]) -> Option<Estimate> {
    let mut clusters: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
    for (result, &expected) in results.iter().zip(expected) {
        clusters.entry(result.cluster).or_default().push((expected, result.points));
    }
    let clusters: Vec<_> = clusters.into_values().collect();
    let value = pearson(clusters.iter().flatten())?;
    if clusters.len() < LEAST_CLUSTERS {
        return Some(Estimate { value, interval: None });
    }
    let mut random = SplitMix64::new(1);
    let mut resample = || pearson((0..clusters.len()).flat_map(|_| &clusters[random.below(clusters.len())]));
    let mut resampled: Vec<f64> = (0..RESAMPLES).filter_map(|_| resample()).collect();
    resampled.sort_by(f64::total_cmp);
    let quantile = |share: f64| resampled.get((share * resampled.len() as f64) as usize).copied();
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Some(Estimate { value, interval: quantile(tail).zip(quantile(1.0 - tail)) })
}

fn pearson<'a>(pairs: impl Iterator<Item = &'a (f64, f64)>) -> Option<f64> {
    let (mut count, mut sums, mut squares, mut product) = (0.0, [0.0; 2], [0.0; 2], 0.0);
    for &(one, other) in pairs {
        count += 1.0;
        for (index, value) in [one, other].into_iter().enumerate() {
            sums[index] += value;
            squares[index] += value * value;
        }
        product += one * other;
    }
    let variance = |index: usize| squares[index] - sums[index] * sums[index] / count;
    let deviations = (variance(0) * variance(1)).sqrt();
    (deviations > 1e-12).then(|| (product - sums[0] * sums[1] / count) / deviations)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results whose chances are those of a logistic function with this scale.
    fn results(scale: f64, games: usize) -> Vec<ScoredResult> {
        let mut random = SplitMix64::new(3);
        let result = |cluster| {
            let score = 600.0 * (random.fraction() - 0.5);
            let chance = 1.0 / (1.0 + (-score / scale).exp());
            ScoredResult { cluster, score, points: if random.fraction() < chance { 1.0 } else { 0.0 } }
        };
        (0..games).map(result).collect()
    }

    #[test]
    fn the_scale_is_that_of_the_results() {
        let results = results(100.0, 8000);
        let expected = expected_points(&results).expect("a scale");
        for (result, expected) in results.iter().zip(&expected) {
            let truth = 1.0 / (1.0 + (-result.score / 100.0).exp());
            assert!((truth - expected).abs() < 0.02, "{result:?} {expected}");
        }
        assert!(expected_points(&results[..1]).is_none());
    }

    #[test]
    fn the_interval_of_a_mean_counts_openings() {
        let width = |positions_of_opening: usize| {
            let result = |index| ScoredResult { cluster: index / positions_of_opening, score: 0.0, points: 1.0 };
            let results: Vec<_> = (0..40).map(result).collect();
            let values: Vec<f64> = (0..40).map(|index| if index < 20 { 0.1 } else { 0.3 }).collect();
            let estimate = mean(&results, &values).expect("values");
            assert!((estimate.value - 0.2).abs() < 1e-12);
            estimate.interval.map(|(low, high)| high - low)
        };
        assert!(width(4) > width(1) && width(1).is_some());
        assert_eq!(width(5), None);
        assert_eq!(mean(&[], &[]), None);
    }

    #[test]
    fn correlations() {
        let pairs = |points: [f64; 4]| {
            let results: Vec<_> =
                (0..).zip(points).map(|(cluster, points)| ScoredResult { cluster, score: 0.0, points }).collect();
            correlation(&results, &[0.1, 0.2, 0.8, 0.9]).map(|estimate| estimate.value)
        };
        assert!(pairs([0.0, 0.0, 1.0, 1.0]).is_some_and(|value| (value - 0.99).abs() < 0.01));
        assert!(pairs([1.0, 1.0, 0.0, 0.0]).is_some_and(|value| (value + 0.99).abs() < 0.01));
        assert_eq!(pairs([1.0; 4]), None);
        let noisy = results(100.0, 500);
        let expected = expected_points(&noisy).expect("a scale");
        let found = correlation(&noisy, &expected).expect("it varies");
        assert!(found.interval.is_some_and(|(low, high)| low < found.value && found.value < high && high - low < 0.3));
    }
}
