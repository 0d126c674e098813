//! The sequential probability ratio test, which stops a match as soon as its result is clear.
//!
//! Wald's test ("Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 1945) of H0, the
//! difference is elo0, against H1, the difference is elo1. As the distribution of the results (draws, openings) is not
//! known otherwise, each hypothesis uses its maximum-likelihood distribution: the generalised test, as in fishtest and
//! fastchess.

use super::likelihood::{Constraint, log_ratio};
use super::{NORMALISED_SCALE, Sample, score_of_elo};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;

/// The Elo model of `elo0` and `elo1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo by the expected score.
    Logistic,
    /// Elo by the score in standard deviations, with which the length of a test does not depend on openings and draws.
    #[default]
    #[serde(alias = "normalized")]
    Normalised,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Logistic => "logistic",
            Model::Normalised => "normalised",
        })
    }
}

/// The parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Figures")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The parameters of a test as read, which may be invalid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl TryFrom<Figures> for Sprt {
    type Error = BadSprt;

    fn try_from(Figures { elo0, elo1, alpha, beta, model }: Figures) -> Result<Self, BadSprt> {
        Sprt::new(elo0, elo1, alpha, beta, model)
    }
}

/// Why the parameters of a test are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSprt {
    /// `elo0` must be less than `elo1`, and both must be between -1000 and 1000.
    Elo,
    /// `alpha` and `beta` must be positive and their sum less than 1.
    Errors,
}

impl fmt::Display for BadSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadSprt::Elo => "elo0 has to be below elo1, and both between -1000 and 1000",
            BadSprt::Errors => "alpha and beta have to be above 0, and below 1 together",
        })
    }
}

impl Error for BadSprt {}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtState {
    /// Neither bound is reached.
    Continue,
    /// The lower bound is reached: H0 is accepted.
    AcceptH0,
    /// The upper bound is reached: H1 is accepted.
    AcceptH1,
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtState::Continue => "undecided",
            SprtState::AcceptH0 => "H0 accepted",
            SprtState::AcceptH1 => "H1 accepted",
        })
    }
}

/// The status of a test after the games so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtStatus {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// ln(β / (1 - α)), below 0.
    pub lower: f64,
    /// ln((1 - β) / α), above 0.
    pub upper: f64,
    /// The state of the test.
    pub state: SprtState,
}

impl SprtStatus {
    /// The log-likelihood ratio as a share of the bound of its sign: negative below 0, and beyond -1 and 1 if the bound
    /// is passed.
    pub fn share(&self) -> f64 {
        if self.llr < 0.0 { -self.llr / self.lower } else { self.llr / self.upper }
    }
}

/// The status in the format of fastchess: `LLR: 1.47 (49.9%) (-2.94, 2.94)`.
impl fmt::Display for SprtStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtStatus { llr, lower, upper, .. } = self;
        write!(f, "LLR: {llr:.2} ({:.1}%) ({lower:.2}, {upper:.2})", 100.0 * self.share())
    }
}

impl Sprt {
    /// A test with these hypotheses, in Elo of the model, and error probabilities: of accepting H1 if H0 is true
    /// (`alpha`) and of accepting H0 if H1 is true (`beta`).
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, BadSprt> {
        let sane = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        if !(sane(elo0) && sane(elo1) && elo0 < elo1) {
            return Err(BadSprt::Elo);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(BadSprt::Errors);
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The status by the complete pairs, or by single games as long as there are no pairs: the two kinds cannot be
    /// combined in one distribution.
    pub fn judge(&self, sample: &Sample) -> SprtStatus {
        let (pairs, singles) = (sample.pairs(), sample.singles());
        let llr = if pairs.pairs() > 0 {
            let (zero, one) = self.constraints(2.0);
            log_ratio([0.0, 0.25, 0.5, 0.75, 1.0], pairs.0, zero, one)
        } else {
            let (zero, one) = self.constraints(1.0);
            log_ratio([0.0, 0.5, 1.0], singles.counts(), zero, one)
        };
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let state = match llr {
            _ if llr <= lower => SprtState::AcceptH0,
            _ if llr >= upper => SprtState::AcceptH1,
            _ => SprtState::Continue,
        };
        SprtStatus { llr, lower, upper, state }
    }

    /// Both hypotheses as constraints on the mean of this number of games, whose standard deviation is σ / √games by
    /// definition of normalised Elo.
    fn constraints(&self, games: f64) -> (Constraint, Constraint) {
        let constraint = |elo: f64| match self.model {
            Model::Logistic => Constraint::Mean(score_of_elo(elo)),
            Model::Normalised => Constraint::TValue(elo / NORMALISED_SCALE * games.sqrt()),
        };
        (constraint(self.elo0), constraint(self.elo1))
    }
}

/// The hypotheses in the format of fastchess, with the parameters:
/// `[0.00, 10.00], SPRT normalised, alpha 0.05, beta 0.05`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "[{elo0:.2}, {elo1:.2}], SPRT {model}, alpha {alpha}, beta {beta}")
    }
}
