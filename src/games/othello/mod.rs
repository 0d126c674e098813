//! Othello: 8x8, a side without a move passes, the game ends when neither can move, the score is the disc difference
//! with the empties to the winner.
//!
//! Rooms: [`bits`] (routines on bitboards), [`rules`] (position, move, the game itself), [`notation`] (texts),
//! [`eval`] (static evaluation) with [`patterns`] (what it looks at), [`weights`] (what that counts), [`network`] (how it
//! works together), [`lookup`] and [`neurons`] (their sums on every processor), [`selectivity`] (ProbCut's numbers),
//! [`stability`] (discs that stay), [`endgame`] (the leaf solver), [`perft`] (counting two plies at once), [`processor`]
//! (what the machine can do), [`kernels`] (the routines of [`bits`] for newer machines), [`report`] (the school report's
//! players), [`knowledge`] (all of it as the search core wants it).
//!
//! # What was tried, what won, what lost
//!
//! | what | measured |
//! |---|---|
//! | patterns for 11 weighted features | FFO 40–44 exactly: 102.6 M nodes for 173.1 M (generation 1) |
//! | weights from 9.6 M positions for 2.0 M | +65 Elo (24 to 107) at 40 ms a move, 200 games; FFO 40–44 78.1 M nodes (with the next row) |
//! | previews from depth 18 on for 16 | FFO 40–44 96.4 M nodes for 102.6 M, 34 positions of 20 empty squares 144 M for 149 M |
//! | half of the training positions from tournament games, half from self-play, for self-play from random openings only | mean error of depth 10 searches with 30 empty squares 3.2 discs for 6.5 |
//! | late move reductions beside ProbCut | best move found less often at equal nodes: dropped |
//! | moves in the order of a static evaluation a ply deeper in heuristic nodes | nodes within 3 %, more time: dropped |
//! | several passes of rising confidence before the exact one | 9 to 54 % more nodes than one pass of 73 %: dropped |
//! | no selective pass before the exact one | 7 to 11 % more nodes |
//! | errors on lopsided positions counting less in the fit | mean error of depth 13 searches 2.63 discs for 2.24: dropped |
//!
//! Nothing here may know the engine, the session or any wire syntax.
//!
//! Square order everywhere: bit 0 is a1, bit 1 is b1, … bit 63 is h8; row 1 is the top row.

pub mod bits;
pub mod endgame;
pub mod eval;
pub mod kernels;
pub mod knowledge;
pub mod lookup;
pub mod network;
pub mod neurons;
pub mod notation;
pub mod patterns;
pub mod perft;
pub mod processor;
pub mod report;
pub mod rules;
pub mod selectivity;
pub mod stability;
pub mod weights;

pub use knowledge::OthelloKnowledge;
pub use rules::{Move, Othello, Position};
