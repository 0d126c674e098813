//! The program: the command line.

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use quartet_arena::calibrate::{self, CalibrateArgs};
use quartet_arena::check;
use quartet_arena::cli::matches::{self, MatchArguments};
use quartet_arena::experiments::{self, ExperimentArgs};
use quartet_arena::export::{self, ExportArgs};
use quartet_arena::interrupt::{self, Interrupted};
use quartet_arena::play::{self, PlayArgs};
use quartet_arena::report;
use std::process::ExitCode;

/// Match runner for engines that play the L-Game, 斜方棋 (rhombus), Othello or Gomoku.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays engines against each other.
    Match(Box<MatchArguments>),
    /// Does an engine speak the protocol? Exit status 0 if it passes every step, 1 if not, 2 if it cannot be checked, 3 if it is interrupted.
    Check(check::command::Arguments),
    /// Says what record files show, in tables, as JSON, and in plots.
    Report(report::Args),
    /// Fits the chances that scores stand for to the results in records, and shows how well those compiled in hold.
    Calibrate(CalibrateArgs),
    /// Writes the games of a record in the formats of other programs.
    Export(ExportArgs),
    /// Plays the experiments of the source documents again.
    Experiments(Box<ExperimentArgs>),
    /// Plays a game at the terminal: persons, engines, or one of each.
    Play(Box<PlayArgs>),
}

fn main() -> ExitCode {
    let found = Cli::command().get_matches();
    let parsed = Cli::from_arg_matches(&found).unwrap_or_else(|error| error.exit());
    let outcome = match (parsed.command, found.subcommand()) {
        (Command::Match(_), Some((_, found))) => matches::run(found),
        (Command::Check(arguments), _) => {
            check::command::run(&arguments).map(|passed| if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        (Command::Report(arguments), _) => report::run(&arguments).map(|()| ExitCode::SUCCESS),
        (Command::Calibrate(arguments), _) => calibrate::run(&arguments).map(|()| ExitCode::SUCCESS),
        (Command::Export(arguments), _) => export::run(&arguments).map(|()| ExitCode::SUCCESS),
        (Command::Experiments(arguments), _) => experiments::run(&arguments).map(|()| ExitCode::SUCCESS),
        (Command::Play(arguments), _) => play::start(&arguments),
        (Command::Match(_), None) => unreachable!("a subcommand was found"),
    };
    match outcome {
        Ok(status) => status,
        Err(error) => match error.downcast_ref::<Interrupted>() {
            Some(interrupted) => {
                interrupt::tell(&interrupted.to_string());
                ExitCode::from(interrupt::STATUS)
            }
            None => {
                interrupt::tell(&format!("error: {error:#}"));
                ExitCode::from(2)
            }
        },
    }
}
