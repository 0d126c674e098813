//! Makes the weights of Quartet's evaluations of Othello and Gomoku ([`gomoku`]) from nothing or from earlier weights, by games
//! of the engine against itself and its own searches; measures weights against positions with known values.
//!
//! `quartet-train generation --folder run1 --out weights.bin`
//!
//! One generation: (1) games are played with the weights it starts from, and their distinct positions kept, as many
//! for each number of empty squares ([`pool`]); (2) from the end of the game backwards, group by group, positions are labelled with what the
//! engine's search finds ([`label`]), exactly near the end, else by a search that ends among the positions whose weights
//! are made already; then the weights of the group are fitted to the labels ([`fit`]). So one pass carries the exact
//! results from the end of the game to its beginning. All of it can be interrupted and run again: what is finished is read from
//! the folder.

mod errors;
mod evaluation;
mod examples;
mod fit;
mod games;
mod generation;
mod gomoku;
mod label;
mod learner;
mod model;
mod network;
mod out;
mod parts;
mod pool;
mod probcut;
mod progress;
mod returns;
mod sample;
mod search;
mod suite;
mod wthor;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Trains Quartet's evaluations.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

/// What is done.
#[derive(Subcommand)]
enum What {
    /// Plays, labels and fits: from weights (or none) to better ones.
    Generation(generation::Settings),
    /// How well positions with exact values are judged (OBF files).
    Suite(suite::Settings),
    /// How far shallow searches are from deep ones.
    Probcut(probcut::Settings),
    /// Gomoku: plays and learns, from weights (or none) to better ones.
    Gomoku(gomoku::Settings),
    /// Gomoku: learns a network that corrects weights from games.
    GomokuNetwork(gomoku::network::Settings),
    /// Finds and labels positions for networks to learn from.
    Examples(examples::Settings),
    /// Plays games and labels their positions by what came of them, for networks to learn from.
    Games(games::Settings),
    /// Learns a network from examples; it may correct weights.
    Network(network::Settings),
}

fn main() -> Result<()> {
    match Arguments::parse().what {
        What::Generation(settings) => generation::run(&settings),
        What::Probcut(settings) => probcut::run(&settings),
        What::Gomoku(settings) => gomoku::run(&settings),
        What::GomokuNetwork(settings) => gomoku::network::run(&settings),
        What::Examples(settings) => examples::run(&settings),
        What::Games(settings) => games::run(&settings),
        What::Network(settings) => network::run(&settings),
        What::Suite(settings) => suite::run(&settings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_of_no_subcommand_contradict_each_other() {
        Arguments::command().debug_assert();
    }
}
