//! The program `quartet`; see [`quartet::cli`].

fn main() -> std::process::ExitCode {
    quartet::cli::run()
}
