//! `quartet-fuzz`: the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    quartet_fuzz::program::run(std::env::args_os())
}
