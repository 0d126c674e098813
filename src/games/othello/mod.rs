//! Othello on 8x8: a side without a legal move passes, the game ends when neither side can move, and the score is the
//! disc difference, with empty squares counted for the winner.
//!
//! | module | content |
//! |---|---|
//! | [`bitboard`] | portable bitboard routines |
//! | [`kernels`] | the hot bitboard routines for every processor level |
//! | [`rules`], [`perft`] | position, moves and rules; counting two plies at once |
//! | [`notation`] | parsing and writing positions and moves |
//! | [`patterns`] | feature extraction: pattern configurations and counts |
//! | [`network`], [`first_layer`] | the evaluation network, its first layer laid out for look-up |
//! | [`linear_weights`], [`linear_model`] | the linear pattern model from which the trainer starts |
//! | [`eval`] | the static evaluation |
//! | [`selectivity`] | ProbCut parameters |
//! | [`stability`] | stable discs |
//! | [`endgame`] | the endgame solver |
//! | [`expert`] | all of it, as the search core uses it |
//! | [`one_ply`] | the one-ply players of the school report |
//!
//! What was tried, with results: `tools/train/experiments/othello.md`.
//!
//! Independent of: the engine, the session, wire syntax.
//!
//! Square order everywhere: bit 0 is a1, bit 1 is b1, … bit 63 is h8; row 1 is the top row.

pub mod bitboard;
pub mod endgame;
pub mod eval;
pub mod expert;
pub mod first_layer;
pub mod kernels;
pub mod linear_model;
pub mod linear_weights;
pub mod network;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod notation;
pub mod one_ply;
pub mod patterns;
pub mod perft;
mod playable;
pub mod rules;
pub mod selectivity;
pub mod stability;

pub use expert::OthelloExpert;
pub use rules::{Move, Othello, Position};
