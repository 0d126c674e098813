//! The ladder inside a game: by lot, without search, and at rising depths, all against all from random openings; stronger
//! must come out stronger.

use super::Common;
use crate::fault::Cancel;
use crate::openings::random;
use crate::referee::{Referee, referee};
use crate::report::{self, Section};
use crate::run::{Flow, Plan, run as play};
use crate::schedule::Schedule;
use crate::settings::{Adjudication, EngineSettings, MatchSettings, OpeningSettings, Tournament};
use crate::standings::Standings;
use anyhow::Result;
use std::collections::{BTreeMap, HashSet};

/// Plies of the random openings.
const OPENING_PLIES: usize = 4;

/// Plays everybody against everybody and prints the table, the strongest first.
pub fn run(variant: &str, depths: &[u32], common: &Common) -> Result<()> {
    let mut referee = referee(variant, &BTreeMap::new())?;
    let games = common.games.next_multiple_of(2);
    let settings = MatchSettings {
        variant: referee.variant().name.into(),
        options: BTreeMap::new(),
        engines: players(&*referee, depths, common),
        tournament: Tournament::RoundRobin,
        games,
        openings: OpeningSettings::default(),
        adjudication: Adjudication::default(),
    };
    settings.check()?;
    let openings = random(&mut *referee, OPENING_PLIES, games as usize / 2, common.seed)?;
    let schedule = Schedule::new(&settings);
    let plan = Plan { settings: &settings, schedule: &schedule, openings: &openings, played: &HashSet::new() };
    let mut standings = Standings::new(settings.engines.iter().map(|engine| engine.name.as_str()));
    play(&plan, &*referee, common.concurrency.get(), &Cancel::default(), |game| {
        standings.add(&game);
        Ok(Flow::Continue)
    })?;
    print!("{}", report::section(&Section::of(&settings.variant, &standings)));
    Ok(())
}

/// Everybody on the ladder, the weakest first as far as is known.
fn players(referee: &dyn Referee, depths: &[u32], common: &Common) -> Vec<EngineSettings> {
    let one_ply: &[&str] = match referee.variant().name {
        "othello" => &["practice", "staged"],
        "gomoku" => &["textbook"],
        _ => &[],
    };
    let personality = |name: &str, depth| common.engine(name, &[("Personality", name)], depth);
    let mut players = vec![personality("random", 1)];
    players.extend(one_ply.iter().map(|name| personality(name, 1)));
    let searching = |depth: &u32| common.engine(&format!("depth {depth}"), &[("Personality", "search")], *depth);
    players.extend(depths.iter().map(searching));
    players
}
