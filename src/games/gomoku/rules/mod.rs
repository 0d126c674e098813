//! The rules of gomoku and renju: board, fives, forbidden points, moves, and their notation.
//!
//! Must not know: evaluation, threats, search.

pub mod board;
pub mod game;
pub mod lines;
pub mod notation;
pub mod renju;
