//! Gomoku and renju on boards of 5x5 to 22x22 points.
//!
//! | module | content | imports |
//! |---|---|---|
//! | [`rules`] | board, moves, forbidden points, notation | |
//! | [`threats`] | patterns and shapes of points, their weights, wins and losses within five plies | `rules` |
//! | [`solvers`] | VCF and VCT searches, proof trees and their verification | `rules`, `threats` |
//! | [`certificate`] | proofs with quiet moves: files and their check | `rules`, `solvers` |
//! | [`evaluation`] | the networks that correct the weights of shapes and order moves | `rules`, `threats` |
//! | `candidates`, `selectivity`, `one_ply` | move generation, pruning parameters, the one-ply player | all above |
//! | `expert`, `prover` | the search's interface: evaluation, hooks, proof search at the root | all above |
//! | `playable` | the engine's interface: options, one-ply player, calibration, verification of proofs | all above |
//!
//! What was tried, with results: `tools/train/experiments/gomoku.md`.

mod candidates;
pub mod certificate;
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
