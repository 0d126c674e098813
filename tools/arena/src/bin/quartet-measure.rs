//! `quartet-measure`: an alias of `quartet-arena measure`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    quartet_arena::program::run(["quartet-arena".into(), "measure".into()].into_iter().chain(arguments))
}
