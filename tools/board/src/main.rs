//! `quartet-board`: the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    quartet_board::cli::run()
}
