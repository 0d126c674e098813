//! `quartet-analysis`: the command line.

use clap::Parser;
use quartet_analysis::cli::{Arguments, run};
use quartet_interrupt::{Interrupted, STATUS, print_to_stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(status) => status,
        Err(error) => match error.downcast_ref::<Interrupted>() {
            Some(interrupted) => {
                print_to_stderr(&interrupted.to_string());
                ExitCode::from(STATUS)
            }
            None => {
                print_to_stderr(&format!("error: {error:#}"));
                ExitCode::from(2)
            }
        },
    }
}
