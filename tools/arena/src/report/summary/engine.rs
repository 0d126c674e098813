//! One engine's figures over all its games.

use super::Filed;
use crate::report::record::{Game, Move};
use crate::stats::{CONFIDENCE, Cluster, Estimate, Mean, Outcome, Pairing, Sample, Tally, compare};
use serde::Serialize;
use std::collections::BTreeMap;

/// An engine in the games of a variant.
#[derive(Clone, Debug, Serialize)]
pub struct Engine {
    /// Its name in the records.
    pub name: String,
    /// All its games against others.
    pub tally: Tally,
    /// Those in which it moved first.
    pub as_first: Tally,
    /// Those in which it moved second.
    pub as_second: Tally,
    /// Points per game; none without games against others.
    pub score: Option<Estimate>,
    /// Elo above the mean of all engines.
    pub rating: Estimate,
    /// Its failures by kind.
    pub failures: BTreeMap<String, u64>,
    /// Its searches.
    pub play: Play,
    /// Othello: its discs less its opponents'.
    pub margin: Option<Margin>,
    /// Mean milliseconds of a move, by ply from the start of the game (0 is the first).
    pub ms_by_ply: BTreeMap<usize, f64>,
}

/// Depth, speed and time, over the moves that say something of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Play {
    /// Moves made.
    pub moves: u64,
    /// Mean depth.
    pub depth: Option<f64>,
    /// Nodes per second, all nodes by all time.
    pub nps: Option<f64>,
    /// Mean milliseconds of a move.
    pub ms: Option<f64>,
    /// Most milliseconds of a move.
    pub longest_ms: Option<f64>,
}

/// A mean disc difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Margin {
    /// Games that say it.
    pub games: u64,
    /// Discs, from one engine's view.
    pub mean: f64,
    /// Lower end of the 95 % interval; none with fewer than two pairs.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

/// What makes games one pair: file, number of the pair, opponent. Without a number a game has no companion, so that its
/// id stands in.
type PairKey = (usize, String, String);

/// Games of one engine, as it sees them. Games against itself say nothing about its strength.
#[derive(Default)]
pub(super) struct Games {
    outcomes: Pairing<PairKey, Outcome>,
    margins: Pairing<PairKey, f64>,
    as_first: Tally,
    as_second: Tally,
}

impl Games {
    pub(super) fn of(engine: &str, games: &[Filed]) -> Self {
        let mut own = Games::default();
        for (file, game) in games.iter().filter(|(_, game)| game.first != game.second) {
            if game.first == engine {
                own.add(pair_key(*file, game, &game.second), game, true);
            } else if game.second == engine {
                own.add(pair_key(*file, game, &game.first), game, false);
            }
        }
        own
    }

    fn add(&mut self, key: PairKey, game: &Game, first: bool) {
        let Some(outcome) = game.outcome() else { return };
        let (side, outcome) =
            if first { (&mut self.as_first, outcome) } else { (&mut self.as_second, outcome.reversed()) };
        side.add(outcome);
        if let Some(margin) = game.margin {
            self.margins.add(key.clone(), first, if first { margin } else { -margin });
        }
        self.outcomes.add(key, first, outcome);
    }

    pub(super) fn sample(&self) -> Sample {
        self.outcomes.clusters().map(|(_, cluster)| cluster).collect()
    }

    /// Opponents with pairs and single games.
    pub(super) fn encounters(&self) -> impl Iterator<Item = (&str, Cluster<Outcome>)> {
        self.outcomes.clusters().map(|((_, _, opponent), cluster)| (opponent.as_str(), cluster))
    }

    pub(super) fn margin(&self) -> Option<Margin> {
        let sums: Vec<_> = self.margins.clusters().map(|(_, cluster)| cluster.sum()).collect();
        let mean = Mean::of(sums.into_iter().map(|(sum, games)| (sum, games, 1)))?;
        let (low, high) = mean.interval(CONFIDENCE).unzip();
        Some(Margin { games: mean.games, mean: mean.mean, low, high })
    }
}

fn pair_key(file: usize, game: &Game, opponent: &str) -> PairKey {
    let pair = game.pair.as_ref().map_or_else(|| format!("game {}", game.id), ToString::to_string);
    (file, pair, opponent.into())
}

impl Engine {
    pub(super) fn of(name: &str, rating: Estimate, own: &Games, games: &[Filed]) -> Self {
        let sample = own.sample();
        Engine {
            name: name.into(),
            tally: sample.tally(),
            as_first: own.as_first,
            as_second: own.as_second,
            score: compare(&sample, CONFIDENCE).score,
            rating,
            failures: failures(name, games),
            play: play(moves(name, games).map(|(_, made)| made)),
            margin: own.margin(),
            ms_by_ply: ms_by_ply(moves(name, games)),
        }
    }
}

/// An engine's moves with their plies.
fn moves<'a>(engine: &'a str, games: &'a [Filed]) -> impl Iterator<Item = (usize, &'a Move)> {
    let all = games.iter().flat_map(|(_, game)| (game.opening.moves.len()..).zip(&game.moves));
    all.filter(move |(_, made)| made.engine.as_deref() == Some(engine))
}

fn failures(engine: &str, games: &[Filed]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for failure in games.iter().filter_map(|(_, game)| game.failure.as_ref()).filter(|f| f.engine == engine) {
        *counts.entry(failure.kind.clone()).or_default() += 1;
    }
    counts
}

fn play<'a>(moves: impl Iterator<Item = &'a Move>) -> Play {
    let (mut depth, mut time, mut searched) = (Average::default(), Average::default(), Average::default());
    let mut longest: Option<f64> = None;
    let mut count = 0;
    for made in moves {
        count += 1;
        depth.add(made.depth);
        time.add(made.ms);
        longest = longest.into_iter().chain(made.ms).reduce(f64::max);
        if let (Some(nodes), Some(ms)) = (made.nodes, made.ms) {
            searched.add_weighted(nodes, ms);
        }
    }
    Play {
        moves: count,
        depth: depth.value(),
        nps: searched.value().map(|per_ms| per_ms * 1000.0),
        ms: time.value(),
        longest_ms: longest,
    }
}

fn ms_by_ply<'a>(moves: impl Iterator<Item = (usize, &'a Move)>) -> BTreeMap<usize, f64> {
    let mut plies: BTreeMap<usize, Average> = BTreeMap::new();
    for (ply, made) in moves {
        plies.entry(ply).or_default().add(made.ms);
    }
    plies.into_iter().filter_map(|(ply, average)| Some((ply, average.value()?))).collect()
}

/// A mean in the making.
#[derive(Default)]
pub(super) struct Average {
    sum: f64,
    weight: f64,
}

impl Average {
    pub(super) fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.add_weighted(value, 1.0);
        }
    }

    fn add_weighted(&mut self, sum: f64, weight: f64) {
        self.sum += sum;
        self.weight += weight;
    }

    pub(super) fn value(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }
}
