//! Quartet.
pub mod dialect;
pub mod engine;
pub mod game;
pub mod games;
pub mod random;
pub mod score;
pub mod search;
pub mod session;
pub mod solver;
