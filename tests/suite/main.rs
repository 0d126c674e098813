//! The integration suite: one crate, a file a subject.

mod client;
mod contract;
mod gomoku;
mod layering;
mod othello;
mod perft;
mod tables;
