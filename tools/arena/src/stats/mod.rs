//! What results say about strength: scores, Elo differences, sequential tests, ratings.
//!
//! Pure functions of counts. This module must not know where the results come from: no records, no engines' processes,
//! no printing. A caller sorts games into pairs ([`Pairing`]), makes a [`Sample`] of them, and asks for a
//! [`Comparison`], the status of an [`Sprt`], or, for more than two players, [`ratings()`].
//!
//! Two games of a pair share their opening, so their results are not independent: an opening that is good for one
//! colour makes a win and a loss of it. All variances here are taken over pairs therefore, and over games only where
//! a game has no companion (see [`Mean`]).
//!
//! Sources, in addition to those named in the modules: M. Van den Bergh's notes "Comments on normalized Elo",
//! "Normalized Elo in practice" and "The generalized maximum likelihood ratio for the expectation value of a
//! distribution", which are the mathematics of fishtest, Stockfish's test site.

mod comparison;
mod elo;
mod likelihood;
mod mean;
mod pairing;
mod ratings;
mod sample;
mod sprt;
#[cfg(test)]
mod tests;

pub use comparison::{Comparison, Estimate, compare};
pub use elo::{NORMALISED_SCALE, elo_of_score, score_of_elo};
pub use mean::Mean;
pub use pairing::{Cluster, Pairing};
pub use ratings::{Encounter, Rating, Ratings, ratings};
pub use sample::{Outcome, Pentanomial, Sample, Tally};
pub use sprt::{BadSprt, Model, Sprt, SprtState, SprtStatus};

/// The confidence of all intervals that are printed: 95 %.
pub const CONFIDENCE: f64 = 0.95;
