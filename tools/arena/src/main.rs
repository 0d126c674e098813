//! The program: the command line.

use clap::Parser;

/// Match runner for engines that play the L-Game, 斜方棋 (rhombus), Othello or Gomoku.
#[derive(Parser)]
#[command(version)]
struct Cli {}

fn main() {
    let Cli {} = Cli::parse();
}
