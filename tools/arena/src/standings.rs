//! What the games of a match add up to.
//!
//! Only counting; what the numbers prove is for statistics over the pairs, which [`Standings::pairs`] hands out. Must not know:
//! how games are played, what is shown.

use crate::record::{GameRecord, Records};
use crate::referee::GameResult;
use crate::stats::{Cluster, Outcome, Sample, Tally};
use quartet::game::Side;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// How a game went for one side.
fn outcome(result: GameResult, side: Side) -> Outcome {
    match result {
        GameResult::Draw => Outcome::Draw,
        _ if result == GameResult::win_of(side) => Outcome::Win,
        _ => Outcome::Loss,
    }
}

/// What one engine did.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct EngineStanding {
    /// Its name.
    pub name: String,
    /// All its games.
    pub all: Tally,
    /// Its games as x.
    pub first: Tally,
    /// Its games as o.
    pub second: Tally,
    /// Games lost by each kind of failure.
    pub failures: BTreeMap<&'static str, u64>,
    /// Moves made.
    pub moves: u64,
    /// Milliseconds used for them, by the match runner's clock.
    pub milliseconds: f64,
    /// Nodes told of.
    pub nodes: u64,
    /// Sum of the depths told of, in plies.
    pub depths: u64,
    /// Moves with a depth told of.
    pub moves_with_depth: u64,
    /// Sum of the margins in counted-out games, from its point of view.
    pub margins: i64,
    /// Games that were counted out.
    pub games_with_margin: u64,
}

impl EngineStanding {
    /// Average depth in plies; `None` if it told of none.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.moves_with_depth > 0).then(|| self.depths as f64 / self.moves_with_depth as f64)
    }

    /// Nodes a second over all moves, by the match runner's clock; `None` if it told of none.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.nodes > 0 && self.milliseconds > 0.0).then(|| self.nodes as f64 * 1000.0 / self.milliseconds)
    }

    /// Milliseconds a move on average; `None` without moves.
    pub fn mean_milliseconds(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.milliseconds / self.moves as f64)
    }

    /// The mean margin of games that were counted out (Othello: discs); `None` without any.
    pub fn mean_margin(&self) -> Option<f64> {
        (self.games_with_margin > 0).then(|| self.margins as f64 / self.games_with_margin as f64)
    }

    /// Counts a game in, as this side.
    fn add(&mut self, game: &GameRecord, side: Side) {
        let by_side = if side == Side::X { &mut self.first } else { &mut self.second };
        by_side.add(outcome(game.result, side));
        self.all.add(outcome(game.result, side));
        if let Some(failure) = game.failure.as_ref().filter(|failure| failure.engine == self.name) {
            *self.failures.entry(failure.kind.word()).or_default() += 1;
        }
        if let Some(margin) = game.margin {
            self.margins += i64::from(if side == Side::X { margin } else { -margin });
            self.games_with_margin += 1;
        }
        for mv in game.moves.iter().filter(|mv| mv.engine == self.name) {
            self.moves += 1;
            self.milliseconds += mv.ms;
            self.nodes += mv.nodes.unwrap_or(0);
            if let Some(depth) = mv.depth {
                self.depths += u64::from(depth);
                self.moves_with_depth += 1;
            }
        }
    }
}

/// The two games of a pair, as far as they have been played, as the engine asked about sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairResult {
    /// Its number in the schedule.
    pub pair: u64,
    /// The place of its opening among the openings.
    pub opening: u64,
    /// The game that the engine asked about played as x.
    pub as_first: Option<Outcome>,
    /// The game that it played as o.
    pub as_second: Option<Outcome>,
}

impl PairResult {
    /// The sum of half points, 0 to 4, once both games are over.
    pub fn half_points(&self) -> Option<usize> {
        Some(self.as_first?.half_points() + self.as_second?.half_points())
    }

    /// What there is of it, for statistics.
    fn cluster(&self) -> Option<Cluster<Outcome>> {
        match (self.as_first, self.as_second) {
            (Some(one), Some(other)) => Some(Cluster::Pair(one, other)),
            (Some(game), None) | (None, Some(game)) => Some(Cluster::Single(game)),
            (None, None) => None,
        }
    }
}

/// A pair under the names of its engines, kept from the point of view of the first of them.
struct KeptPair {
    engines: [usize; 2],
    result: PairResult,
}

/// All that has been counted so far.
#[derive(Default)]
pub struct Standings {
    engines: Vec<EngineStanding>,
    /// By number.
    pairs: HashMap<u64, KeptPair>,
    plies: u64,
}

impl Standings {
    /// Nothing counted yet; the engines by name, in the order in which they are to be shown.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let named = |name: &str| EngineStanding { name: name.to_string(), ..EngineStanding::default() };
        Standings { engines: names.into_iter().map(named).collect(), pairs: HashMap::new(), plies: 0 }
    }

    /// What a record adds up to.
    pub fn of(records: &Records) -> Self {
        let names = records.header.settings.engines.iter().map(|engine| engine.name.as_str());
        let mut standings = Standings::new(names);
        records.games.iter().for_each(|game| standings.add(game));
        standings
    }

    /// Counts a game in; one of unknown engines is not counted.
    pub fn add(&mut self, game: &GameRecord) {
        let place = |name: &str| self.engines.iter().position(|engine| engine.name == name);
        let (Some(first), Some(second)) = (place(&game.first), place(&game.second)) else { return };
        self.engines[first].add(game, Side::X);
        self.engines[second].add(game, Side::O);
        self.plies += game.moves.len() as u64;
        let empty = PairResult { pair: game.pair, opening: game.opening.index, ..PairResult::default() };
        let fresh = || KeptPair { engines: [first, second], result: empty };
        let kept = self.pairs.entry(game.pair).or_insert_with(fresh);
        if kept.engines[0] == first {
            kept.result.as_first = Some(outcome(game.result, Side::X));
        } else {
            kept.result.as_second = Some(outcome(game.result, Side::O));
        }
    }

    /// What each engine did.
    pub fn engines(&self) -> &[EngineStanding] {
        &self.engines
    }

    /// Plies played after the openings.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// The pairs between two engines, by their places, in order, from the point of view of `one`: what Elo differences, pair
    /// counts and sequential tests are computed from.
    pub fn pairs(&self, one: usize, other: usize) -> Vec<PairResult> {
        let seen = |kept: &KeptPair| match kept.engines {
            [first, second] if (first, second) == (one, other) => Some(kept.result),
            [first, second] if (first, second) == (other, one) => {
                let turned = |game: Option<Outcome>| game.map(Outcome::reversed);
                let PairResult { as_first, as_second, .. } = kept.result;
                Some(PairResult { as_first: turned(as_second), as_second: turned(as_first), ..kept.result })
            }
            _ => None,
        };
        let mut pairs: Vec<PairResult> = self.pairs.values().filter_map(seen).collect();
        pairs.sort_by_key(|pair| pair.pair);
        pairs
    }

    /// All games between two engines, by their places, from the point of view of `one`.
    pub fn sample(&self, one: usize, other: usize) -> Sample {
        self.pairs(one, other).iter().flat_map(PairResult::cluster).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::OpeningRecord;

    fn game(id: u64, names: [&str; 2], result: GameResult, margin: Option<i16>) -> GameRecord {
        GameRecord {
            id,
            pair: id / 2,
            opening: OpeningRecord { index: 7, setup: "startpos".into(), moves: Vec::new() },
            variant: "othello".into(),
            options: BTreeMap::new(),
            first: names[0].into(),
            second: names[1].into(),
            result,
            reason: "discs".into(),
            failure: None,
            moves: Vec::new(),
            final_position: String::new(),
            margin,
            started: String::new(),
            seconds: 0.0,
        }
    }

    #[test]
    fn pairs_are_seen_from_either_side() {
        let mut standings = Standings::new(["A", "B"]);
        standings.add(&game(1, ["B", "A"], GameResult::Draw, Some(0)));
        assert_eq!(standings.pairs(0, 1)[0].half_points(), None);
        standings.add(&game(0, ["A", "B"], GameResult::FirstWins, Some(10)));
        standings.add(&game(2, ["A", "B"], GameResult::SecondWins, Some(-4)));
        let of_a: Vec<_> = standings.pairs(0, 1).iter().map(|pair| (pair.as_first, pair.as_second)).collect();
        assert_eq!(of_a, [(Some(Outcome::Win), Some(Outcome::Draw)), (Some(Outcome::Loss), None)]);
        let of_b: Vec<_> = standings.pairs(1, 0).iter().map(|pair| (pair.as_first, pair.as_second)).collect();
        assert_eq!(of_b, [(Some(Outcome::Draw), Some(Outcome::Loss)), (None, Some(Outcome::Win))]);
        assert_eq!(standings.pairs(0, 1)[0].half_points(), Some(3));
        let a = &standings.engines()[0];
        assert_eq!((a.all.wins, a.all.draws, a.all.losses), (1, 1, 1));
        assert_eq!((a.first.games(), a.second.games()), (2, 1));
        assert_eq!(a.mean_margin(), Some(2.0));
    }
}
