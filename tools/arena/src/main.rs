//! `quartet-arena`: the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    quartet_arena::program::run(std::env::args_os())
}
