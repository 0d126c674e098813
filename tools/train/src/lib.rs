//! Trains Quartet's evaluations of Othello (`othello`) and Gomoku (`gomoku`) on self-play games, from scratch or
//! starting from earlier weights.

mod adagrad;
mod adam;
mod gomoku;
mod logistic;
mod othello;
mod output;
mod progress;
mod records;
mod searcher;
mod shards;
mod shuffle;
mod threads;
mod vector;
mod weight_file;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::ffi::OsString;

/// Trains Quartet's evaluations.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    /// Trains weights and networks for Othello.
    #[command(subcommand)]
    Othello(othello::Command),
    /// Trains weights and networks for Gomoku.
    #[command(subcommand)]
    Gomoku(gomoku::Command),
}

/// Runs the command of the command line.
pub fn run() -> Result<()> {
    match Arguments::parse_from(expand_aliases(std::env::args_os().collect())).game {
        Game::Othello(command) => othello::run(&command),
        Game::Gomoku(command) => gomoku::run(&command),
    }
}

/// Replaces a deprecated command, which does not name the game, by its current form. Clap aliases cannot do this, as
/// they cannot refer to a nested subcommand.
fn expand_aliases(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let word = |index: usize| arguments.get(index).and_then(|argument| argument.to_str()).unwrap_or_default();
    let command = match (word(1), word(2)) {
        ("generation" | "examples" | "games" | "network" | "suite" | "probcut", _) => ["othello", word(1)],
        ("gomoku-network", _) => ["gomoku", "network"],
        ("gomoku", option) if option.starts_with("--") && option != "--help" => ["gomoku", "generation"],
        _ => return arguments,
    };
    let command = command.map(OsString::from);
    arguments.splice(1..=1, command);
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn deprecated_commands_are_expanded() {
        let expanded = |line: &str| {
            let words = expand_aliases(line.split(' ').map(OsString::from).collect());
            words.join(" ".as_ref()).into_string().expect("text")
        };
        assert_eq!(expanded("train network --folder a"), "train othello network --folder a");
        assert_eq!(expanded("train gomoku --folder a"), "train gomoku generation --folder a");
        assert_eq!(expanded("train gomoku-network --folder a"), "train gomoku network --folder a");
        for line in ["train", "train gomoku", "train gomoku --help", "train gomoku network", "train othello games"] {
            assert_eq!(expanded(line), line);
        }
    }
}
