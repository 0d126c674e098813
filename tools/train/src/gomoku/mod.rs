//! Training of Gomoku's evaluation.
//!
//! `quartet-train gomoku generation` ([`generation`]) plays games ([`self_play`]) and trains the weights of shapes
//! ([`shape_trainer`]), for the evaluation and for move ordering, on their positions ([`shape_examples`]).
//! `quartet-train gomoku network` ([`network`]) trains a network ([`network_trainer`]) that corrects these weights, on
//! the positions of the same games ([`network_examples`]). `quartet-train gomoku policy` ([`policy`]) trains a network
//! that orders moves ([`policy_trainer`]) on the moves of the same games ([`policy_examples`]).
//!
//! `quartet-train gomoku prediction` ([`prediction`]) compares scores of engines with the results of recorded games.
//!
//! Interrupted runs of all commands but `policy`, which takes a minute, resume from their folders.

mod games;
mod generation;
mod network;
mod network_examples;
mod network_trainer;
mod policy;
mod policy_examples;
mod policy_trainer;
mod prediction;
mod self_play;
mod shape_examples;
mod shape_trainer;

use anyhow::Result;
use clap::Subcommand;

/// Commands for Gomoku.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Plays games and trains the weights of shapes on them.
    Generation(generation::Settings),
    /// Trains a network that corrects given weights, on the games of `generation`.
    Network(network::Settings),
    /// Trains a network that orders moves, on the games of `generation`.
    Policy(policy::Settings),
    /// Measures how well the scores of engines predict the results of recorded games.
    #[command(alias = "foresight")]
    Prediction(prediction::Settings),
}

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Generation(settings) => generation::run(settings),
        Command::Network(settings) => network::run(settings),
        Command::Policy(settings) => policy::run(settings),
        Command::Prediction(settings) => prediction::run(settings),
    }
}
