//! The command line of the program: its subcommands and exit status.

use crate::calibrate::{self, CalibrateArgs};
use crate::check;
use crate::cli::match_arguments::MatchArguments;
use crate::cli::matches;
use crate::experiments::{self, ExperimentArgs};
use crate::export::{self, ExportArgs};
use crate::fault::CannotStart;
use crate::measure::{self, MeasureArgs};
use crate::merge::{self, MergeArgs};
use crate::play::{self, PlayArgs};
use crate::report;
use crate::wins::{self, WinsArgs};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use quartet_files::Unwritable;
use quartet_interrupt::{self as interrupt, Interrupted};
use std::ffi::OsString;
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
    /// Checks whether an engine speaks the protocol. Exit status: 0 every step is passed, 1 a step failed, 2 the
    /// engine cannot be checked, 3 interrupted.
    Check(check::command::Arguments),
    /// Reports results from record files as tables, JSON and plots.
    Report(report::Args),
    /// Merges the records of a match's shards into one, and shows the match while it is played.
    Merge(MergeArgs),
    /// Fits win, draw and loss probabilities of scores to the results in records, and compares the built-in
    /// calibration.
    Calibrate(CalibrateArgs),
    /// Exports the games of a record to formats of other programs.
    Export(ExportArgs),
    /// Repeats the experiments of the source documents.
    Experiments(Box<ExperimentArgs>),
    /// Plays a game at the terminal, between people, engines, or both.
    Play(Box<PlayArgs>),
    /// Measures the latencies of an engine over its pipes.
    Measure(MeasureArgs),
    /// Collects Gomoku positions with forced wins from self-play, for solve-file.
    Wins(WinsArgs),
}

/// Runs the program with a command line that begins with the program's name; returns the exit status.
pub fn run(command_line: impl IntoIterator<Item = OsString>) -> ExitCode {
    let found = Cli::command().get_matches_from(command_line);
    let parsed = Cli::from_arg_matches(&found).unwrap_or_else(|error| error.exit());
    let outcome = match (parsed.command, found.subcommand()) {
        (Command::Match(_), Some((_, found))) => matches::run(found),
        (Command::Check(arguments), _) => {
            check::command::run(&arguments).map(|passed| if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        (Command::Report(arguments), _) => report::run(&arguments),
        (Command::Merge(arguments), _) => merge::run(&arguments),
        (Command::Calibrate(arguments), _) => calibrate::run(&arguments),
        (Command::Export(arguments), _) => export::run(&arguments).map(|()| ExitCode::SUCCESS),
        (Command::Experiments(arguments), _) => experiments::run(&arguments).map(|()| ExitCode::SUCCESS),
        (Command::Play(arguments), _) => play::start(&arguments),
        (Command::Measure(arguments), _) => measure::run(&arguments).map(|()| ExitCode::SUCCESS),
        (Command::Wins(arguments), _) => wins::run(&arguments).map(|()| ExitCode::SUCCESS),
        (Command::Match(_), None) => unreachable!("a subcommand was found"),
    };
    match outcome {
        Ok(status) => status,
        Err(error) => {
            match error.downcast_ref::<Interrupted>() {
                Some(interrupted) => interrupt::print_to_stderr(&interrupted.to_string()),
                None => interrupt::print_to_stderr(&format!("error: {error:#}")),
            }
            ExitCode::from(status(&error))
        }
    }
}

/// The exit status of an error. A scheduler may try again after an interrupt, or on another machine if this one cannot
/// start an engine or write a file; wrong usage stays wrong.
fn status(error: &anyhow::Error) -> u8 {
    if error.is::<Interrupted>() {
        interrupt::STATUS
    } else if error.is::<CannotStart>() {
        4
    } else if error.is::<Unwritable>() {
        5
    } else {
        2
    }
}
