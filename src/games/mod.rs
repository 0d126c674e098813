//! The games.
pub mod gomoku;
pub mod lgame;
pub mod othello;
pub mod rhombus;
pub mod solved;
