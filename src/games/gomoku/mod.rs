//! Gomoku and renju on boards of 5x5 to 22x22 points.
//!
//! | module | what it holds | imports |
//! |---|---|---|
//! | [`rules`] | board, moves, forbidden points, notation | |
//! | [`threats`] | patterns and shapes around each point, their weights, wins and losses within five plies | rules |
//! | [`solvers`] | VCF and VCT searches, proof trees and their verification | rules, threats |
//! | [`evaluation`] | the network that corrects the weights of shapes | rules, threats |
//! | `candidates`, `selectivity`, `textbook` | move generation, pruning parameters, a player of one ply | all above |
//! | `expert`, `prover` | what the search asks: hooks, evaluation, proof search at the root | all above |
//! | `playable` | what the engine asks: options, calibration, the one-ply player | all above |
//!
//! What was tried, with results: `tools/train/experiments/gomoku.md`.

mod candidates;
pub mod evaluation;
mod expert;
mod one_ply;
mod playable;
mod prover;
pub mod rules;
mod selectivity;
pub mod solvers;
pub mod threats;

pub use expert::{GomokuExpert, Tables};
pub use rules::board::{Point, Position, Rule};
pub use rules::game::{Gomoku, Rules};
