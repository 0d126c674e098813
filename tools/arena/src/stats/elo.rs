//! The logistic and normalised Elo scales.

use std::f64::consts::LN_10;

/// Elo per natural logarithm of the odds: 400 / ln 10.
pub(super) const LOGISTIC_SCALE: f64 = 400.0 / LN_10;

/// Normalised Elo per standard deviation of a game: 800 / ln 10, about 347.4.
///
/// Normalised Elo is `NORMALISED_SCALE * (m - 1/2) / σ`, with the mean m and standard deviation σ of a game's points
/// (Van den Bergh, "Comments on normalized Elo"). The scale makes it equal to logistic Elo near 0 when there are no
/// draws, where σ is 1/2. σ of a game is √2 times that of the mean of a pair, by definition, whether the pair's games
/// depend on each other or not.
pub const NORMALISED_SCALE: f64 = 800.0 / LN_10;

/// The Elo difference at which `score` (0 to 1) is expected: 400 log10(s / (1 - s)); infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    LOGISTIC_SCALE * (score / (1.0 - score)).ln()
}

/// The expected score (0 to 1) at an Elo difference: 1 / (1 + 10^(-d / 400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / LOGISTIC_SCALE).exp())
}
