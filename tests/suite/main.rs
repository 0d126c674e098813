//! The integration suite: one crate, a file a subject.

mod client;
mod contract;
mod faults;
mod gomoku;
mod hostile;
mod layering;
mod othello;
mod perft;
mod protocol;
mod session;
mod tables;
