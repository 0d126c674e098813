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
        let rounds = settings.games / 2;
        match settings.tournament {
            Tournament::RoundRobin => Self::round_robin(settings.engines.len(), rounds),
            Tournament::Gauntlet => Self::gauntlet(settings.seeds.unwrap_or(1), settings.engines.len(), rounds),
        }
    }

    /// Every engine meets every other one for this number of pairs.
    fn round_robin(engines: usize, rounds: u64) -> Self {
        let meetings = |one: usize| (one + 1..engines).map(move |other| (one, other));
        Schedule { encounters: (0..engines).flat_map(meetings).collect(), rounds }
    }

    /// Each of the first engines, the seeds, meets each of the others for this number of pairs.
    fn gauntlet(seeds: usize, engines: usize, rounds: u64) -> Self {
        let meetings = |one: usize| (seeds..engines).map(move |other| (one, other));
        Schedule { encounters: (0..seeds).flat_map(meetings).collect(), rounds }
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
        let schedule = Schedule::round_robin(4, 3);
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
    fn a_gauntlet_is_run_by_its_seeds() {
        let schedule = Schedule::gauntlet(1, 4, 1);
        assert_eq!(schedule.games(), 6);
        assert!((0..6).all(|id| schedule.game(id).is_some_and(|game| game.first == 0 || game.second == 0)));
        let two = Schedule::gauntlet(2, 5, 2);
        let met: Vec<_> =
            (0..two.pairs() / 2).map(|pair| two.pair(pair)[0]).map(|game| (game.first, game.second)).collect();
        assert_eq!(met, [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]);
    }

    #[test]
    fn the_games_of_a_pair_share_the_opening() {
        let schedule = Schedule::round_robin(3, 2);
        let rounds: Vec<u64> = (0..schedule.pairs()).map(|pair| schedule.pair(pair)[0].round).collect();
        assert_eq!(rounds, [0, 0, 0, 1, 1, 1]);
    }
}
