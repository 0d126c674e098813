//! Tests of the board with real processes and real browsers.

mod board;
mod browser;
mod process;
mod server;
