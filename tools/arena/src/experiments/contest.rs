//! Games in pairs with exchanged colours, everybody against everybody from given openings.
//!
//! Must not know: which players, what the games are for.

use super::Common;
use super::ledger::Ledger;
use crate::openings::Opening;
use crate::record::GameRecord;
use crate::referee::Referee;
use crate::run::{Flow, Plan, run};
use crate::schedule::Schedule;
use crate::settings::{Adjudication, EngineSettings, MatchSettings, OpeningSettings, Tournament};
use crate::standings::Standings;
use anyhow::{Result, bail};
use std::collections::{BTreeMap, HashSet};

/// Plays a pair from every opening between every two engines, but for games in the record, and tells of each. A player that fails is an
/// error: nothing is learned from such a game.
pub fn contest(
    engines: Vec<EngineSettings>,
    openings: &[Opening],
    referee: &dyn Referee,
    common: &Common,
    ledger: &mut Ledger,
    mut ended: impl FnMut(&GameRecord) -> Result<()>,
) -> Result<Standings> {
    let settings = MatchSettings {
        variant: referee.variant().name.into(),
        options: BTreeMap::new(),
        engines,
        tournament: Tournament::RoundRobin,
        games: 2 * openings.len() as u64,
        openings: OpeningSettings::default(),
        adjudication: Adjudication::default(),
        sprt: None,
        count_repeats: false,
    };
    settings.check()?;
    let schedule = Schedule::new(&settings);
    let mut standings = Standings::new(settings.engines.iter().map(|engine| engine.name.as_str()));
    let cancel = ledger.cancel().clone();
    let mut part = ledger.part(schedule.games());
    let earlier = part.earlier();
    for game in &earlier {
        standings.add(game);
        ended(game)?;
    }
    let played: HashSet<u64> = earlier.iter().map(|game| game.id).collect();
    if played.len() as u64 == schedule.games() {
        return Ok(standings);
    }
    let plan = Plan { settings: &settings, schedule: &schedule, openings, played: &played };
    run(&plan, referee, common.concurrency.get(), &cancel, |game| {
        if let Some(failure) = &game.failure {
            bail!("game {}: {}: {}", game.id, failure.engine, failure.detail);
        }
        part.keep(&game)?;
        standings.add(&game);
        ended(&game)?;
        Ok(Flow::Continue)
    })?;
    ledger.check()?;
    Ok(standings)
}
