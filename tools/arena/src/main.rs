//! The program: the command line.

use anyhow::Result;
use clap::{Parser, Subcommand};
use quartet_arena::check;
use std::process::ExitCode;

/// Match runner for engines that play the L-Game, 斜方棋 (rhombus), Othello or Gomoku.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What it can do.
#[derive(Subcommand)]
enum Command {
    /// Does an engine speak the protocol? Exit status 0 if it passes every step, 1 if not, 2 if it cannot be checked
    Check(check::command::Arguments),
}

fn main() -> Result<ExitCode> {
    match Cli::parse().command {
        Command::Check(arguments) => match check::command::run(&arguments) {
            Ok(true) => Ok(ExitCode::SUCCESS),
            Ok(false) => Ok(ExitCode::FAILURE),
            Err(error) => {
                eprintln!("{error:#}");
                Ok(ExitCode::from(2))
            }
        },
    }
}
