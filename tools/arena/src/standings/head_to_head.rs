//! The games between two engines.

use crate::record::GameRecord;
use crate::stats::{Cluster, Mean, Outcome, Pairing, Sample};
use quartet::game::Side;
use std::collections::BTreeMap;

/// The identity of a pair: the number of the match and of the pair in it.
type PairKey = (usize, u64);

/// A game from the point of view of one engine.
#[derive(Clone, Copy)]
struct Seen {
    outcome: Outcome,
    /// The margin, in games scored by one.
    margin: Option<i16>,
}

/// The games between two engines, from the point of view of one.
#[derive(Default)]
pub(super) struct HeadToHead {
    waiting: Pairing<PairKey, Seen>,
    /// Games of complete pairs.
    sample: Sample,
    margins: Margins,
}

impl HeadToHead {
    /// Counts a game in which the engine had this side.
    pub(super) fn add(&mut self, of_match: usize, game: &GameRecord, side: Side) {
        let margin = game.margin.map(|margin| if side == Side::X { margin } else { -margin });
        let seen = Seen { outcome: Outcome::of(game.result, side), margin };
        if let Some(cluster) = self.waiting.add((of_match, game.pair), side == Side::X, seen) {
            self.sample.add(cluster.map(|seen| seen.outcome));
            self.margins.add(cluster.map(|seen| seen.margin));
        }
    }

    /// All results.
    pub(super) fn sample(&self) -> Sample {
        let mut all = self.sample;
        self.waiting.singles().for_each(|single| all.add(single.map(|seen| seen.outcome)));
        all
    }

    /// All margins.
    pub(super) fn margins(&self) -> Margins {
        let mut all = self.margins.clone();
        self.waiting.singles().for_each(|single| all.add(single.map(|seen| seen.margin)));
        all
    }
}

/// Margins of games scored by one (Othello: discs), from the point of view of one engine: how often each sum over a
/// pair, or over a single game, occurred. The key consists of the sum and the number of games.
#[derive(Clone, Default)]
pub struct Margins(BTreeMap<(i64, u64), u64>);

impl Margins {
    fn add(&mut self, cluster: Cluster<Option<i16>>) {
        let margins = match cluster {
            Cluster::Pair(one, other) => [one, other],
            Cluster::Single(game) => [game, None],
        };
        let known = margins.into_iter().flatten();
        let (sum, games) = known.fold((0, 0), |(sum, games), margin| (sum + i64::from(margin), games + 1));
        if games > 0 {
            *self.0.entry((sum, games)).or_default() += 1;
        }
    }

    /// Adds other margins.
    pub fn merge(&mut self, other: &Margins) {
        other.0.iter().for_each(|(&key, count)| *self.0.entry(key).or_default() += count);
    }

    /// The same games from the point of view of the other engine.
    #[must_use]
    pub(super) fn reversed(&self) -> Self {
        Margins(self.0.iter().map(|(&(sum, games), &count)| ((-sum, games), count)).collect())
    }

    /// The mean; `None` without games.
    pub fn mean(&self) -> Option<Mean> {
        Mean::of(self.0.iter().map(|(&(sum, games), &count)| (sum as f64, games, count)))
    }
}
