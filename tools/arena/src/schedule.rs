//! The schedule of a match: the games in order, with their engines and openings.
//!
//! Games come in pairs with the same opening and colours exchanged. All pairs of a round, one for every two engines
//! that meet, have the same opening, so that they can be compared.

use crate::settings::{MatchSettings, Tournament};

/// A game to be played; engines are given by their index in the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The number of the game in the schedule, from 0.
    pub id: u64,
    /// The number of the pair: `id / 2`.
    pub pair: u64,
    /// The number of the round, which selects the opening modulo the number of openings.
    pub round: u64,
    /// The engine that plays x.
    pub first: usize,
    /// The engine that plays o.
    pub second: usize,
}

/// All games of a match in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    rounds: u64,
}

impl Schedule {
    /// The schedule of these settings.
    pub fn new(settings: &MatchSettings) -> Self {
        Self::of(settings.engines.len(), settings.tournament, settings.games / 2)
    }

    /// The schedule for this number of engines and pairs between every two that meet.
    fn of(engines: usize, tournament: Tournament, rounds: u64) -> Self {
        let meetings = |one: usize| (one + 1..engines).map(move |other| (one, other));
        let encounters = match tournament {
            Tournament::RoundRobin => (0..engines).flat_map(meetings).collect(),
            Tournament::Gauntlet => meetings(0).collect(),
        };
        Schedule { encounters, rounds }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// The number of pairs of games.
    pub fn pairs(&self) -> u64 {
        self.rounds * self.encounters.len() as u64
    }

    /// The two games of a pair.
    pub fn pair(&self, pair: u64) -> [Fixture; 2] {
        let meetings = self.encounters.len() as u64;
        let (one, other) = self.encounters[(pair % meetings) as usize];
        let round = pair / meetings;
        [
            Fixture { id: 2 * pair, pair, round, first: one, second: other },
            Fixture { id: 2 * pair + 1, pair, round, first: other, second: one },
        ]
    }

    /// The game with this number.
    pub fn game(&self, id: u64) -> Option<Fixture> {
        (id < self.games()).then(|| self.pair(id / 2)[(id % 2) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_engine_meets_every_other_equally_often_with_each_colour() {
        let schedule = Schedule::of(4, Tournament::RoundRobin, 3);
        assert_eq!(schedule.games(), 36);
        let mut met = HashMap::new();
        for id in 0..schedule.games() {
            let game = schedule.game(id).expect("in the schedule");
            assert_eq!((game.id, game.pair), (id, id / 2));
            *met.entry((game.first, game.second)).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|&times| times == 3));
        assert_eq!(schedule.game(36), None);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule::of(4, Tournament::Gauntlet, 1);
        assert_eq!(schedule.games(), 6);
        assert!((0..6).all(|id| schedule.game(id).is_some_and(|game| game.first == 0 || game.second == 0)));
    }

    #[test]
    fn the_games_of_a_pair_share_the_opening() {
        let schedule = Schedule::of(3, Tournament::RoundRobin, 2);
        let rounds: Vec<u64> = (0..schedule.pairs()).map(|pair| schedule.pair(pair)[0].round).collect();
        assert_eq!(rounds, [0, 0, 0, 1, 1, 1]);
    }
}
