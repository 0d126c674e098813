//! Statistics of results: scores, Elo differences, sequential tests, ratings.
//!
//! Pure functions of counts, independent of records, engines and output. A caller sorts games into pairs ([`Pairing`]),
//! collects them in a [`Sample`], and computes a [`Comparison`], the status of an [`Sprt`], or, for more than two
//! players, [`ratings()`]. A sequential test is judged in the order of the pairs, whatever the order of their ends
//! ([`InOrder`]).
//!
//! How scores of searches relate to results is a matter of [`logistic`] regression.
//!
//! The two games of a pair have the same opening, so their results are not independent: an opening that favours one
//! colour tends to give a win and a loss. Therefore all variances are computed over pairs, and over single games only
//! for unpaired games (see [`Mean`]).
//!
//! Sources, in addition to those named in the modules: M. Van den Bergh's notes "Comments on normalized Elo",
//! "Normalized Elo in practice" and "The generalised maximum likelihood ratio for the expectation value of a
//! distribution", the mathematics of fishtest, Stockfish's testing framework.

mod comparison;
mod elo;
mod in_order;
mod likelihood;
pub mod logistic;
mod mean;
mod pairing;
mod ratings;
mod sample;
pub(crate) mod simulation;
mod sprt;
#[cfg(test)]
mod tests;

pub use comparison::{Comparison, Estimate, compare};
pub use elo::{NORMALISED_SCALE, elo_of_score, score_of_elo};
pub use in_order::InOrder;
pub use mean::Mean;
pub use pairing::{Cluster, Pairing};
pub use ratings::{Encounter, Rating, Ratings, ratings};
pub use sample::{Outcome, Pentanomial, Sample, Tally};
pub use sprt::{BadSprt, Model, Sprt, SprtState, SprtStatus};

/// The confidence level of all printed intervals.
pub const CONFIDENCE: f64 = 0.95;
