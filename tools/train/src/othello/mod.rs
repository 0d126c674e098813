//! Training of Othello's evaluation.
//!
//! `quartet-train othello generation` makes weights of single configurations, from nothing or from earlier ones:
//!
//! 1. Games are played with the weights of the generation before, and distinct positions of them kept, equally many for
//!    each number of empty squares ([`positions`]).
//! 2. From the end of the game to its beginning, group by group, positions are labelled by the engine's own search
//!    ([`labels`]): exactly near the end, elsewhere by a search that reaches positions whose weights are already
//!    fitted.
//! 3. The weights of the group are fitted to the labels ([`ridge_regression`]) before the next group is labelled, so
//!    that one pass carries exact results from the end of the game to its beginning.
//!
//! `quartet-train othello network` trains the network ([`network_trainer`]) on positions that `examples` (searches of
//! single positions, [`examples`]) or `games` (λ-returns of self-play games, [`games`]) have labelled.
//!
//! Every command can be interrupted and run again: what is finished is read from its folder.

mod board;
mod dataset;
mod errors;
mod evaluator;
mod examples;
mod games;
mod generation;
mod labels;
mod lambda_returns;
mod linear_model;
mod network;
mod network_trainer;
mod positions;
mod probcut;
mod ridge_regression;
mod search;
mod suite;
mod wthor;

use anyhow::Result;
use clap::Subcommand;

/// The commands for Othello.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Trains weights by one generation of self-play: plays games, labels positions, fits.
    Generation(generation::Settings),
    /// Collects positions and labels them by searches, for `network`.
    Examples(examples::Settings),
    /// Plays games and labels their positions by λ-returns, for `network`.
    Games(games::Settings),
    /// Trains a network on labelled positions, on its own or as a correction of weights.
    Network(network::Settings),
    /// Measures an evaluation against positions with exact values (OBF files).
    Suite(suite::Settings),
    /// Measures how far shallow searches are from deep ones, and fits the parameters of ProbCut.
    Probcut(probcut::Settings),
}

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Generation(settings) => generation::run(settings),
        Command::Examples(settings) => examples::run(settings),
        Command::Games(settings) => games::run(settings),
        Command::Network(settings) => network::run(settings),
        Command::Suite(settings) => suite::run(settings),
        Command::Probcut(settings) => probcut::run(settings),
    }
}
