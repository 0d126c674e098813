//! The command line.

use crate::dialects::NAMES;
use crate::fuzz::{self, FailedSession, Settings, Target};
use crate::script::Script;
use crate::session::Failure;
use crate::soak;
use anyhow::{Context, Result, ensure};
use clap::{Args, Parser, Subcommand};
use quartet::session::Protocol;
use quartet_arena::process::Launch;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Fuzzes sessions of an engine in all its protocols, and plays very many short games.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Sends random sessions, valid lines and broken ones, and checks every answer. Exit status: 0 all is well, 1 a
    /// session failed, 2 wrong usage.
    Session(SessionArgs),
    /// Sends the lines of a script again, with the same checks.
    Replay(ReplayArgs),
    /// Plays very many short games of the engine against itself, in all games and protocols. Exit status: 0 all is
    /// well, 1 a game failed or an engine used too much memory, 2 wrong usage.
    Soak(SoakArgs),
}

#[derive(Args)]
struct TargetArgs {
    /// Command line of the engine, which is run behind pipes.
    #[arg(long, value_name = "COMMAND", required_unless_present = "in_process")]
    engine: Option<String>,
    /// Fuzz the session of the library in this process instead.
    #[arg(long, conflicts_with = "engine")]
    in_process: bool,
    /// How long the engine may say nothing when it has to answer: beyond that it hangs.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    timeout: u64,
    /// Limit of the engine's resident memory behind pipes.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u64,
}

#[derive(Args)]
struct SessionArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Seed of the first session; each further session has the next number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Starts no session after this time.
    #[arg(long, value_name = "N", required_unless_present = "lines")]
    seconds: Option<u64>,
    /// Starts no session after this number of lines.
    #[arg(long, value_name = "N")]
    lines: Option<usize>,
    /// Lines of each session.
    #[arg(long, value_name = "N", default_value_t = 200)]
    session_lines: usize,
    /// Only this protocol: uci, gomocup, gtp, nboard or cassio.
    #[arg(long, value_parser = protocol)]
    dialect: Option<Protocol>,
    /// Only this game: othello, gomoku, lgame or rhombus.
    #[arg(long)]
    variant: Option<String>,
    /// Goes on after this number of failed sessions less one.
    #[arg(long, value_name = "N", default_value_t = 1)]
    failures: usize,
    /// The folder for scripts of failed sessions.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    scripts: PathBuf,
}

#[derive(Args)]
struct ReplayArgs {
    /// The script of a failed session.
    script: PathBuf,
    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Args)]
struct SoakArgs {
    /// Command line of the engine.
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// Starts no game after this time.
    #[arg(long, value_name = "N", required_unless_present = "games")]
    hours: Option<f64>,
    /// Starts no game after this number of games.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Games played at a time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    concurrency: usize,
    /// Games that two processes play against each other before they are replaced.
    #[arg(long, value_name = "N", default_value_t = 500)]
    games_per_process: u64,
    /// Seed of openings and options.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Limit of the resident memory of an engine.
    #[arg(long, value_name = "MIB", default_value_t = 512)]
    memory: u64,
    /// Seconds between samples of memory and open files.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    interval: f64,
    /// Folder for soak.csv and the plots.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Write over files that no soak test wrote.
    #[arg(long)]
    force: bool,
}

/// The protocol of this name.
fn protocol(name: &str) -> Result<Protocol, String> {
    let found = NAMES.iter().find(|row| row.0 == name);
    let known = || NAMES.map(|row| row.0).join(" ");
    found.map(|row| row.1).ok_or_else(|| format!("expected one of {}", known()))
}

/// Runs the program with a command line that begins with the program's name; returns the exit status.
pub fn run(command_line: impl IntoIterator<Item = OsString>) -> ExitCode {
    let outcome = match Cli::parse_from(command_line).command {
        Command::Session(arguments) => session(&arguments),
        Command::Replay(arguments) => replay(&arguments),
        Command::Soak(arguments) => soak(arguments),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

impl TargetArgs {
    fn target(&self) -> Result<Target> {
        Ok(match &self.engine {
            None => Target::InProcess,
            Some(command) => {
                let engine = Launch::from_command_line(command)?;
                engine.check()?;
                Target::Pipes { engine, memory: self.memory << 20 }
            }
        })
    }

    /// Settings for one session.
    fn settings(&self) -> Result<Settings> {
        Ok(Settings {
            target: self.target()?,
            seed: 1,
            time: None,
            lines: None,
            session_lines: 0,
            games: Vec::new(),
            timeout: Duration::from_secs(self.timeout),
        })
    }
}

/// Runs sessions; returns whether all went well.
fn session(arguments: &SessionArgs) -> Result<bool> {
    let settings = Settings {
        seed: arguments.seed,
        time: arguments.seconds.map(Duration::from_secs),
        lines: arguments.lines,
        session_lines: arguments.session_lines,
        games: fuzz::games(arguments.dialect, arguments.variant.as_deref())?,
        ..arguments.target.settings()?
    };
    let mut failures = 0;
    let summary = fuzz::run(&settings, |session| {
        failures += 1;
        report(session, arguments)?;
        Ok(failures < arguments.failures)
    })?;
    println!("{summary}");
    Ok(summary.failures.is_empty())
}

/// Writes the script of a failed session, and says what failed.
fn report(session: &FailedSession, arguments: &SessionArgs) -> Result<()> {
    let FailedSession { seed, script, failure } = session;
    let path = arguments.scripts.join(format!("fuzz-{}-{seed}.txt", crate::dialects::name(script.protocol)));
    let text = script.to_text(&format!("seed {seed}, line {}: {}", failure.line, failure.broken));
    let output =
        quartet_files::Output { kind: "script of quartet-fuzz", is_own: &Script::is_own, force: None, sources: &[] };
    output.write(&path, text.as_bytes())?;
    println!("seed {seed}, {} lines, to be replayed from {}", script.lines(), path.display());
    print_failure(failure);
    Ok(())
}

fn print_failure(Failure { line, broken, said }: &Failure) {
    println!("line {line}: {broken}");
    for line in said {
        println!("  < {line}");
    }
}

/// Runs a script; returns whether all went well.
fn replay(arguments: &ReplayArgs) -> Result<bool> {
    let path = arguments.script.display();
    let script = Script::parse(&quartet_files::read_text(&arguments.script)?).with_context(|| format!("{path}"))?;
    let outcome = fuzz::replay(&arguments.target.settings()?, &script)?;
    match &outcome {
        Ok(()) => println!("{} lines: all is well", script.lines()),
        Err(failure) => print_failure(failure),
    }
    Ok(outcome.is_ok())
}

/// Plays games; returns whether all went well.
fn soak(arguments: SoakArgs) -> Result<bool> {
    let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).context("expected a time from 0");
    ensure!(arguments.concurrency > 0 && arguments.interval > 0.0, "expected a concurrency and an interval above 0");
    let engine = Launch::from_command_line(&arguments.engine)?;
    engine.check()?;
    let settings = soak::Settings {
        engine,
        time: arguments.hours.map(|hours| duration(hours * 3600.0)).transpose()?,
        games: arguments.games,
        concurrency: arguments.concurrency,
        games_per_process: arguments.games_per_process,
        seed: arguments.seed,
        memory: arguments.memory << 20,
        interval: duration(arguments.interval)?,
        folder: arguments.out,
        force: arguments.force,
    };
    let summary = soak::run(&settings, |failure| println!("{failure}"))?;
    println!("{summary}");
    Ok(summary.failures.is_empty())
}
