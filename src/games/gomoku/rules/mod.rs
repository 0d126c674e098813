//! The rules of gomoku and renju: board, fives, forbidden points, moves, and their notation.
//!
//! Independent of: evaluation, threats, search.

pub mod board;
pub mod fives;
pub mod game;
pub mod lines;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod notation;
pub mod renju;
