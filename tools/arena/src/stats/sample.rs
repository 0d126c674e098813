//! Counts of results: single games, and pairs with colours exchanged.

use super::{Cluster, Mean};
use quartet::game::Side;
use quartet_rules::GameResult;
use serde::Serialize;

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// 0 points.
    Loss,
    /// Half a point.
    Draw,
    /// 1 point.
    Win,
}

impl Outcome {
    /// The result of a game for one side.
    pub fn of(result: GameResult, side: Side) -> Self {
        match result {
            GameResult::Draw => Outcome::Draw,
            _ if result == GameResult::win_of(side) => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// The points: 0, 0.5 or 1.
    pub fn points(self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// The points in halves: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        self as usize
    }

    /// The result for the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// Games counted by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts one more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Win => self.wins += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: wins plus half the draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The results for the other player.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Counts of losses, draws and wins.
    pub(super) fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl FromIterator<Outcome> for Tally {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Self {
        let mut tally = Tally::default();
        outcomes.into_iter().for_each(|outcome| tally.add(outcome));
        tally
    }
}

/// Complete pairs counted by their points: 0, 0.5, 1, 1.5, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The number of complete pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// Results of a player against an opponent or a field of opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    tally: Tally,
    pairs: Pentanomial,
    singles: Tally,
}

impl Sample {
    /// Counts a complete pair or an unpaired game.
    pub fn add(&mut self, cluster: Cluster<Outcome>) {
        match cluster {
            Cluster::Pair(one, other) => {
                self.tally.add(one);
                self.tally.add(other);
                self.pairs.0[one.half_points() + other.half_points()] += 1;
            }
            Cluster::Single(game) => {
                self.tally.add(game);
                self.singles.add(game);
            }
        }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Sample) {
        self.tally.merge(&other.tally);
        self.singles.merge(&other.singles);
        self.pairs.0.iter_mut().zip(other.pairs.0).for_each(|(count, more)| *count += more);
    }

    /// The results for the other player.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.0.reverse();
        Sample { tally: self.tally.reversed(), pairs, singles: self.singles.reversed() }
    }

    /// All games, paired or not.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The complete pairs.
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// The unpaired games.
    pub fn singles(&self) -> Tally {
        self.singles
    }

    /// Mean points per game, with the variance from complete pairs and unpaired games; `None` without games.
    pub fn score(&self) -> Option<Mean> {
        Mean::of(self.clusters())
    }

    /// Complete pairs and single games by points: (points, games, count).
    pub(super) fn clusters(&self) -> impl Iterator<Item = (f64, u64, u64)> + Clone + use<> {
        let counted = |(half_points, (games, count)): (usize, (u64, u64))| (half_points as f64 / 2.0, games, count);
        let pairs = self.pairs.0.map(|count| (2, count)).into_iter().enumerate().map(counted);
        pairs.chain(self.singles.counts().map(|count| (1, count)).into_iter().enumerate().map(counted))
    }
}

impl FromIterator<Cluster<Outcome>> for Sample {
    fn from_iter<I: IntoIterator<Item = Cluster<Outcome>>>(clusters: I) -> Self {
        let mut sample = Sample::default();
        clusters.into_iter().for_each(|cluster| sample.add(cluster));
        sample
    }
}
