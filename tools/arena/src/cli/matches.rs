//! `match`: matches between engines.

use super::ending::Ending;
use super::match_arguments::MatchArguments;
use super::match_display::Display;
use super::match_settings;
use super::target::Target;
use super::{cpus, logfile, progress};
use crate::fault::Cancel;
use crate::openings::{Opening, different, load};
use crate::record::folder::Stop;
use crate::record::{EngineProgram, Header, RecordFile};
use crate::run::{Flow, Plan, run as play, test_start};
use crate::schedule::Schedule;
use crate::settings::{EngineSettings, MatchSettings};
use anyhow::{Result, bail};
use clap::ArgMatches;
use quartet_files::{is_same_file, sha256_of_file};
use quartet_interrupt::{Interrupted, SignalWatch, print_to_stderr};
use quartet_rules::{Referee, referee};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

/// Plays the match. If it ends early, the tables of the games played so far are printed, and the reason is the error;
/// for an interrupt, [`Interrupted`].
pub fn run(found: &ArgMatches) -> Result<ExitCode> {
    let (arguments, settings) = match_settings::read(found)?;
    settings.check()?;
    let target = Target::of(&arguments)?;
    if target.shard().is_some() && !settings.tournament.is_fixed() {
        bail!("--shard in a {}: pairings depend on results, expected one process", settings.tournament.name());
    }
    let cpus = if arguments.affinity { cpus::of_games(&settings, arguments.concurrency)? } else { Vec::new() };
    let (cancel, ending) = (Cancel::default(), Ending::watch(target.folder())?);
    let message = format!("interrupted before the first game\n{}", target.resume_hint());
    let watch = SignalWatch::new(cancel.canceller(), message)?;
    let mut referee = referee(&settings.variant, &settings.options)?;
    let openings = load(&settings.openings, &mut *referee, &settings.options)?;
    if let Some(path) = &arguments.log {
        if arguments.out.as_ref() == Some(path) {
            bail!("--log and --out are the same file, expected two");
        }
        logfile::open(path)?;
    }
    let mut header = Header::new(settings, &openings);
    header.set_shard(target.shard());
    header.engines = header.settings.engines.iter().map(program).collect();
    let mut schedule = Schedule::new(&header.settings);
    let (record, earlier) = target.open(&header, &openings, &mut schedule, arguments.redo_wrong)?;
    watch.job_started();
    let mut display = Display::new(&arguments, &header);
    earlier.iter().for_each(|game| display.count(game));
    Match { arguments: &arguments, target, header, openings, referee, record, schedule, cpus, cancel, ending, display }
        .run()
}

/// The program of an engine as far as it is known before it is started. If its file cannot be read, it cannot be
/// started either, which is reported then.
fn program(engine: &EngineSettings) -> EngineProgram {
    let file = engine.launch.file_of_program();
    EngineProgram { id_name: None, sha256: file.and_then(|file| sha256_of_file(&file)).ok() }
}

/// A match that is ready to be played.
struct Match<'a> {
    arguments: &'a MatchArguments,
    target: Target,
    header: Header,
    openings: Vec<Opening>,
    referee: Box<dyn Referee>,
    record: Option<RecordFile>,
    schedule: Schedule,
    /// The CPUs of each of the games that are played at a time; empty if they may run on any.
    cpus: Vec<Vec<usize>>,
    cancel: Cancel,
    ending: Ending,
    display: Display,
}

impl Match<'_> {
    fn run(mut self) -> Result<ExitCode> {
        let is_over = self.display.is_complete() || self.ending.is_stopped();
        let started = if is_over { Ok(false) } else { self.start() };
        if !matches!(started, Ok(true)) {
            // A record without games would only block the next attempt.
            let _ = self.record.take().map(RecordFile::discard_if_new);
        }
        let outcome = if started? { self.play() } else { Ok(()) };
        self.end(outcome)
    }

    /// Starts the engines and the record; false if that was interrupted.
    fn start(&mut self) -> Result<bool> {
        if let Some(path) = self.target.path() {
            check_stderr_files(path, &self.header.settings)?;
        }
        if let Some(warning) = progress::few_openings(&self.header, different(&self.openings, &mut *self.referee)?) {
            print_to_stderr(&warning);
        }
        let there = std::thread::available_parallelism().map_or(usize::MAX, NonZeroUsize::get);
        if let Some(warning) = cpus::too_few(&self.header.settings, self.arguments.concurrency, there) {
            print_to_stderr(&warning);
        }
        let Some(names) = test_start(&self.header.settings, &*self.referee, &self.cancel)? else { return Ok(false) };
        self.header.engines.iter_mut().zip(names).for_each(|(engine, name)| engine.id_name = name);
        if let Some(record) = &mut self.record {
            record.start(&self.header)?;
        }
        Ok(true)
    }

    /// Plays the games that are not in the record.
    fn play(&mut self) -> Result<()> {
        let Match { header, openings, record, schedule, cancel, display, .. } = self;
        let plan = Plan {
            settings: &header.settings,
            openings,
            shard: header.shard(),
            cpus: &self.cpus,
            ends: &|| self.ending.is_due(),
        };
        play(&plan, schedule, &*self.referee, self.arguments.concurrency.get(), cancel, |game| {
            if let Some(record) = record {
                record.append(&game)?;
            }
            display.game(&game);
            Ok(if display.is_decided() { Flow::Stop } else { Flow::Continue })
        })
    }

    /// Shows the result, and says why games are missing.
    fn end(mut self, outcome: Result<()>) -> Result<ExitCode> {
        let outcome = outcome.and(self.record.as_mut().map_or(Ok(()), RecordFile::sync));
        let is_stopped = !self.display.is_complete() && self.ending.is_stopped();
        let is_interrupted =
            !self.display.is_complete() && !is_stopped && (self.cancel.is_cancelled() || self.ending.is_requested());
        self.display.end(is_interrupted)?;
        outcome?;
        if is_interrupted {
            let (done, of, resume_hint) = (self.display.played(), self.display.scheduled(), self.target.resume_hint());
            return Err(Interrupted { done, of, unit: "games", resume_hint }.into());
        }
        if let Some(folder) = self.target.folder().filter(|_| is_stopped && !self.arguments.quiet) {
            print_to_stderr(&format!("stopped: {}", Stop::read(folder).unwrap_or_default()));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Fails if the stderr of an engine would be written into the record.
fn check_stderr_files(record: &Path, settings: &MatchSettings) -> Result<()> {
    let is_record =
        |engine: &&EngineSettings| engine.launch.stderr.as_ref().is_some_and(|file| is_same_file(file, record));
    match settings.engines.iter().find(is_record) {
        Some(engine) => bail!("the stderr of engine '{}' would go into the record {}", engine.name, record.display()),
        None => Ok(()),
    }
}
