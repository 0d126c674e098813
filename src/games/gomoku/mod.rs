//! Gomoku and renju on boards of 5x5 to 22x22 points.
//!
//! `lines` (rows as bit strings) ◄ `board` (points, position) ◄ `renju` (forbidden points) ◄ `notation` ◄ `rules`.
//! Nothing here knows the engine, the session or another game.

pub mod board;
pub mod lines;
pub mod notation;
pub mod renju;
mod rules;

pub use board::{Point, Position, Rule};
pub use rules::{Gomoku, Rules};
