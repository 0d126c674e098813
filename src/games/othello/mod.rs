//! Othello: 8x8, a side without a move passes, the game ends when neither can move, the score is the disc difference
//! with the empties to the winner.
//!
//! Rooms: [`bits`] (routines on bitboards), [`rules`] (position, move, the game itself), [`notation`] (texts), [`eval`]
//! (static evaluation) with [`patterns`] (what it looks at), [`network`] (what that counts, alone and together),
//! [`weights`] (with which the trainer begins), [`lookup`] and [`neurons`] (their sums on every processor),
//! [`selectivity`] (ProbCut's numbers), [`stability`] (discs that stay), [`endgame`] (the leaf solver), [`perft`]
//! (counting two plies at once), [`kernels`] (the routines of [`bits`] for newer machines), [`one_ply`] (the school
//! report's players), [`expert`] (all of it as the search core wants it).
//!
//! What was tried, with results: `tools/train/experiments/othello.md`.
//!
//! Nothing here may know the engine, the session or any wire syntax.
//!
//! Square order everywhere: bit 0 is a1, bit 1 is b1, … bit 63 is h8; row 1 is the top row.

pub mod bits;
pub mod endgame;
pub mod eval;
pub mod expert;
pub mod kernels;
pub mod lookup;
pub mod network;
pub mod neurons;
pub mod notation;
pub mod one_ply;
pub mod patterns;
pub mod perft;
mod playable;
pub mod rules;
pub mod selectivity;
pub mod stability;
pub mod weights;

pub use expert::OthelloExpert;
pub use rules::{Move, Othello, Position};
