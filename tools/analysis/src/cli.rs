//! The command line.

use crate::book::{self, cli::BookCommand};
use crate::input::{Selection, parse_numbers, read_files};
use crate::journal::Journal;
use crate::output;
use crate::report::GameReport;
use crate::run;
use crate::settings::{Limit, Settings};
use anyhow::{Result, ensure};
use clap::{Args, Parser, Subcommand};
use quartet::search::stop::StopToken;
use quartet_interrupt::{Interrupted, SignalWatch, print_to_stderr, resume_hint};
use quartet_records::arguments::FormatArguments;
use std::path::PathBuf;
use std::process::ExitCode;

/// Analyses whole games: what each move was worth, the mistakes, missed wins and losing moves, and how accurately each
/// player played.
#[derive(Parser, Debug)]
#[command(name = "quartet-analysis", version, after_help = AFTER_HELP)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    /// What to do other than to analyse games.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Files of games, in any format that quartet-records reads.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// What is read from the files.
    #[command(flatten)]
    pub input: InputArguments,
    /// How deeply positions are searched.
    #[command(flatten)]
    pub search: SearchArguments,
    /// What is written.
    #[command(flatten)]
    pub output: output::OutputArguments,
    /// A file for the reports, a line of JSON for each game as soon as it is finished.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Resume the file of --out, if there is one: games that are in it are not analysed again.
    #[arg(long, requires = "out")]
    pub resume: bool,
}

/// What to do other than to analyse games.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Opening books.
    #[command(subcommand)]
    Book(BookCommand),
}

const AFTER_HELP: &str = "\
Classes, by loss of expected score: inaccuracy from 5 %, mistake from 10 %, blunder from 15 %.

Exit status: 0 all games were analysed; 1 some games could not be read, the others were analysed; 2 an error;
3 interrupted (INT, TERM, HUP).";

/// What is read.
#[derive(Args, Clone, Debug)]
pub struct InputArguments {
    /// What the files do not say.
    #[command(flatten)]
    pub format: FormatArguments,
    /// Only games with these numbers in their files, such as 3,5-9.
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    pub games: Option<Numbers>,
    /// Also analyse the first moves of games that cannot be read to their end.
    #[arg(long)]
    pub partial: bool,
}

/// Numbers of games.
pub type Numbers = Vec<std::ops::RangeInclusive<usize>>;

/// How deeply positions are searched.
#[derive(Args, Clone, Debug)]
pub struct SearchArguments {
    /// Plies for each position [default: 16 in Othello and the solved games, 12 in Gomoku].
    #[arg(long, group = "limit", value_name = "PLIES", value_parser = clap::value_parser!(u64).range(1..=127))]
    pub depth: Option<u64>,
    /// Milliseconds for each position.
    #[arg(long, group = "limit", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub movetime: Option<u64>,
    /// Nodes for each position.
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Othello: solve positions with at most this many empty squares, whatever the limit.
    #[arg(long, value_name = "EMPTIES", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub exact: u32,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=512))]
    pub threads: u64,
    /// The size of the hash table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub hash: u64,
}

impl SearchArguments {
    /// The settings.
    pub fn settings(&self) -> Settings {
        let limit = match (self.depth, self.movetime, self.nodes) {
            (_, Some(milliseconds), _) => Limit::Movetime(milliseconds),
            (_, _, Some(nodes)) => Limit::Nodes(nodes),
            (Some(depth), ..) => Limit::Depth(depth),
            _ => Limit::Default,
        };
        Settings { limit, exact_empties: self.exact, threads: self.threads as usize, hash: self.hash as usize }
    }
}

impl InputArguments {
    fn selection(&self) -> Selection {
        let numbers = self.games.clone().unwrap_or_default();
        Selection { format: self.format.from, hints: self.format.hints(), numbers, partial: self.partial }
    }
}

/// Runs the program. Returns the exit status.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(Command::Book(command)) = &arguments.command {
        return book::cli::run(command).map(|()| ExitCode::SUCCESS);
    }
    let settings = arguments.search.settings();
    arguments.output.check(&arguments.files)?;
    let input = read_files(&arguments.files, &arguments.input.selection())?;
    input.errors.iter().for_each(|error| print_to_stderr(error));
    ensure!(!input.games.is_empty(), "no games to analyse");
    let (mut journal, earlier) = open_journal(arguments, &settings)?;
    let stop = StopToken::default();
    let message = format!("interrupted before the first game\n{}", resume_hint(arguments.out.as_deref()));
    let watch = watch_signals(&stop, message)?;
    watch.job_started();
    let mut print = |report: &GameReport| arguments.output.print(report);
    let reports = run::run(&input.games, &settings, earlier, journal.as_mut(), &stop, &mut print)?;
    if stop.is_set() {
        let (done, of) = (reports.len() as u64, input.games.len() as u64);
        let resume_hint = resume_hint(arguments.out.as_deref());
        return Err(Interrupted { done, of, unit: "games", resume_hint }.into());
    }
    let games: Vec<_> = input.games.iter().map(|input| &input.game).collect();
    arguments.output.write(&arguments.files, &games, &reports)?;
    Ok(if input.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The first signal stops the searches; before they have begun it ends the program with this message.
pub(crate) fn watch_signals(stop: &StopToken, message: String) -> Result<SignalWatch> {
    let stop = stop.clone();
    let cancel = move || {
        let is_first = !stop.is_set();
        stop.stop();
        is_first
    };
    SignalWatch::new(cancel, message)
}

fn open_journal(arguments: &Arguments, settings: &Settings) -> Result<(Option<Journal>, Vec<GameReport>)> {
    match &arguments.out {
        None => Ok((None, Vec::new())),
        Some(path) if arguments.resume => {
            Journal::resume(path, settings).map(|(journal, reports)| (Some(journal), reports))
        }
        Some(path) => Journal::create(path, settings).map(|journal| (Some(journal), Vec::new())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
        let parse = |words: &[&str]| Arguments::try_parse_from([&["quartet-analysis", "games.txt"], words].concat());
        let settings = |words: &[&str]| parse(words).expect("a command line").search.settings();
        assert_eq!(settings(&["--nodes", "5"]).limit, Limit::Nodes(5));
        assert_eq!(settings(&[]).limit, Limit::Default);
        for wrong in [&["--depth", "3", "--nodes", "5"][..], &["--resume"], &["--from", "exe"], &["--games", "0"]] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
        assert!(parse(&["--variant", "chess"]).is_err() && parse(&["--rule", "renju"]).is_err());
    }
}
