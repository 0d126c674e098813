//! The subcommands: what is asked on the command line, and what is shown.

pub mod engine;
pub mod matches;
mod verdict;
