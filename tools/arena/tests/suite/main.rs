//! Tests of the arena with real processes.

mod faults;
mod matches;
mod process;
mod resume;
mod support;
