//! The schedule of a match: the games in order, with their engines and openings.
//!
//! Games come in pairs with the same opening and colours exchanged. The pairs belong to stages: the encounters of a
//! stage are known before its first game, and those of the next one when its last game has ended. A round robin and a
//! gauntlet are one stage each. A round of a Swiss tournament is a stage, and so is a round of a knockout, and each
//! round of tie-breaks in it. What the next stage is depends on the results alone, not on the order in which the games
//! ended.

mod fixed;
mod knockout;
mod swiss;
#[cfg(test)]
mod tests;

use crate::settings::{MatchSettings, Tournament};
use crate::stats::Outcome;
use knockout::Knockout;
pub use knockout::{KnockoutEncounter, KnockoutTable};
use quartet::game::Side;
use quartet_rules::GameResult;
use std::collections::HashSet;
use swiss::Swiss;
pub use swiss::{SwissRow, SwissTable};

/// A game to be played; engines are given by their index in the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The number of the game in the schedule, from 0.
    pub id: u64,
    /// The number of the pair: `id / 2`.
    pub pair: u64,
    /// The number of the opening, modulo the number of openings.
    pub opening: u64,
    /// The engine that plays x.
    pub first: usize,
    /// The engine that plays o.
    pub second: usize,
}

/// Encounters that are played together: each of them has the same number of pairs, with the same openings, so that they
/// can be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The number of its first pair.
    first_pair: u64,
    /// The number of its first opening.
    first_opening: u64,
    encounters: Vec<[usize; 2]>,
    /// The number of pairs of each encounter.
    pairs: u64,
}

impl Stage {
    /// The number of its first pair.
    pub fn first_pair(&self) -> u64 {
        self.first_pair
    }

    /// The number of the first pair after it.
    pub fn end(&self) -> u64 {
        self.first_pair.saturating_add(self.pairs.saturating_mul(self.encounters.len() as u64))
    }

    /// The encounter of a pair, and which of its pairs it is; `None` if it is not one of this stage.
    fn place(&self, pair: u64) -> Option<(usize, u64)> {
        let (own, encounters) = (pair.checked_sub(self.first_pair)?, self.encounters.len() as u64);
        (pair < self.end()).then(|| ((own % encounters) as usize, own / encounters))
    }

    /// The two games of a pair; `None` if it is not one of this stage.
    pub fn pair(&self, pair: u64) -> Option<[Fixture; 2]> {
        let (encounter, number) = self.place(pair)?;
        let &[one, other] = self.encounters.get(encounter)?;
        let opening = self.first_opening + number;
        Some([
            Fixture { id: 2 * pair, pair, opening, first: one, second: other },
            Fixture { id: 2 * pair + 1, pair, opening, first: other, second: one },
        ])
    }
}

/// The result of two engines in a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Score {
    /// The engines, by their index in the settings.
    engines: [usize; 2],
    /// Their points, in halves.
    half_points: [u64; 2],
}

impl Score {
    /// Whether they have the same number of points.
    fn is_tied(&self) -> bool {
        self.half_points[0] == self.half_points[1]
    }

    /// Adds the points of the same two engines in another stage.
    fn add(&mut self, other: &Score) {
        for (own, other) in self.half_points.iter_mut().zip(other.half_points) {
            *own += other;
        }
    }
}

/// The encounters of a stage, and the number of pairs of each.
type Encounters = (Vec<[usize; 2]>, u64);

/// Who meets whom.
#[derive(Clone, Debug)]
enum Format {
    /// One stage, whose encounters are known from the start.
    Fixed(Vec<[usize; 2]>),
    Swiss(Swiss),
    Knockout(Knockout),
}

/// All games of a match in order, as far as the results determine them.
#[derive(Clone, Debug)]
pub struct Schedule {
    format: Format,
    /// The number of pairs of an encounter, without tie-breaks.
    pairs: u64,
    /// The results of the stages that are complete.
    finished: Vec<Vec<Score>>,
    /// The stage that is not complete; `None` once the match is.
    stage: Option<Stage>,
    /// The results of its games so far.
    scores: Vec<Score>,
    /// The numbers of these games.
    played: HashSet<u64>,
    /// The number of pairs of complete stages.
    pairs_before: u64,
}

impl Schedule {
    /// The schedule of these settings before the first game.
    pub fn new(settings: &MatchSettings) -> Self {
        let (engines, pairs) = (settings.engines.len(), settings.games / 2);
        let format = match settings.tournament {
            Tournament::RoundRobin => Format::Fixed(fixed::round_robin(engines)),
            Tournament::Gauntlet => Format::Fixed(fixed::gauntlet(settings.seeds.unwrap_or(1), engines)),
            Tournament::Swiss => Format::Swiss(Swiss { engines, rounds: settings.swiss_rounds() }),
            Tournament::Knockout => Format::Knockout(Knockout { engines, tiebreaks: settings.knockout_tiebreaks() }),
        };
        Self::of(format, pairs)
    }

    fn of(format: Format, pairs: u64) -> Self {
        let (finished, scores, played) = (Vec::new(), Vec::new(), HashSet::new());
        let mut schedule = Schedule { format, pairs, finished, stage: None, scores, played, pairs_before: 0 };
        schedule.begin_stage(0);
        schedule
    }

    /// Makes the next stage the current one; its openings begin with this number.
    fn begin_stage(&mut self, first_opening: u64) {
        let next = match &self.format {
            Format::Fixed(encounters) if self.finished.is_empty() => Some((encounters.clone(), self.pairs)),
            Format::Fixed(_) => None,
            Format::Swiss(swiss) => swiss.next(&self.finished).map(|encounters| (encounters, self.pairs)),
            Format::Knockout(knockout) => knockout.next(&self.finished, self.pairs),
        };
        let next = next.filter(|(encounters, pairs)| !encounters.is_empty() && *pairs > 0);
        let first_pair = self.pairs_before;
        self.stage = next.map(|(encounters, pairs)| Stage { first_pair, first_opening, encounters, pairs });
        let encounters = self.stage.iter().flat_map(|stage| &stage.encounters);
        self.scores = encounters.map(|&engines| Score { engines, half_points: [0, 0] }).collect();
        self.played.clear();
    }

    /// The stage that is not complete; `None` once the match is.
    pub fn stage(&self) -> Option<&Stage> {
        self.stage.as_ref()
    }

    /// The number of complete stages.
    pub fn complete_stages(&self) -> usize {
        self.finished.len()
    }

    /// The numbers of the games of the current stage that have been played.
    pub fn played(&self) -> &HashSet<u64> {
        &self.played
    }

    /// The number of pairs of the whole match, if no encounter of a knockout is tied any more.
    pub fn pairs(&self) -> u64 {
        let (known, begun) = self.stage.as_ref().map_or((self.pairs_before, 0), |stage| (stage.end(), 1));
        let stages = self.finished.len() + begun;
        let to_come = match &self.format {
            Format::Fixed(_) => 0,
            Format::Swiss(swiss) => swiss.encounters_after(stages),
            Format::Knockout(knockout) => knockout.encounters_after(&self.finished),
        };
        known.saturating_add(to_come.saturating_mul(self.pairs))
    }

    /// The number of games of the whole match, if no encounter of a knockout is tied any more.
    pub fn games(&self) -> u64 {
        self.pairs().saturating_mul(2)
    }

    /// A game of the current stage.
    pub fn game(&self, id: u64) -> Option<Fixture> {
        self.stage.as_ref()?.pair(id / 2)?.get((id % 2) as usize).copied()
    }

    /// Counts a game of the current stage; the last one completes it. Any other game is ignored, and so is one that was
    /// counted before.
    pub fn add(&mut self, id: u64, result: GameResult) {
        let Some(stage) = &self.stage else { return };
        let Some((encounter, _)) = stage.place(id / 2) else { return };
        let Some(score) = self.scores.get_mut(encounter) else { return };
        if !self.played.insert(id) {
            return;
        }
        let sides = if id.is_multiple_of(2) { [Side::X, Side::O] } else { [Side::O, Side::X] };
        for (own, side) in score.half_points.iter_mut().zip(sides) {
            *own += Outcome::of(result, side).half_points() as u64;
        }
        let pairs = stage.end() - stage.first_pair;
        if self.played.len() as u64 == pairs.saturating_mul(2) {
            let next_opening = stage.first_opening + stage.pairs;
            self.pairs_before = stage.end();
            self.finished.push(std::mem::take(&mut self.scores));
            self.begin_stage(next_opening);
        }
    }

    /// The table of a Swiss tournament after its complete rounds.
    pub fn swiss(&self) -> Option<SwissTable> {
        if let Format::Swiss(swiss) = &self.format { Some(swiss.table(&self.finished)) } else { None }
    }

    /// The encounters of a knockout so far.
    pub fn knockout(&self) -> Option<KnockoutTable> {
        if let Format::Knockout(knockout) = &self.format { Some(knockout.table(&self.finished)) } else { None }
    }
}
