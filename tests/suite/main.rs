//! The integration suite: one crate, a file a subject.

mod arguments;
mod client;
mod contract;
mod cutechess;
mod equivalence;
mod faults;
mod gomocup;
mod gomoku;
mod guesses;
mod hostile;
mod layering;
mod mates;
mod othello;
mod perft;
mod protocol;
mod reproducible;
mod runner;
mod session;
mod skill;
mod solve;
mod solve_file;
mod stop;
mod tables;
mod tactics;
mod weights;
mod wrapper;
