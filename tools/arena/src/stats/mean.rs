//! Means of clustered values.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// A mean over games, with the variance of this mean.
///
/// For clusters c (pairs, or single games) of n_c games with sum x_c, and n games in all:
///
/// * mean m = Σ x_c / n
/// * variance V = Σ (x_c - n_c m)² / n²
///
/// This is the cluster-robust variance of a mean (Liang and Zeger, "Longitudinal data analysis using generalised linear
/// models", Biometrika 1986). For N complete pairs only it is σ²/N, where σ² is the variance of a pair's mean: the
/// pentanomial variance; for single games only it is the trinomial one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean of the games' values.
    pub mean: f64,
    /// The variance of `mean`, not of a game.
    pub variance: f64,
    /// Games.
    pub games: u64,
    /// The number of pairs and single games, which are the independent observations.
    pub clusters: u64,
}

impl Mean {
    /// The mean of clusters, each given as (sum of its values, number of its games, number of such clusters); `None`
    /// without games.
    pub fn of(clusters: impl IntoIterator<Item = (f64, u64, u64)> + Clone) -> Option<Self> {
        let (mut sum, mut games, mut count) = (0.0, 0, 0);
        for (value, size, times) in clusters.clone() {
            sum += value * times as f64;
            games += size * times;
            count += times;
        }
        if games == 0 {
            return None;
        }
        let mean = sum / games as f64;
        let residual = |(value, size, times): (f64, u64, u64)| (value - size as f64 * mean).powi(2) * times as f64;
        let variance = clusters.into_iter().map(residual).sum::<f64>() / (games as f64).powi(2);
        // A variance of 0 must not become positive by rounding.
        let variance = if variance < 1e-20 { 0.0 } else { variance };
        Some(Mean { mean, variance, games, clusters: count })
    }

    /// The interval of the mean by Student's t distribution, for values without a fixed range such as disc differences;
    /// `None` with fewer than two clusters.
    pub fn interval(&self, confidence: f64) -> Option<(f64, f64)> {
        let freedom = self.clusters.checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
        let quantile = StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf((1.0 + confidence) / 2.0);
        // V divides by the number of clusters; an unbiased variance divides by one less.
        let half = quantile * (self.variance * self.clusters as f64 / freedom).sqrt();
        Some((self.mean - half, self.mean + half))
    }
}

/// The standard normal distribution.
pub(super) fn normal() -> Normal {
    Normal::standard()
}

/// The number of standard deviations to both sides that contain the share `confidence` of a normal distribution.
pub(super) fn deviations(confidence: f64) -> f64 {
    normal().inverse_cdf((1.0 + confidence) / 2.0)
}
