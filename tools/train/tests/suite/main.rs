//! Tests of the program, run as a user runs it.

mod output;
mod prediction;
mod shards;
