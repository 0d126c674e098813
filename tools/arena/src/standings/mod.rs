//! Cumulative results of games.
//!
//! This module only counts; statistics are computed from [`Standings::sample`]. Games are not kept: memory grows with
//! engines, openings and failures, and by a few bytes for each different game.

mod engine;
mod head_to_head;
mod overview;

use crate::record::GameRecord;
use crate::stats::{Encounter, Sample};
pub use engine::{EngineStanding, Searches};
use head_to_head::HeadToHead;
pub use head_to_head::Margins;
pub use overview::{FailureNote, OpeningTally, Overview};
use quartet::game::Side;
use std::collections::BTreeMap;

/// The counts so far.
#[derive(Default)]
pub struct Standings {
    engines: Vec<EngineStanding>,
    /// The games by the indices of two engines, lower index first, from the point of view of that engine.
    head_to_head: BTreeMap<(usize, usize), HeadToHead>,
    overview: Overview,
}

impl Standings {
    /// Standings without games for these engines in order. Other engines are added with their first games.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut standings = Standings::default();
        standings.introduce(names);
        standings
    }

    /// Adds engines that are not known yet, in this order.
    pub fn introduce<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            self.place(name);
        }
    }

    /// Counts a game of a match.
    pub fn add(&mut self, game: &GameRecord) {
        self.add_of_match(0, game);
    }

    /// Counts a game of one of several matches. Pairs are formed within a match.
    pub fn add_of_match(&mut self, of_match: usize, game: &GameRecord) {
        let places = [self.place(&game.first), self.place(&game.second)];
        for (place, side) in places.into_iter().zip([Side::X, Side::O]) {
            self.engines[place].add(game, side);
        }
        let key = game.replay_key();
        self.overview.add(game, key, &self.engines[0].name);
        let (view, duel) = match places {
            [first, second] if first <= second => (Side::X, (first, second)),
            [first, second] => (Side::O, (second, first)),
        };
        self.head_to_head.entry(duel).or_default().add(of_match, game, view);
    }

    /// The index of an engine, which is added if it is new.
    fn place(&mut self, name: &str) -> usize {
        let known = self.engines.iter().position(|engine| engine.name == name);
        known.unwrap_or_else(|| {
            self.engines.push(EngineStanding::new(name));
            self.engines.len() - 1
        })
    }

    /// The results of each engine.
    pub fn engines(&self) -> &[EngineStanding] {
        &self.engines
    }

    /// The games regardless of who played them.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// The games between two engines, by index, from the point of view of `one`.
    pub fn sample(&self, one: usize, other: usize) -> Sample {
        let sample = |one, other| self.head_to_head.get(&(one, other)).map(HeadToHead::sample).unwrap_or_default();
        if one <= other { sample(one, other) } else { sample(other, one).reversed() }
    }

    /// Every pair and single game between the engines with these indices. For the ratings they are numbered by their
    /// positions in the list.
    pub fn encounters(&self, places: &[usize]) -> Vec<Encounter> {
        let numbered = || places.iter().enumerate();
        let meetings = numbered().flat_map(|one| numbered().skip(one.0 + 1).map(move |other| (one, other)));
        let games = |((one, &place), (other, &opponent))| Encounter::all(one, other, self.sample(place, opponent));
        meetings.flat_map(games).collect()
    }

    /// The margins of the games between two engines, from the point of view of `one`.
    pub fn margins(&self, one: usize, other: usize) -> Margins {
        let margins = |one, other| self.head_to_head.get(&(one, other)).map(HeadToHead::margins).unwrap_or_default();
        if one <= other { margins(one, other) } else { margins(other, one).reversed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::example;
    use quartet_rules::GameResult;

    fn game(id: u64, names: [&str; 2], result: GameResult, margin: i16) -> GameRecord {
        GameRecord { margin: Some(margin), ..example(id, names, result) }
    }

    #[test]
    fn pairs_are_counted_for_both_players() {
        let mut standings = Standings::new(["A", "B"]);
        standings.add(&game(1, ["B", "A"], GameResult::Draw, 0));
        assert_eq!((standings.sample(0, 1).pairs().pairs(), standings.sample(0, 1).singles().draws), (0, 1));
        standings.add(&game(0, ["A", "B"], GameResult::FirstWins, 10));
        standings.add(&game(2, ["A", "B"], GameResult::SecondWins, -4));
        let (of_a, of_b) = (standings.sample(0, 1), standings.sample(1, 0));
        assert_eq!((of_a.pairs().0, of_a.singles().losses), ([0, 0, 0, 1, 0], 1));
        assert_eq!((of_b.pairs().0, of_b.singles().wins), ([0, 1, 0, 0, 0], 1));
        let a = &standings.engines()[0];
        assert_eq!((a.all().wins, a.all().draws, a.all().losses), (1, 1, 1));
        assert_eq!((a.first.games(), a.second.games()), (2, 1));
        assert_eq!(standings.margins(0, 1).mean().map(|mean| mean.mean), Some(2.0));
        assert_eq!(standings.margins(1, 0).mean().map(|mean| mean.mean), Some(-2.0));
    }

    #[test]
    fn pairs_are_those_of_one_match() {
        let mut standings = Standings::default();
        standings.add_of_match(0, &game(0, ["A", "B"], GameResult::Draw, 0));
        standings.add_of_match(1, &game(1, ["B", "A"], GameResult::Draw, 0));
        assert_eq!(standings.sample(0, 1).pairs().pairs(), 0);
        standings.add_of_match(1, &game(0, ["A", "B"], GameResult::Draw, 0));
        assert_eq!(standings.sample(0, 1).pairs().0, [0, 0, 1, 0, 0]);
    }
}
