//! The sequential probability ratio test: stops a match as soon as its result is clear.
//!
//! Wald's test ("Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 1945) of H0, the
//! difference is elo0, against H1, it is elo1. What else the results' distribution holds (draws, openings) is
//! unknown, so each hypothesis stands for its most likely distribution: the generalised test, as fishtest and
//! fastchess have it.

use super::likelihood::{Constraint, log_ratio};
use super::{NORMALISED_SCALE, Sample, score_of_elo};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;

/// The Elo that `elo0` and `elo1` are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo by the expected score alone.
    Logistic,
    /// Elo by the score in standard deviations: how long a test takes does not hang on openings and draws then.
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

/// What is tested.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Figures")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The figures of a test as they are read, which may make none.
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

/// Why these figures make no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSprt {
    /// `elo0` has to be below `elo1`, and both between -1000 and 1000.
    Elo,
    /// `alpha` and `beta` have to be above 0, and below 1 together.
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

/// Whether a test goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtState {
    /// Neither bound is reached.
    Continue,
    /// The lower bound is reached: the difference is not elo1.
    AcceptH0,
    /// The upper bound is reached: the difference is not elo0.
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
    /// Whether a hypothesis is accepted.
    pub state: SprtState,
}

impl SprtStatus {
    /// The log-likelihood ratio as a share of the bound on its side of 0; negative below 0, and beyond -1 and 1 where
    /// the bound is passed.
    pub fn share(&self) -> f64 {
        if self.llr < 0.0 { -self.llr / self.lower } else { self.llr / self.upper }
    }
}

/// As fastchess writes it: `LLR: 1.47 (49.9%) (-2.94, 2.94)`.
impl fmt::Display for SprtStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtStatus { llr, lower, upper, .. } = self;
        write!(f, "LLR: {llr:.2} ({:.1}%) ({lower:.2}, {upper:.2})", 100.0 * self.share())
    }
}

impl Sprt {
    /// A test with these hypotheses, in Elo of the model, and at most this chance of accepting H1 where H0 holds
    /// (`alpha`) and H0 where H1 holds (`beta`).
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

    /// Judges by the complete pairs, or by single games as long as there is no pair at all: counts of both kinds cannot
    /// be put into one distribution.
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

    /// Both hypotheses about the mean of so many games: their standard deviation is σ / √games by definition of
    /// normalised Elo.
    fn constraints(&self, games: f64) -> (Constraint, Constraint) {
        let constraint = |elo: f64| match self.model {
            Model::Logistic => Constraint::Mean(score_of_elo(elo)),
            Model::Normalised => Constraint::TValue(elo / NORMALISED_SCALE * games.sqrt()),
        };
        (constraint(self.elo0), constraint(self.elo1))
    }
}

/// The hypotheses as fastchess writes them, and the rest: `[0.00, 10.00], SPRT normalised, alpha 0.05, beta 0.05`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "[{elo0:.2}, {elo1:.2}], SPRT {model}, alpha {alpha}, beta {beta}")
    }
}
