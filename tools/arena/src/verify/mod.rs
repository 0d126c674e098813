//! Whether recorded games are those of their match: each is compared with its place in the schedule, and its moves are
//! replayed by the referee, so that its result follows from its record.
//!
//! | module | what it compares |
//! |---|---|
//! | `place` | engines, colours, pair, rules and the number of the opening, with the schedule |
//! | `replay` | moves, result, reason and final position, with the rules and the adjudication of the settings |
//! | `openings` | the opening, with that of its number |
//!
//! The records of experiments have no schedule; their games are only replayed.

mod openings;
mod place;
mod replay;
#[cfg(test)]
mod tests;

use crate::openings::Opening;
use crate::record::{GameRecord, Header};
use crate::schedule::Schedule;
use anyhow::{Context, Result};
use openings::Openings;
use quartet_interrupt::print_to_stderr;
use quartet_records::referees::Referees;
use quartet_rules::referee;
use rayon::prelude::*;
use replay::{Replay, replay};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;

/// A game of a record that contradicts the schedule of its match, or the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WrongGame {
    /// The record.
    pub file: String,
    /// The line of the game, from 1.
    pub line: u64,
    /// The number of the game.
    pub game: u64,
    /// What is wrong, and what was expected, in one line.
    pub what: String,
}

impl fmt::Display for WrongGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongGame { file, line, game, what } = self;
        write!(f, "{file}, line {line}: game {game}: {what}")
    }
}

/// Prints wrong games on stderr, one in a line; many are counted.
pub fn print_wrong_games(wrong: &[WrongGame]) {
    /// The maximum number of games that are listed.
    const LISTED: usize = 20;
    wrong.iter().take(LISTED).for_each(|wrong| print_to_stderr(&wrong.to_string()));
    if let Some(more) = wrong.len().checked_sub(LISTED).filter(|more| *more > 0) {
        print_to_stderr(&format!("{more} more wrong games"));
    }
}

/// The games of a record, sorted.
#[derive(Default, Debug)]
pub struct Verified {
    /// The games that are right, by number.
    pub right: Vec<GameRecord>,
    /// The others, by line.
    pub wrong: Vec<WrongGame>,
}

/// Verifies the games of a record, given with their lines. Without `openings` they are taken from the games. Fails if
/// the rules of the header are unknown.
pub fn verify(
    path: &Path,
    header: &Header,
    openings: Option<&[Opening]>,
    games: Vec<(u64, GameRecord)>,
) -> Result<Verified> {
    let (mut lines, mut games): (Vec<u64>, Vec<GameRecord>) = games.into_iter().unzip();
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|&place| games[place].id);
    lines = order.iter().map(|&place| lines[place]).collect();
    games.sort_by_key(|game| game.id);
    let found = check_all(header, openings, &games).with_context(|| format!("record {}", path.display()))?;
    let mut verified = Verified::default();
    for ((line, game), what) in lines.into_iter().zip(games).zip(found) {
        match what {
            None => verified.right.push(game),
            Some(what) => {
                verified.wrong.push(WrongGame { file: path.display().to_string(), line, game: game.id, what });
            }
        }
    }
    verified.wrong.sort_by_key(|wrong| wrong.line);
    Ok(verified)
}

/// What is wrong with each game of a record, given by number; `None` if nothing is. Fails if the rules of the header
/// are unknown.
pub fn check_all(header: &Header, openings: Option<&[Opening]>, games: &[GameRecord]) -> Result<Vec<Option<String>>> {
    let mut verification = Verification::new(header, openings)?;
    let found = verification.check(games);
    let mut openings = verification.finish();
    Ok(games.iter().zip(found).map(|(game, what)| what.or_else(|| openings.remove(&game.id))).collect())
}

/// The verification of a match's games, which can be given in parts.
pub struct Verification {
    header: Header,
    /// The variant's name.
    variant: &'static str,
    /// `None` for an experiment.
    schedule: Option<Schedule>,
    openings: Openings,
    /// The games that are right so far.
    seen: HashSet<u64>,
}

impl Verification {
    /// The verification of a record before its first game. Without `openings` they are taken from the games. Fails if
    /// the rules of the header are unknown.
    pub fn new(header: &Header, openings: Option<&[Opening]>) -> Result<Self> {
        let settings = &header.settings;
        let variant = referee(&settings.variant, &settings.options)?.variant().name;
        let schedule = header.experiment.is_none().then(|| Schedule::new(settings));
        let openings = Openings::of(header, openings);
        Ok(Verification { header: header.clone(), variant, schedule, openings, seen: HashSet::new() })
    }

    /// What is wrong with each of these games; `None` if nothing is. Games are given in the order of their numbers if
    /// the pairings depend on results.
    pub fn check(&mut self, games: &[GameRecord]) -> Vec<Option<String>> {
        let settings = &self.header.settings;
        let replays = games.par_iter().map_init(Referees::default, |referees, game| replay(game, settings, referees));
        let replays: Vec<Replay> = replays.collect();
        games.iter().zip(replays).map(|(game, replay)| self.judge(game, replay).err()).collect()
    }

    /// Fails with what is wrong with a game that has been replayed.
    fn judge(&mut self, game: &GameRecord, replay: Replay) -> Result<(), String> {
        if self.seen.contains(&game.id) {
            return Err("it is there for the second time".into());
        }
        if let Some(schedule) = &mut self.schedule {
            let place = place::compare(game, &self.header, self.variant, schedule);
            // The pairings are those of the results that were played, whatever the record says of them.
            replay.result.into_iter().for_each(|result| schedule.add(game.id, result));
            place?;
        }
        replay.what.map_or(Ok(()), Err)?;
        if self.schedule.is_some() {
            self.openings.add(game)?;
        }
        self.seen.insert(game.id);
        Ok(())
    }

    /// What is wrong with the openings of games, by their numbers, if that shows only when all of them are known.
    pub fn finish(self) -> HashMap<u64, String> {
        self.openings.finish()
    }
}
