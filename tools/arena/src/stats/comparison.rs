//! The comparison of two players: score, Elo, normalised Elo, likelihood of superiority.

use super::mean::{deviations, normal};
use super::{Mean, NORMALISED_SCALE, Pentanomial, Sample, Tally, elo_of_score};
use serde::Serialize;
use statrs::distribution::ContinuousCDF;

/// A value with its interval. Ends may be infinite (`null` in JSON), never NaN.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval, the number after ±.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Estimate { value: change(self.value), low: change(self.low), high: change(self.high) }
    }
}

/// The comparison of two players from a sample, from the point of view of the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Games by result.
    pub tally: Tally,
    /// Complete pairs by points.
    pub pentanomial: Pentanomial,
    /// Points per game; `None` without games.
    pub score: Option<Estimate>,
    /// Elo difference; `None` without games, infinite if all games are won or lost.
    pub elo: Option<Estimate>,
    /// Difference in normalised Elo; `None` if the results do not vary.
    pub normalised_elo: Option<Estimate>,
    /// Likelihood of superiority, 0 to 1: the probability that the first player is the stronger one, with a uniform
    /// prior.
    pub los: f64,
}

/// Compares two players, with intervals of this confidence level (0 to 1, exclusive).
pub fn compare(sample: &Sample, confidence: f64) -> Comparison {
    let mean = sample.score();
    let score = mean.map(|mean| score_interval(&mean, deviations(confidence)));
    Comparison {
        tally: sample.tally(),
        pentanomial: sample.pairs(),
        score,
        elo: score.map(|score| score.map(elo_of_score)),
        normalised_elo: mean.and_then(|mean| normalised(&mean, deviations(confidence))),
        los: mean.map_or(0.5, |mean| superiority(&mean)),
    }
}

/// The confidence interval of a score: m ± z √V, as in fishtest.
///
/// If the results do not vary or this interval extends beyond 0 to 1, it is Wilson's interval ("Probable inference, the
/// law of succession, and statistical inference", JASA 1927) for m (1 - m) / V games, the number of games without draws
/// with the same variance; if V is 0, for the number of clusters. For example, a single won pair gives 0.21 to 1
/// instead of 1 to 1.
fn score_interval(mean: &Mean, deviations: f64) -> Estimate {
    let Mean { mean: value, variance, clusters, .. } = *mean;
    let half = deviations * variance.sqrt();
    let (low, high) = (value - half, value + half);
    if variance > 0.0 && low > 0.0 && high < 1.0 {
        return Estimate { value, low, high };
    }
    let spread = value * (1.0 - value);
    let games = if variance > 0.0 { spread / variance } else { clusters as f64 };
    let weight = deviations.powi(2) / games;
    let centre = (value + weight / 2.0) / (1.0 + weight);
    let half = deviations / (1.0 + weight) * (spread / games + weight / (4.0 * games)).sqrt();
    // With a score of 0 or 1 the interval ends exactly there, in spite of rounding.
    let low = if value <= 0.0 { 0.0 } else { centre - half };
    let high = if value >= 1.0 { 1.0 } else { centre + half };
    Estimate { value, low, high }
}

/// Normalised Elo C (m - 1/2) / σ ± z C / √n with σ² = n V for n games: the variance of a game, from pairs where they
/// are complete. The interval takes σ as known, as fishtest does; the error of that is small unless |m - 1/2| is near
/// σ.
fn normalised(mean: &Mean, deviations: f64) -> Option<Estimate> {
    let games = mean.games as f64;
    let deviation = (games * mean.variance).sqrt();
    let error = deviations * NORMALISED_SCALE / games.sqrt();
    (deviation > 0.0).then(|| {
        let value = NORMALISED_SCALE * (mean.mean - 0.5) / deviation;
        Estimate { value, low: value - error, high: value + error }
    })
}

/// Φ((m - 1/2) / √V). If the results do not vary, V is that of games without draws between equal players, one for each
/// cluster, so that a single won pair does not give certainty.
fn superiority(mean: &Mean) -> f64 {
    let variance = if mean.variance > 0.0 { mean.variance } else { 0.25 / mean.clusters as f64 };
    normal().cdf((mean.mean - 0.5) / variance.sqrt())
}
