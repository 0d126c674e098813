//! `quartet-prove`: the command line.

use clap::Parser;
use quartet_prove::cli::{Arguments, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
