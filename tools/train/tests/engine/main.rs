//! The engine, for tests of commands that talk to engines over pipes.

fn main() -> std::process::ExitCode {
    quartet::cli::run()
}
