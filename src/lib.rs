//! Quartet.
pub mod game;
pub mod games;
pub mod score;
pub mod search;
pub mod solver;
