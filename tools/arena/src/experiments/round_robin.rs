//! A round robin: pairs of games with exchanged colours between every two engines, from given openings.

use super::Common;
use super::experiment_record::ExperimentRecord;
use crate::openings::Opening;
use crate::record::GameRecord;
use crate::run::{Flow, Plan, run};
use crate::schedule::Schedule;
use crate::settings::{Adjudication, EngineSettings, MatchSettings, OpeningSettings, Tournament};
use crate::standings::Standings;
use anyhow::{Result, bail};
use quartet::shard::Shard;
use quartet_rules::Referee;
use std::collections::BTreeMap;

/// Plays a pair from every opening between every two engines, except for games that are in the record, and calls
/// `ended` for each game, recorded or played. A failing engine is an error, since such a game would distort the result.
pub(super) fn round_robin(
    engines: Vec<EngineSettings>,
    openings: &[Opening],
    referee: &dyn Referee,
    common: &Common,
    record: &mut ExperimentRecord,
    mut ended: impl FnMut(&GameRecord) -> Result<()>,
) -> Result<Standings> {
    let settings = MatchSettings {
        variant: referee.variant().name.into(),
        options: BTreeMap::new(),
        engines,
        tournament: Tournament::RoundRobin,
        seeds: None,
        rounds: None,
        tiebreaks: None,
        games: 2 * openings.len() as u64,
        openings: OpeningSettings::default(),
        adjudication: Adjudication::default(),
        sprt: None,
        count_repeats: false,
    };
    settings.check()?;
    let mut schedule = Schedule::new(&settings);
    let mut standings = Standings::new(settings.engines.iter().map(|engine| engine.name.as_str()));
    let cancel = record.cancel().clone();
    let mut part = record.part(schedule.games());
    let earlier = part.earlier();
    for game in &earlier {
        standings.add(game);
        schedule.add(game.id, game.result);
        ended(game)?;
    }
    let plan = Plan { settings: &settings, openings, shard: Shard::default(), cpus: &[], ends: &|| false };
    run(&plan, &mut schedule, referee, common.concurrency.get(), &cancel, |game| {
        if let Some(failure) = &game.failure {
            bail!("game {}: {}: {}", game.id, failure.engine, failure.detail);
        }
        part.append(&game)?;
        standings.add(&game);
        ended(&game)?;
        Ok(Flow::Continue)
    })?;
    record.check()?;
    Ok(standings)
}
