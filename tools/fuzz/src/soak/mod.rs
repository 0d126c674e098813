//! Soak test: very many short games through pipes, in all games and protocols, while memory and open files are watched.
//!
//! The match runner of `quartet-arena` plays them: it checks every move by the rules, and the time by its own clock. An
//! engine plays many games before it is replaced, so that what it leaks adds up.

mod lineup;
mod samples;

use crate::games::play_random;
use crate::random::Random;
use anyhow::{Context, Result};
use crossbeam_channel::{Sender, unbounded};
use lineup::Lineup;
use quartet_arena::fault::{Cancel, Fault, FaultKind, Interruption};
use quartet_arena::game::{self, EngineSlot};
use quartet_arena::openings::Opening;
use quartet_arena::player::{self, Player};
use quartet_arena::process::Launch;
use quartet_arena::settings::Adjudication;
use samples::Samples;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The longest random opening, in plies.
const OPENING: usize = 8;

/// What is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine.
    pub engine: Launch,
    /// No game starts after this time.
    pub time: Option<Duration>,
    /// No game starts after this number of games.
    pub games: Option<u64>,
    /// Games played at a time.
    pub concurrency: usize,
    /// Games that two processes play against each other before they are replaced.
    pub games_per_process: u64,
    /// The seed of openings and options.
    pub seed: u64,
    /// The limit of the resident memory of an engine, in bytes.
    pub memory: u64,
    /// How often memory and open files are sampled.
    pub interval: Duration,
    /// The folder for `soak.csv` and the plots.
    pub folder: PathBuf,
    /// Whether files that no soak test wrote may be overwritten.
    pub force: bool,
}

/// What was played.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Number of games.
    pub games: u64,
    /// Number of moves of the engines.
    pub moves: u64,
    /// How long it took.
    pub time: Duration,
    /// What went wrong, with the engine's arguments, options and moves.
    pub failures: Vec<String>,
    /// The greatest resident memory of an engine in a sample, in bytes.
    pub resident: u64,
    /// The greatest number of open files of an engine in a sample.
    pub descriptors: usize,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { games, moves, time, failures, resident, descriptors } = self;
        let (seconds, failures, mib) = (time.as_secs_f64(), failures.len(), resident >> 20);
        let speed = *games as f64 / seconds.max(0.001);
        write!(
            f,
            "{games} games, {moves} moves in {seconds:.0} s ({speed:.1} games/s), \
             at most {mib} MiB and {descriptors} open files an engine, {failures} failures"
        )
    }
}

/// What a worker reports.
enum News {
    Game { moves: u64, failure: Option<String> },
    Error(anyhow::Error),
}

/// Plays games until time or games are used up; failures are passed to `failed` as they occur.
pub fn run(settings: &Settings, mut failed: impl FnMut(&str)) -> Result<Summary> {
    let (started, cancel) = (Instant::now(), Cancel::default());
    let mut samples = Samples::open(&settings.folder, settings.force)?;
    let mut summary = Summary::default();
    let (sender, news) = unbounded();
    std::thread::scope(|scope| {
        for worker in 0..settings.concurrency {
            let (sender, cancel) = (sender.clone(), &cancel);
            scope.spawn(move || work(settings, worker as u64, started, cancel, &sender));
        }
        drop(sender);
        let outcome = watch(settings, started, &news, &mut samples, &mut summary, &mut failed);
        cancel.cancel();
        outcome
    })?;
    summary.time = started.elapsed();
    samples.finish(&mut summary)?;
    Ok(summary)
}

/// Counts games and takes samples until all workers have ended or time or games are used up.
fn watch(
    settings: &Settings,
    started: Instant,
    news: &crossbeam_channel::Receiver<News>,
    samples: &mut Samples,
    summary: &mut Summary,
    failed: &mut impl FnMut(&str),
) -> Result<()> {
    let mut next_sample = started;
    loop {
        if Instant::now() >= next_sample {
            next_sample = Instant::now() + settings.interval;
            samples.take(started.elapsed(), summary.games)?;
            if let Some(why) = samples.excess(settings.memory) {
                failed(&why);
                summary.failures.push(why);
            }
        }
        match news.recv_deadline(next_sample) {
            Ok(News::Game { moves, failure }) => {
                (summary.games, summary.moves) = (summary.games + 1, summary.moves + moves);
                if let Some(why) = failure {
                    failed(&why);
                    summary.failures.push(why);
                }
            }
            Ok(News::Error(error)) => return Err(error),
            Err(crossbeam_channel::RecvTimeoutError::Timeout) => {}
            Err(crossbeam_channel::RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if settings.games.is_some_and(|games| summary.games >= games) {
            return Ok(());
        }
    }
}

/// Plays games with one pair of processes after the other.
fn work(settings: &Settings, worker: u64, started: Instant, cancel: &Cancel, sender: &Sender<News>) {
    let is_over = || settings.time.is_some_and(|time| started.elapsed() >= time) || cancel.is_cancelled();
    let workers = settings.concurrency as u64;
    let mut turn = worker;
    while !is_over() {
        let lineup = Lineup::new(turn, settings);
        turn += workers;
        let played = play_lineup(settings, &lineup, &is_over, cancel, sender);
        if let Err(error) = played.with_context(|| lineup.name()) {
            let _ = sender.send(News::Error(error));
            return;
        }
    }
}

/// Plays the games of two processes, which are replaced early if one of them fails.
fn play_lineup(
    settings: &Settings,
    lineup: &Lineup,
    is_over: &impl Fn() -> bool,
    cancel: &Cancel,
    sender: &Sender<News>,
) -> Result<()> {
    let mut referee = lineup.referee()?;
    let mut random = Random::new(lineup.seed);
    let open = |engine| match player::open(engine, &lineup.rules, cancel) {
        Ok(player) => Ok(player),
        Err(Interruption::Fault(fault)) => Err(fault),
        Err(Interruption::Cancelled) => Err(Fault { kind: FaultKind::Disconnect, detail: "cancelled".into() }),
    };
    let [first, second] = &lineup.engines;
    let slot = |engine: &'static str, player, limits| EngineSlot { name: engine, player, limits };
    let mut slots = [slot("first", open(first), &first.limits), slot("second", open(second), &second.limits)];
    for _ in 0..settings.games_per_process {
        if is_over() {
            break;
        }
        referee.begin(&Opening::start().setup, &[])?;
        play_random(&mut *referee, random.below(OPENING), &mut random);
        let is_playable = referee.ending().is_none();
        let moves = if is_playable { referee.moves().to_vec() } else { Vec::new() };
        let opening = Opening { moves, ..Opening::start() };
        let Ok(outcome) = game::play(&mut *referee, &opening, &mut slots, &Adjudication::default(), cancel) else {
            break;
        };
        let failure = outcome.failure.map(|(_, fault)| {
            format!("{}: {} fails, {}: moves {}", lineup.name(), fault.engine, fault.detail, referee.moves().join(" "))
        });
        let has_failed = failure.is_some();
        let news = News::Game { moves: outcome.moves.len() as u64, failure };
        if sender.send(news).is_err() || has_failed {
            break;
        }
        slots.swap(0, 1);
    }
    slots.into_iter().filter_map(|slot| slot.player.ok()).for_each(Player::quit);
    Ok(())
}
