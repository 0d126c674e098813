//! Tests of the arena with real processes.

mod faults;
mod matches;
mod players;
mod process;
mod resume;
mod support;
