//! `quartet-analysis`: the command line.

use clap::Parser;
use quartet_analysis::cli::{Arguments, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            quartet_interrupt::print_to_stderr(&format!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}
