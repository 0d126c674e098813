//! Tests of the board with real processes and real browsers.

mod board;
mod browser;
mod lessons;
mod openings;
mod process;
mod server;
