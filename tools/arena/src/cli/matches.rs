//! `match`: matches between engines.

use super::match_arguments::MatchArguments;
use super::match_display::Display;
use super::match_settings;
use super::{logfile, progress};
use crate::fault::Cancel;
use crate::openings::{Opening, different, fingerprint, load};
use crate::record::{FORMAT, GameRecord, Header, RecordFile};
use crate::run::{Flow, Plan, run as play, test_start};
use crate::schedule::Schedule;
use crate::settings::{EngineSettings, MatchSettings};
use anyhow::{Result, bail};
use clap::ArgMatches;
use quartet_files::is_same_file;
use quartet_interrupt::{Interrupted, SignalWatch, print_to_stderr, resume_hint};
use quartet_rules::{Referee, referee};
use std::collections::HashSet;
use std::process::ExitCode;

/// Plays the match. If it ends early, the tables of the games played so far are printed, and the reason is the error;
/// for an interrupt, [`Interrupted`].
pub fn run(found: &ArgMatches) -> Result<ExitCode> {
    let (arguments, settings) = match_settings::read(found)?;
    let arguments = &arguments;
    settings.check()?;
    if arguments.sprt.is_some() && settings.engines.len() != 2 {
        bail!("a sequential test of {} engines, expected 2", settings.engines.len());
    }
    let cancel = Cancel::default();
    let watch = SignalWatch::new(
        cancel.canceller(),
        format!("interrupted before the first game\n{}", resume_hint(arguments.out.as_deref())),
    )?;
    let mut referee = referee(&settings.variant, &settings.options)?;
    let openings = load(&settings.openings, &mut *referee, &settings.options)?;
    if let Some(path) = &arguments.log {
        if arguments.out.as_ref() == Some(path) {
            bail!("--log and --out are the same file, expected two");
        }
        logfile::open(path)?;
    }
    let header = Header { quartet_arena: FORMAT, openings: fingerprint(&openings), settings, experiment: None };
    let (mut record, earlier) = open_record(arguments, &header)?;
    if let Err(error) = check_stderr_files(arguments, &header.settings) {
        let _ = record.filter(|_| earlier.is_empty()).map(RecordFile::discard);
        return Err(error);
    }
    watch.job_started();
    let mut display = Display::new(arguments, &header.settings);
    earlier.iter().for_each(|game| display.count(game));
    if display.is_decided() || earlier.len() as u64 == Schedule::new(&header.settings).games() {
        display.end(false)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(warning) = progress::few_openings(&header, different(&openings, &mut *referee)?) {
        print_to_stderr(&warning);
    }
    if let Err(error) = test_start(&header.settings, &*referee, &cancel) {
        // A record without games would only block the next attempt. The error to report is that of the engine.
        let _ = record.filter(|_| earlier.is_empty()).map(RecordFile::discard);
        return Err(error);
    }
    let outcome = play_remaining(arguments, &header.settings, &openings, &*referee, &earlier, &cancel, |game| {
        if let Some(record) = &mut record {
            record.append(game)?;
        }
        display.game(game);
        Ok(if display.is_decided() { Flow::Stop } else { Flow::Continue })
    });
    let (done, of) = (display.played(), display.scheduled);
    let interrupted = cancel.is_cancelled() && !display.is_decided() && done < of;
    display.end(interrupted)?;
    outcome?;
    if interrupted {
        return Err(Interrupted { done, of, unit: "games", resume_hint: resume_hint(arguments.out.as_deref()) }.into());
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays the games that are not in the record.
fn play_remaining(
    arguments: &MatchArguments,
    settings: &MatchSettings,
    openings: &[Opening],
    referee: &dyn Referee,
    earlier: &[GameRecord],
    cancel: &Cancel,
    mut finished: impl FnMut(&GameRecord) -> Result<Flow>,
) -> Result<()> {
    let schedule = Schedule::new(settings);
    let played: HashSet<u64> = earlier.iter().map(|game| game.id).collect();
    let plan = Plan { settings, schedule: &schedule, openings, played: &played };
    play(&plan, referee, arguments.concurrency.get(), cancel, |game| finished(&game))
}

/// Creates or resumes the record, if one was requested; returns it with the games already in it.
fn open_record(arguments: &MatchArguments, header: &Header) -> Result<(Option<RecordFile>, Vec<GameRecord>)> {
    match &arguments.out {
        None => Ok((None, Vec::new())),
        Some(path) if arguments.resume => {
            let (record, earlier) = RecordFile::resume(path, header)?;
            let games = Schedule::new(&header.settings).games();
            if let Some(game) = earlier.iter().find(|game| game.id >= games) {
                bail!("{} has game {}, of {games} games", path.display(), game.id);
            }
            Ok((Some(record), earlier))
        }
        Some(path) => Ok((Some(RecordFile::create(path, header)?), Vec::new())),
    }
}

/// Fails if the stderr of an engine would be written into the record.
fn check_stderr_files(arguments: &MatchArguments, settings: &MatchSettings) -> Result<()> {
    let Some(record) = &arguments.out else { return Ok(()) };
    let is_record =
        |engine: &&EngineSettings| engine.launch.stderr.as_ref().is_some_and(|file| is_same_file(file, record));
    match settings.engines.iter().find(is_record) {
        Some(engine) => bail!("the stderr of engine '{}' would go into the record {}", engine.name, record.display()),
        None => Ok(()),
    }
}
