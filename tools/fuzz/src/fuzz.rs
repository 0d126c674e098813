//! Many sessions from one seed, and their summary.

use crate::broken::{Broken, Invariant};
use crate::connection::{Connection, InProcess, Pipes};
use crate::dialects::{self, Dialect, NAMES};
use crate::random::Random;
use crate::script::Script;
use crate::session::{Failure, Session};
use anyhow::{Result, anyhow};
use quartet::session::Protocol;
use quartet_arena::process::Launch;
use std::fmt;
use std::time::{Duration, Instant};

/// Where the engine runs.
#[derive(Clone, Debug)]
pub enum Target {
    /// In this process.
    InProcess,
    /// Behind pipes.
    Pipes {
        /// The program.
        engine: Launch,
        /// The limit of its resident memory, in bytes.
        memory: u64,
    },
}

/// What is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the engine runs.
    pub target: Target,
    /// The seed of the first session; each further session has the next number.
    pub seed: u64,
    /// No session starts after this time.
    pub time: Option<Duration>,
    /// No session starts after this number of lines.
    pub lines: Option<usize>,
    /// Lines of a session.
    pub session_lines: usize,
    /// The protocols and games that take turns.
    pub games: Vec<(Protocol, &'static str)>,
    /// How long an engine may be silent when something is to be said: a hang.
    pub timeout: Duration,
}

/// A session that failed.
#[derive(Debug)]
pub struct FailedSession {
    /// Its seed.
    pub seed: u64,
    /// What was sent.
    pub script: Script,
    /// What went wrong.
    pub failure: Failure,
}

/// The figures of many sessions.
#[derive(Debug, Default)]
pub struct Summary {
    /// Number of sessions.
    pub sessions: usize,
    /// Number of lines sent, without those that the checks ask.
    pub lines: usize,
    /// Number of error lines that the engines gave.
    pub errors: usize,
    /// The sessions that failed.
    pub failures: Vec<FailedSession>,
    /// How long all took.
    pub time: Duration,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { sessions, lines, errors, failures, time } = self;
        let (seconds, failures) = (time.as_secs_f64(), failures.len());
        let speed = *lines as f64 / seconds.max(0.001);
        write!(
            f,
            "{sessions} sessions, {lines} lines in {seconds:.1} s ({speed:.0} lines/s), \
             {errors} errors given, {failures} failures"
        )
    }
}

/// The protocols and games with these names; all of them where a name is missing.
pub fn games(protocol: Option<Protocol>, variant: Option<&str>) -> Result<Vec<(Protocol, &'static str)>> {
    let rows = NAMES.iter().filter(|row| protocol.is_none_or(|protocol| protocol == row.1));
    let pairs = rows.flat_map(|row| row.2.iter().map(|name| (row.1, *name)));
    let found: Vec<_> = pairs.filter(|pair| variant.is_none_or(|variant| variant == pair.1)).collect();
    if found.is_empty() { Err(anyhow!("the game cannot be played by this protocol")) } else { Ok(found) }
}

/// Runs sessions until time or lines are used up. Each failed one is passed to `failed`, which returns whether to go
/// on.
pub fn run(settings: &Settings, mut failed: impl FnMut(&FailedSession) -> Result<bool>) -> Result<Summary> {
    let started = Instant::now();
    let mut summary = Summary::default();
    for seed in settings.seed.. {
        let is_over = settings.time.is_some_and(|time| started.elapsed() >= time)
            || settings.lines.is_some_and(|lines| summary.lines >= lines);
        if is_over && summary.sessions > 0 {
            break;
        }
        let (protocol, variant) = settings.games[seed as usize % settings.games.len()];
        let mut script = Script { protocol, variant, exchanges: Vec::new() };
        let mut random = Random::new(seed);
        let (lines, errors, outcome) = in_session(settings, protocol, variant, |session| {
            session.run_random(settings.session_lines, &mut random, &mut script.exchanges)
        })?;
        summary.sessions += 1;
        summary.lines += lines;
        summary.errors += errors;
        if let Err(failure) = outcome {
            let session = FailedSession { seed, script, failure };
            let goes_on = failed(&session)?;
            summary.failures.push(session);
            if !goes_on {
                break;
            }
        }
    }
    summary.time = started.elapsed();
    Ok(summary)
}

/// Runs a script.
pub fn replay(settings: &Settings, script: &Script) -> Result<Result<(), Failure>> {
    let run = |session: &mut Session<'_>| session.run_script(&script.exchanges);
    Ok(in_session(settings, script.protocol, script.variant, run)?.2)
}

/// Starts an engine and runs a session with it; returns the numbers of lines sent and of errors received, and what
/// became of it.
fn in_session(
    settings: &Settings,
    protocol: Protocol,
    variant: &'static str,
    run: impl FnOnce(&mut Session<'_>) -> Result<(), Failure>,
) -> Result<(usize, usize, Result<(), Failure>)> {
    let mut dialect = dialects::open(protocol, variant);
    let folder = tempfile::tempdir()?;
    let mut connection = match connect(settings, &*dialect)? {
        Ok(connection) => connection,
        Err(broken) => return Ok((0, 0, Err(Failure { line: 0, broken, said: Vec::new() }))),
    };
    let mut session = Session::new(&mut *dialect, &mut *connection, folder.path(), settings.timeout);
    let outcome = run(&mut session);
    Ok((session.lines, session.errors, outcome))
}

fn connect(settings: &Settings, dialect: &dyn Dialect) -> Result<Result<Box<dyn Connection>, Broken>> {
    let start = dialect.start();
    Ok(match &settings.target {
        Target::InProcess => InProcess::start(&start).map(|connection| Box::new(connection) as Box<dyn Connection>),
        Target::Pipes { engine, memory } => {
            let started = Pipes::start(engine, &start, settings.timeout, *memory);
            let broken = |error| Broken::new(Invariant::Ending, format!("{error:#}"));
            started.map(|connection| Box::new(connection) as Box<dyn Connection>).map_err(broken)
        }
    })
}
