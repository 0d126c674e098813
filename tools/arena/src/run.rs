//! A whole match: workers that play pairs of games from the schedule, stage by stage.
//!
//! A worker plays both games of a pair one after the other and keeps its engines between games. Each worker has one
//! game in progress, with one engine thinking.
//!
//! An engine that fails loses the game and is restarted for the next one. Two kinds of failure end the match instead,
//! because every game would be lost in the same way: an engine cannot be started before the first game
//! ([`test_start`]), or it could not be started for [`START_FAILURES`] games in a row, counted over all workers.

use crate::affinity;
use crate::fault::{Cancel, CannotStart, FaultKind, Interruption};
use crate::game::{self, EngineSlot, GameNumbers, NoResult, StartTime};
use crate::openings::Opening;
use crate::player::{self, Player, RuleSettings};
use crate::record::GameRecord;
use crate::schedule::{Fixture, Schedule, Stage};
use crate::settings::MatchSettings;
use anyhow::{Result, anyhow, bail};
use crossbeam_channel::{RecvTimeoutError, Sender, unbounded};
use quartet::shard::Shard;
use quartet_files::one_line;
use quartet_rules::Referee;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// A match that is ready to be run.
pub struct Plan<'a> {
    /// The settings.
    pub settings: &'a MatchSettings,
    /// The openings in the order in which they are played.
    pub openings: &'a [Opening],
    /// The pairs of the schedule that are played; all of them if the schedule has several stages.
    pub shard: Shard,
    /// The CPUs of each of the games that are played at a time; empty if they may run on any.
    pub cpus: &'a [Vec<usize>],
    /// Asked before each pair: whether the match ends here, after the pairs that have begun.
    pub ends: &'a (dyn Fn() -> bool + Sync),
}

/// Whether a match continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The match continues.
    Continue,
    /// The match ends; games in progress are abandoned.
    Stop,
}

/// The match ends when an engine could not be started for this number of consecutive games.
pub const START_FAILURES: u32 = 3;
/// How long after the exit of an engine a signal may arrive that was sent to both at the same time.
const SAME_SIGNAL: Duration = Duration::from_millis(500);

/// Starts every engine once and quits it again; returns the names by which they introduce themselves, or `None` if it
/// was cancelled. The error is [`CannotStart`] if one cannot be started and made ready for the variant.
pub fn test_start(
    settings: &MatchSettings,
    referee: &dyn Referee,
    cancel: &Cancel,
) -> Result<Option<Vec<Option<String>>>, CannotStart> {
    let rules = rules(settings, referee);
    let mut names = Vec::new();
    for engine in &settings.engines {
        match player::open(engine, &rules, cancel) {
            Ok(player) => {
                names.push(player.identity().map(|name| one_line(name).into_owned()));
                player.quit();
            }
            Err(Interruption::Cancelled) => return Ok(None),
            Err(Interruption::Fault(fault)) => {
                return Err(CannotStart { engine: engine.name.clone(), why: fault.detail });
            }
        }
    }
    Ok(Some(names))
}

/// The variant and its options as the engines need them.
fn rules(settings: &MatchSettings, referee: &dyn Referee) -> RuleSettings {
    RuleSettings { variant: referee.variant().name, options: settings.options.clone() }
}

/// Plays the games that the schedule still misses, `concurrency` at a time, and passes each to `finished` as it ends.
/// An error of `finished` or of a worker ends the match.
pub fn run(
    plan: &Plan<'_>,
    schedule: &mut Schedule,
    referee: &dyn Referee,
    concurrency: usize,
    cancel: &Cancel,
    mut finished: impl FnMut(GameRecord) -> Result<Flow>,
) -> Result<()> {
    let failures: Vec<AtomicU32> = plan.settings.engines.iter().map(|_| AtomicU32::new(0)).collect();
    let worker = |number: usize| {
        let cpus = plan.cpus.get(number).map(Vec::as_slice);
        Worker::new(plan, cpus, referee.another(), &failures, cancel)
    };
    let mut workers: Vec<Worker<'_>> = (0..concurrency.max(1)).map(worker).collect();
    while let Some(stage) = schedule.stage().cloned() {
        let complete = schedule.complete_stages();
        play_stage(&mut workers, &stage, schedule, cancel, &mut finished)?;
        if schedule.complete_stages() == complete {
            break;
        }
    }
    if !cancel.is_cancelled() {
        // Engines have time to quit; otherwise they are killed.
        std::thread::scope(|scope| {
            workers.iter_mut().for_each(|worker| drop(scope.spawn(|| worker.quit_all_except(&[]))));
        });
    }
    Ok(())
}

/// Plays the games that a stage misses, unless the match ends before.
fn play_stage(
    workers: &mut [Worker<'_>],
    stage: &Stage,
    schedule: &mut Schedule,
    cancel: &Cancel,
    finished: &mut impl FnMut(GameRecord) -> Result<Flow>,
) -> Result<()> {
    let next = AtomicU64::new(stage.first_pair());
    let played = schedule.played().clone();
    let (sender, games) = unbounded();
    std::thread::scope(|scope| {
        for worker in workers {
            let (sender, next, played) = (sender.clone(), &next, &played);
            scope.spawn(move || worker.work(stage, played, next, &sender));
        }
        drop(sender);
        let mut outcome = Ok(());
        for game in games {
            let result = game.as_ref().map(|game| (game.id, game.result)).ok();
            let flow = game.and_then(&mut *finished);
            result.into_iter().for_each(|(id, result)| schedule.add(id, result));
            if !matches!(flow, Ok(Flow::Continue)) {
                cancel.cancel();
                outcome = flow.map(drop);
                break;
            }
        }
        outcome
    })
}

/// Plays games one after the other.
struct Worker<'a> {
    plan: &'a Plan<'a>,
    /// Its CPUs, which its engines inherit; `None` if they may run on any.
    cpus: Option<&'a [usize]>,
    referee: Box<dyn Referee>,
    rules: RuleSettings,
    cancel: &'a Cancel,
    /// The number of consecutive games for which each engine could not be started.
    failures: &'a [AtomicU32],
    /// The running engines, by their index in the settings.
    players: BTreeMap<usize, Box<dyn Player>>,
}

impl<'a> Worker<'a> {
    fn new(
        plan: &'a Plan<'a>,
        cpus: Option<&'a [usize]>,
        referee: Box<dyn Referee>,
        failures: &'a [AtomicU32],
        cancel: &'a Cancel,
    ) -> Self {
        let rules = rules(plan.settings, &*referee);
        Worker { plan, cpus, referee, rules, cancel, failures, players: BTreeMap::new() }
    }

    /// Plays pairs of a stage until none are left, the match ends, it is cancelled, or the receiver is dropped.
    fn work(&mut self, stage: &Stage, played: &HashSet<u64>, next: &AtomicU64, sender: &Sender<Result<GameRecord>>) {
        if let Err(error) = self.cpus.map_or(Ok(()), affinity::bind) {
            let _ = sender.send(Err(error));
            return;
        }
        while !(self.plan.ends)() {
            let pair = self.plan.shard.unit(next.fetch_add(1, Ordering::Relaxed));
            let Some(fixtures) = pair.and_then(|pair| stage.pair(pair)) else { break };
            for fixture in fixtures {
                if played.contains(&fixture.id) {
                    continue;
                }
                let game = match self.play(&fixture) {
                    Ok(Some(game)) => Ok(game),
                    Ok(None) => return,
                    Err(error) => Err(error),
                };
                let unstartable = self.unstartable(&fixture).map(Err);
                if std::iter::once(game).chain(unstartable).any(|news| sender.send(news).is_err()) {
                    return;
                }
            }
        }
    }

    /// Plays one game; `None` if the match was cancelled, or the end of the match ended an engine.
    fn play(&mut self, fixture: &Fixture) -> Result<Option<GameRecord>> {
        self.quit_all_except(&[fixture.first, fixture.second]);
        let started_at = StartTime::now();
        let Some(first) = self.slot(fixture.first) else { return Ok(None) };
        let Some(second) = self.slot(fixture.second) else { return Ok(None) };
        let mut slots = [first, second];
        let index = self.plan.settings.openings.index(fixture.opening, self.plan.openings.len());
        let opening = usize::try_from(index).ok().and_then(|index| self.plan.openings.get(index));
        let opening = opening.ok_or_else(|| anyhow!("no opening"))?;
        let adjudication = &self.plan.settings.adjudication;
        let played = match game::play(&mut *self.referee, opening, &mut slots, adjudication, self.cancel) {
            Ok(played) => played,
            Err(NoResult::Cancelled) => return Ok(None),
            Err(NoResult::Opening(why)) => bail!("opening {index}: {why}"),
        };
        if played.failure.as_ref().is_some_and(|(_, failure)| failure.kind == FaultKind::Disconnect) && self.is_ending()
        {
            return Ok(None);
        }
        let failed = played.failure.as_ref().map(|(side, failure)| {
            log::warn!("game {}: {} fails, {}: {}", fixture.id, failure.engine, failure.kind.word(), failure.detail);
            side.index()
        });
        for (place, (engine, slot)) in [fixture.first, fixture.second].into_iter().zip(slots).enumerate() {
            // An engine that has failed is in an unknown state; the next game starts a new process.
            if let (Ok(player), false) = (slot.player, failed == Some(place)) {
                self.players.insert(engine, player);
            }
        }
        let numbers = GameNumbers { id: fixture.id, pair: fixture.pair, opening: index };
        let names = [fixture.first, fixture.second].map(|engine| &*self.plan.settings.engines[engine].name);
        Ok(Some(played.record(numbers, opening, &self.rules, names, self.referee.position(), started_at)))
    }

    /// Whether the match is being ended. A scheduler that ends a job sends the signal to engines as well, which may
    /// exit before the signal has arrived here; such a game has no result.
    fn is_ending(&self) -> bool {
        let cancelled = self.cancel.watched().recv_timeout(SAME_SIGNAL) == Err(RecvTimeoutError::Disconnected);
        cancelled || (self.plan.ends)()
    }

    /// The slot of an engine, started unless it is running. `None` if the match was cancelled.
    fn slot(&mut self, engine: usize) -> Option<EngineSlot<'a>> {
        let settings = &self.plan.settings.engines[engine];
        let player = match self.players.remove(&engine) {
            Some(player) => Ok(player),
            None => match player::open(settings, &self.rules, self.cancel) {
                Ok(player) => {
                    self.failures[engine].store(0, Ordering::Relaxed);
                    Ok(player)
                }
                Err(Interruption::Fault(why)) => {
                    self.failures[engine].fetch_add(1, Ordering::Relaxed);
                    Err(why)
                }
                Err(Interruption::Cancelled) => return None,
            },
        };
        Some(EngineSlot { name: &settings.name, player, limits: &settings.limits })
    }

    /// The error that ends the match if an engine of this game has failed to start too often.
    fn unstartable(&self, fixture: &Fixture) -> Option<anyhow::Error> {
        let too_often = |engine: &usize| self.failures[*engine].load(Ordering::Relaxed) >= START_FAILURES;
        let engine = [fixture.first, fixture.second].into_iter().find(too_often)?;
        let engine = self.plan.settings.engines[engine].name.clone();
        let why = format!("could not be started for {START_FAILURES} games in a row");
        Some(CannotStart { engine, why }.into())
    }

    /// Quits all engines except these.
    fn quit_all_except(&mut self, kept: &[usize]) {
        let gone: Vec<usize> = self.players.keys().copied().filter(|engine| !kept.contains(engine)).collect();
        for engine in gone {
            if let Some(player) = self.players.remove(&engine) {
                player.quit();
            }
        }
    }
}
