//! Training of Gomoku's evaluation.
//!
//! `quartet-train gomoku generation` plays games of the engine against itself ([`games`]) and learns from their
//! positions ([`shape_examples`]) the weights of shapes ([`shape_trainer`]): what a shape is worth in the evaluation,
//! and how early a move is tried. `quartet-train gomoku network` trains a network ([`network_trainer`]) that corrects
//! these weights, on the positions of the same games ([`network_examples`]).
//!
//! Both can be interrupted and run again: what is finished is read from their folders.

mod games;
mod generation;
mod network;
mod network_examples;
mod network_trainer;
mod shape_examples;
mod shape_trainer;

use anyhow::{Context, Result};
use clap::Subcommand;
use quartet::games::common::weight_file::WrongFile;
use std::path::Path;

/// The commands for Gomoku.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Trains weights by one generation of self-play: plays games, learns from them.
    Generation(generation::Settings),
    /// Trains a network that corrects weights on the games of `generation`.
    Network(network::Settings),
}

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Generation(settings) => generation::run(settings),
        Command::Network(settings) => network::run(settings),
    }
}

/// Reads a file of weights or of a network; an error names the file.
fn read<T>(file: &Path, parse: fn(&[u8]) -> Result<T, WrongFile>) -> Result<T> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    parse(&bytes).with_context(|| file.display().to_string())
}
