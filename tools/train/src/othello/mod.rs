//! Training of Othello's evaluation.
//!
//! `quartet-train othello generation` fits the weights of a linear model ([`linear_model`]):
//!
//! 1. The weights of the previous generation play games. From these, the same number of distinct positions is kept for
//!    each number of empty squares ([`positions`]).
//! 2. Positions are labelled by the engine's search ([`labels`]), from the end of the game to its beginning: exactly
//!    near the end, and elsewhere by searches that reach positions whose weights are already fitted.
//! 3. The weights for a range of empty squares are fitted to the labels ([`ridge_regression`]) before positions with
//!    more empty squares are labelled, so that exact results propagate to the beginning of the game in a single pass.
//!
//! `quartet-train othello network` trains the network ([`network_trainer`]) on positions that `examples` has labelled
//! by searches ([`examples`]) or `games` by λ-returns of self-play games ([`games`]).
//!
//! `quartet-train othello ordering` trains the weights by which the endgame solver orders moves ([`ordering`]) on what
//! the moves of endgame positions cost it ([`move_costs`]).
//!
//! Interrupted runs of all commands resume from their folders. Games and labels can be made by many processes that
//! share a folder ([`shards`](crate::shards)).

mod board;
mod checkpoint;
mod dataset;
mod errors;
mod evaluator;
mod examples;
mod games;
mod generation;
mod labels;
mod lambda_returns;
mod linear_model;
mod move_costs;
mod network;
mod network_trainer;
mod ordering;
mod positions;
mod probcut;
mod ridge_regression;
mod search;
mod suite;
mod wthor;

use anyhow::Result;
use clap::Subcommand;

/// Commands for Othello.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Plays games, labels their positions and fits the weights of patterns.
    Generation(generation::Settings),
    /// Collects positions and labels them by searches, for `network`.
    Examples(examples::Settings),
    /// Plays games and labels their positions by λ-returns, for `network`.
    Games(games::Settings),
    /// Trains a network on labelled positions, on its own or as a correction of weights.
    Network(network::Settings),
    /// Trains the weights by which the endgame solver orders moves.
    Ordering(ordering::Settings),
    /// Measures an evaluation or searches on positions with exact values (OBF files).
    Suite(suite::Settings),
    /// Measures the difference between shallow and deep searches, and fits the parameters of ProbCut.
    Probcut(probcut::Settings),
}

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Generation(settings) => generation::run(settings),
        Command::Examples(settings) => examples::run(settings),
        Command::Games(settings) => games::run(settings),
        Command::Network(settings) => network::run(settings),
        Command::Ordering(settings) => ordering::run(settings),
        Command::Suite(settings) => suite::run(settings),
        Command::Probcut(settings) => probcut::run(settings),
    }
}
